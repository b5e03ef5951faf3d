"""Carries out random design points of C kernels whose nests stand in loops and
under conditions, and runs the emitted C++ against the golden function.

Usage: run_designs.py TALOS_BIN CSIM_INCLUDE KERNEL_DIR COUNT KERNEL...

Each kernel (MINI, single precision) is imported, prepared, normalised,
distributed and made rectangular. The first of its COUNT points is the source's
order; the others are random factors, orders and pipelined loops, of which
illegal ones are replaced. Everything must be applied, checked, estimated,
emitted and linted without a message, and compute the golden function's bits.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).parents[2] / "Driver" / "Inputs"))
from run_polybench import bindings  # noqa: E402

TARGET = ('hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", '
          'clock_ps = 4000, tool = "2023.2", tree_reduction = false>')
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"]


def statements(text):
    """{name: [(loop, trip), ...]}: the loops that a statement has for itself."""
    stack, found = [], {}
    for line in text.splitlines():
        if "affine.for" in line:
            bound = re.search(r" = 0 to (\d+) {", line)
            stack.append({"trip": int(bound.group(1)) if bound else None,
                          "statements": []})
        elif "affine.if" in line:
            stack.append({"trip": None, "statements": None})
        elif line.strip().startswith("}") and stack:
            frame = stack.pop()
            if frame["statements"] is None:
                continue
            name = re.search(r'hls.name = "(\w+)"', line).group(1)
            if len(frame["statements"]) == 1:
                found[frame["statements"][0]].insert(0, (name, frame["trip"]))
        elif name := re.search(r'affine.store .*hls.stmt = "(\w+)"', line):
            found[name.group(1)] = []
            for frame in stack:
                if frame["statements"] is not None:
                    frame["statements"].append(name.group(1))
    return found


def divisors(number):
    return [d for d in range(1, number + 1) if number % d == 0]


def task(name, loops, generator):
    order = [loop for loop, _ in loops]
    pipelined = order[-1] if order else ""
    factors = {loop: [trip, 1, 1] for loop, trip in loops}
    if generator:
        generator.shuffle(order)
        pipelined = generator.choice(order) if order else ""
        for loop, trip in loops:
            unroll = generator.choice([d for d in divisors(trip) if d <= 2])
            inner = generator.choice(divisors(trip // unroll)) if loop == pipelined else 1
            factors[loop] = [trip // unroll // inner, inner, unroll]
    elif pipelined:
        factors[pipelined] = [1, factors[pipelined][0], 1]
    points = ", ".join(
        f'<name = "{loop}", trip = {trip}, padded = {trip}, factors = {factors[loop]}>'
        for loop, trip in loops)
    names = ", ".join(f'"{loop}"' for loop in order)
    pipeline = f', pipelined = "{pipelined}"' if pipelined else ""
    return (f'<name = "{name}", statements = ["{name}"], loops = [{points}], '
            f'order = [{names}]{pipeline}>')


def design(nests, arrays, generators):
    tasks = ", ".join(task(name, loops, generators[name])
                      for name, loops in nests.items())
    points = ", ".join(
        f'<array = "{name}", partition = <[' + ", ".join(
            "<cyclic, 2>" if extent > 1 else "<none>" for extent in shape) + "]>>"
        for name, shape in arrays)
    return f"hls.design = #hls.design<tasks = [{tasks}], arrays = [{points}]>"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True,
                          text=True, check=False, **options)


def good(done, what):
    if done.returncode != 0:
        sys.exit(f"{what} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


def apply(tools, prepared, top, attribute, work):
    """Applies the point; False if its order is not legal."""
    text = prepared.replace("attributes {hls.top}",
                            f"attributes {{hls.top, {TARGET}, {attribute}}}", 1)
    (work / "point.mlir").write_text(text)
    done = run(tools / "hls-opt", work / "point.mlir", "--hls-apply-schedule",
               "--hls-apply-buffers", "--hls-lower-transfers", "--hls-check-applied",
               "--hls-estimate-qor", "-o", work / "applied.mlir")
    if "is not legal" in done.stderr:
        return False
    good(done, f"{top}: {attribute}")
    return True


def execute(tools, csim, top, work):
    for kind, file in [("hlscpp", ".cpp"), ("hls-header", ".h"),
                       ("hls-golden", "_golden.cpp"), ("hls-testbench", "_tb.cpp")]:
        good(run(tools / "hls-translate", f"--emit-{kind}", work / "applied.mlir",
                 "-o", work / (top + file)), f"{top}: --emit-{kind}")
    good(run(tools / "hls-lint", work / f"{top}.cpp"), f"{top}: hls-lint")
    good(run("g++", "-std=c++14", *WARNINGS, "-O1", "-ffp-contract=off", "-I", csim,
             work / f"{top}.cpp", work / f"{top}_golden.cpp", work / f"{top}_tb.cpp",
             "-o", work / "csim"), f"{top}: g++")
    good(run(work / "csim"), f"{top}: C simulation")


def kernel(tools, csim, source, count, work):
    top = "kernel_" + source.stem.replace("-", "_")
    defines = ["-DMINI_DATASET", "-DDATA_TYPE_IS_FLOAT"]
    bind = bindings(source.read_text(), top, defines)
    imported = good(run(tools / "hls-translate", "--import-c", "--top", top, "--bind", bind,
                        "--clang-args=" + ",".join(defines), source), "import")
    passes = (f"hls-prepare{{top={top}}},func.func(hls-normalize,hls-distribute,"
              "hls-rectangularize)")
    prepared = good(run(tools / "hls-opt", f"--pass-pipeline=builtin.module({passes})",
                        input=imported), "hls-rectangularize")
    mine = prepared[:prepared.index("_reference(")]
    nests = statements(mine)
    header = re.search(r"func\.func @" + top + r"\((.*)$", mine, re.M).group(1)
    arrays = [(name, [int(e) for e in shape.split("x")[:-1]]) for shape, name in
              re.findall(r'memref<([^>]*)> {hls.name = "(\w+)"}', header)]
    arrays += [(name, [int(e) for e in shape.split("x")[:-1]]) for name, shape in
               re.findall(r'alloca?\(\) {hls.name = "(\w+)"} : memref<([^>]*)>', mine)]
    generator, points = random.Random(source.stem), 0
    while points < count:
        # Of illegal orders one task after the other goes back to the source's.
        chosen = {name: generator if points else None for name in nests}
        names = list(nests)
        while not apply(tools, prepared, top, design(nests, arrays, chosen), work):
            if not names:
                sys.exit(f"{top}: the source's order is not legal")
            chosen[names.pop()] = None
        execute(tools, csim, top, work)
        points += 1
    print(f"{source.stem}: {points} designs of {len(nests)} tasks equal the golden function",
          flush=True)


def main():
    tools, csim, kernels = map(pathlib.Path, sys.argv[1:4])
    for name in sys.argv[5:]:
        with tempfile.TemporaryDirectory() as directory:
            kernel(tools, csim, kernels / f"{name}.c", int(sys.argv[4]),
                   pathlib.Path(directory))


if __name__ == "__main__":
    main()
