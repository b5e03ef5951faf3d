"""Programs of under 100 statements answer, none of them after minutes as where a walk
is exponential, and chains over the same loops are one task: run_time.py HLSC DIRECTORY."""

import json
import random
import resource
import subprocess
import sys
from pathlib import Path

SECONDS = 120  # of processor time


def chain(steps, target, step, outputs=("B[i] = {0};",)):
    """`step` from each value to the next, in one loop."""
    lines = "".join(f"    const float v{k + 1} = {step.format(f'v{k}')};\n" for k in range(steps))
    stores = "".join(f"    {output.format(f'v{steps}')}\n" for output in outputs)
    return f"""void f(float A[256], float B[256], float C[256]) {{
  for (int i = 0; i < 256; i++) {{
    const float v0 = A[i];
{lines}{stores}  }}
}}
"""


def reassigned(steps):
    return ("void f(float A[256], float B[256]) {\n  for (int i = 0; i < 256; i++) {\n"
            "    float v = A[i];\n" + "    v = v * v;\n" * steps + "    B[i] = v;\n  }\n}\n")


def cordic(steps):
    body = "".join(f"""    {{
      float d = z < 0.0f ? -1.0f : 1.0f;
      float t = x - d * y * {2.0 ** -k!r}f;
      y = y + d * x * {2.0 ** -k!r}f;
      z = z - d * {0.7 * 2.0 ** -k!r}f;
      x = t;
    }}
""" for k in range(steps))
    return f"""void f(float X[128], float Y[128], float Z[128], float C[128], float S[128]) {{
  for (int i = 0; i < 128; i++) {{
    float x = X[i], y = Y[i], z = Z[i];
{body}    C[i] = x;
    S[i] = y;
  }}
}}
"""


def sums(count, choose, extra=0):
    arrays = ", ".join(f"float A{k}[64]" for k in range(count + extra))
    loops = "".join("  for (int i = 0; i < 64; i++)\n    A{0}[i] = A{1}[i] + A{2}[i];\n".format(
        *choose(k)) for k in range(count))
    return f"void f({arrays}) {{\n{loops}}}\n"


def nest(depth):
    heads = "".join(f"for (int i{k} = 0; i{k} < 2; i{k}++) " for k in range(depth))
    subscripts = "".join(f"[i{k}]" for k in range(depth))
    return f"void f(float A{'[2]' * depth}) {{ {heads} A{subscripts} *= 2.0f; }}\n"


def products(count, extent=32):
    """Each of the result of the one before."""
    arrays = ", ".join(f"float {name}{k}[{extent}][{extent}]" for name in "AB"
                       for k in range(count + (name == "A")))
    loops = "".join(f"""  for (int i = 0; i < {extent}; i++)
    for (int j = 0; j < {extent}; j++) {{
      A{k + 1}[i][j] = 0;
      for (int k = 0; k < {extent}; k++)
        A{k + 1}[i][j] += A{k}[i][k] * B{k}[k][j];
    }}
""" for k in range(count))
    return f"void f({arrays}) {{\n{loops}}}\n"


def stencils(count, extent=64):
    """Each of the result of the one before."""
    arrays = ", ".join(f"float A{k}[{extent}][{extent}]" for k in range(count + 1))
    loops = "".join(f"""  for (int i = 1; i < {extent - 1}; i++)
    for (int j = 1; j < {extent - 1}; j++)
      A{k + 1}[i][j] = 0.2f * (A{k}[i][j] + A{k}[i-1][j] + A{k}[i+1][j] + A{k}[i][j-1] + A{k}[i][j+1]);
""" for k in range(count))
    return f"void f({arrays}) {{\n{loops}}}\n"


