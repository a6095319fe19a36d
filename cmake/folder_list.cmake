# Files with their own options, before the folders they belong to.
# These two libraries do not report their versions.
set_property(SOURCE ${PROJECT_SOURCE_DIR}/surefoot/engines/ode/info.cc APPEND PROPERTY
  COMPILE_DEFINITIONS SUREFOOT_ODE_VERSION="${ode_engine_VERSION}")
set_property(SOURCE ${PROJECT_SOURCE_DIR}/surefoot/engines/simbody/info.cc APPEND PROPERTY
  COMPILE_DEFINITIONS SUREFOOT_SIMBODY_VERSION="${simbody_VERSION}")
# Pixels are as performance-critical as wheels: calls within a file may be inlined.
foreach(source raycast/embree_geometry raycast/shape_rays raycast/scene render/light_field render/looks
    sensors/camera/color_image)
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/surefoot/${source}.cc APPEND PROPERTY COMPILE_OPTIONS
    -fno-semantic-interposition -fno-math-errno -fno-trapping-math $<$<NOT:$<CONFIG:Debug>>:-O3>)
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/surefoot/${source}.cc PROPERTY SKIP_PRECOMPILE_HEADERS ON)
endforeach()
# SIMD arithmetic (ground/wide.h).
foreach(source tyre/brush terrain/fan_depths terrain/field_rays tyre/roughness tyre/tyre_force)
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/surefoot/ground/${source}.cc APPEND PROPERTY
    COMPILE_OPTIONS -fno-trapping-math $<$<NOT:$<CONFIG:Debug>>:-O3>)
endforeach()

# The folders under surefoot/, users after what they use. DEPS repeats the arrows of
# ARCHITECTURE.md; tools/check_deps compares the two. The folder cli is the program (folders.cmake).
surefoot_folder(base LINKS PkgConfig::xxhash Threads::Threads ${CMAKE_DL_LIBS})
surefoot_folder(math DEPS base PUBLIC_LINKS Eigen3::Eigen)
surefoot_folder(geometry DEPS math
  LINKS PkgConfig::qhull_r PkgConfig::tinyxml2 JPEG::JPEG PNG::PNG ZLIB::ZLIB
  TEST_LINKS PkgConfig::assimp)
surefoot_importer(importer DEPS geometry)
surefoot_folder(world DEPS geometry)
surefoot_folder(formats COLD DEPS world LINKS PkgConfig::tinyxml2 PkgConfig::yaml)
surefoot_folder(formats/sdf COLD DEPS formats LINKS PkgConfig::tinyxml2
  TEST_LINKS sdformat12::sdformat12)
