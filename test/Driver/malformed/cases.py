#===- cases.py - Inputs that no user means ---------------------------------===#
#
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Malformed inputs, made by code: truncated, binary, deep, huge, contradictory.

A case is a name, what the message must name (a part of the file's name or the
option), the files to write, and the arguments of hlsc or hls-lint. `may_pass`:
success is right as well, but a crash or a hang is not."""

import json
import random
from dataclasses import dataclass, field

DEEP = 200000


@dataclass
class Case:
    name: str
    names: str  # what the message must name
    args: list
    files: dict = field(default_factory=dict)  # name: text or bytes
    tool: str = "hlsc"
    may_pass: bool = False


MLIR = """func.func @f(%A: memref<16x16xf32>, %x: memref<16xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %a = affine.load %A[%i, %j] : memref<16x16xf32>
      %b = affine.load %x[%j] : memref<16xf32>
      %p = arith.mulf %a, %b : f32
      %c = affine.load %y[%i] : memref<16xf32>
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<16xf32>
    }
  }
  return
}
"""
C = """void f(float A[16][16], float x[16], float y[16]) {
  for (int i = 0; i < 16; i++) {
    float s = 0.0f;
    for (int j = 0; j < 16; j++)
      s += A[i][j] * x[j];
    y[i] = s + 1.0f;
  }
}
"""
BINARY = {"zeros": bytes(4096), "many-zeros": bytes(1 << 20),
          "elf": b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 8,
          "random": bytes(random.Random(7).randrange(256) for _ in range(4096)),
          "bytecode": b"ML\xefR\x0dgarbage\x00\xff\xfe", "empty": b"",
          "utf16": C.encode("utf-16")}


def compile_of(file, *more):
    return [file, "--top", "f", "--target", "u200", *more]


def cuts(text, count):
    """Where to cut: never in what may go without harm at the end."""
    last = text.rstrip().rfind("}")
    return [last * (i + 1) // (count + 1) + 1 for i in range(count)]


def sources(kind, text, suffix, truncated):
    """Truncated, binary and damaged programs of one language."""
    for i, cut in enumerate(cuts(text, truncated)):
        yield Case(f"{kind}-cut-{i}", "in" + suffix, compile_of("in" + suffix),
                   {"in" + suffix: text[:cut]})
    for name, data in BINARY.items():
        # MLIR without any op is a module, which has no function of that name.
        empty = kind == "mlir" and name in ("zeros", "many-zeros", "empty")
        yield Case(f"{kind}-binary-{name}", "set top" if empty else "in" + suffix,
                   compile_of("in" + suffix),
                   {"in" + suffix: data}, may_pass=kind == "mlir" and name == "bytecode")
    rng = random.Random(11)
    for i in range(8):
        at = rng.randrange(len(text))
        damaged = text.encode()[:at] + bytes([rng.randrange(256)]) + text.encode()[at + 1:]
        yield Case(f"{kind}-damaged-{i}", "in" + suffix, compile_of("in" + suffix),
                   {"in" + suffix: damaged}, may_pass=True)


def mlir_function(body, signature="%A: memref<16xf32>"):
    return f"func.func @f({signature}) {{\n{body}\n  return\n}}\n"


def copy_of(array, index="%i"):
    return (f"%v = affine.load {array[0]}[{index}] : {array[1]}\n"
            f"affine.store %v, {array[0]}[{index}] : {array[1]}")


def mlir_loops(trips, body):
    return "".join(f"affine.for %i{k} = {t} {{\n" for k, t in enumerate(trips)) + body + \
        "}" * len(trips)


def mlir_cases():
    vector = ("%A", "memref<16xf32>")
    chain = "%v0 = affine.load %A[%i] : memref<16xf32>\n" + "".join(
        f"%v{k + 1} = arith.addf %v{k}, %v{k} : f32\n" for k in range(20000))
    wide = "memref<4294967296x4294967296xf32>"
    add = ("%v = affine.load %A[0] : memref<16xf32>\n%w = arith.addf %v, %v : f32\n"
           "affine.store %w, %A[0] : memref<16xf32>\n")
    texts = {
        "brackets": ("[" * DEEP, False),
        "attribute": ("module attributes {a = " + "[" * DEEP + "} {}", False),
        "types": ("func.func private @f(" + "tuple<" * 50000 + ")", False),
        "subscript": (mlir_function("affine.for %i = 0 to 16 {\n" + copy_of(
            vector, "(" * 3000 + "%i" + ")" * 3000) + "}"), True),
        "loops": (mlir_function(mlir_loops(["0 to 2"] * 400, copy_of(vector, "%i0"))), True),
        "regions": ("builtin.module {" * 20000, False),
        "chain": (mlir_function("affine.for %i = 0 to 16 {\n" + chain +
                                "affine.store %v20000, %A[%i] : memref<16xf32>\n}"), True),
        "elements": (mlir_function("affine.for %i = 0 to 8 {\n" + copy_of(
            ("%A", wide), "%i, %i") + "}", "%A: " + wide), False),
        "extent": (mlir_function("", "%A: memref<99999999999999999999xf32>"), False),
        "trips": (mlir_function(mlir_loops(
            ["-9223372036854775807 to 9223372036854775807"], add)), False),
        "bounds": (mlir_function(mlir_loops(["0 to 1099511627776"] * 2, add)), False),
        "step": (mlir_function("affine.for %i = 0 to 9 step 9223372036854775807 {\n" +
                               copy_of(vector) + "}"), True),
        "constant": (mlir_function("%c = arith.constant 99999999999999999999999 : i64"), False),
        "arguments": ("func.func @f(" + ", ".join(f"%a{i}: memref<4xf32>" for i in range(3000)) +
                      ") {\n return\n}\n", False),
        "undefined": (mlir_function("affine.store %z, %A[0] : memref<16xf32>"), False),
        "rank": (mlir_function("%v = affine.load %A[0, 0] : memref<16xf32>"), False),
        "type": (mlir_function("%v = affine.load %A[0] : memref<16xf64>"), False),
        "twice": (mlir_function("") * 2, False),
        "top": (mlir_function("").replace("@f", "@g"), False),
        "nothing": (mlir_function(""), False),
        "dynamic": (mlir_function("affine.for %i = 0 to 4 {\n" + copy_of(
            ("%A", "memref<?xf32>")) + "}", "%A: memref<?xf32>"), False),
        "outside": (mlir_function("affine.for %i = 0 to 99 {\n" + copy_of(vector) + "}"), False),
        "recursion": (mlir_function("call @f(%A) : (memref<16xf32>) -> ()"), False),
        "unknown-op": (mlir_function('"nobody.knows"() : () -> ()'), False),
        "no-terminator": ("func.func @f(%A: memref<16xf32>) {\n}\n", False),
        "forever": (mlir_function("cf.br ^a\n^a:\ncf.br ^a\n^b:"), False),
    }
    for name, (text, may_pass) in texts.items():
        yield Case("mlir-" + name, "set top" if name == "top" else "in.mlir",
                   compile_of("in.mlir"), {"in.mlir": text},
                   may_pass=may_pass)


def c_cases():
    loop = "for (int i = 0; i < 16; i++)"
    def f(body, parameters="float A[16]"):
        return f"void f({parameters}) {{ {body} }}\n"
    texts = {
        "parentheses": f(f"{loop} A[i] = {'(' * 3000}A[i]{')' * 3000};"),
        "open": f("(" * DEEP),
        "braces": f("{" * 5000 + "}" * 5000),
        "minus": f(f"{loop} A[i] = {'-' * 5001}A[i];".replace("--", "- -")),
        "ifs": f("if (A[0] > 0) " * 3000 + "A[0] = 1;"),
        "ternary": f("A[0] = " + "A[0] > 0 ? 1 : " * 2000 + "2;"),
        "sum": f("A[0] = " + " + ".join(["A[1]"] * 20000) + ";"),
        "dimensions": f("A" + "[0]" * 300 + " = 1;", "float A" + "[1]" * 300),
        "loops": f("".join(f"for (int i{k} = 0; i{k} < 2; i{k}++) " for k in range(150)) +
                   "A[0] += 1;"),
        "extent": f(f"{loop} A[i] = 1;", "float A[1099511627776]"),
        "elements": f("A[0][0] = 1;", "float A[4294967296][4294967296]"),
        "trips": f("for (long i = 0; i < 9223372036854775807; i++) A[0] += 1;"),
        "literal": f("A[99999999999999999999999] = 1;"),
        "macro": "#define X X X\n#define A0 " + "x" * 5000 + "\n" + f("A0;"),
        "include": '#include "in.c"\n' + f("A[0] = 1;"),
        "missing-header": '#include "not_there.h"\n' + f("A[0] = 1;"),
        "undeclared": f("B[0] = 1;"),
        "subscript": f("A[0.5] = 1;"),
        "negative": f("A[-1] = 1;"),
        "outside": f("for (int i = 0; i < 99; i++) A[i] = 1;"),
        "recursion": f("f(A);"),
        "mutual": "void g(float A[16]);\n" + f("g(A);") + "void g(float A[16]) { f(A); }\n",
        "goto": f("x: A[0] = 1; goto x;"),
        "forever": f("for (;;) A[0] += 1;"),
        "pointer": f("A[0] = *p;", "float A[16], float **p"),
        "calls": "static float g0(float x) { return x * x; }\n" + "".join(
            f"static float g{k + 1}(float x) {{ return g{k}(x) + g{k}(x + 1); }}\n"
            for k in range(30)) + f("A[0] = g30(A[1]);"),
        "asm": f('__asm__("nop");'),
        "struct": "struct s { int a; };\n" + f("A[0] = 1;", "struct s A[16]"),
        "variadic": f("A[0] = 1;", "float A[16], ..."),
        "other": f("A[0] = 1;").replace("void f", "void g"),
        "conflict": f("A[0] = 1;") + "int f(void) { return 1; }\n",
    }
    pass_too = {"trips", "minus", "ifs", "sum", "negative", "ternary", "loops", "dimensions", "outside",
                "asm"}
    for name, text in texts.items():
        yield Case("c-" + name, "in.c", compile_of("in.c"), {"in.c": text},
                   may_pass=name in pass_too)


def replaced(value, path, by):
    """A copy of JSON in which what the path names is something else."""
    copy = json.loads(json.dumps(value))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = by
    return copy


def leaves(value, path=()):
    entries = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else []
    for key, inner in entries:
        yield path + (key,)
        yield from leaves(inner, path + (key,))


def json_cases(kind, valid, option, base):
    """Truncated, binary, deep and wrong JSON files of an option."""
    file = kind + ".json"
    def case(name, text, may_pass=False):
        return Case(f"{kind}-{name}", kind.rstrip("s"), [*base, option, file],
                    {"in.c": C, file: text}, may_pass=may_pass)
    text = json.dumps(valid)
    for i, cut in enumerate(cuts(text, 6)):
        yield case(f"cut-{i}", text[:cut])
    for name in ("zeros", "random", "empty", "utf16"):
        yield case("binary-" + name, BINARY[name])
    yield case("brackets", "[" * DEEP)
    yield case("braces", '{"a":' * DEEP)
    yield case("closed", "[" * 5000 + "]" * 5000)
    yield case("number", '{"a": ' + "9" * 5000 + "}")
    yield case("list", "[1, 2]")
    paths = list(leaves(valid))
    rng = random.Random(13)
    for i, wrong in enumerate([None, -1, 2 ** 62, 1e300, "", "\u0000", [], {}, [[]], True]):
        yield case(f"wrong-{i}", json.dumps(replaced(valid, rng.choice(paths), wrong)),
                   may_pass=True)


def option_cases():
    bad = {
        "--clock-ns": ["abc", "0", "-1", "1e99", "nan"], "--usable": ["0", "101", "x"],
        "--limit": ["DSP", "DSP=x", "XYZ=1", "DSP=99999999999999999999"],
        "--max-partition": ["0", "-3"], "--node-limit": ["-1", "x"],
        "--time-limit": ["0", "-1", "nan", "x"], "--memory-limit": ["0", "-1", "x"],
        "--threads": ["-1", "x"], "--tool": ["1999.9", ""], "--space": ["nobody"],
        "--dsp-reuse": ["maybe"], "--tiles": ["a b", "%"], "--report": ["xml"],
        "--pin": ["S0", "S0.i.t2=x", "=", "S0.i.t2=99999999999999999999", "Q.t2=1",
                  "S0.i.t2=3,S0.i.t2=5"],
        "--bind": ["n", "n=x", "=1"], "--target": ["", "u999", "not_there.json", "."],
        "--design": ["not_there.json", "."], "--pin-file": ["not_there.json", "."],
    }
    for option, values in bad.items():
        for i, value in enumerate(values):
            yield Case(f"option{option}-{i}", option.lstrip("-") if option not in
                       ("--target", "--tool", "--design", "--pin", "--limit") else "error",
                       compile_of("in.c", option, value), {"in.c": C})
    yield Case("option-unknown", "--colour", compile_of("in.c", "--colour"), {"in.c": C})
    yield Case("option-value", "--top", ["in.c", "--target", "u200", "--top"], {"in.c": C})
    yield Case("option-input", "input", ["--top", "f", "--target", "u200"])
    yield Case("option-inputs", "input", compile_of("in.c", "in.c"), {"in.c": C})
    yield Case("option-missing", "not_there.c", compile_of("not_there.c"))
    yield Case("option-directory", "'.'", compile_of("."))
    yield Case("option-output", "in.c", compile_of("in.c", "-o", "in.c"), {"in.c": C})


def lint_cases():
    texts = {
        "braces": "void f() " + "{" * DEEP + "}" * DEEP, "open": "void f() { " + "(" * DEEP,
        "calls": "void f() { " + "g(" * DEEP + ")" * DEEP + "; }",
        "ifs": "void f() { " + "if (x) " * DEEP + "; }",
        "loops": "void f() { " + "for (;;) " * DEEP + "; }",
        "dos": "void f() { " + "do " * DEEP, "random": BINARY["random"], "cut": C[:100],
    }
    for name, text in texts.items():
        yield Case("lint-" + name, "in.cpp", ["in.cpp"], {"in.cpp": text}, tool="hls-lint",
                   may_pass=name == "random")


def all_cases(design, device):
    yield from sources("mlir", MLIR, ".mlir", 10)
    yield from sources("c", C, ".c", 10)
    yield from mlir_cases()
    yield from c_cases()
    base = compile_of("in.c")
    yield from json_cases("design", design, "--design", base)
    yield from json_cases("pins", {"S1.j.t2": 4, "A.partition0": {"min": 2, "max": 8},
                                   "S1.order": ["i", "j"]}, "--pin-file", base)
    yield from json_cases("device", device, "--target-file", ["in.c", "--top", "f"])
    yield from option_cases()
    yield from lint_cases()
