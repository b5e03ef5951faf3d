"""The claims of an explained report, held against new runs of hlsc: with the
DSPs raised to what the report says the design is as much faster as it says."""
import json
import subprocess
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
command = sys.argv[2:] + ["--report", "json"]
checked = 0
for nest in report["binding"]:
    assert nest["place"].endswith(("gemm.mlir:12:7", "gemm.mlir:22:9")), nest
    for reason in nest["binding"]:
        assert reason["text"], reason
        if reason["kind"] != "budget":
            continue
        assert reason["name"] == "DSP" and reason["limit"] == 200, reason
        for gain in reason["least"], reason["most"]:
            assert gain["amount"] > 200 and gain["saves"] > 0, reason
            limit = f"DSP={gain['amount']}"
            run = subprocess.run(command + ["--limit", limit],
                                 check=True, capture_output=True, text=True)
            cycles = json.loads(run.stdout)["cycles"]
            assert cycles <= report["cycles"] - gain["saves"] or \
                gain["amount"] > report["resources"]["DSP"]["device"], reason
            checked += 1
assert checked == 4, checked
