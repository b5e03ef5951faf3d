"""Runs a transformed kernel against its reference copy in the same module.

Usage: run_against_reference.py BIN_DIR FILE.mlir TOP

Upstream passes and clang compile the module; a driver written here calls
@TOP and @TOP_reference on equal inputs and compares all bits of all arrays.
"""
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
    """(C type, number of elements or None for a scalar) of every argument."""
    line = re.search(r"func\.func @" + top + r"\((.*)$", text, re.M).group(1)
    result = []
    for kind in re.findall(r"%\w+: (memref<[^>]*>|\w+)", line):
        dims = kind[len("memref<"):-1].split("x") if kind[0] == "m" else [kind]
        count = 1
        for dim in dims[:-1]:
            count *= int(dim)
        result.append((TYPES[dims[-1]], count if kind[0] == "m" else None))
    return result


def driver(top, args):
    reference = top + "_reference"
    lines = ["#include <stdio.h>", "#include <string.h>",
             "static unsigned s = 1;",
             "static double r(void) { s = s * 1664525u + 1013904223u;"
             " return 0.5 + (s >> 8) / 16777216.0; }"]
    types = ", ".join(t + (" *" if n else "") for t, n in args)
    lines += [f"void {f}({types});" for f in (top, reference)]
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
    for f, p in ((top, "a"), (reference, "b")):
        lines.append(f"  {f}({', '.join(p + str(i) for i in range(len(args)))});")
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
        (work / "driver.c").write_text(driver(top, arguments(text, top)))
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
