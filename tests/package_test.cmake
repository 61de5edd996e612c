# Installs the build tree BUILD into a scratch prefix, then configures, builds and runs
# docs/examples against it, and the installed command. Only what was installed is used.
foreach(variable BUILD SOURCE SCRATCH COMPILER BUILD_TYPE)
  if(NOT DEFINED ${variable})
    message(FATAL_ERROR "-D${variable}=… is missing")
  endif()
endforeach()
file(REMOVE_RECURSE ${SCRATCH})
set(prefix ${SCRATCH}/prefix)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/docs/examples -B ${SCRATCH}/build
                        -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER}
                        -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DCMAKE_CXX_FLAGS=${FLAGS}
                        -DCMAKE_EXE_LINKER_FLAGS=${FLAGS}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH}/build COMMAND_ERROR_IS_FATAL ANY)

execute_process(COMMAND ${SCRATCH}/build/replay_score ${SOURCE}/corpus/dola/dola-sultan-qinwan-sinwan.txt
                OUTPUT_VARIABLE out RESULT_VARIABLE status)
message(STATUS "replay_score ended with ${status}:\n${out}")
if(NOT status EQUAL 1 OR NOT out MATCHES "Dola-Qinwan: [0-9]+ plies" OR
   NOT out MATCHES "4 games, 0 positions, [1-9][0-9]* findings")
  message(FATAL_ERROR "expected four games with findings")
endif()

execute_process(COMMAND ${prefix}/bin/nuskha --version OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
foreach(file share/man/man1/nuskha.1 include/nuskha/nuskha.hpp include/nuskha/rules/position.hpp)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
file(GLOB_RECURSE headers ${prefix}/include/*.hpp)
foreach(header IN LISTS headers)
  file(STRINGS ${header} foreign REGEX "#include <(tao|toml\\+\\+|nlohmann|CLI|fmt|archive)")
  if(foreign)
    message(FATAL_ERROR "${header} needs what its user may not have: ${foreign}")
  endif()
endforeach()
