# Packages for Debian 12, one a component: `cpack -G DEB` in the build directory.
#
# talos               tools, libTalosC.so, data files
# talos-mlir-plugin   TalosPlugin.so for mlir-opt
# python3-talos       the Python package and its module
# talos-dev           headers, static libraries, the CMake package
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME talos)
set(CPACK_PACKAGE_CONTACT "The Talos Project <talos@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL compiler plugin python dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)

set(libraries "libmlir-22, libllvm22, libclang-cpp22, libstdc++6")
set(same "talos (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_COMPILER_PACKAGE_NAME talos)
set(CPACK_DEBIAN_COMPILER_PACKAGE_DEPENDS "${libraries}")
# For C simulation.
set(CPACK_DEBIAN_COMPILER_PACKAGE_RECOMMENDS "g++, gcc, binutils, clang-22")
set(CPACK_DEBIAN_PLUGIN_PACKAGE_NAME talos-mlir-plugin)
set(CPACK_DEBIAN_PLUGIN_PACKAGE_DEPENDS "${same}, mlir-22-tools")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-talos)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${same}")
if(TARGET _talos)
  # The module is for one version of Python.
  math(EXPR next "${Python3_VERSION_MINOR} + 1")
  string(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
         ", python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${next})")
else()
  string(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS ", python3")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-numpy, g++")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME talos-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "${same}, llvm-22-dev, libmlir-22-dev, libclang-22-dev, libpolly-22-dev")
include(CPack)
