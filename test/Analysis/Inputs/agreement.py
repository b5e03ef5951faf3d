"""The model's figures against those of the estimator, and seeded faults.

usage: agreement.py <hls-opt> <source tree> <work directory>

Designs every kernel of test/Kernels/mini in both reduction modes, estimates the
result and compares cycles of the design and of its tasks, DSP, BRAM, URAM, LUT
and FF. Both sides must agree within 1 %.

Then faults. Each is put into the tool rules or the operators that one side
reads while the other reads the right ones, or into the code that the estimator
reads. At least one of the designs must then disagree.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

TOPS = {"2mm": "kernel_2mm", "3mm": "kernel_3mm"}
NAMES = ["DSP", "BRAM_18K", "URAM", "LUT", "FF"]
# Faults: file, path of keys, the wrong value.
RULES = "rules/vitis-2023.2.json"
OPERATORS = "operators/virtexuplus-2023.2-4000ps.json"
FAULTS = [
    (RULES, ["loops", "outer_overhead", "value"], 16),
    (RULES, ["loops", "carried_slack", "value"], 3),
    (RULES, ["loops", "flatten_slack", "value"], 0),
    (RULES, ["depth", "parallel", "value"], 33),
    (RULES, ["depth", "carried", "value"], 40),
    (RULES, ["depth", "remainder", "value"], 30),
    (RULES, ["transfers", "load_overhead", "value"], 84),
    (RULES, ["transfers", "store_overhead", "value"], 82),
    (RULES, ["transfers", "ports_per_bank", "value"], 1),
    (RULES, ["level_overhead", "value"], 12),
    (RULES, ["memories", "steps", 1, "lut"], 99),
    (RULES, ["memories", "adapters", 0, "bram_18k"], 3),
    (RULES, ["lut", "bank", "value"], 0),
    (RULES, ["ff", "depth_output", "value"], 0),
    (OPERATORS, ["fadd", "latency"], 5),
    (OPERATORS, ["fmul", "dsp"], 4),
]
# Points that no optimum of these sizes has: a carried loop inside others, and
# banks that are found by a remainder.
POINTS = {
    "gemm-nested": """#hls.design<tasks = [
  <name = "S0", statements = ["S0"], order = ["i", "j"], pipelined = "j",
   loops = [<name = "i", trip = 20, padded = 20, factors = [10, 1, 2]>,
            <name = "j", trip = 25, padded = 25, factors = [1, 5, 5]>]>,
  <name = "S1", statements = ["S1"], order = ["i", "k", "j"], pipelined = "k",
   loops = [<name = "i", trip = 20, padded = 20, factors = [10, 1, 2]>,
            <name = "k", trip = 30, padded = 30, factors = [1, 15, 2]>,
            <name = "j", trip = 25, padded = 25, factors = [5, 1, 5]>]>],
 arrays = [<array = "A", beat = 2, partition = <[<cyclic, 2>, <cyclic, 2>]>>,
           <array = "B", partition = <[<cyclic, 2>, <cyclic, 5>]>>,
           <array = "C", partition = <[<cyclic, 6>, <cyclic, 5>]>>]>""",
}
# Faults in the code: what is replaced in the final IR, at the first place from
# the given text on.
TOP, LOAD, TASK = "hls.top}", "hls.task load ", 'hls.task "'
EDITS = [
    ("the pipeline directive is lost", TASK,
     r", hls\.pipeline = #hls\.pipeline", ""),
    ("a loop runs once more", TASK, r"(affine\.for %arg\d+ = 0 to )(\d+)",
     lambda m: m[1] + str(int(m[2]) + 1)),
    ("a multiplication became an addition", TASK, r"arith\.mulf", "arith.addf"),
    ("a buffer is not partitioned", TOP, r"<(cyclic, \d+|complete)>", "<none>"),
    ("a transfer moves more", LOAD, r"(affine\.for %arg\d+ = 0 to )(\d+)",
     lambda m: m[1] + str(int(m[2]) * 2)),
]


def run(command, data=None):
    env = dict(os.environ)
    if data:
        env["TALOS_DATA_DIR"] = str(data)
    done = subprocess.run(command, capture_output=True, text=True, env=env,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def predicted(text):
    """The model's figures, as they stand in the design point."""
    design = text[text.index("hls.design = "):text.index("hls.search = ")]
    tasks = [int(n) for n in re.findall(r"cycles = (\d+)>", design)]
    total = int(re.search(r'\](?:, status = "\w+")?, cycles = (\d+)', design)[1])
    numbers = dict(re.findall(r"(\w+) = (\d+) : i64", design))
    return [total] + tasks + [int(numbers[n]) for n in NAMES]


