# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the JSON report of hlsc; what does not fit is an error that says where."""

from __future__ import annotations

import json
from typing import Any, Callable, Optional

from . import model

SCHEMA_VERSION = 1
RESOURCES = ("DSP", "BRAM_18K", "URAM", "LUT", "FF")


class ReportError(Exception):
    """An input that cannot be shown: file, place in it, and what to do."""


class Value:
    """A JSON value that knows where it stands, and what to do if it is wrong."""

    def __init__(self, value: Any, where: str, advice: str):
        self.value, self.where, self.advice = value, where, advice

    def fail(self, expected: str) -> ReportError:
        return ReportError(f"{self.where}: expected {expected}; {self.advice}")

    def of(self, kind: type, expected: str) -> Any:
        # JSON's true is no number.
        if not isinstance(self.value, kind) or \
                (kind is int and isinstance(self.value, bool)):
            raise self.fail(expected)
        return self.value

    def integer(self) -> int:
        return self.of(int, "a whole number")

    def text(self) -> str:
        return self.of(str, "a text")

    def flag(self) -> bool:
        return self.of(bool, "true or false")

    def items(self) -> list[Value]:
        return [Value(item, f"{self.where}[{index}]", self.advice) for index, item in
                enumerate(self.of(list, "a list"))]

    def entries(self) -> dict[str, Value]:
        return {key: Value(item, f"{self.where}.{key}", self.advice) for key, item in
                self.of(dict, "an object").items()}

    def __getitem__(self, key: str) -> Value:
        if key not in self.of(dict, "an object"):
            raise self.fail(f"a key '{key}'")
        return Value(self.value[key], f"{self.where}.{key}", self.advice)

    def optional(self, key: str, read: Callable[[Value], Any],
                 otherwise: Any = None) -> Any:
        """What `read` makes of a key, or `otherwise` where it is absent or null."""
        value = self.of(dict, "an object").get(key)
        return otherwise if value is None else read(self[key])


def texts(value: Value) -> tuple[str, ...]:
    return tuple(item.text() for item in value.items())


def integers(value: Value) -> dict[str, int]:
    return {key: item.integer() for key, item in value.entries().items()}


def list_of(read: Callable[[Value], Any]) -> Callable[[Value], tuple]:
    return lambda value: tuple(read(item) for item in value.items())


def read_call(value: Value) -> model.Call:
    return model.Call(
        value["kind"].text(), value["name"].text(), value["start"].integer(),
        value["end"].integer(), value["cycles"].integer(),
        value["executions"].integer(), value["place"].text(),
        value.optional("loop", Value.integer),
        value.optional("phase", Value.integer, -1),
        value.optional("entries", Value.integer, 1),
        value.optional("reads", texts, ()), value.optional("writes", texts, ()),
        value.optional("carried", Value.flag, False))


def read_loop(value: Value) -> model.Loop:
    return model.Loop(
        value["name"].text(), value["pipelined"].flag(), value["trips"].integer(),
        value["outer"].integer(), value["ii"].integer(),
        value["target_ii"].integer(), value["depth"].integer(),
        value["cycles"].integer(), value["reason"].text())


def read_transfer(value: Value) -> model.Transfer:
    return model.Transfer(value["array"].text(), value["kind"].text(),
                          value["beats"].integer(), value["cycles"].integer())


def read_uses(value: Value) -> dict[str, model.Use]:
    return {name: model.Use(use["operations"].integer(), use["units"].integer())
            for name, use in value.entries().items()}


def read_task(value: Value) -> model.Task:
    return model.Task(
        value["name"].text(), value["cycles"].integer(),
        value.optional("executions", Value.integer, 1),
        value.optional("carried", Value.flag, False),
        list_of(read_loop)(value["loops"]),
        list_of(read_transfer)(value["transfers"]), read_uses(value["operators"]))


def read_buffer(value: Value) -> model.Buffer:
    return model.Buffer(value["name"].text(), value["storage"].text(),
                        value["banks"].integer(), value["BRAM_18K"].integer(),
                        value["URAM"].integer())


def read_estimate(value: Value) -> model.Estimate:
    return model.Estimate(
        value["cycles"].integer(), list_of(read_task)(value["tasks"]),
        list_of(read_transfer)(value["transfers"]),
        list_of(read_buffer)(value["buffers"]), read_uses(value["operators"]))


def read_gain(value: Value) -> model.Gain:
    return model.Gain(value["amount"].integer(), value["saves"].integer(),
                      value["proved"].flag())


def read_reason(value: Value) -> model.Reason:
    return model.Reason(
        value["kind"].text(), value["name"].text(), value["text"].text(),
        value["cycles"].integer(), value.optional("limit", Value.integer),
        value.optional("least", read_gain), value.optional("most", read_gain))


