# The build of the library for x86-64-v3: the loader chooses it where the processor allows, and both
# builds count the same positions. (The other perft tests run with whichever the loader chose.)
foreach(table IN LISTS tables)
  cmake_path(GET table STEM variant)
  set(name "perft ${variant} by the portable build")
  add_test(NAME ${name} COMMAND nuskha_tests "[each_variant][perft]")
  set_tests_properties(${name} PROPERTIES ENVIRONMENT
    "NUSKHA_VARIANT=${variant};NUSKHA_PERFT_NODES=5000000;GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2")
endforeach()

add_test(NAME "the loader chooses the build for the processor"
         COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:nuskha_tests>
                 -P ${CMAKE_CURRENT_SOURCE_DIR}/loader_test.cmake)
