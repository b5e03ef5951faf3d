#!/usr/bin/env python3
"""Solves the kernels' nonlinear programs under several budgets and prints a
table, or writes what it is made of.

usage: solver_table.py BIN [--sizes MEDIUM,LARGE] [--kernels gemm,2mm]
                       [--budgets full,fifth,...] [--models DIR]
       solver_table.py BIN --space pragmas [--sizes ...]
       solver_table.py BIN --chain 50,500
       solver_table.py BIN --gecode SECONDS [--kernels ...]
       solver_table.py --print-chain N

BIN: directory of hls-translate, hls-opt and hls-solve. Times are seconds of the
processor that hls-solve takes, start and reading included, on one thread.
"published": the solver of Sisyphus (Gurobi; wall, processor; MEDIUM, full
device) as test/Kernels/published.csv has it.

--space pragmas: the space of the programs as written, for all of PolyBench.

--gecode: at MINI size, MiniZinc with Gecode proves the built-in solver's
optimum or refutes that there is a better point, in so many seconds each, or the
kernel is "not decided". With at most 2,000,000 of the 2,364,480 FF: the model
counts thousandths, and more of them are beyond Gecode's 32 bits.
"""
import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
KERNELS = os.path.join(ROOT, "test", "Kernels")
POLYBENCH = ("2mm 3mm atax bicg doitgen gemm gemver gesummv mvt symm syrk syr2k "
             "trmm").split()
BERT = {"bert_100_64": (100, 64, 100), "bert_100_768": (100, 768, 100),
        "bert_100_3072": (100, 3072, 100), "bert_3072_100": (3072, 100, 3072)}
TILED = {"bert_3072_100": "arg1",  # A does not fit on chip,
         "cnn": "arg0,arg2"}       # nor do the images
BUDGETS = {  # of the U200: 6840 DSP, 4320 BRAM_18K, 960 URAM
    "full": "", "fifth": "BRAM_18K=864,URAM=192",
    "thirtieth": "BRAM_18K=144,URAM=32", "dsp1368": "DSP=1368",
    "dsp2000": "DSP=2000"}


def product(target, left, right, rows, columns, inner):
    """One matrix product that starts from zero."""
    return f"""  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {columns} {{
      affine.store %zero, {target}[%i, %j] : memref<{rows}x{columns}xf32>
      affine.for %k = 0 to {inner} {{
        %0 = affine.load {left}[%i, %k] : memref<{rows}x{inner}xf32>
        %1 = affine.load {right}[%k, %j] : memref<{inner}x{columns}xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load {target}[%i, %j] : memref<{rows}x{columns}xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, {target}[%i, %j] : memref<{rows}x{columns}xf32>
      }} {{hls.name = "k"}}
    }} {{hls.name = "j"}}
  }} {{hls.name = "i"}}
"""


def bert(name):
    rows, columns, inner = BERT[name]
    return (f"func.func @{name}(%C: memref<{rows}x{columns}xf32>, "
            f"%A: memref<{rows}x{inner}xf32>, "
            f"%B: memref<{inner}x{columns}xf32>) {{\n"
            "  %zero = arith.constant 0.0 : f32\n"
            + product("%C", "%A", "%B", rows, columns, inner)
            + "  return\n}\n")


def cnn():
    """A layer of 256 x 256 channels, 224 x 224 pixels, 5 x 5 weights."""
    images, weights, results = ("memref<256x228x228xf32>",
                                "memref<256x256x5x5xf32>",
                                "memref<256x224x224xf32>")
    loops = [("o", 256), ("i", 256), ("h", 224), ("w", 224), ("p", 5),
             ("q", 5)]
    return (f"func.func @cnn(%in: {images}, %weights: {weights}, "
            f"%out: {results}) {{\n"
            + "".join(f"affine.for %{name} = 0 to {trip} {{\n"
                      for name, trip in loops) +
            f"""    %0 = affine.load %in[%i, %h + %p, %w + %q] : {images}
    %1 = affine.load %weights[%o, %i, %p, %q] : {weights}
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %out[%o, %h, %w] : {results}
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %out[%o, %h, %w] : {results}
"""
            + "".join(f'}} {{hls.name = "{name}"}}\n'
                      for name, _ in reversed(loops))
            + "  return\n}\n")


