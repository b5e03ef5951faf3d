# Sourced by the scripts of this directory: installs what a bare Debian 12 lacks.
# LLVM 22 and MLIR 22 come from Debian's security archive.
TALOS_PACKAGES="ca-certificates cmake ninja-build ccache g++ python3 git \
 clang-22 libclang-22-dev libclang-cpp22-dev lld-22 llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools \
 libpolly-22-dev libgtest-dev minizinc libbenchmark-dev zlib1g-dev libxml2-dev"
# What tests need besides: formatting, the Python package, pages in a browser, host programs.
TALOS_TEST_PACKAGES="clang-format-22 clang-tidy-22 libclang-rt-22-dev python3-dev pybind11-dev \
 python3-numpy python3-pytest python3-distributed chromium tidy libxrt-dev mandoc zsh"

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Usage: install_packages PACKAGE... ; asks the package manager only for those
# that are missing, so that a prepared machine needs no network.
install_packages() {
  missing=""
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
      grep -q "ok installed" || missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  echo "== installing:$missing"
  as_root apt-get update -qq
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends $missing </dev/null
}

# Usage: configure BUILD_DIR [CMAKE_OPTION...]
configure() {
  build=$1
  shift
  # Debian's own Python: another one on PATH may lack what lit needs.
  cmake -G Ninja -S "$TALOS_ROOT" -B "$build" \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
    -DPython3_EXECUTABLE=/usr/bin/python3 "$@"
}
