# Finds LLVM/MLIR 22.1 and isl. Everything of LLVM and MLIR comes from the two
# shared libraries: their static targets would bring second copies.
cmake_policy(SET CMP0116 NEW) # TableGen's dependency files under Ninja
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)
set(MLIR_LINK_MLIR_DYLIB ON)
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
# Headers of a room alone are included by their place below lib: "NLP/Model/X.h".
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include
                    ${PROJECT_SOURCE_DIR}/lib)
separate_arguments(TALOS_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${TALOS_LLVM_DEFINITIONS})
# Debian's LLVM is built with NDEBUG; without it Pass::Statistic and the
# transform dialect have another layout.
add_compile_definitions(NDEBUG)

set(CMAKE_BUILD_RPATH "${LLVM_LIBRARY_DIRS}") # libMLIR.so is unknown to ldconfig
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib;${LLVM_LIBRARY_DIRS}")

# libLLVM exports the isl that Polly embeds; a second isl in one process binds
# by link order and crashes when mixed. The system's isl serves only where
# libLLVM was built without Polly.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES LLVM)
set(CMAKE_REQUIRED_LINK_OPTIONS "-L${LLVM_LIBRARY_DIRS}")
check_cxx_source_compiles(
  "extern \"C\" void *isl_ctx_alloc(); int main() { return isl_ctx_alloc() == 0; }"
  TALOS_ISL_IN_LIBLLVM)
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
add_library(talos_isl INTERFACE)
if(TALOS_ISL_IN_LIBLLVM)
  find_path(TALOS_ISL_INCLUDE isl/isl-noexceptions.h
            HINTS ${LLVM_INCLUDE_DIRS}/polly NO_DEFAULT_PATH REQUIRED)
  target_include_directories(talos_isl SYSTEM BEFORE INTERFACE
                             $<BUILD_INTERFACE:${TALOS_ISL_INCLUDE}>)
  target_link_libraries(talos_isl INTERFACE LLVM)
else()
  find_library(TALOS_ISL_LIBRARY isl REQUIRED)
  find_path(TALOS_ISL_INCLUDE isl/isl-noexceptions.h
            HINTS ${LLVM_INCLUDE_DIRS}/polly REQUIRED)
  target_include_directories(talos_isl SYSTEM BEFORE INTERFACE
                             $<BUILD_INTERFACE:${TALOS_ISL_INCLUDE}>)
  target_link_libraries(talos_isl INTERFACE ${TALOS_ISL_LIBRARY})
endif()
