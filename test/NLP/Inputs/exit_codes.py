"""Exit codes of hls-solve: exit_codes.py <directory of models> <tool>."""
import subprocess
import sys

models, tool = sys.argv[1:]
good = models + "/good.nlp"
CASES = [
    (0, [good]),
    (0, [good, "--print"]),
    (1, [models + "/missing.nlp"]),
    (1, [models + "/cut.nlp"]),
    (1, [good, "--pin", "S0.x=3"]),
    (2, [good, "--pin", "S0.x"]),
    (2, [good, "--no-such-option"]),
    (2, [good, "--node-limit=-1"]),
    (2, []),
    (3, [good, "--pin", "S0.x=1,A.f=4"]),
    (6, [good, "-o", models + "/none/x"]),
]
failed = 0
for code, arguments in CASES:
    run = subprocess.run([tool] + arguments, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, timeout=60, check=False)
    if run.returncode != code or (code != 0 and not run.stderr):
        print(f"{arguments}: {run.returncode}, expected {code}\n{run.stderr.decode()}")
        failed = 1
sys.exit(failed)
