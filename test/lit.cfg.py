"""lit configuration: every .mlir, .test and .py-driven test below test/."""
import os
import shutil
import subprocess

import lit.formats
from lit.llvm import llvm_config

config.name = "Talos"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".c"]
config.excludes = ["CMakeLists.txt", "Inputs", "consumer", "polybench"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.talos_obj_root, "test")
llvm_config.use_default_substitutions()
config.substitutions.append(("%talos_src", config.talos_src_root))
config.substitutions.append(("%talos_obj", config.talos_obj_root))
config.substitutions.append(("%llvm_tools", config.llvm_tools_dir))
config.substitutions.append(("%python", config.python_executable))
config.substitutions.append(("%llvm_tools", config.llvm_tools_dir))
config.substitutions.append(
    ("%talos_plugin", os.path.join(config.talos_obj_root, "lib", "TalosPlugin.so"))
)
# C simulation: the only warning switched off is the one about HLS pragmas, which
# g++ does not know.
config.substitutions.append(("%csim_flags",
    "-std=c++14 -Wall -Wextra -Werror -Wno-unknown-pragmas -O1 "
    "-ffp-contract=off -fwrapv -I" + os.path.join(config.talos_src_root, "lib/Emit/csim")))
# Some tests hold the built-in solver against Gecode.
if shutil.which("minizinc"):
    config.available_features.add("minizinc")
# The headers and the library that host programs are compiled against.
if os.path.exists("/usr/include/xrt/xrt/xrt_bo.h"):
    config.available_features.add("xrt")
# The farm runs on dask.
if subprocess.run([config.python_executable, "-c", "import distributed"],
                  capture_output=True, check=False).returncode == 0:
    config.available_features.add("distributed")
# A sanitized plugin does not load into an mlir-opt without sanitizers.
if not config.talos_sanitize:
    config.available_features.add("plugin")
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.add_tool_substitutions(
    ["hls-opt", "hls-translate", "hls-lint", "hls-sim", "hls-solve", "hlsc", "mlir-opt", "split-file"],
    [config.talos_tools_dir, config.llvm_tools_dir],
)
