/// Plugins that are neither drives nor sensors: one row for each group.

#include "surefoot/base/items.h"
#include "surefoot/plugins/plugin_name.h"
#include "surefoot/world/parse.h"

namespace surefoot::plugins {
namespace {

using Kind = KnownPlugin::Kind;

constexpr KnownPlugin kKnown[] = {
    // Parts of Gazebo that every world needs there.
    {"gz:physics gz:scenebroadcaster gz:usercommands gz:sensors gz:airspeed gz:logicalcamera "
     "gz:thermalsensor gz:label gz:dopplervelocitylogsystem gz:customsensor gz:loggerv2",
     Kind::kNotNeeded, "enables a part of Gazebo"},
    {"gz:logrecord gz:logplayback gz:log gz:logvideorecorder gz:cameravideorecorder "
     "gz:colladaworldexporter gz:modelphotoshoot gz:websocketserver gz:breadcrumbs "
     "gz:kineticenergymonitor gz:entitysemantics",
     Kind::kNotNeeded, "records or displays data"},
    {"gz:posepublisher", Kind::kNotNeeded, "publishes poses"},
    {"gz:particleemitter gz:particleemitter2 gz:lensflare gz:ledplugin "
     "gz:visualizationcapabilities "
     "gz:shader gz:shaderparam wavevisual forcevisual linkplot3dplugin "
     "blinkvisualplugin flashlightplugin heightmaplodplugin shaderparamvisualplugin "
     "staticmapplugin unitreedrawforceplugin gazebo_ros_projector gazebo_ros_video",
     Kind::kNotNeeded, "changes the appearance"},
    {"gazebo_ros_init gazebo_ros_factory gazebo_ros_state gazebo_ros_api_plugin "
     "gazebo_ros_paths_plugin gazebo_ros_properties gazebo_ros_force_system gazebo_ros_clock "
     "gazebo_ros_pub_robot_state gazebo_camera_manager_plugin gazebo_video_stream_widget",
     Kind::kNotNeeded, "connects Gazebo to other programs"},
    {"rayplugin gpurayplugin cameraplugin depthcameraplugin contactplugin imusensorplugin "
     "raysensornoiseplugin touchplugin pressureplugin",
     Kind::kNotNeeded, "an example of a sensor, which runs without it"},
    {"initialvelocityplugin", Kind::kMissing, "sets an initial velocity"},
    // What Surefoot does not simulate.
    {"gz:multicoptermotormodel gz:multicoptervelocitycontrol gz:multicoptercontrol gz:thruster "
     "gz:liftdrag gz:advancedliftdrag gz:propeller gz:genericmotormodel liftdragplugin "
     "gazebo_motor_model gazebo_multirotor_base_plugin genericmotormodelplugin "
     "hector_gazebo_quadrotor* hector_quadrotor*",
     Kind::kMissing, "propellers and wings"},
    {"gz:buoyancy gz:buoyancyengine gz:hydrodynamics gz:acousticcomms gz:lighterthanairdynamics "
     "buoyancyplugin gazebo_uuv_plugin uuv_* usv_* vrx::* polyhedrabuoyancydrag surface "
     "simplehydrodynamics usv_gazebo* buoyancy_gazebo_plugin wavefield*",
     Kind::kMissing, "forces of water"},
    {"gz:windeffects gazebo_wind_plugin windplugin usvwind hector_gazebo_ros_wind*", Kind::kMissing,
     "forces of wind"},
    {"gazebo_mavlink_interface arducopterplugin ardupilotplugin ardupilot* gz:ardupilotplugin "
     "gazebo_imu_plugin gazebo_barometer_plugin gazebo_magnetometer_plugin gazebo_gps_plugin "
     "gazebo_lidar_plugin gazebo_sonar_plugin gazebo_groundtruth_plugin gazebo_airspeed_plugin "
     "gazebo_opticalflow_plugin gazebo_opticalflow_mockup_plugin gazebo_irlock_plugin "
     "gazebo_vision_plugin gazebo_catapult_plugin gazebo_gst_camera_plugin gazebo_aruco_plugin",
     Kind::kMissing, "part of a flight controller's simulation"},
    {"gz:rfcomms gz:perfectcomms gz:commsendpoint", Kind::kMissing,
     "radio; add <surefoot:radio> to the world instead"},
    {"gz:triggeredpublisher gz:trajectoryfollower gz:drivetoposecontroller gz:followactor "
     "gz:freespaceexplorer gz:performerdetector followerplugin",
     Kind::kMissing, "a built-in behaviour"},
    {"gz:trackedvehicle gz:trackcontroller simpletrackedvehicleplugin trackedvehicleplugin "
     "wheeltrackedvehicleplugin",
     Kind::kMissing, "tracks without wheels"},
    {"gz:velocitycontrol gazebo_ros_planar_move planarmoverplugin gazebo_ros_hand_of_god "
     "gazebo_ros_joint_pose_trajectory gazebo_ros_joint_trajectory jointtrajectoryplugin",
     Kind::kMissing, "moves a model without forces"},
    {"vehicleplugin cartdemoplugin keystojointsplugin keystocmdvelplugin mudplugin "
     "gazebo_ros_wheel_slip",
     Kind::kMissing, "its own vehicle control"},
    {"gazebo_ros_power_monitor", Kind::kMissing, "a battery model"},
    {"gz:pythonsystemloader", Kind::kMissing, "runs a script"},
    {"gz:wheelslip gz:lookupwheelslip wheelslipplugin", Kind::kMissing, "slip of wheels"},
    {"gz:detachablejoint breakablejointplugin gazebo_ros_vacuum_gripper gazebo_grasp_fix "
     "gz:suctiongripper roboticsgroup_gazebo_disable_link_plugin",
     Kind::kMissing, "creates and breaks joints"},
    {"gz:applylinkwrench gazebo_ros_force gazebo_ros_force_based_move", Kind::kMissing,
     "pushes a link"},
    {"gz:elevator elevatorplugin randomvelocityplugin gazebo_random_velocity_plugin "
     "gazebo_ros_harness harnessplugin gazebo_ros_elevator",
     Kind::kMissing, "moves a model without commands"},
    {"gz:environmentpreload gz:environmentalsystem gz:thermal gz:opticaltactileplugin "
     "gz:logicalaudiosensorplugin gz:touchplugin",
     Kind::kMissing, "a quantity that is not simulated"},
};

/// True when one of the names is in the list, whose entries may end in "*".
bool Matches(const std::vector<std::string>& names, const char* list) {
  for (const std::string& known : world::SplitWords(list)) {
    const bool any_ending = known.back() == '*';
    const std::size_t length = known.size() - (any_ending ? 1 : 0);
    for (const std::string& name : names) {
      if (any_ending ? name.compare(0, length, known, 0, length) == 0 : name == known) return true;
    }
  }
  return false;
}

}  // namespace

// Null for plugins that nobody has described.
const KnownPlugin* FindKnown(const std::vector<std::string>& names) {
  return FindIf(kKnown, [&](const KnownPlugin& row) { return Matches(names, row.names); });
}

}  // namespace surefoot::plugins
