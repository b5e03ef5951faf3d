"""Runs a kernel after the apply passes beside its untransformed self.

execute.py <hls-opt> <LLVM tools> <kernel.mlir> <points.txt> [--random N]
[--passes P,...] [--tolerance T] [--tree]

For every point of the kernel in points.txt, and for N random ones, both functions are lowered by upstream MLIR, compiled
by clang without contraction and called with the same inputs. Without a
tolerance every argument must agree bit by bit."""
import argparse
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

LOWER = ["--hls-lower-to-memref", "--lower-affine", "--convert-scf-to-cf",
         "--expand-strided-metadata", "--finalize-memref-to-llvm",
         "--convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
         "--convert-to-llvm", "--reconcile-unrealized-casts"]


class Task:
    def __init__(self, name, loops, order, pipelined, sums="direct"):
        self.name, self.loops = name, loops
        self.order, self.pipelined, self.sums = order, pipelined, sums

    def attribute(self):
        loops = ", ".join(
            f'<name = "{n}", trip = {math.prod(f)}, padded = {math.prod(f)}, '
            f'factors = [{f[0]}, {f[1]}, {f[2]}]>' for n, f in self.loops)
        order = ", ".join(f'"{n}"' for n in self.order)
        pipelined = f', pipelined = "{self.pipelined}"' if self.pipelined else ""
        return (f'<name = "{self.name}", statements = ["{self.name}"], '
                f'loops = [{loops}], order = [{order}]{pipelined}, '
                f'accumulator = {self.sums}>')


class Array:
    def __init__(self, name, partition, beat=1, task="", level=0):
        self.name, self.partition, self.beat = name, partition, beat
        self.task, self.level, self.copies = task, level, 1

    def attribute(self):
        kinds = {"c": "cyclic", "b": "block"}
        dims = ", ".join(
            "<none>" if p == "-" else "<complete>" if p == "*"
            else f"<{kinds[p[0]]}, {p[1:]}>" for p in self.partition)
        task = (f', task = "{self.task}", define = {self.level}, '
                f'transfer = {self.level}' if self.task else "")
        if self.copies > 1:
            task += f", copies = {self.copies}"
        return (f'<array = "{self.name}"{task}, beat = {self.beat}, '
                f'partition = <[{dims}]>>')


def read_points(path, kernel):
    points, current = {}, None
    for line in path.read_text().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] == "point":
            current = ([], [])
            if words[2] == kernel:
                points[words[1]] = current
        elif "order" in words:
            at = words.index("order")
            loops, pipelined = [], ""
            for word in words[1:at]:
                name, factors = word.split("=")
                if factors.endswith("*"):
                    pipelined = name
                loops.append((name, [int(f) for f in factors.rstrip("*").split(",")]))
            sums = "direct"
            if words[-2] == "sums":
                sums = words[-1]
                words = words[:-2]
            current[0].append(Task(words[0], loops, words[at + 1:], pipelined, sums))
        else:
            array = Array(words[0], [])
            rest = words[1:]
            if rest[0].startswith("@"):
                array.task, level = rest.pop(0)[1:].split(":")
                array.level = int(level)
            if "copies" in rest:
                array.copies = int(rest[rest.index("copies") + 1])
                rest = rest[:rest.index("copies")]
            if "beat" in rest:
                array.beat = int(rest[rest.index("beat") + 1])
                rest = rest[:rest.index("beat")]
            array.partition = rest
            current[1].append(array)
    return points


def random_point(tasks, arrays, shapes, generator):
    """Random factors, orders and pipelined loops; complete partitions."""
    def triple(trip, level1):
        inner = generator.choice([d for d in range(1, trip + 1) if trip % d == 0])
        outer = trip // inner
        return [1, outer, inner] if level1 else [outer, 1, inner]
    result = []
    for task in tasks:
        names = [n for n, _ in task.loops]
        pipelined = generator.choice(names + [""])
        loops = [(n, triple(math.prod(f), n == pipelined)) for n, f in task.loops]
        result.append(Task(task.name, loops, generator.sample(names, len(names)),
                           pipelined))
    names = dict.fromkeys(a.name for a in arrays)
    return result, [Array(n, ["*"] * len(shapes[n])) for n in names]


def signature(text):
    top = re.search(r"func\.func @(\w+)\((.*?)\)\s*attributes", text, re.S)
    arguments = re.findall(r"%(\w+): (memref<([\dx]+)xf32>|f32)", top.group(2))
    return top.group(1), [
        (name, [int(e) for e in shape.split("x")] if shape else None)
        for name, _, shape in arguments]