def chain(count):
    """M0 W0 W1 ...: `count` products, whose results but the last are local."""
    rows, sizes = 4, [3, 5, 7, 9, 5, 3]
    extents = [sizes[(i * 5 + i // 6) % 6] for i in range(count + 1)]
    arguments = [f"%M0: memref<{rows}x{extents[0]}xf32>",
                 f"%R: memref<{rows}x{extents[count]}xf32>"]
    arguments += [f"%W{i}: memref<{extents[i]}x{extents[i + 1]}xf32>"
                  for i in range(count)]
    text = "func.func @chain(" + ", ".join(arguments) + ") {\n"
    text += "  %zero = arith.constant 0.0 : f32\n"
    for i in range(1, count):
        text += f"  %M{i} = memref.alloc() : memref<{rows}x{extents[i]}xf32>\n"
    for i in range(count):
        target = "%R" if i + 1 == count else f"%M{i + 1}"
        text += product(target, f"%M{i}", f"%W{i}", rows, extents[i + 1],
                        extents[i])
    return text + "  return\n}\n"


def top_of(name):
    return "kernel_" + name.replace("-", "_")


def all_polybench():
    return sorted(file[:-2]
                  for file in os.listdir(os.path.join(KERNELS, "polybench"))
                  if file.endswith(".c"))


def import_c(bin_dir, name, size, path):
    sys.path.insert(0, os.path.join(ROOT, "test", "Driver", "Inputs"))
    import run_polybench  # pylint: disable=import-outside-toplevel
    source = os.path.join(KERNELS, "polybench", name + ".c")
    define = f"-D{size}_DATASET"
    with open(source, encoding="utf-8") as file:
        bind = run_polybench.bindings(file.read(), top_of(name), [define])
    subprocess.run([os.path.join(bin_dir, "hls-translate"), "--import-c", source,
                    "--top", top_of(name), "--bind", bind,
                    f"--clang-args={define} -I{KERNELS}/polybench", "-o", path],
                   check=True)


def normalize(top, tree, limits, space):
    """The passes of hls-pipeline up to the nests."""
    limit = f" limit={{{limits}}}" if limits else ""
    interchange = "false" if space == "pragmas" else "true"
    return (f"hls-prepare{{top={top}}},hls-attach-target{{target=u200 usable=100 "
            f"tree-reduction={str(tree).lower()}{limit}}},func.func(hls-normalize,"
            f"hls-distribute{{interchange={interchange}}},hls-rectangularize)")


def dump(bin_dir, mlir, top, path, tree=False, limits="", tiles="never",
         space="shared"):
    passes = (f"{normalize(top, tree, limits, space)},"
              f"hls-dump-nlp{{file={path} tiles={{{tiles}}} space={space}}}")
    subprocess.run([os.path.join(bin_dir, "hls-opt"), mlir, "-o", os.devnull,
                    f"--pass-pipeline=builtin.module({passes})"], check=True)


def solve(bin_dir, path, nodes=50000, seconds=120):
    """The solution and the processor's seconds; None if it takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([os.path.join(bin_dir, "hls-solve"), path, "--json",
                               "--threads", "1", "--node-limit", str(nodes)],
                              capture_output=True, text=True, check=False,
                              timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, seconds
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    if not done.stdout:
        sys.exit(f"{path}: {done.stderr}")
    return json.loads(done.stdout), used


def published():
    with open(os.path.join(KERNELS, "published.csv"), encoding="utf-8") as file:
        return {(row["kernel"], row["tree_reduction"] == "1"):
                f"{row['solver_wall_s']}, {row['solver_cpu_s']}"
                for row in csv.DictReader(file)}


def kernels(bin_dir, names, sizes, directory):
    """(name, size, MLIR file, top function) of each."""
    for size in sizes:
        for name in names:
            path = os.path.join(directory, f"{name}_{size}.mlir")
            if name != "cnn" and name not in BERT:
                import_c(bin_dir, name, size, path)
                yield name, size, path, top_of(name)
            elif size == "MEDIUM":
                with open(path, "w", encoding="utf-8") as file:
                    file.write(cnn() if name == "cnn" else bert(name))
                yield name, size, path, name


def describe(solution):
    if solution is None:
        return "not finished", "-", "-", "-"
    status = solution["status"]
    if status == "infeasible":
        status += ": " + "+".join(solution["conflict"])
    cycles = solution["objective"][0] if solution["objective"] else "-"
    bound = solution["bound"] if solution["bound"] is not None else "-"
    return status, cycles, bound, solution["nodes"]


def table(options, directory):
    times = published()
    total, worst, open_ones = 0, 0, []
    print("| kernel | size | reduction | budget | status | cycles | bound | nodes "
          "| s | published s |\n|---|---|---|---|---|---|---|---|---|---|")
    for name, size, mlir, top in kernels(options.bin, options.kernels,
                                         options.sizes, directory):
        for tree in (False, True):
            for budget in options.budgets:
                path = os.path.join(directory, f"{name}_{size}_"
                                    f"{'tree' if tree else 'ordered'}_{budget}.nlp")
                dump(options.bin, mlir, top, path, tree, BUDGETS[budget],
                     TILED.get(name, "never"), options.space)
                solution, seconds = solve(options.bin, path)
                cells = describe(solution)
                paper = (times.get((name, tree), "-")
                         if (size, budget, options.space) ==
                         ("MEDIUM", "full", "shared") else "-")
                print(f"| {name} | {size} | {'tree' if tree else 'ordered'} | "
                      f"{budget} | " + " | ".join(map(str, cells)) +
                      f" | {seconds:.2f} | {paper} |", flush=True)
                total += seconds
                worst = max(worst, seconds)
                if cells[0] != "optimal" and "infeasible" not in cells[0]:
                    open_ones.append(os.path.basename(path))
    print(f"\ntogether {total:.1f} s, longest {worst:.2f} s, not proved: "
          f"{', '.join(open_ones) or 'none'}")


def chains(options, directory):
    print("| products | status | cycles | bound | nodes | s |\n"
          "|---|---|---|---|---|---|")
    for count in options.chain:
        mlir = os.path.join(directory, f"chain{count}.mlir")
        with open(mlir, "w", encoding="utf-8") as file:
            file.write(chain(count))
        path = mlir.replace(".mlir", ".nlp")
        dump(options.bin, mlir, "chain", path)
        solution, seconds = solve(options.bin, path)
        print(f"| {count} | " + " | ".join(map(str, describe(solution))) +
              f" | {seconds:.2f} |", flush=True)


def minizinc(bin_dir, path, seconds):
    done = subprocess.run([os.path.join(bin_dir, "hls-solve"), path, "--json",
                           "--solver", "minizinc", "--time-limit", str(seconds)],
                          capture_output=True, text=True, check=False)
    if not done.stdout:
        sys.exit(f"{path}: {done.stderr}")
    return json.loads(done.stdout)


def first_objective_only(path, better_than=None):
    """Rewrites the model; `better_than`: only points with less count."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    at = [i for i, line in enumerate(lines) if line.startswith("minimize ")]
    first = lines[at[0]]
    if better_than is not None:
        expression = first[len("minimize "):]
        lines[at[0]] = first
        lines.insert(at[0], f'constraint "better": ({expression}) <= '
                            f"{better_than - 1}")
        at = [i + 1 for i in at]
    lines = [line for i, line in enumerate(lines) if i not in at[1:]]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def gecode(options, directory):
    print("| kernel | reduction | built-in | Gecode |\n|---|---|---|---|")
    for name, _, mlir, top in kernels(options.bin, options.kernels, ["MINI"],
                                      directory):
        for tree in (False, True):
            path = os.path.join(directory, f"{name}_{tree}.nlp")
            dump(options.bin, mlir, top, path, tree, "FF=2000000")
            solution, _ = solve(options.bin, path)
            ours = solution["objective"][0]
            first_objective_only(path)
            theirs = minizinc(options.bin, path, options.gecode)
            verdict = "not decided"
            if theirs["status"] == "optimal":
                other = theirs["objective"][0]
                verdict = "the same" if other == ours else f"DIFFERS: {other}"
            else:
                first_objective_only(path, ours)
                refuted = minizinc(options.bin, path, options.gecode)
                if refuted["status"] == "infeasible":
                    verdict = "nothing is better"
                elif refuted["objective"]:
                    verdict = f"DIFFERS: {refuted['objective'][0]}"
            print(f"| {name} | {'tree' if tree else 'ordered'} | {ours} | "
                  f"{verdict} |", flush=True)


def main():
    if sys.argv[1:2] == ["--print-chain"]:
        print(chain(int(sys.argv[2])), end="")
        return
    words = lambda text: text.split(",")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin")
    parser.add_argument("--sizes", type=words, default=["MEDIUM", "LARGE"])
    parser.add_argument("--kernels", type=words)
    parser.add_argument("--space", default="shared",
                        choices=["shared", "pragmas"])
    parser.add_argument("--budgets", type=words, default=list(BUDGETS))
    parser.add_argument("--chain", type=lambda t: list(map(int, words(t))))
    parser.add_argument("--gecode", type=float)
    parser.add_argument("--models", help="keep the models here")
    options = parser.parse_args()
    if not options.kernels:
        options.kernels = (all_polybench() if options.space == "pragmas" else
                           POLYBENCH + list(BERT) + ["cnn"])
    with tempfile.TemporaryDirectory() as scratch:
        directory = options.models or scratch
        os.makedirs(directory, exist_ok=True)
        if options.chain:
            chains(options, directory)
        elif options.gecode:
            gecode(options, directory)
        else:
            table(options, directory)


if __name__ == "__main__":
    main()