def read_binding(value: Value) -> model.Binding:
    return model.Binding(
        value["task"].text(), value["place"].text(), value["cycles"].integer(),
        value["share"].integer(), list_of(read_reason)(value["binding"]))


def read_array(value: Value) -> model.Array:
    return model.Array(
        value["name"].text(), value["task"].text(), value["shape"].text(),
        value["element"].text(), value["partition"].text(),
        value["banks"].integer(), value["storage"].text(), value["beat"].integer(),
        value["width_bits"].integer(), value["loaded"].flag(),
        value["stored"].flag(), value.optional("words", Value.integer, 0),
        value.optional("element_bits", Value.integer, 0),
        value.optional("ports", Value.integer, 1),
        value.optional("lanes", lambda of: tuple(list_of(Value.integer)(of)), ()),
        value.optional("memory_bank", Value.integer, 0),
        value.optional("port_blocks", Value.integer, 1),
        value.optional("in_tiles", Value.flag, False))


def read_target(value: Value) -> model.Target:
    memory = value.optional(
        "memory", lambda of: model.Memory(of["kind"].text(), of["banks"].integer(),
                                          of["width_bits"].integer()),
        model.Memory("", 0, 0))
    return model.Target(
        value["device"].text(), value["part"].text(), value["clock_ps"].integer(),
        value["tool"].text(), value["usable"].text(),
        value["tree_reduction"].flag(), value.optional("slrs", Value.integer, 0),
        memory)


def read_resources(root: Value) -> tuple[model.Resource, ...]:
    rows = root["resources"].entries()
    per_slr = root["target"].optional("per_slr", integers, {})
    return tuple(
        model.Resource(name, rows[name]["used"].integer(),
                       rows[name]["usable"].integer(),
                       rows[name]["device"].integer(), per_slr.get(name, 0))
        for name in RESOURCES if name in rows)


def read_operator(value: Value) -> model.Operator:
    return model.Operator(value["latency"].integer(), value["DSP"].integer(),
                          value["LUT"].integer(), value["FF"].integer(),
                          value["provenance"].text())


def read_point(value: Value) -> model.TaskPoint:
    loops = tuple(
        model.LoopPoint(loop["name"].text(), loop["trip"].integer(),
                        tuple(factor.integer() for factor in
                              loop["factors"].items()))
        for loop in value["loops"].items())
    return model.TaskPoint(value["name"].text(), loops, texts(value["order"]),
                           value["pipelined"].text(), value["ii"].integer(),
                           value["cycles"].integer())


def read_search(value: Value) -> model.Search:
    return model.Search(value["status"].text(), value["scope"].text(),
                        value["bound"].integer(), value["nodes"].integer(),
                        value["time_limited"].flag())


def read_report(root: Value, path: str) -> model.Report:
    """The report that the file `path` holds as `root`."""
    if root.of(dict, "an object").get("schema") != "talos-report":
        raise root.fail('a report of hlsc ("schema": "talos-report")')
    if root["schema_version"].integer() != SCHEMA_VERSION:
        raise root["schema_version"].fail(f"{SCHEMA_VERSION}, the version of this "
                                          "package")
    lines = tuple((line["line"].integer(), line["text"].text()) for line in
                  root.optional("source_lines", Value.items, []))
    library = {name: read_operator(entry) for name, entry in
               root.optional("library", Value.entries, {}).items()}
    binding: Optional[tuple] = root.optional("binding", list_of(read_binding))
    return model.Report(
        path, root["source"].text(), root["top"].text(),
        read_target(root["target"]), root["cycles"].integer(),
        integers(root["bounds"]), read_resources(root),
        list_of(read_array)(root["arrays"]),
        {name: place.text() for name, place in root["places"].entries().items()},
        lines, root.optional("operations", integers, {}), library,
        root.optional("timeline", list_of(read_call), ()),
        list_of(read_point)(root["design"]["tasks"]),
        root.optional("estimate", read_estimate),
        root.optional("solver", read_search), binding, texts(root["notes"]))


def parse(text: str, path: str) -> Value:
    """The value that a file holds."""
    advice = "write the report anew with hlsc --report-file"
    try:
        return Value(json.loads(text), path, advice)
    except json.JSONDecodeError as error:
        raise ReportError(f"{path}:{error.lineno}:{error.colno}: no JSON "
                          f"({error.msg}); {advice}") from error


def parse_line(text: str, path: str, number: int) -> Value:
    """The value of a line of a record."""
    advice = "remove this line to leave the point out"
    try:
        return Value(json.loads(text), f"{path}:{number}", advice)
    except json.JSONDecodeError as error:
        raise ReportError(f"{path}:{number}:{error.colno}: no JSON ({error.msg}); "
                          f"{advice}") from error
