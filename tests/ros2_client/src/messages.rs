//! Messages of ROS 2 and simulation_interfaces, as far as the test needs them.

use ros2_client::Message;
use serde::{Deserialize, Serialize};

macro_rules! message {
    ($name:ident { $($field:ident: $kind:ty),* $(,)? }) => {
        #[derive(Debug, Clone, Serialize, Deserialize)]
        pub struct $name { $(pub $field: $kind),* }
        impl Message for $name {}
    };
}

message!(Time { sec: i32, nanosec: u32 });
message!(Header { stamp: Time, frame_id: String });
message!(Vector3 { x: f64, y: f64, z: f64 });
message!(Quaternion { x: f64, y: f64, z: f64, w: f64 });
message!(Twist { linear: Vector3, angular: Vector3 });
message!(Pose { position: Vector3, orientation: Quaternion });
// serde has arrays of up to 32 items; a tuple of two is the same in CDR.
message!(PoseWithCovariance { pose: Pose, covariance: ([f64; 32], [f64; 4]) });
message!(TwistWithCovariance { twist: Twist, covariance: ([f64; 32], [f64; 4]) });
message!(Odometry {
    header: Header,
    child_frame_id: String,
    pose: PoseWithCovariance,
    twist: TwistWithCovariance,
});
message!(Imu {
    header: Header,
    orientation: Quaternion,
    orientation_covariance: [f64; 9],
    angular_velocity: Vector3,
    angular_velocity_covariance: [f64; 9],
    linear_acceleration: Vector3,
    linear_acceleration_covariance: [f64; 9],
});

message!(SimulationState { state: u8 });
message!(SimulationResult { result: u8, error_message: String });
message!(Empty { structure_needs_at_least_one_member: u8 });
message!(GetStateResponse { state: SimulationState, result: SimulationResult });
message!(SetStateRequest { state: SimulationState });
message!(ResultResponse { result: SimulationResult });
message!(Steps { steps: u64 });
message!(Progress { completed_steps: u64, remaining_steps: u64 });
