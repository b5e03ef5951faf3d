# Installs tools, plugin, libraries, headers, data files and a CMake package.
# Installed tools find their data beside themselves (Support/DataDir.h), so the
# tree can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(TALOS_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Talos")

get_property(rooms GLOBAL PROPERTY TALOS_ROOMS)
set(TALOS_ROOM_NAMES "")
foreach(target ${rooms})
  string(REPLACE "Talos" "" name ${target})
  list(APPEND TALOS_ROOM_NAMES ${name})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} INTERFACE
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
list(JOIN TALOS_ROOM_NAMES " " TALOS_ROOM_NAMES)

# Components are the packages of cmake/TalosPackages.cmake.
install(TARGETS ${rooms} talos_isl EXPORT TalosTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(EXPORT TalosTargets NAMESPACE Talos::
        DESTINATION ${TALOS_PACKAGE_DIR} COMPONENT dev)
foreach(tool hls-opt hls-translate hls-sim hls-solve hlsc hls-lsp-server)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
            COMPONENT compiler)
  endif()
endforeach()
if(TARGET TalosPlugin)
  install(TARGETS TalosPlugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT plugin)
endif()
install(TARGETS TalosC LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT compiler NAMELINK_COMPONENT dev)

# Headers: written ones, .td files, and what TableGen made of them.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/talos
                  ${PROJECT_SOURCE_DIR}/include/talos-c
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/talos
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
        FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)

# Data: the names under which Support/DataDir.h looks them up.
foreach(data "lib/Target/data:targets" "lib/Emit/csim:csim")
  string(REPLACE ":" ";" data ${data})
  list(GET data 0 from)
  list(GET data 1 to)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${from}/
          DESTINATION ${CMAKE_INSTALL_DATADIR}/talos/${to} COMPONENT compiler
          OPTIONAL)
endforeach()
# The Python package finds bin/ and share/ above itself (python/talos/tools.py).
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/talos
        DESTINATION lib/python3/dist-packages COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN "*.json" PATTERN "*.css" PATTERN "*.js"
        PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
if(TARGET _talos)
  install(TARGETS _talos LIBRARY
          DESTINATION lib/python3/dist-packages/talos COMPONENT python)
endif()
foreach(tool hlsc hls-sim)
  install(FILES ${PROJECT_BINARY_DIR}/share/${tool}.1
          DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT compiler)
  install(FILES ${PROJECT_BINARY_DIR}/share/${tool}.bash
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME ${tool} COMPONENT compiler)
  install(FILES ${PROJECT_BINARY_DIR}/share/_${tool}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT compiler)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT compiler)

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/TalosConfig.cmake.in
  ${PROJECT_BINARY_DIR}/TalosConfig.cmake
  INSTALL_DESTINATION ${TALOS_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TalosConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/TalosConfig.cmake
              ${PROJECT_BINARY_DIR}/TalosConfigVersion.cmake
        DESTINATION ${TALOS_PACKAGE_DIR} COMPONENT dev)
