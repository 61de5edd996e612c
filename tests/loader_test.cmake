# Runs PROGRAM twice and reads from the loader's own trace which libnuskha it took: the one for
# x86-64-v3 where the loader says that the processor has that level, and the portable one when a
# tunable hides AVX2.
function(loaded_library out tunables)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LD_DEBUG=files GLIBC_TUNABLES=${tunables}
                          ${PROGRAM} --list-reporters
                  OUTPUT_QUIET ERROR_VARIABLE trace RESULT_VARIABLE status)
  if(NOT trace MATCHES "calling init: ([^\n]*/libnuskha\\.so[^\n]*)")
    message(FATAL_ERROR "no libnuskha in the loader's trace (status ${status}):\n${trace}")
  endif()
  set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

find_program(loader NAMES ld-linux-x86-64.so.2 PATHS /lib64 /lib/x86_64-linux-gnu REQUIRED)
execute_process(COMMAND ${loader} --help OUTPUT_VARIABLE levels COMMAND_ERROR_IS_FATAL ANY)
set(expected "")
if(levels MATCHES "x86-64-v3 \\(supported, searched\\)")
  set(expected "/glibc-hwcaps/x86-64-v3")
endif()

loaded_library(chosen "")
message(STATUS "chosen: ${chosen}")
if(NOT chosen MATCHES "${expected}/libnuskha[^/]*$")
  message(FATAL_ERROR "expected ${expected}")
endif()
loaded_library(portable glibc.cpu.hwcaps=-AVX2)
message(STATUS "without AVX2: ${portable}")
if(portable MATCHES glibc-hwcaps)
  message(FATAL_ERROR "expected the portable build")
endif()
