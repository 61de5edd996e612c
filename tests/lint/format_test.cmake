file(GLOB_RECURSE files ${TOP}/lib/*.?pp ${TOP}/grammar/*.?pp ${TOP}/tools/*.?pp ${TOP}/tests/*.?pp
     ${TOP}/docs/*.?pp)
list(LENGTH files count)
if(count LESS 50)
  message(FATAL_ERROR "found only ${count} files")
endif()
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror ${files} COMMAND_ERROR_IS_FATAL ANY)
