#!/usr/bin/env python3
"""Runs imported C against the same C compiled by gcc and compares every bit.

usage: run_executed.py LLVM_BIN HLS_TRANSLATE WORK_DIR [--affine-only]
                       [-DNAME[=VALUE]]... FILE.c...

Of each file the functions kernel_* and test_* are imported, all of them are
lowered by upstream MLIR in one batch and compiled by clang, and run on the same
inputs as gcc's. Inputs come from the file's own init_array if it has one, else from a
fixed sequence. --affine-only: no loop, condition or access may
stay outside the affine dialect.
"""
import os
import re
import subprocess
import sys

FUNCTION = re.compile(
    r"^(?:static )?void ((?:kernel|test)_\w+)\(([^)]*)\)\s*\{", re.MULTILINE)
LOWERING = ["-lower-affine", "-convert-scf-to-cf", "-expand-strided-metadata",
            "-lower-affine", "-finalize-memref-to-llvm", "-convert-math-to-llvm",
            "-convert-math-to-libm", "-convert-arith-to-llvm",
            "-convert-index-to-llvm", "-convert-cf-to-llvm",
            "-convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
            "-reconcile-unrealized-casts"]
FLAGS = ["-O1", "-ffp-contract=off"]

# Values of every size and sign, but for floating point in [0.5, 1.5].
FILL = """
#include <stdint.h>
#include <string.h>
static uint32_t state = 1;
static uint32_t next(void) { return state = state * 1664525u + 1013904223u; }
#define FILL(x) do { unsigned i_; for (i_ = 0; i_ < sizeof(x) / sizeof(*x); \\
  i_++) (x)[i_] = _Generic((x)[0], float: 0.5f + next() / 4294967296.0f, \\
  double: 0.5 + next() / 4294967296.0, _Bool: next() >> 31, \\
  default: (int64_t)(int32_t)next() >> (next() >> 27)); } while (0)
"""


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def split_parameter(text):
    """("DATA_TYPE", "A", "[NI][NJ]") of "DATA_TYPE A[NI][NJ]"; a pointer gives
    "[1]"."""
    match = re.match(r"(?:const )?(.*?)(\*?)\s*(\w+)\s*((?:\[.*\])?)$",
                     " ".join(text.split()))
    kind, pointer, name, extents = match.groups()
    return kind.strip(), name, "[1]" if pointer else extents


def driver(path, functions, has_init):
    """A C file that includes the source and compares both sides."""
    stem = identifier(path)
    text = f"#define main main_of_{stem}\n"
    for name, _ in functions:
        text += f"#define {name} source_{name}\n"
    text += f'#include "{path}"\n#undef main\n{FILL}\n#include <stdio.h>\n'
    calls = ""
    for name, parameters in functions:
        sizes = [p for p in parameters if has_init and p[0] == "int" and not p[2]]
        kept = [p for p in parameters if p not in sizes]
        text += f"#undef {name}\nextern void {name}("
        text += ", ".join(f"{k} *{n}" if e else f"{k} {n}" for k, n, e in kept)
        text += f");\nstatic int check_{name}(void)\n{{\n  int same = 1;\n"
        for kind, var, extents in kept:
            if extents:
                text += f"  static {kind} {var}{extents}, {var}_2{extents};\n"
            else:
                text += f"  static {kind} {var}[1];\n"
        if has_init:
            init = [s[1].upper() for s in sizes] + [p[1] for p in kept]
            text += f"  init_array({', '.join(init)});\n"
        for kind, var, extents in kept:
            if not has_init:
                text += f"  {{ {kind} *flat_ = ({kind} *){var}; unsigned i_;\n"
                text += f"    {kind} one_[1]; for (i_ = 0; i_ < sizeof({var}) / "
                text += f"sizeof(*one_); i_++) {{ FILL(one_); flat_[i_] = *one_; }} }}\n"
            if extents:
                text += f"  memcpy({var}_2, {var}, sizeof({var}));\n"
        given = [p[1].upper() if p in sizes else p[1] if p[2] else f"*{p[1]}"
                 for p in parameters]
        text += f"  source_{name}({', '.join(given)});\n"
        ours = [f"({k} *){n}_2" if e else f"*{n}" for k, n, e in kept]
        text += f"  {name}({', '.join(ours)});\n"
        for _, var, extents in kept:
            if extents:
                text += f"  same &= !memcmp({var}, {var}_2, sizeof({var}));\n"
        text += f'  if (!same) printf("{name}: differs\\n");\n  return same;\n}}\n'
        calls += f"  same &= check_{name}();\n"
    text += f"int check_{stem}(void)\n{{\n  int same = 1;\n{calls}  return same;\n}}\n"
    return text