surefoot_folder(formats/urdf COLD DEPS formats LINKS PkgConfig::tinyxml2)
surefoot_folder(formats/mjcf COLD DEPS formats LINKS PkgConfig::tinyxml2)
surefoot_folder(formats/centurion COLD DEPS formats LINKS PkgConfig::tinyxml2)
surefoot_folder(plugins COLD DEPS world)
surefoot_folder(raycast DEPS world LINKS embree)
surefoot_folder(render DEPS raycast LINKS PNG::PNG Threads::Threads)
surefoot_folder(physics DEPS world)
surefoot_folder(physics/collide DEPS physics PLUGIN)
surefoot_folder(physics/solver DEPS physics/collide PLUGIN)
surefoot_folder(physics/islands DEPS physics raycast)
surefoot_engine(engines/mujoco DEPS physics LINKS mujoco::mujoco)
surefoot_engine(engines/bullet DEPS physics LINKS PkgConfig::bullet)
surefoot_engine(engines/ode DEPS physics physics/collide LINKS PkgConfig::ode_engine)
surefoot_engine(engines/dart DEPS physics physics/solver LINKS dart::dart BENCH_LINKS dart::collision_ode)
surefoot_engine(engines/simbody DEPS physics physics/solver LINKS PkgConfig::simbody CXX17)
surefoot_engine(engines/kinematic DEPS physics LIGHT)
surefoot_folder(engines COLD DEPS physics LINKS ${CMAKE_DL_LIBS})
surefoot_generate_messages(msgs)
surefoot_folder(msgs COLD DEPS math GENERATED ${SUREFOOT_GENERATED_SOURCES} LINKS PkgConfig::crypto)
surefoot_folder(graph COLD DEPS msgs)
surefoot_folder(game COLD DEPS msgs)
surefoot_folder(occupancy COLD DEPS world msgs)
surefoot_folder(noise DEPS math)
surefoot_folder(sensors DEPS raycast render physics graph noise plugins LINKS JPEG::JPEG)
surefoot_folder(drives DEPS physics graph noise plugins)
surefoot_folder(ground DEPS physics raycast)
# Wheels are the most frequently executed code: calls within a file may be inlined.
target_compile_options(surefoot_ground PRIVATE -fno-semantic-interposition -fno-math-errno)
set_target_properties(surefoot_ground PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
surefoot_folder(sim/inputs COLD DEPS physics)
surefoot_folder(events DEPS sim/inputs graph LINKS PkgConfig::lua)
surefoot_folder(game/referee COLD DEPS game events)
surefoot_folder(sim DEPS physics ground sensors drives events graph physics/islands)
surefoot_folder(record COLD DEPS graph
  LINKS PkgConfig::lz4 PkgConfig::zstd ZLIB::ZLIB BZip2::BZip2 SQLite::SQLite3)
surefoot_folder(session COLD DEPS sim record formats)
surefoot_folder(gateways COLD DEPS graph)
surefoot_folder(gateways/ros COLD DEPS gateways LINKS Threads::Threads)
surefoot_gateway(gateways/web COLD DEPS gateways
  LINKS Boost::headers OpenSSL::SSL OpenSSL::Crypto PNG::PNG Threads::Threads
  TEST_LINKS nlohmann_json::nlohmann_json)
surefoot_gateway(gateways/usarsim COLD DEPS gateways
  LINKS Boost::headers PkgConfig::tinyxml2 JPEG::JPEG Threads::Threads)
surefoot_gateway(gateways/gamecontroller COLD DEPS gateways game
  LINKS Boost::headers Threads::Threads)
set(ros_fake_server surefoot/gateways/ros/test/fake_server.cc)
surefoot_gateway(gateways/ros1 COLD DEPS gateways gateways/ros
  LINKS Boost::headers PkgConfig::tinyxml2 Threads::Threads TEST_SOURCES ${ros_fake_server})
surefoot_folder(gateways/dds COLD DEPS gateways LINKS ${CMAKE_DL_LIBS} TEST_LINKS Threads::Threads)
surefoot_dds_vendor(gateways/dds/fastdds COLD DEPS gateways/dds LINKS fastdds::fastdds Threads::Threads)
surefoot_dds_vendor(gateways/dds/cyclone COLD DEPS gateways/dds LINKS cyclonedds::cyclonedds Threads::Threads)
surefoot_gateway(gateways/ros2 COLD DEPS gateways gateways/ros gateways/dds
  LINKS Threads::Threads TEST_SOURCES ${ros_fake_server})
surefoot_folder(view COLD DEPS sim TEST_LINKS nlohmann_json::nlohmann_json)
surefoot_folder(serve COLD DEPS session gateways occupancy view LINKS PkgConfig::zip Threads::Threads)
# Not loaded by `surefoot run` and `surefoot serve`.
set(evaluation COMPONENT evaluation LIBRARY evaluation)
surefoot_folder(autonomy/estimate ${evaluation} DEPS noise)
surefoot_folder(autonomy/rover ${evaluation} DEPS ground autonomy/estimate)
surefoot_folder(autonomy/plan ${evaluation} DEPS autonomy/rover)
surefoot_folder(autonomy/navigate ${evaluation} DEPS session autonomy/plan)
surefoot_folder(evaluation/statistics ${evaluation} DEPS noise)
surefoot_folder(evaluation/recordings COLD ${evaluation} DEPS record evaluation/statistics LINKS ZLIB::ZLIB)
surefoot_page_files(page_files)
surefoot_folder(evaluation/report COLD ${evaluation} DEPS base GENERATED ${page_files})
surefoot_folder(evaluation/run COLD ${evaluation} DEPS session evaluation/recordings evaluation/report autonomy/navigate
  LINKS PkgConfig::crypto nlohmann_json::nlohmann_json Threads::Threads)
surefoot_folder(evaluation/gap COLD ${evaluation} DEPS evaluation/run LINKS nlohmann_json::nlohmann_json)
surefoot_folder(evaluation/calibrate COLD ${evaluation} DEPS evaluation/gap)
surefoot_folder(evaluation/characterize COLD ${evaluation} DEPS evaluation/run LINKS nlohmann_json::nlohmann_json)
surefoot_folder(evaluation/studies COLD ${evaluation} DEPS evaluation/gap LINKS nlohmann_json::nlohmann_json)
surefoot_register_gateways(gateway_list)
surefoot_folder(builtin COLD DEPS session engines game/referee formats/sdf formats/urdf formats/mjcf formats/centurion gateways/web gateways/usarsim
  gateways/gamecontroller gateways/ros gateways/ros1 gateways/dds gateways/ros2
  LINKS ${CMAKE_DL_LIBS} GENERATED ${gateway_list})
