// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts an interactive chart in the place of every static picture that describes
// one. The static ones stay for print, and where anything here fails.
import {BarChart, CustomChart, LineChart, ScatterChart} from "echarts/charts";
import {DataZoomSliderComponent, GridComponent, LegendComponent, TooltipComponent}
  from "echarts/components";
import * as echarts from "echarts/core";
import {LabelLayout} from "echarts/features";
import {SVGRenderer} from "echarts/renderers";
import {marksOf, optionOf} from "./charts.js";

echarts.use([BarChart, CustomChart, LineChart, ScatterChart,
  DataZoomSliderComponent, GridComponent, LegendComponent, TooltipComponent,
  LabelLayout, SVGRenderer]);

const names = ["ground", "panel", "edge", "text", "quiet", "load", "task", "store",
  "loop", "rest", "warm"];

function colors() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) =>
    [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** Left and right go from mark to mark, Enter picks the design of one. */
function listenToKeys(box, chart, state) {
  box.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    const {index, count} = marksOf(state.option);
    if (step) {
      state.at = (state.at + step + count) % count;
      chart.dispatchAction({type: "showTip", seriesIndex: index, dataIndex: state.at});
      event.preventDefault();
    } else if (event.key === "Escape") {
      chart.dispatchAction({type: "hideTip"});
    } else if (event.key === "Enter" && state.at >= 0) {
      const mark = state.option.series[index].data[state.at];
      if (mark.pick) talosPick(mark.pick);
    }
  });
}

function start(box) {
  const spec = JSON.parse(box.nextElementSibling.textContent);
  const chart = echarts.init(box, null, {renderer: "svg"});
  const state = {at: -1, option: null};
  const draw = () => {
    state.option = optionOf(spec, colors(), box.clientWidth);
    chart.setOption(state.option, true);
  };
  draw();
  chart.on("click", (params) => {
    if (params.data && params.data.pick) talosPick(params.data.pick);
  });
  listenToKeys(box, chart, state);
  addEventListener("resize", () => {
    chart.resize();
    draw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

const boxes = document.querySelectorAll(".live-chart");
document.documentElement.classList.add("live");
try {
  boxes.forEach(start);
  document.documentElement.dataset.charts = String(boxes.length);
} catch (error) {
  document.documentElement.classList.remove("live");
  throw error;
}