def mixed(count, extent=48, arrays=8):
    """Products, stencils and element-wise nests over the same few arrays."""
    rng = random.Random(4)
    kinds = (f"""  for (int i = 0; i < {extent}; i++)
    for (int j = 0; j < {extent}; j++)
      for (int k = 0; k < {extent}; k++)
        M{{0}}[i][j] += M{{1}}[i][k] * M{{2}}[k][j];
""", f"""  for (int i = 0; i < {extent}; i++)
    for (int j = 0; j < {extent}; j++)
      V{{0}}[i] += M{{1}}[i][j] * V{{2}}[j];
""", f"""  for (int i = 0; i < {extent}; i++)
    V{{0}}[i] = V{{1}}[i] * 0.5f + V{{2}}[i];
""", f"""  for (int i = 1; i < {extent - 1}; i++)
    for (int j = 1; j < {extent - 1}; j++)
      M{{0}}[i][j] = 0.25f * (M{{1}}[i-1][j] + M{{1}}[i+1][j] + M{{1}}[i][j-1] + M{{1}}[i][j+1]);
""", f"""  for (int i = 0; i < {extent}; i++)
    for (int j = 0; j < {extent}; j++)
      M{{0}}[i][j] = M{{1}}[i][j] > V{{2}}[j] ? M{{1}}[i][j] : V{{2}}[j];
""")
    loops = "".join(rng.choice(kinds).format(*rng.sample(range(arrays), 3)) for _ in range(count))
    names = ", ".join([f"float M{k}[{extent}][{extent}]" for k in range(arrays)] +
                      [f"float V{k}[{extent}]" for k in range(arrays)])
    return f"void f({names}) {{\n{loops}}}\n"


def any_of(arrays):
    rng = random.Random(1)
    return lambda _: [rng.randrange(arrays) for _ in range(3)]


def doubled_index(steps):
    """An index that is no affine function, by way of values used twice."""
    lines = "".join(f"    int k{k + 1} = k{k} + k{k};\n" for k in range(steps))
    return ("void f(float A[4096]) {\n  for (int i = 0; i < 16; i++) {\n    int k0 = i;\n" +
            lines + f"    A[(k{steps} * k{steps}) % 4096] = 1.0f;\n  }}\n}}\n")


def horner(degree):
    return ("void f(float A[16], float B[16]) {\n  for (int i = 0; i < 16; i++) {\n"
            "    float x = A[i];\n    B[i] = " + "(" * degree + "1.0f" +
            "".join(f" * x + {k}.5f)" for k in range(degree)) + ";\n  }\n}\n")


# Name: program, the number of tasks (None: not checked), simulated.
PROGRAMS = {
    "squares": (chain(24, 1, "{0} * {0}"), 1, True),
    "long-squares": (chain(100, 1, "{0} * {0}"), 1, False),
    "shared": (chain(24, 2, "{0} + {0} * 0.5f",
                     ("B[i] = {0};", "C[i] = {0} * v12;")), 1, True),
    "reassigned": (reassigned(24), 1, True),
    "cordic": (cordic(12), 1, True),
    "sums-20": (sums(20, lambda k: (k + 1, k, (7 * k) % (k + 1)), 1), None, False),
    "sums-50": (sums(50, lambda k: (k + 1, k, (7 * k) % (k + 1)), 1), None, False),
    "ring-20": (sums(20, lambda k: ((k + 1) % 20, k, (k + 7) % 20)), None, False),
    "random-20": (sums(20, any_of(20)), None, False),
    "random-50": (sums(50, any_of(50)), None, False),
    "random-98": (sums(98, any_of(200), 102), None, False),
    "products-20": (products(20), None, False),
    "stencils-98": (stencils(98), None, False),
    "mixed-98": (mixed(98), None, False),
    # Each array is in three nests, which all couple the banks of their arrays.
    "neighbours-10": (sums(10, lambda k: (k, k, (k + 1) % 10)), None, False),
    "neighbours-50": (sums(50, lambda k: (k, k, (k + 1) % 50)), None, False),
    "nest-10": (nest(10), 1, False),
    "index": (doubled_index(30), None, False),
    "polynomial": (horner(200), 1, True),
}


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    hlsc, directory = sys.argv[1], Path(sys.argv[2])
    directory.mkdir(parents=True, exist_ok=True)
    for name, (text, tasks, simulated) in PROGRAMS.items():
        source = directory / f"{name}.c"
        source.write_text(text)
        start = processor_seconds()
        done = subprocess.run([hlsc, str(source), "--top", "f", "--target", "u200", "--usable",
                               "100%", "--report", "json"] + ["--csim"] * simulated,
                              capture_output=True, text=True, check=False)
        seconds = processor_seconds() - start
        assert done.returncode == 0, f"{name}: {done.stderr}"
        report = json.loads(done.stdout)
        if simulated:
            seconds -= report["timing_seconds"]["C simulation"]
        assert seconds < SECONDS, f"{name}: {seconds:.1f} s"
        found = len(report["design"]["tasks"])
        assert tasks in (None, found), f"{name}: {found} tasks"
        local = [array["name"] for array in report["arrays"] if array["name"] not in "ABCSXYZ"]
        assert tasks is None or not local, f"{name}: {local} are arrays"
        assert report["solver"]["log10_space"] < 1e6
        print(f"{name}: answered")


main()
