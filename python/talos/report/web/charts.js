// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of ECharts for each type of chart that the views describe: what is
// drawn follows from their data alone, so that both forms of a picture agree.

function short(value) {
  for (const [limit, suffix] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]])
    if (Math.abs(value) >= limit) return `${+(value / limit).toPrecision(3)}${suffix}`;
  return `${+value.toPrecision(3)}`;
}

function escaped(text) {
  const entities = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};
  return text.replace(/[&<>"]/g, (character) => entities[character]);
}

/** A tip that breaks its lines where the sentence does. */
const tip = (says) => escaped(says).replace(/[;,] /g, (mark) => `${mark[0]}<br>`);

function valueAxis(colors, name, extra) {
  return {type: "value", name, nameLocation: "middle", nameGap: 28,
    axisLabel: {color: colors.quiet, formatter: short}, nameTextStyle: {color: colors.quiet},
    splitLine: {lineStyle: {color: colors.edge}}, ...extra};
}

function rowAxis(colors, rows) {
  return {type: "category", data: rows, inverse: true, axisTick: {show: false},
    axisLabel: {color: colors.text, width: 150, overflow: "truncate"},
    axisLine: {lineStyle: {color: colors.quiet}}};
}

function base(colors, option) {
  return {
    animation: false, textStyle: {color: colors.text, fontFamily: "system-ui, Noto Sans, DejaVu Sans, sans-serif"},
    tooltip: {trigger: "item", confine: true, backgroundColor: colors.panel,
      borderColor: colors.edge, textStyle: {color: colors.text}},
    ...option,
  };
}

function gantt(spec, colors) {
  const item = (entry) => ({value: [entry.start, entry.end, entry.row],
    says: entry.says, itemStyle: {color: colors[entry.kind]}, kind: entry.kind});
  const draw = (params, api) => {
    const start = api.coord([api.value(0), api.value(2)]);
    const end = api.coord([api.value(1), api.value(2)]);
    const thin = spec.items[params.dataIndex].kind === "loop";
    const height = thin ? 6 : api.size([0, 1])[1] * 0.66;
    const box = params.coordSys;
    const left = Math.max(start[0], box.x);
    const right = Math.min(Math.max(end[0], start[0] + 2), box.x + box.width);
    if (right < left) return null;
    return {type: "rect", shape: {x: left, y: start[1] - height / 2,
      width: Math.max(right - left, 2), height, r: 2}, style: api.style()};
  };
  return base(colors, {
    grid: {left: 170, right: 30, top: 20, bottom: 80},
    xAxis: valueAxis(colors, "cycle", {max: spec.most}),
    yAxis: rowAxis(colors, spec.rows),
    dataZoom: [{type: "slider", height: 20, bottom: 8, filterMode: "none",
      textStyle: {color: colors.quiet}, labelFormatter: (value) => short(value)}],
    series: [{type: "custom", renderItem: draw, encode: {x: [0, 1], y: 2},
      data: spec.items.map(item)}],
  });
}

function bars(spec, colors) {
  const series = spec.series.map((one) => ({
    name: one.name, type: "bar", stack: "all", barMaxWidth: 24,
    itemStyle: {color: colors[one.kind]},
    data: one.values.map((value, row) => ({value, says: spec.says[row]})),
  }));
  if (spec.limits)
    series.push({name: "usable", type: "scatter", symbol: "rect", symbolSize: [3, 34],
      itemStyle: {color: colors.warm}, data: spec.limits.map((limit, row) =>
        ({value: [limit, row], says: `${spec.rows[row]}: usable`}))});
  return base(colors, {
    grid: {left: 170, right: 40, top: 20, bottom: 74},
    legend: {bottom: 4, textStyle: {color: colors.text}},
    xAxis: valueAxis(colors, spec.axis, spec.most ? {max: spec.most} : {}),
    yAxis: rowAxis(colors, spec.rows), series,
  });
}

/** Heights as near to the wanted ones as labels of `step` can stand. */
function spread(wanted, step, bottom) {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  for (let i = 1; i < order.length; ++i)
    placed[order[i]] = Math.max(placed[order[i]], placed[order[i - 1]] + step);
  for (let i = order.length - 1, limit = bottom; i >= 0; --i, limit -= step)
    placed[order[i]] = limit = Math.min(placed[order[i]], limit);
  return placed;
}

function roofline(spec, colors, width) {
  const grid = {left: 80, right: 220, top: 46, bottom: 56};
  const log = (name, range, extra) => ({...valueAxis(colors, name, extra), type: "log",
    min: range[0], max: range[1]});
  const lines = spec.lines.map((line) => ({name: line.name, type: "line",
    symbol: "none", silent: true, lineStyle: {color: colors[line.kind], width: 2},
    itemStyle: {color: colors[line.kind]}, data: line.points}));
  const high = spec.height - grid.top - grid.bottom;
  const [low, most] = spec.up.map(Math.log10);
  const wanted = spec.points.map((point) =>
    grid.top + high * (most - Math.log10(point.at[1])) / (most - low));
  const heights = spread(wanted, 20, spec.height - grid.bottom);
  const points = {type: "scatter", symbolSize: 15, z: 5, data: spec.points.map((point) => ({
    value: point.at, says: point.says, name: point.name,
    itemStyle: {color: point.kind === "open" ? colors.ground : colors[point.kind],
      borderColor: point.kind === "open" ? colors.quiet : colors[point.kind],
      borderWidth: 2, opacity: 1}})),
  labelLayout: (params) => ({x: width - grid.right + 16, y: heights[params.dataIndex],
    align: "left", verticalAlign: "middle"}),
  labelLine: {show: true, lineStyle: {color: colors.edge}},
  label: {show: true, formatter: "{b}", color: colors.text, fontSize: 13}};
  return base(colors, {
    grid,
    legend: {top: 4, textStyle: {color: colors.text},
      data: spec.lines.map((line) => line.name)},
    xAxis: log("operations a byte of memory traffic", spec.across, {}),
    yAxis: log("operations a cycle", spec.up, {nameGap: 52}),
    series: [...lines, points],
  });
}

function pareto(spec, colors) {
  return base(colors, {
    grid: {left: 90, right: 40, top: 30, bottom: 56},
    xAxis: valueAxis(colors, spec.x, spec.log_x ? {type: "log"} : {}),
    yAxis: valueAxis(colors, spec.y, spec.log_y ? {type: "log", nameGap: 60} :
      {nameGap: 60, min: 0}),
    series: [
      {type: "line", step: "end", symbol: "none", silent: true, data: spec.front,
        lineStyle: {color: colors.task, width: 1.5}},
      {type: "scatter", symbolSize: spec.size, z: 5, data: spec.points.map((point) => ({
        value: point.at, says: point.says, pick: point.pick,
        itemStyle: {color: point.kind === "open" ? colors.ground : colors[point.kind],
          borderColor: point.kind === "open" ? colors.quiet : colors[point.kind],
          borderWidth: 2, opacity: 1}}))},
    ],
  });
}

const types = {gantt, bars, roofline, pareto};

/** The option of a chart of `width` pixels; its tips say what the marks of the static picture say. */
export function optionOf(spec, colors, width) {
  const option = types[spec.type](spec, colors, width);
  option.tooltip.formatter = (params) =>
    params.data && params.data.says ? tip(params.data.says) : "";
  return option;
}

/** The series whose marks keys go through, and how many there are. */
export function marksOf(option) {
  const index = option.series.findIndex((series) => !series.silent);
  return {index, count: option.series[index].data.length};
}
