"""Emits every kernel's source twice, as a top that works on its ports and as
the golden function, and runs both against the source lowered by upstream MLIR.

usage: run_kernels.py HLS_TRANSLATE MLIR_OPT MLIR_TRANSLATE CLANG KERNELS OUT FLAGS...
"""
import os
import re
import subprocess
import sys

TARGET = (
    '#hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, '
    'tool = "Vitis 2023.2", tree_reduction = false>'
)
LOWER = [
    "--lower-affine",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
]


def run(*command):
    """Runs a command; ends the test with its output if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def rewrite(text, name, attributes):
    """Renames the function and gives it attributes."""
    text = re.sub(r"func\.func @\w+\(", f"func.func @{name}(", text, count=1)
    return re.sub(r"\) \{\n", f") attributes {{{attributes}}} {{\n", text, count=1)


def interface(match):
    """Adds hls.interface to one argument."""
    kind, name = match.group(1), match.group(2)
    port = "s_axilite"
    if kind.startswith("memref"):
        port = f'm_axi, bundle = "gmem_{name}", width = 32'
    return f': {kind} {{hls.name = "{name}", hls.interface = #hls.interface<{port}>}}'


def check(kernel, out, tools, flags):
    translate, opt, to_llvm, clang = tools
    with open(kernel) as file:
        text = file.read()
    top = re.search(r"func\.func @(\w+)\(", text).group(1)
    head, body = text.split(") {\n", 1)
    ports = re.sub(r': (\S+) \{hls\.name = "(\w+)"\}', interface, head)
    path = os.path.join(out, top)
    with open(path + ".mlir", "w") as file:
        file.write(rewrite(ports + ") {\n" + body, top, f"hls.top, hls.target = {TARGET}"))
        file.write(rewrite(text, top + "_reference", f"hls.reference_of = @{top}"))
    with open(path + "_source.mlir", "w") as file:
        plain = re.sub(r' \{hls\.name = "\w+"\}', "", text)
        file.write(plain.replace(f"@{top}(", f"@{top}_reference(", 1))
    for option, suffix in [("hlscpp", ".cpp"), ("hls-header", ".h"),
                           ("hls-golden", "_golden.cpp"), ("hls-testbench", "_tb.cpp")]:
        run(translate, "--emit-" + option, path + ".mlir", "-o", path + suffix)
    run(opt, path + "_source.mlir", *LOWER, "-o", path + "_llvm.mlir")
    run(to_llvm, "--mlir-to-llvmir", path + "_llvm.mlir", "-o", path + ".ll")
    run(clang, "-O1", "-ffp-contract=off", "-Wno-override-module", "-c", path + ".ll",
        "-o", path + "_source.o")
    for golden in ["_golden.cpp", "_source.o"]:
        run("g++", *flags, path + ".cpp", path + golden, path + "_tb.cpp", "-o", path)
        print(top, golden, run(path).splitlines()[-1])


def main(*arguments):
    tools, (kernels, out), flags = arguments[:4], arguments[4:6], arguments[6:]
    os.makedirs(out, exist_ok=True)
    for name in sorted(os.listdir(kernels)):
        # linalg is lowered before it comes here; the large ones add only time.
        if name.endswith(".mlir") and not re.search("linalg|bert_100_768|bert_100_3072", name):
            check(os.path.join(kernels, name), out, tools, flags)


main(*sys.argv[1:])