def harness(top, arguments, tolerance):
    """Calls both functions on equal inputs and compares every array."""
    lines = ["#include <math.h>", "#include <stdio.h>", "#include <string.h>"]
    kinds = ", ".join("float *" if s else "float" for _, s in arguments)
    lines += [f"void {top}({kinds});", f"void reference({kinds});",
              "int main(void) {", "  unsigned seed = 1; int bad = 0;"]
    calls = {"a": [], "b": []}
    for position, (name, shape) in enumerate(arguments):
        if not shape:
            for side in calls:
                calls[side].append(f"{1.25 + 0.125 * position}f")
            continue
        size = math.prod(shape)
        lines.append(f"  static float {name}_a[{size}], {name}_b[{size}];")
        lines.append(f"  for (int i = 0; i < {size}; ++i) {{ seed = seed * "
                     "1664525u + 1013904223u; "
                     f"{name}_a[i] = {name}_b[i] = 0.5f + (seed >> 8) / 16777216.0f; }}")
        for side in calls:
            calls[side].append(f"{name}_{side}")
    lines.append(f"  {top}({', '.join(calls['a'])});")
    lines.append(f"  reference({', '.join(calls['b'])});")
    for name, shape in arguments:
        if not shape:
            continue
        size = math.prod(shape)
        if tolerance is None:
            lines.append(f"  bad |= memcmp({name}_a, {name}_b, sizeof {name}_a) != 0;")
        else:
            lines.append(
                "  { float most = 0, error = 0; "
                f"for (int i = 0; i < {size}; ++i) {{ most = fmaxf(most, fabsf({name}_b[i]));"
                f" float d = fabsf({name}_a[i] - {name}_b[i]); "
                "if (!(d <= error)) error = d; }"
                f" bad |= !(error <= {tolerance} * most); }}")
    return "\n".join(lines + ["  return bad;", "}", ""])


class Runner:
    def __init__(self, arguments, directory):
        self.hls_opt, self.tools = arguments.hls_opt, pathlib.Path(arguments.tools)
        self.directory = pathlib.Path(directory)

    def lower(self, text, passes, symbol, rename):
        """The object file, or the diagnostics of hls-opt."""
        run = subprocess.run([self.hls_opt, *passes, *LOWER], input=text,
                             capture_output=True, text=True)
        if run.returncode:
            return None, run.stderr
        ir = subprocess.run([self.tools / "mlir-translate", "--mlir-to-llvmir"],
                            input=run.stdout, capture_output=True, text=True,
                            check=True).stdout
        source = self.directory / f"{rename}.ll"
        source.write_text(ir.replace(f"@{symbol}(", f"@{rename}("))
        target = self.directory / f"{rename}.o"
        subprocess.run([self.tools / "clang", "-w", "-O1", "-ffp-contract=off",
                        "-c", source, "-o", target], check=True)
        return target, ""

    def compare(self, objects, top, arguments, tolerance):
        source = self.directory / "main.c"
        source.write_text(harness(top, arguments, tolerance))
        program = self.directory / "program"
        subprocess.run([self.tools / "clang", "-O1", source, *objects, "-lm", "-o",
                        program], check=True)
        return subprocess.run([program]).returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hls_opt")
    parser.add_argument("tools")
    parser.add_argument("kernel", type=pathlib.Path)
    parser.add_argument("points", type=pathlib.Path)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--passes", default="")
    parser.add_argument("--tolerance")
    parser.add_argument("--tree", action="store_true",
                        help="the target says that sums may be reassociated")
    parser.add_argument("--print", help="print the kernel with this point only")
    arguments = parser.parse_args()
    text = arguments.kernel.read_text()
    top, values = signature(text)
    points = read_points(arguments.points, arguments.kernel.stem)
    assert points, f"no point for {arguments.kernel.stem}"

    def with_design(point):
        return text.replace("DESIGN", "#hls.design<tasks = [" + ", ".join(
            t.attribute() for t in point[0]) + "], arrays = [" + ", ".join(
            a.attribute() for a in point[1]) + "]>" + (
                ', hls.target = #hls.target<device = "d", part = "p", clock_ps = '
                '4000, tool = "t", tree_reduction = true>' if arguments.tree else ""))
    if arguments.print:
        print(with_design(points[arguments.print]), end="")
        return 0

    passes = ["--hls-apply-schedule=max-partition=0", "--hls-apply-buffers",
              "--hls-check-applied", "--hls-lower-transfers", "--hls-check-applied"]
    passes += [p for p in arguments.passes.split(",") if p]
    failures = 0
    with tempfile.TemporaryDirectory() as directory:
        runner = Runner(arguments, directory)
        first = next(iter(points.values()))
        reference, errors = runner.lower(with_design(first), [], top, "reference")
        assert reference, errors
        shapes = dict(values)
        shapes.update((name, shape.split("x")) for name, shape in re.findall(
            r'hls\.name = "(\w+)"\} : memref<([\dx]+)xf32>', text))
        generator = random.Random(arguments.kernel.stem)
        for number in range(arguments.random):
            points[f"random {number}"] = random_point(*first, shapes, generator)
        for name, point in points.items():
            tested, errors = runner.lower(with_design(point), passes, top, top)
            if tested is None:
                print(f"{name}: refused\n{errors}")
                failures += 1
                continue
            same = runner.compare([tested, reference], top, values, arguments.tolerance)
            print(f"{name}: {'equal' if same else 'DIFFERS'}")
            failures += not same
    return 1 if failures else 0


sys.exit(main())
