# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages in headless Chromium: no script fails, everything is drawn."""

import html
import json
import os
import re
import shutil
import subprocess

import pytest
import report_inputs
from talos.report import page

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="chromium is not installed (Debian: chromium)")
bundled = pytest.mark.skipif(
    not page.BUNDLE.exists(),
    reason="interactive pictures are not packaged (tools/bundle-report.sh)")

# Errors go to a place in the document, and so do measures once all is drawn.
PROBE = """<script>
window.failures = [];
addEventListener("error", (event) => failures.push(String(event.message)));
addEventListener("unhandledrejection", (event) => failures.push(String(event.reason)));
addEventListener("load", () => setTimeout(() => {
  const outside = [];
  for (const picture of document.querySelectorAll("svg.picture")) {
    if (!picture.getClientRects().length) continue;
    const frame = picture.getBoundingClientRect();
    for (const text of picture.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (box.left < frame.left - 1 || box.right > frame.right + 1 ||
          box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        outside.push(`${picture.id}: ${text.textContent}`);
    }
  }
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify({
    failures, outside, width: document.documentElement.scrollWidth,
    loaded: performance.timing.loadEventStart - performance.timing.navigationStart,
    charts: document.querySelectorAll(".live-chart svg").length,
    wanted: document.querySelectorAll(".live-chart").length,
    shapes: [...document.querySelectorAll(".live-chart")].map(
      (box) => box.querySelectorAll("path").length),
    requests: performance.getEntriesByType("resource").length});
  document.body.appendChild(probe);
}, 400));
</script>"""


def open_page(path, width=1280, *options, probe=PROBE):
    """What the probe found in a copy of the page."""
    copy = path.with_name("probed-" + path.name)
    copy.write_text(path.read_text().replace("<head>", "<head>" + probe, 1))
    profile = report_inputs.directory() / "chromium"
    done = subprocess.run(
        [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu",
         f"--user-data-dir={profile}", f"--window-size={width},1000",
         "--virtual-time-budget=8000", *options, "--dump-dom", copy.as_uri()],
        capture_output=True, text=True, check=False, timeout=120,
        env={**os.environ, "HOME": str(report_inputs.directory())})
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr
    return json.loads(html.unescape(found.group(1)))


# Goes to a mark by keyboard and chooses it.
KEYS = """<script>
window.failures = [];
addEventListener("error", (event) => failures.push(String(event.message)));
addEventListener("load", () => setTimeout(() => {
  const press = (target, key) => target.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true}));
  const box = document.querySelector(".live-chart");
  const live = document.documentElement.classList.contains("live");
  let tip = "";
  if (live) {
    press(box, "ArrowRight");
    tip = box.innerText;
    press(box, "Enter");
  } else {
    const mark = document.querySelector("[data-pick]");
    mark.focus();
    tip = document.activeElement.getAttribute("aria-label");
    press(mark, "Enter");
  }
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = JSON.stringify({failures, tip, hash: location.hash,
    open: [...document.querySelectorAll("details[open]")].map((one) => one.id),
    focus: document.activeElement.tagName});
  document.body.appendChild(probe);
}, 400));
</script>"""


def inputs_of(name):
    return {"gemm": (report_inputs.report_file("gemm"),),
            "lu": (report_inputs.report_file("lu"),),
            "atax": (report_inputs.report_file("atax"),),
            "record": (report_inputs.record_file(),),
            "two": (report_inputs.report_file("gemm"),
                    report_inputs.report_file("gemm", "--tree-reduction"),
                    report_inputs.record_file())}[name]


@pytest.mark.parametrize("name", ["gemm", "lu", "atax", "record", "two"])
def test_static_pages(name):
    path = report_inputs.page(f"static-{name}.html", *inputs_of(name),
                              options=("--static",))
    found = open_page(path)
    assert found["failures"] == [] and found["outside"] == []
    assert found["requests"] == 0 and found["width"] <= 1280


@bundled
@pytest.mark.parametrize("name", ["gemm", "lu", "atax", "record", "two"])
def test_interactive_pages(name):
    path = report_inputs.page(f"live-{name}.html", *inputs_of(name))
    assert path.stat().st_size < 2_000_000
    found = open_page(path)
    assert found["failures"] == [] and found["requests"] == 0
    assert found["charts"] == found["wanted"] > 0
    # Axes alone have fewer paths than that.
    assert min(found["shapes"]) >= 4


def check_keys(path):
    found = open_page(path, probe=KEYS)
    assert found["failures"] == []
    assert "point 1: " in found["tip"]
    assert found["open"] == ["pareto-1"] and found["hash"] == "#pareto-1"
    assert found["focus"] == "SUMMARY"


def test_a_point_is_chosen_by_keyboard():
    check_keys(report_inputs.page("keys.html", *inputs_of("record"),
                                  options=("--static",)))


@bundled
def test_a_point_is_chosen_by_keyboard_in_an_interactive_picture():
    check_keys(report_inputs.page("live-keys.html", *inputs_of("record")))


def test_dark_and_narrow_pages():
    path = report_inputs.page("dark-lu.html", *inputs_of("lu"), options=("--static",))
    found = open_page(path, 800, "--force-dark-mode",
                      "--blink-settings=preferredColorScheme=0")
    assert found["failures"] == [] and found["outside"] == []
    assert found["width"] <= 800


def test_an_index_of_thirty_loads_in_two_seconds():
    files = []
    for index in range(30):
        kernel = ("gemm", "lu", "atax")[index % 3]
        path = report_inputs.directory() / f"kernel{index:02}.json"
        path.write_text(report_inputs.report_file(kernel).read_text())
        files.append(path)
    target = report_inputs.directory() / "index" / "index.html"
    parser = report_inputs.cli.argparse.ArgumentParser()
    report_inputs.cli.add_arguments(parser)
    arguments = parser.parse_args(["--index", str(target), *map(str, files)])
    assert report_inputs.cli.run(arguments) == 0
    text = target.read_text()
    links = re.findall(r'<th scope="row"><a href="([^"]+)"', text)
    assert len(set(links)) == 30
    assert all((target.parent / link).exists() for link in links)
    found = open_page(target)
    assert found["failures"] == [] and found["loaded"] < 2000, found["loaded"]
