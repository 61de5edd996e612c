# What `cmake --install` puts in place besides the library and its headers (lib/CMakeLists.txt).
include(CMakePackageConfigHelpers)

install(TARGETS nuskha_command)
install(FILES docs/man/nuskha.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/man/nuskha.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME nuskha)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The command finds the library beside it, wherever both are installed.
file(RELATIVE_PATH libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(nuskha_command PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")

# find_package(nuskha) gives the target nuskha::nuskha.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/nuskha)
install(EXPORT nuskha NAMESPACE nuskha:: DESTINATION ${package} FILE nuskhaTargets.cmake)
configure_package_config_file(cmake/nuskhaConfig.cmake.in ${PROJECT_BINARY_DIR}/nuskhaConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nuskhaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nuskhaConfig.cmake ${PROJECT_BINARY_DIR}/nuskhaConfigVersion.cmake
              cmake/FindISAL.cmake
        DESTINATION ${package})
