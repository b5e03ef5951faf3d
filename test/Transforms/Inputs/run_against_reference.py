"""Runs a transformed kernel against its reference copy in the same module.

Usage: run_against_reference.py BIN_DIR FILE.mlir TOP

Upstream passes and clang compile the module; a driver written here calls
@TOP and @TOP_reference on equal inputs and compares all bits of all arrays.
Parts of arrays (hls.part_of), which the reference has not, are filled from the
array before the call, and taken back after it.
"""
import math
import pathlib
import re
import subprocess
import sys
import tempfile

TYPES = {"f32": "float", "f64": "double", "i8": "signed char", "i16": "short",
         "i32": "int", "i64": "long long"}
LOWER = ["--canonicalize", "--lower-affine", "--convert-scf-to-cf",
         "--expand-strided-metadata", "--convert-math-to-libm",
         "--finalize-memref-to-llvm",
         "--convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
         "--convert-cf-to-llvm", "--convert-arith-to-llvm",
         "--convert-index-to-llvm", "--reconcile-unrealized-casts"]


def arguments(text, top):
    """(C type, number of elements or None for a scalar) of every argument that
    the reference has."""
    result = []
    for kind in kinds(text, top):
        dims = kind[len("memref<"):-1].split("x") if kind[0] == "m" else [kind]
        count = 1
        for dim in dims[:-1]:
            count *= int(dim)
        result.append((TYPES[dims[-1]], count if kind[0] == "m" else None))
    return result


def kinds(text, top):
    line = re.search(r"func\.func @" + top + r"\((.*)$", text, re.M).group(1)
    return [kind for kind, rest in
            re.findall(r"%\w+: (memref<[^>]*>|\w+)([^%]*)", line)
            if "hls.part_of" not in rest]


def parts(text, top):
    """(C type, elements, number of the array, elements of a run of it, distance
    of runs there and in the part, which may be filled up, first element) of every
    part."""
    line = re.search(r"func\.func @" + top + r"\((.*)$", text, re.M).group(1)
    names = re.findall(r'hls.name = "(\w+)"', line)
    result = []
    for kind, rest in re.findall(r"%\w+: (memref<[^>]*>|\w+)([^%]*)", line):
        if "hls.part_of" not in rest:
            continue
        place = re.search(r"hls.part_of = {([^}]*)}", rest).group(1)
        own = re.search(r"hls.extents = array<i64: ([^>]*)>", rest)
        *dims, element = kind[len("memref<"):-1].split("x")
        dims = [int(dim) for dim in dims]
        array = re.search(r'array = "(\w+)"', place).group(1)
        dim, extent, start = (int(re.search(name + r" = (\d+)", place).group(1))
                              for name in ("dim", "extent", "start"))
        below = math.prod(dims[dim + 1:])
        filled = dims[dim] if not own else int(own.group(1).split(",")[dim])
        result.append((TYPES[element], math.prod(dims), names.index(array),
                       filled * below, extent * below, dims[dim] * below,
                       start * below))
    return result


def driver(top, args, pieces=()):
    reference = top + "_reference"
    lines = ["#include <stdio.h>", "#include <string.h>",
             "static unsigned s = 1;",
             "static double r(void) { s = s * 1664525u + 1013904223u;"
             " return 0.5 + (s >> 8) / 16777216.0; }"]
    types = [t + (" *" if n else "") for t, n in args]
    with_parts = types + [piece[0] + " *" for piece in pieces]
    lines += [f"void {top}({', '.join(with_parts)});",
              f"void {reference}({', '.join(types)});"]
    for i, (kind, count, *_) in enumerate(pieces):
        lines.append(f"static {kind} p{i}[{count}];")
    for i, (kind, count) in enumerate(args):
        if count:
            lines.append(f"static {kind} a{i}[{count}], b{i}[{count}];")
    lines += ["int main(void) {", "  int bad = 0, changed = 0;"]
    for i, (kind, count) in enumerate(args):
        value = "r()" if kind in ("float", "double") else "(r() * 64)"
        if count:
            lines.append(f"  for (int n = 0; n < {count}; ++n)"
                         f" a{i}[n] = b{i}[n] = ({kind}){value};")
        else:
            lines.append(f"  {kind} a{i} = ({kind}){value}, b{i} = a{i};")
    for i, (kind, count) in enumerate(args):
        if count:
            lines.append(f"  static {kind} c{i}[{count}];"
                         f" memcpy(c{i}, a{i}, sizeof a{i});")
    moves = []
    for i, (_, count, array, run, distance, own, start) in enumerate(pieces):
        place = f"a{array}[n / {own} * {distance} + {start} + n % {own}]"
        each = f"  for (int n = 0; n < {count}; ++n) if (n % {own} < {run}) "
        lines.append(f"{each}p{i}[n] = {place};")
        moves.append(f"{each}{place} = p{i}[n];")
    own = [f"a{i}" for i in range(len(args))]
    lines.append(f"  {top}("
                 + ", ".join(own + [f"p{i}" for i in range(len(pieces))]) + ");")
    lines += moves
    lines.append(f"  {reference}("
                 + ", ".join(f"b{i}" for i in range(len(args))) + ");")
    for i, (kind, count) in enumerate(args):
        if count:
            lines.append(f"  if (memcmp(a{i}, b{i}, sizeof a{i})) {{ bad = 1;"
                         f' printf("argument {i} differs\\n"); }}')
            lines.append(f"  changed |= memcmp(b{i}, c{i}, sizeof c{i}) != 0;")
    lines += ['  if (!changed) printf("nothing was computed\\n");',
              "  return bad || !changed;", "}"]
    return "\n".join(lines)


def main():
    bin_dir, source, top = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    text = pathlib.Path(source).read_text()
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        (work / "driver.c").write_text(
            driver(top, arguments(text, top), parts(text, top)))
        subprocess.run([bin_dir / "mlir-opt", source, *LOWER, "-o",
                        work / "llvm.mlir"], check=True)
        subprocess.run([bin_dir / "mlir-translate", "--mlir-to-llvmir",
                        work / "llvm.mlir", "-o", work / "kernel.ll"], check=True)
        subprocess.run([bin_dir / "clang", "-O1", "-ffp-contract=off", "-w",
                        work / "kernel.ll", work / "driver.c", "-lm", "-o",
                        work / "run"], check=True)
        subprocess.run([work / "run"], check=True)
    print(top, "equals its reference")


if __name__ == "__main__":
    main()
