# Compiler settings that hold for every target of the project.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(TALOS_CCACHE ccache)
if(TALOS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What ccache asks for before it caches a file with a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros "${TALOS_CCACHE}")
endif()

option(TALOS_WERROR "Treat warnings of the project's own code as errors" OFF)
add_compile_options(-Wall -Wextra -Wno-unused-parameter)
if(TALOS_WERROR)
  add_compile_options(-Werror)
endif()

# ASan/UBSan over the project's own code: -DTALOS_SANITIZE=ON, then ctest.
option(TALOS_SANITIZE "Build with AddressSanitizer and UBSan" OFF)
if(TALOS_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr
                      -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# libFuzzer programs (unittests/Fuzz): -DTALOS_FUZZ=ON, with Clang.
option(TALOS_FUZZ "Build the libFuzzer programs, all with AddressSanitizer" OFF)
if(TALOS_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address)
endif()

# lld links a tool several times faster than bfd.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  find_program(TALOS_LLD ld.lld-22)
  if(TALOS_LLD)
    add_link_options("--ld-path=${TALOS_LLD}")
  endif()
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