def estimated(opt, path, data=None):
    report = json.loads(run([opt, str(path), "--hls-estimate-qor=report=json",
                             "-o", os.devnull], data))
    tasks = [task["cycles"] for task in report["tasks"]]
    return ([report["cycles"]] + tasks +
            [report["resources"][n] for n in NAMES])


def agree(left, right):
    return len(left) == len(right) and all(
        abs(a - b) * 100 <= max(a, b) for a, b in zip(left, right))


def faulty_data(source, directory, fault):
    """A copy of the data files with one wrong number."""
    name, keys, value = fault
    shutil.copytree(source / "lib/Target/data", directory / "targets",
                    dirs_exist_ok=True)
    path = directory / "targets" / name
    data = json.loads(path.read_text())
    place = data["operators"] if name == OPERATORS else data
    for key in keys[:-1]:
        place = place[key]
    if place[keys[-1]] == value:
        sys.exit(f"the fault {fault} is none")
    place[keys[-1]] = value
    path.write_text(json.dumps(data))
    return directory


def explore(opt, source, tree, point=None, data=None):
    """Designs a kernel, or carries out and prices a design point."""
    top = TOPS.get(source.stem, source.stem)
    mode = "true" if tree else "false"
    given = f"design={point}" if point else "node-limit=20000"
    return run([opt, str(source), f"--hls-pipeline=top={top} target=u200 "
                f"tree-reduction={mode} {given}"], data)


def main():
    opt, source, work = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    designs = {}
    for path in sorted((source / "test/Kernels/mini").glob("*.mlir")):
        for tree in (False, True):
            name = f"{path.stem}-{'tree' if tree else 'ordered'}"
            designs[name] = compare(opt, work, name, path, tree)
    for name, text in POINTS.items():
        point = work / f"{name}.txt"
        point.write_text(text)
        path = source / "test/Kernels/mini/gemm.mlir"
        designs[name] = compare(opt, work, name, path, False, point)
    report_faults(opt, source, work, designs)


def compare(opt, work, name, path, tree, point=None):
    text = explore(opt, path, tree, point)
    final = work / f"{name}.mlir"
    final.write_text(text)
    left, right = predicted(text), estimated(opt, final)
    word = "AGREE" if agree(left, right) else "APART"
    print(word, name, left, right, flush=True)
    return path, tree, final, left, right


def report_faults(opt, source, work, designs):
    seen = {"model": 0, "estimator": 0}
    for number, fault in enumerate(FAULTS):
        data = faulty_data(source, work / f"fault{number}", fault)
        if any(not agree(left, estimated(opt, final, data))
               for path, tree, final, left, right in designs.values()):
            seen["estimator"] += 1
        else:
            print("NOT SEEN in the estimator:", fault)
        if any(not agree(model_again(opt, work, design, data), design[4])
               for design in designs.values()):
            seen["model"] += 1
        else:
            print("NOT SEEN in the model:", fault)
    for side, count in seen.items():
        print(f"faults in the {side}: {count} of {len(FAULTS)} seen")
    count = 0
    for what, *edit in EDITS:
        if any(not agree(left, estimated(opt, edited(work, final, *edit)))
               for path, tree, final, left, right in designs.values()):
            count += 1
        else:
            print("NOT SEEN in the code:", what)
    print(f"faults in the code: {count} of {len(EDITS)} seen")


def edited(work, final, place, pattern, replacement):
    text = final.read_text()
    start = text.index(place, text.index(TOP))
    path = work / "edited.mlir"
    path.write_text(text[:start] +
                    re.sub(pattern, replacement, text[start:], count=1))
    return path


def model_again(opt, work, design, data):
    """The model's figures of the same point, from other data."""
    path, tree, final, left, right = design
    text = final.read_text()
    start = text.index("#hls.design<")
    point = work / "point.txt"
    point.write_text(text[start:text.index(", hls.search = ")])
    return predicted(explore(opt, path, tree, point, data))


if __name__ == "__main__":
    main()