def identifier(path):
    return re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0])


DATASETS = ["MINI", "SMALL", "MEDIUM", "LARGE", "EXTRALARGE"]


def bindings(text, parameters, defines):
    """--bind of the size parameters, from `#define N SIZES(mini, small, ...)`."""
    column = 0
    for index, name in enumerate(DATASETS):
        if f"-D{name}_DATASET" in defines:
            column = index
    sizes = dict(re.findall(r"#define (\w+) SIZES\(([^)]*)\)", text))
    return ["--bind=" + ",".join(
        f"{n}={sizes[n.upper()].split(',')[column].strip()}"
        for k, n, e in parameters if k == "int" and not e)]


def import_functions(translate, path, text, functions, defines, has_init):
    """Aliases and functions, without the module around them."""
    aliases, bodies = [], []
    for name, parameters in functions:
        command = [translate, "--import-c", f"--top={name}", path,
                   "--clang-args=" + " ".join(defines)]
        if has_init:
            command += bindings(text, parameters, defines)
        # The aliases of several modules must stay apart in one.
        module = re.sub(r"#((?:map|set)\d*)\b", rf"#\1_{name}", run(command))
        lines = module.splitlines()
        start = lines.index("module {")
        aliases += lines[:start]
        bodies += lines[start + 1:-1]
    return aliases, bodies


def main():
    llvm, translate, work = sys.argv[1:4]
    defines = [a for a in sys.argv[4:] if a.startswith("-D")]
    files = [os.path.abspath(a) for a in sys.argv[4:] if not a.startswith("-")]
    os.makedirs(work, exist_ok=True)
    aliases, bodies, sources, count = [], [], [], 0
    main_text = "#include <stdio.h>\n"
    calls = ""
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        functions = [(name, [split_parameter(p) for p in parameters.split(",")])
                     for name, parameters in FUNCTION.findall(text)]
        has_init = "init_array(" in text
        count += len(functions)
        imported = import_functions(translate, path, text, functions, defines,
                                    has_init)
        aliases += imported[0]
        bodies += imported[1]
        stem = identifier(path)
        sources.append(os.path.join(work, stem + ".c"))
        with open(sources[-1], "w", encoding="utf-8") as file:
            file.write(driver(path, functions, has_init))
        main_text += f"int check_{stem}(void);\n"
        calls += f"  same &= check_{stem}();\n"
    if count == 0:
        sys.exit("no function to run")
    if "--affine-only" in sys.argv[4:]:
        for line in bodies:
            if re.search(r"scf\.|memref\.(load|store)", line):
                sys.exit("not affine: " + line)
    sources.append(os.path.join(work, "all_checks.c"))
    with open(sources[-1], "w", encoding="utf-8") as file:
        file.write(f"{main_text}int main(void)\n{{\n  int same = 1;\n{calls}"
                   "  return !same;\n}\n")
    names = {s: os.path.join(work, "all" + s) for s in (".mlir", ".llvm.mlir", ".ll", ".o")}
    with open(names[".mlir"], "w", encoding="utf-8") as file:
        file.write("\n".join(aliases + ["module {"] + bodies + ["}\n"]))
    # The tools of upstream know no hls attribute.
    run([os.path.join(llvm, "mlir-opt"), "--allow-unregistered-dialect", *LOWERING,
         names[".mlir"], "-o", names[".llvm.mlir"]])
    run([os.path.join(llvm, "mlir-translate"), "--mlir-to-llvmir",
         "--allow-unregistered-dialect", names[".llvm.mlir"], "-o", names[".ll"]])
    run([os.path.join(llvm, "clang"), *FLAGS, "-Wno-override-module", "-c",
         names[".ll"], "-o", names[".o"]])
    program = os.path.join(work, "all_checks")
    # What the sources define beside the kernels is not called.
    run(["gcc", *FLAGS, "-w", *defines, "-I", os.path.dirname(files[0]),
         *sources, names[".o"], "-o", program, "-lm"])
    done = subprocess.run([program], stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="")
    print(f"{count} functions, {'equal' if done.returncode == 0 else 'DIFFERENT'}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
