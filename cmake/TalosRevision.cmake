# Writes OUTPUT, a header with the revision of the source tree SOURCE: run by
# every build (cmake -P), so that --version tells the truth. The file changes
# only if the revision does. A tree without history has an empty revision.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
                OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE
                ERROR_QUIET)
set(text "#define TALOS_REVISION \"${revision}\"\n")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT text STREQUAL old)
  file(WRITE ${OUTPUT} "${text}")
endif()
