"""Changes emitted kernels by hand-made mistakes; each must fail C simulation,
and the kernels as emitted must pass.

usage: run_mutants.py HLSC SOURCE OUT FLAGS...
"""
import os
import subprocess
import sys

# (top, what is wrong, text of the kernel, what takes its place)
MUTANTS = [
    ("layer", "no ReLU", "v > 0.0f ? v : 0.0f", "v"),
    ("layer", ">= for >", "r = in[i][j] > in[i]", "r = in[i][j] >= in[i]"),
    ("layer", "one subscript too few", "* weights[j1]", "* weights[0]"),
    ("layer", "first iteration dropped", "(int j1 = 0;", "(int j1 = 1;"),
    ("quantised", "no sign extension", "v = int32_t(in[i1 * 32 + i2])", "v = int32_t(uint8_t(in[i1 * 32 + i2]))"),
    ("quantised", "sign extension of unsigned", "uint8_t(weights[", "int8_t(weights["),
    ("quantised", "logical shift", "uint32_t(v >> 1)", "(uint32_t(v) >> 1)"),
    ("quantised", "saturates", "int8_t(v < 0 ?", "int8_t(v == -128 ? 127 : v < 0 ?"),
    ("signs", "<= for <", "= v < 0.0f", "= v <= 0.0f"),
    ("signs", "-0.0 loses its sign", "v_1 ? -v : v", "v <= 0.0f ? 0.0f - v : v"),
    ("signs", "denormal numbers flushed", "? -1.0f : v",
     "? -1.0f : v < 1.17549435e-38f && v > 0 ? 0.0f : v"),
    ("stencil", "last iteration dropped", "i2 < 62", "i2 < 61"),
    ("stencil", "wrong neighbour", "+ in[i1 * 62 + i2 + 2]", "+ in[i1 * 62 + i2 + 1]"),
]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def simulate(out, top, name, kernel, flags):
    """The testbench's exit code and output for the text of a kernel."""
    path = os.path.join(out, top, name)
    with open(path + ".cpp", "w") as file:
        file.write(kernel)
    parts = [os.path.join(out, top, top + suffix) for suffix in ("_golden.cpp", "_tb.cpp")]
    built = run("g++", *flags, "-I", os.path.join(out, top), path + ".cpp", *parts, "-o", path)
    if built.returncode != 0:
        sys.exit(f"{top}, {name}: {built.stderr}")
    done = run(path)
    return done.returncode, done.stdout


def main(hlsc, source, out, *flags):
    kernels = {}
    for top in sorted({mutant[0] for mutant in MUTANTS}):
        done = run(hlsc, source, "--top", top, "--target", "u200", "--report", "none",
                   "--schedule", "source", "-o", os.path.join(out, top))
        if done.returncode != 0:
            sys.exit(done.stderr)
        with open(os.path.join(out, top, top + ".cpp")) as file:
            kernels[top] = file.read()
        code, output = simulate(out, top, "right", kernels[top], flags)
        print(f"{top}: {'passes' if code == 0 else output}")
    for number, (top, what, text, wrong) in enumerate(MUTANTS):
        if text not in kernels[top]:
            sys.exit(f"{top}, {what}: '{text}' does not stand in the kernel")
        code, output = simulate(out, top, f"wrong{number}", kernels[top].replace(text, wrong, 1),
                                flags)
        found = code == 1 and output.endswith("FAIL\n")
        print(f"{top}, {what}: {'found' if found else 'NOT FOUND ' + output}")


main(*sys.argv[1:])
