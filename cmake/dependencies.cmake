# All third-party software that Surefoot uses is found here and nowhere else. The Debian packages
# are in tools/packages.txt; ARCHITECTURE.md says which folder may include which library.

find_package(PkgConfig REQUIRED)

# Mathematics. The only third-party library in Surefoot's headers.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)  # Eigen3::Eigen

# State hash.
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)  # PkgConfig::xxhash

# Meshes, convex hulls and images. Debian's assimp target also requires minizip and draco, which
# only a static assimp would need, so the library is used directly.
surefoot_with(with_meshes meshes)
if(with_meshes)
  pkg_check_modules(assimp REQUIRED IMPORTED_TARGET assimp)  # PkgConfig::assimp
endif()
surefoot_with(with_raster raster)
if(with_raster)
  pkg_check_modules(gdal REQUIRED IMPORTED_TARGET gdal)  # PkgConfig::gdal
endif()
pkg_check_modules(qhull_r REQUIRED IMPORTED_TARGET qhull_r)  # PkgConfig::qhull_r
find_package(PNG REQUIRED)                                   # PNG::PNG
find_package(JPEG REQUIRED)                                  # JPEG::JPEG
find_package(ZLIB REQUIRED)                                  # ZLIB::ZLIB

# Ray casting, and threads for rendering.
find_package(embree 3 REQUIRED)  # embree
find_package(Threads REQUIRED)   # Threads::Threads

# Recordings: the compressions of MCAP and of bags, and SQLite, which ROS 2 bags are stored in. Checksums are zlib's.
pkg_check_modules(lz4 REQUIRED IMPORTED_TARGET liblz4)    # PkgConfig::lz4
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)  # PkgConfig::zstd
find_package(BZip2 REQUIRED)                              # BZip2::BZip2
find_package(SQLite3 REQUIRED)                            # SQLite::SQLite3

# Archives that clients upload.
pkg_check_modules(zip REQUIRED IMPORTED_TARGET libzip)  # PkgConfig::zip

# Robot and world descriptions.
pkg_check_modules(tinyxml2 REQUIRED IMPORTED_TARGET tinyxml2)  # PkgConfig::tinyxml2

# Parameter and experiment files; ROS 1's MD5 sums of types, and the hashes in manifests.
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)     # PkgConfig::yaml
pkg_check_modules(crypto REQUIRED IMPORTED_TARGET libcrypto)  # PkgConfig::crypto

# The web gateway: Asio and Beast, which are header-only, and TLS.
find_package(Boost 1.74 REQUIRED)  # Boost::headers
if("${SUREFOOT_SANITIZE}" MATCHES thread)
  # The thread sanitizer does not support fences; without them Asio uses atomics that it supports.
  target_compile_definitions(Boost::headers INTERFACE BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()
find_package(OpenSSL REQUIRED)     # OpenSSL::SSL, OpenSSL::Crypto

# Scripts of events: the build of Lua whose errors are C++ exceptions.
pkg_check_modules(lua REQUIRED IMPORTED_TARGET lua5.4-c++)  # PkgConfig::lua

# Engines; only those that are built are searched.
foreach(engine mujoco bullet ode dart simbody)
  surefoot_with(with_${engine} ${engine})
endforeach()
if(with_bullet)
  pkg_check_modules(bullet REQUIRED IMPORTED_TARGET bullet-float64)  # PkgConfig::bullet
endif()
if(with_ode)
  # Not named ODE, because that prefix would confuse DART's find module.
  pkg_check_modules(ode_engine REQUIRED IMPORTED_TARGET ode)  # PkgConfig::ode_engine
endif()
if(with_simbody)
  pkg_check_modules(simbody REQUIRED IMPORTED_TARGET simbody)  # PkgConfig::simbody
endif()
if(with_dart)
  # Its CMake package searches for the dependencies of its optional parts; the library alone is sufficient.
  find_path(DART_INCLUDE_DIR dart/dart.hpp REQUIRED)
  find_library(DART_LIBRARY dart REQUIRED)
  add_library(dart::dart SHARED IMPORTED)
  set_target_properties(dart::dart PROPERTIES
    IMPORTED_LOCATION ${DART_LIBRARY} INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${DART_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES Eigen3::Eigen)
endif()
if(with_mujoco)
  # The CMake package in Debian's libmujoco-dev requires OpenGL and qhull's headers, which
  # neither MuJoCo's headers nor its library need; so its target is defined here.
  find_path(MUJOCO_INCLUDE_DIR mujoco/mujoco.h REQUIRED)
  find_library(MUJOCO_LIBRARY mujoco REQUIRED)
  add_library(mujoco::mujoco SHARED IMPORTED)
  set_target_properties(mujoco::mujoco PROPERTIES
    IMPORTED_LOCATION ${MUJOCO_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${MUJOCO_INCLUDE_DIR})
endif()

# Implementations of DDS. Their CMake packages require those of their own dependencies (Asio, TinyXML-2, iceoryx), which
# users of the libraries do not need.
surefoot_with(with_fastdds fastdds)
if(with_fastdds)
  find_path(FASTRTPS_INCLUDE_DIR fastrtps/fastrtps_dll.h REQUIRED)
  find_library(FASTRTPS_LIBRARY fastrtps REQUIRED)
  find_library(FASTCDR_LIBRARY fastcdr REQUIRED)
  add_library(fastdds::fastdds SHARED IMPORTED)
  set_target_properties(fastdds::fastdds PROPERTIES
    IMPORTED_LOCATION ${FASTRTPS_LIBRARY} INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${FASTRTPS_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES ${FASTCDR_LIBRARY})
endif()

surefoot_with(with_cyclone cyclone)
if(with_cyclone)
  find_path(CYCLONEDDS_INCLUDE_DIR dds/ddsi/ddsi_sertype.h REQUIRED)
  find_library(CYCLONEDDS_LIBRARY ddsc REQUIRED)
  add_library(cyclonedds::cyclonedds SHARED IMPORTED)
  # Debian's library was built with DDS_HAS_SHM, which adds members to the end of structs, but its headers and its package do not
  # define it. For a library without them they are unused space.
  set_target_properties(cyclonedds::cyclonedds PROPERTIES
    IMPORTED_LOCATION ${CYCLONEDDS_LIBRARY} INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${CYCLONEDDS_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS "DDS_NDEBUG;DDS_HAS_SHM")
endif()

# Command line, and line editing in the console.
pkg_check_modules(edit REQUIRED IMPORTED_TARGET libedit)  # PkgConfig::edit
find_package(CLI11 REQUIRED)          # CLI11::CLI11
find_package(nlohmann_json REQUIRED)  # nlohmann_json::nlohmann_json

# Tests and benchmarks.
if(SUREFOOT_TESTS)
  find_package(GTest REQUIRED NO_MODULE)  # GTest::gtest, GTest::gmock
  find_package(sdformat12 REQUIRED)       # sdformat12::sdformat12
  # DART's collision detectors, for the benchmark of DART alone.
  find_library(DART_ODE_LIBRARY dart-collision-ode REQUIRED)
  add_library(dart::collision_ode SHARED IMPORTED)
  set_target_properties(dart::collision_ode PROPERTIES
    IMPORTED_LOCATION ${DART_ODE_LIBRARY}
    INTERFACE_LINK_LIBRARIES "dart::dart;PkgConfig::ode_engine")
endif()
