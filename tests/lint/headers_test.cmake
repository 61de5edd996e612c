# Compiles each header that no .cpp of the same name includes first, alone (see lint_test.cpp).
#   cmake -DCOMPILER=g++ -DTOP=… -P headers_test.cmake
file(GLOB_RECURSE headers RELATIVE ${TOP} ${TOP}/lib/*.hpp ${TOP}/grammar/*.hpp)
set(failed "")
set(count 0)
foreach(header IN LISTS headers)
  string(REGEX REPLACE "hpp$" "cpp" source ${header})
  if(EXISTS ${TOP}/${source})
    continue()
  endif()
  math(EXPR count "${count} + 1")
  execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -x c++
                          -I ${TOP}/lib -I ${TOP} -include ${TOP}/${header} /dev/null
                  RESULT_VARIABLE status ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    string(APPEND failed "${header}:\n${errors}\n")
  endif()
endforeach()
message(STATUS "${count} headers")
if(failed OR count LESS 5)
  message(FATAL_ERROR "${failed}")
endif()
