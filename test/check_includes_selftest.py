#!/usr/bin/env python3
"""check_includes.py must notice each kind of violation in a small made tree."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GOOD = {f"lib/Support/F{i}.cpp": "#include <string>\n" for i in range(10)}
GOOD["include/talos/Cost/Rules.h"] = '#include "talos/NLP/Model.h"\n'
GOOD["include/talos/NLP/Model.h"] = '#include "talos/Support/Int.h"\n'
GOOD["include/talos/Support/Int.h"] = "#include <cstdint>\n"
GOOD["lib/NLP/Model/Own.h"] = '#include "talos/NLP/Model.h"\n'
GOOD["lib/NLP/Model/Own.cpp"] = '#include "NLP/Model/Own.h"\n'
GOOD["lib/Poly/Scop.cpp"] = "#include <isl/ctx.h>\n"
GOOD["unittests/Poly/ScopTest.cpp"] = "#include <isl/ctx.h>\n"
BAD = {
    "may not include NLP": ("lib/Transforms/A.cpp", '#include "talos/NLP/Model.h"\n'),
    "of the room NLP alone": ("lib/Cost/A.cpp", '#include "NLP/Model/Own.h"\n'),
    "only the room Poly": ("lib/Analysis/A.cpp", "#include <isl/set.h>\n"),
    "knows no MLIR": ("lib/NLP/A.cpp", '#include "mlir/IR/Builders.h"\n'),
    "only lib/Frontend may": ("lib/Emit/A.cpp", "#include <clang/AST/Expr.h>\n"),
    "only talos-c and mlir-c": ("include/talos-c/A.h", '#include "talos/NLP/Model.h"\n'),
    "unknown room": ("lib/Misc/A.cpp", "\n"),
    "reaches talos/NLP/Model.h": (
        "lib/Transforms/B.cpp",
        '#include "talos/Analysis/Cheat.h"\n',
    ),
}


def run(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return subprocess.run(
            [sys.executable, os.path.join(HERE, "check_includes.py"), root],
            capture_output=True, text=True, check=False)


def main():
    good = run(GOOD)
    assert good.returncode == 0, good.stdout
    cheat = {"include/talos/Analysis/Cheat.h": '#include "talos/Cost/Rules.h"\n'}
    for message, (path, text) in BAD.items():
        bad = run({**GOOD, **cheat, path: text})
        assert bad.returncode == 1 and message in bad.stdout, (message, bad.stdout)
    print(f"{len(BAD)} kinds of violation noticed")


if __name__ == "__main__":
    main()
