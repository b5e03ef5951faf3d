# talos_room(<Name> <sources>... [PCH mlir|clang] [DEPENDS <tablegen targets>]
# [LINK <libraries>]) makes the static library Talos<Name>; every room is
# recorded so that the tools and the plugin link all of them.
set_property(GLOBAL PROPERTY TALOS_ROOMS "")
function(talos_room name)
  cmake_parse_arguments(A "" "PCH" "DEPENDS;LINK" ${ARGN})
  add_library(Talos${name} STATIC ${A_UNPARSED_ARGUMENTS})
  if(A_DEPENDS)
    add_dependencies(Talos${name} ${A_DEPENDS})
  endif()
  target_link_libraries(Talos${name} PUBLIC ${A_LINK} MLIR LLVM)
  if(A_PCH)
    talos_use_pch(Talos${name} ${A_PCH})
  endif()
  set_property(GLOBAL APPEND PROPERTY TALOS_ROOMS Talos${name})
endfunction()

# talos_tool(<name> <sources>... [LINK <libraries>]): an executable.
function(talos_tool name)
  cmake_parse_arguments(A "" "" "LINK" ${ARGN})
  add_executable(${name} ${A_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${A_LINK} MLIR LLVM)
endfunction()

# talos_unittest(<Room> <sources>... [PCH mlir] [LINK <libraries>]): a GoogleTest
# program, one for a room, whose tests ctest lists one by one.
function(talos_unittest room)
  cmake_parse_arguments(A "" "PCH" "LINK" ${ARGN})
  string(TOLOWER ${room} lower)
  set(target talos-${lower}-tests)
  add_executable(${target} ${A_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE Talos${room} ${A_LINK} MLIR LLVM
                                          GTest::gtest GTest::gtest_main)
  if(A_PCH)
    talos_use_pch(${target} ${A_PCH})
  endif()
  target_compile_definitions(${target} PRIVATE
    TALOS_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60)
endfunction()
