# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""talos.vitis on reports as Vitis HLS 2023.2 lays them out."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

from talos import vitis

XML = """<?xml version="1.0"?>
<profile>
  <UserAssignments><TopModelName>{top}</TopModelName></UserAssignments>
  <PerformanceEstimates><SummaryOfOverallLatency>
    <Best-caseLatency>90</Best-caseLatency>
    <Average-caseLatency>95</Average-caseLatency>
    <Worst-caseLatency>{cycles}</Worst-caseLatency>
  </SummaryOfOverallLatency></PerformanceEstimates>
  <AreaEstimates>
    <AvailableResources><DSP>6840</DSP><FF>2364480</FF></AvailableResources>
    <Resources><URAM>0</URAM><FF>900</FF><DSP>5</DSP><BRAM_18K>2</BRAM_18K>
      <LUT>800</LUT></Resources>
  </AreaEstimates>
  <ModuleInformation>
    <Module><Name>task_S0_Pipeline_VITIS_LOOP_9_1</Name>
      <PerformanceEstimates>
        <SummaryOfOverallLatency><Worst-caseLatency>30</Worst-caseLatency>
        </SummaryOfOverallLatency>
        <SummaryOfLoopLatency><VITIS_LOOP_9_1><Name>VITIS_LOOP_9_1</Name>
          <TripCount>8</TripCount><PipelineII>2</PipelineII>
          <PipelineDepth>17</PipelineDepth></VITIS_LOOP_9_1>
        </SummaryOfLoopLatency></PerformanceEstimates></Module>
    <Module><Name>task_S0</Name><PerformanceEstimates>
      <SummaryOfOverallLatency><Worst-caseLatency>33</Worst-caseLatency>
      </SummaryOfOverallLatency></PerformanceEstimates></Module>
    <Module><Name>load_A_1</Name><PerformanceEstimates>
      <SummaryOfOverallLatency><Worst-caseLatency>undef</Worst-caseLatency>
      </SummaryOfOverallLatency></PerformanceEstimates></Module>
  </ModuleInformation>
</profile>
"""
RPT = """
+ Latency:
    * Summary:
    +---------+---------+----------+----------+-----+-----+---------+
    |  Latency (cycles) |  Latency (absolute) |  Interval | Pipeline|
    |   min   |   max   |    min   |    max   | min | max |   Type  |
    +---------+---------+----------+----------+-----+-----+---------+
    |       90|      100|  0.36 us |  0.40 us |   91|  101|       no|
    +---------+---------+----------+----------+-----+-----+---------+
* Summary:
+-----------------+---------+------+--------+--------+-----+
|       Name      |    FF   |  LUT | BRAM_18K|   DSP  | URAM|
+-----------------+---------+------+--------+--------+-----+
|DSP              |        -|     -|       -|       -|    -|
+-----------------+---------+------+--------+--------+-----+
|Total            |      900|   800|       2|       5|    0|
+-----------------+---------+------+--------+--------+-----+
"""
REPORT = {
    "schema": "talos-report", "top": "k",
    "estimate": {
        "cycles": 100,
        "resources": {"DSP": 5, "BRAM_18K": 2, "URAM": 0, "LUT": 880, "FF": 900},
        "tasks": [{"name": "S0", "cycles": 33, "loops": [
            {"pipelined": True, "ii": 2, "depth": 18}]}],
        "transfers": [{"array": "A", "kind": "load", "cycles": 40}],
    },
}


class Reports(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.out = pathlib.Path(temporary.name)
        self.syn = self.out / "solution1" / "syn" / "report"
        self.syn.mkdir(parents=True)
        (self.out / "report.json").write_text(json.dumps(REPORT))

    def run_tool(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = vitis.main([str(self.out / "solution1"), *arguments])
        return code, out.getvalue(), err.getvalue()

    def test_xml_by_name(self):
        (self.syn / "csynth.xml").write_text(XML.format(top="k", cycles=100))
        code, out, err = self.run_tool("--json", str(self.out / "rows.json"))
        self.assertEqual(code, 0, err)
        rows = {r["figure"]: (r["estimated"], r["reported"]) for r in
                json.loads((self.out / "rows.json").read_text())}
        self.assertEqual(rows, {
            "cycles": (100, 100), "DSP": (5, 5), "BRAM_18K": (2, 2),
            "URAM": (0, 0), "LUT": (880, 800), "FF": (900, 900),
            "task_S0": (33, 33), "task_S0 II": (2, 2),
            "task_S0 depth": (18, 17)})
        self.assertIn("880 (800, +10.00 %)", out)

    def test_text_report_by_column_name(self):
        (self.syn / "k_csynth.rpt").write_text(RPT)
        code, out, err = self.run_tool()
        self.assertEqual(code, 0, err)
        self.assertIn("cycles    100 (=)", out)
        self.assertIn("FF        900 (=)", out)

    def check(self, message):
        code, _, err = self.run_tool()
        self.assertEqual(code, 2)
        self.assertIn(message, err)

    def test_no_report(self):
        self.check("no csynth.xml and no *_csynth.rpt in it")

    def test_another_top(self):
        (self.syn / "csynth.xml").write_text(XML.format(top="z", cycles=1))
        self.check("is of 'z'")

    def test_broken_xml(self):
        (self.syn / "csynth.xml").write_text("<profile>")
        self.check("csynth.xml: no element found")

    def test_no_csynth_report(self):
        (self.syn / "csynth.xml").write_text("<profile/>")
        self.check("TopModelName or PerformanceEstimates is missing")

    def test_no_estimate(self):
        (self.syn / "csynth.xml").write_text(XML.format(top="k", cycles=100))
        (self.out / "report.json").write_text(
            json.dumps({**REPORT, "estimate": None}))
        self.check("has no estimate")


if __name__ == "__main__":
    unittest.main()
