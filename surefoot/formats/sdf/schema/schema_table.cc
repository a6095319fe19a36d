#include "surefoot/formats/sdf/schema/schema.h"

namespace surefoot::formats {

/// The elements of all SDF versions from 1.2 to 1.12 together. Each entry begins a line; lines
/// that begin with a blank continue it:
///
///
///     TYPE=KIND @ATTRIBUTE:KIND! CHILD CHILD>TYPE CHILD:KIND[LEAST,MOST]!
///
/// An element of the type may have these attributes and children. A child has the type of its own
/// name, another type, or only text. "!" marks required parts. KIND: s text, b flag, d number, i
/// integer, u non-negative integer, 2 and 3 that many numbers, p pose, c colour, - none. "*" after
/// the type: its content is not checked.
const char* SdfSchemaText() {
  return R"(
actor @name:s! @static:b animation>actor_animation frame joint link plugin pose
  script>actor_script skin>actor_skin static:b
actor_animation @name:s! filename:s! interpolate_x:b scale:d
actor_script auto_start:b delay_start:d loop:b trajectory>script_trajectory
actor_skin filename:s! scale:d
air_pressure pressure>noisy reference_altitude:d
air_speed pressure>noisy
altimeter vertical_position>noisy vertical_velocity>noisy
atmosphere @type:s! pressure:d temperature:d temperature_gradient:d
audio_sink
audio_source contact>audio_source_contact frame gain:d loop:b pitch:d pose uri:s!
audio_source_contact collision:s
axis_dynamics damping:d friction:d spring_reference:d spring_stiffness:d
axis_limit dissipation:d effort:d lower:d stiffness:d upper:d velocity:d
axis_state acceleration>degrees_value effort:d position>degrees_value velocity>degrees_value
axis_xyz=3 @expressed_in:s
battery @name:s! voltage:d
box size:3
bullet_constraints cfm:d contact_surface_layer:d erp:d split_impulse:b
  split_impulse_penetration_threshold:d
bullet_solver iters:i min_step_size:d sor:d type:s
camera @name:s box_type:s camera_info_topic:s clip>camera_clip depth_camera>camera_depth_camera
  distortion>camera_distortion frame horizontal_fov:d[0.001,6.283186] image>camera_image
  lens>camera_lens noise>simple_noise optical_frame_id:s pose save>camera_save segmentation_type:s
  trigger_topic:s triggered:b visibility_mask:u
camera_clip far:d[0.1,] near:d[0.0,]
camera_depth_camera clip>camera_clip output:s
camera_distortion center:2 k1:d k2:d k3:d p1:d p2:d
camera_image anti_aliasing:i format:s height:i width:i
camera_lens custom_function>lens_custom_function cutoff_angle:d[0.0,3.141592653]
  env_texture_size:i[4,2048] intrinsics>lens_intrinsics projection>lens_projection scale_to_hfov:b
  type:s
camera_save @enabled:b! path:s!
camera_track_visual inherit_yaw:b max_dist:d min_dist:d name:s static:b use_model_frame:b xyz:3
capsule length:d radius:d
collision @name:s! auto_inertia_params:- density:d frame geometry laser_retro:d max_contacts:i
  pose surface
collision_engine bullet>engine_type ode>engine_type
cone length:d radius:d
contact collision:s! topic:s
contact_bullet kd:d kp:d soft_cfm:d soft_erp:d split_impulse:b
  split_impulse_penetration_threshold:d
contact_ode kd:d kp:d max_vel:d min_depth:d soft_cfm:d soft_erp:d
cylinder length:d radius:d
dart_solver solver_type:s
degrees_value=d @degrees:b
degrees_vector=3 @degrees:b
ellipsoid radii:3
engine_type @type:s
forcetorque force>magnetometer frame:s measure_direction:s torque>magnetometer
frame @attached_to:s @name:s! pose
friction_bullet fdir1:3 friction:d[0.0,] friction2:d[0.0,] rolling_friction:d
friction_ode fdir1:3 mu:d[0.0,] mu2:d[0.0,] slip1:d slip2:d
friction_torsional coefficient:d[0.0,] ode>torsional_ode patch_radius:d[0.0,]
  surface_radius:d[0.0,] use_patch_radius:b
geometry box capsule cone cylinder ellipsoid empty:- heightmap image mesh plane polyline sphere
gps position_sensing>noisy_sensing velocity_sensing>noisy_sensing
gripper @name:s! grasp_check>gripper_grasp_check gripper_link:s palm_link:s!
gripper_grasp_check attach_steps:i detach_steps:i min_contact_count:u
gui @fullscreen:b camera>gui_camera plugin
gui_camera @name:s! frame pose projection_type:s track_visual>camera_track_visual
  view_controller:s
heightmap blend>heightmap_blend pos:3 sampling:u size:3 texture>heightmap_texture uri:s!
  use_terrain_paging:b
heightmap_blend fade_dist:d min_height:d
heightmap_texture diffuse:s! normal:s! size:d
image granularity:i height:d scale:d threshold:i uri:s!
imu angular_velocity>magnetometer enable_orientation:b linear_acceleration>magnetometer
  noise>imu_noise orientation_reference_frame>reference_frame topic:s
imu_noise accel>noise_accel rate>noise_accel type:s
include @merge:b model_state name:s namespace:s placement_frame:s plugin pose static:b uri:s!
inertial @auto:b auto_inertia_params:- density:d fluid_added_mass>inertial_fluid_added_mass frame
  inertia>inertial_inertia mass:d pose
inertial_fluid_added_mass pp:d pq:d pr:d qq:d qr:d rr:d xp:d xq:d xr:d xx:d xy:d xz:d yp:d yq:d
  yr:d yy:d yz:d zp:d zq:d zr:d zz:d
inertial_inertia ixx:d ixy:d ixz:d iyy:d iyz:d izz:d
joint @name:s! @type:s! axis>joint_axis axis2>joint_axis child:s! frame gearbox_ratio:d
  gearbox_reference_body:s parent:s! physics>joint_physics pose screw_thread_pitch:d sensor
  thread_pitch:d
joint_angle=d @axis:u
joint_axis dynamics>axis_dynamics initial_position:d limit>axis_limit mimic
  use_parent_model_frame:b xyz>axis_xyz
joint_physics ode>physics_ode provide_feedback:b simbody>physics_simbody
joint_state @name:s! angle>joint_state_angle axis2_state>axis_state axis_state
joint_state_angle=d @axis:u!
lens_custom_function c1:d c2:d c3:d f:d fun:s
lens_intrinsics cx:d cy:d fx:d fy:d s:d
lens_projection p_cx:d p_cy:d p_fx:d p_fy:d tx:d ty:d
lidar noise>simple_noise range>lidar_range scan>lidar_scan visibility_mask:u
lidar_range max:d min:d resolution:d
lidar_scan horizontal>scan_horizontal vertical>scan_horizontal
light @name:s! @type:s! attenuation>light_attenuation cast_shadows:b diffuse:c direction:3 frame
  intensity:d light_on:b pose specular:c spot>light_spot visualize:b
light_attenuation constant:d linear:d quadratic:d range:d
light_map=s @uv_set:u
light_spot falloff:d inner_angle:d outer_angle:d
light_state @name:s! frame pose
link @name:s! audio_sink audio_source battery collision enable_wind:b frame gravity:b inertial
  kinematic:b light must_be_base_link:b particle_emitter pose projector self_collide:b sensor
  velocity_decay>link_velocity_decay visual plugin
link_state @name:s! acceleration:p angular_acceleration>degrees_vector
  angular_velocity>degrees_vector collision>link_state_collision
  collision_state>link_state_collision_state force:3 frame linear_acceleration:3 linear_velocity:3
  pose torque:3 velocity:p wrench:p
link_state_collision @name:s
link_state_collision_state @name:s!
link_velocity_decay angular:d linear:d
logical_camera aspect_ratio:d far:d horizontal_fov:d near:d
magnetometer x>noisy y>noisy z>noisy
material ambient:c diffuse:c double_sided:b emissive:c lighting:b pbr>material_pbr render_order:d
  script>material_script shader>material_shader shininess:d specular:c
material_pbr metal>pbr_metal specular>pbr_specular
material_script name:s! uri:s
material_shader @type:s! normal_map:s
mesh @optimization:s convex_decomposition>mesh_convex_decomposition scale:3 submesh>mesh_submesh
  uri:s!
mesh_convex_decomposition max_convex_hulls:u voxel_resolution:u
mesh_submesh center:b name:s!
mimic @axis:s @joint:s! multiplier:d offset:d reference:d
model @canonical_link:s @name:s! @namespace:s @placement_frame:s allow_auto_disable:b
  enable_wind:b frame gripper include joint link model model_state plugin pose self_collide:b
  static:b
model_state @name:s! frame joint>model_state_joint joint_state link>link_state link_state
  model>model_state model_state pose scale:3
model_state_joint @name:s angle>joint_angle
navsat position_sensing>noisy_sensing velocity_sensing>noisy_sensing
noise @type:s! bias_mean:d bias_stddev:d[0.0,] dynamic_bias_correlation_time:d
  dynamic_bias_stddev:d[0.0,] mean:d precision:d stddev:d[0.0,]
noise_accel bias_mean:d bias_stddev:d mean:d stddev:d
noisy noise
noisy_sensing horizontal>noisy vertical>noisy
normal_map=s @type:s
ode_constraints cfm:d contact_max_correcting_vel:d contact_surface_layer:d erp:d
ode_limit cfm:d erp:d
ode_solver dt:d friction_model:s island_threads:i iters:i min_step_size:d precon_iters:i sor:d
  thread_position_correction:b type:s use_dynamic_moi_rescaling:b
particle_emitter @name:s! @type:s! color_end:c color_range_image:s color_start:c duration:d
  emitting:b lifetime:d material max_velocity:d[0.0,] min_velocity:d[0.0,]
  particle_scatter_ratio:d particle_size:3 pose rate:d[0.0,] scale_rate:d[0.0,] size:3 topic:s
pbr_metal albedo_map:s ambient_occlusion_map:s emissive_map:s environment_map:s light_map
  metalness:s metalness_map:s normal_map roughness:s roughness_map:s
pbr_specular albedo_map:s ambient_occlusion_map:s emissive_map:s environment_map:s glossiness:s
  glossiness_map:s light_map normal_map specular_map:s
physics @default:b @name:s @type:s! bullet>physics_bullet dart>physics_dart gravity:3
  magnetic_field:3 max_contacts:i max_step_size:d ode>world_physics_ode real_time_factor:d
  real_time_update_rate:d simbody>world_physics_simbody update_rate:d
physics_bullet constraints>bullet_constraints dt:d solver>bullet_solver
physics_dart collision_detector:s solver>dart_solver
physics_ode bounce:d cfm:d cfm_damping:b erp:d fudge_factor:d implicit_spring_damper:b
  limit>ode_limit max_force:d provide_feedback:b suspension>ode_limit velocity:d
physics_simbody must_be_loop_joint:b
plane normal:3 size:2
plugin* @filename:s! @name:s
polyline height:d point:2
population @name:s! box cylinder distribution>population_distribution frame model model_count:i
  pose
population_distribution cols:i rows:i step:3 type:s
pose=p @degrees:b @frame:s @relative_to:s @rotation_format:s
projector @name:s! far_clip:d fov:d frame near_clip:d plugin pose texture:s! visibility_flags:u
ray noise>simple_noise range>lidar_range scan>lidar_scan visibility_mask:u
reference_frame custom_rpy>rpy_in_frame grav_dir_x>rpy_in_frame localization:s
rfid
rfidtag
road @name:s! material point:3 width:d
root @version:s! actor include light model world
rpy_in_frame=3 @parent_frame:s
scan_horizontal max_angle:d min_angle:d resolution:d samples:u
scene ambient:c background:c fog>scene_fog grid:b origin_visual:b shadows:b sky>scene_sky
scene_fog color:c density:d[0.0,] end:d[0.0,] start:d[0.0,] type:s
scene_sky clouds>sky_clouds cubemap_uri:s sunrise:d sunset:d time:d
script_trajectory @id:i! @tension:d @type:s! waypoint>trajectory_waypoint
sensor @name:s! @type:s! air_pressure air_speed altimeter always_on:b camera contact
  enable_metrics:b force_torque>forcetorque frame frame_id:s gps gz_frame_id:s
  ignition_frame_id:s imu lidar logical_camera magnetometer navsat plugin pose ray rfid>rfidtag
  rfidtag>rfid sonar topic:s transceiver update_rate:d visualize:b
simbody_contact dissipation:d dynamic_friction:d override_impact_capture_velocity:d
  override_stiction_transition_velocity:d plastic_coef_restitution:d plastic_impact_velocity:d
  static_friction:d stiffness:d viscous_friction:d
simple_noise mean:d stddev:d type:s
sky_clouds ambient:c direction:d[0.0,3.1456] humidity:d[0,1] mean_size:d[0,1] speed:d[0.0,]
soft_contact_dart bone_attachment:d damping:d flesh_mass_fraction:d stiffness:d
sonar geometry:s max:d min:d radius:d
sphere radius:d
spherical_coordinates elevation:d heading_deg:d latitude_deg:d longitude_deg:d
  surface_axis_equatorial:d surface_axis_polar:d surface_model:s world_frame_orientation:s
state @world_name:s! deletions>state_deletions insertions>state_insertions iterations:u
  joint_state light>light_state light_state model>model_state model_state real_time:2 sim_time:2
  time:2 wall_time:2
state_deletions name:s
state_insertions joint light model
surface bounce>surface_bounce contact>surface_contact friction>surface_friction
  soft_contact>surface_soft_contact
surface_bounce restitution_coefficient:d[0.0,1.0] threshold:d
surface_contact bullet>contact_bullet category_bitmask:u collide_bitmask:u
  collide_without_contact:b collide_without_contact_bitmask:u elastic_modulus:d ode>contact_ode
  poissons_ratio:d
surface_friction bullet>friction_bullet ode>friction_ode torsional>friction_torsional
surface_soft_contact dart>soft_contact_dart
torsional_ode slip:d
trajectory_waypoint pose:p time:d
transceiver essid:s frequency:d gain:d max_frequency:d min_frequency:d power:d sensitivity:d
visual @name:s! cast_shadows:b frame geometry laser_retro:d material meta>visual_meta plugin pose
  transparency:d visibility_flags:u
visual_meta layer:i
world @name:s! actor atmosphere audio>world_audio frame gravity:3 gui include joint light
  magnetic_field:3 model physics plugin population road scene spherical_coordinates state
  wind>world_wind
world_audio device:s
world_physics_ode constraints>ode_constraints solver>ode_solver
world_physics_simbody accuracy:d contact>simbody_contact max_transient_velocity:d min_step_size:d
world_wind linear_velocity:3
)";
}

}  // namespace surefoot::formats
