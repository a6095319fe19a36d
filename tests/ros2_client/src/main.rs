//! A node of ROS 2 in Rust without anything of ROS: topics, services, an action, parameters and the list of nodes of the
//! simulator with worlds/flat.sdf. Argument: all, or topics, with a simulator whose services have the mapping of Cyclone DDS.

mod messages;

use std::future::Future;
use std::time::Duration;

use futures::{pin_mut, StreamExt};
use messages::*;
use ros2_client::{
    action, action_msgs::GoalStatusEnum, dds::Node, qos::History, rcl_interfaces::*, ActionTypeName, Context, Message,
    MessageTypeName, Name, NodeEvent, NodeName, NodeOptions, QosProfile, ServiceMapping, ServiceTypeName,
    DEFAULT_SUBSCRIPTION_QOS,
};
use smol::future::FutureExt;

const PLAYING: u8 = 1;
const PAUSED: u8 = 2;
const OK: u8 = 1;

fn qos() -> QosProfile {
    QosProfile::publisher_default().history(History::KeepLast { depth: 100 })
}

/// The result, or the end of the program after a minute.
async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    let late = async {
        smol::Timer::after(Duration::from_secs(60)).await;
        None
    };
    let found = async { Some(future.await) }.or(late).await;
    found.unwrap_or_else(|| panic!("not in a minute: {what}"))
}

/// Waits for a match. The crate's queue of events holds eight: what does not fit is lost, and the future that waits for it
/// does not end, so the state is looked at again every second.
async fn matched<F: Future<Output = ()>>(what: &str, wait: impl Fn() -> F) {
    soon(what, async {
        loop {
            let late = async {
                smol::Timer::after(Duration::from_secs(1)).await;
                false
            };
            let found = async {
                wait().await;
                true
            };
            if found.or(late).await {
                break;
            }
        }
    })
    .await
}

struct Pilot {
    node: Node,
    mapping: ServiceMapping,
}

impl Pilot {
    async fn call<Q, R>(&mut self, name: &str, package: &str, kind: &str, request: Q) -> R
    where
        Q: Message + Clone + 'static,
        R: Message + Clone + 'static,
    {
        let name = Name::parse(name).unwrap();
        let kind = ServiceTypeName::new(package, kind);
        let client = self.node.create_client::<Q, R>(self.mapping, &name, &kind, qos(), qos()).unwrap();
        matched(&format!("the service {name:?}"), || client.wait_for_service(&self.node)).await;
        soon(&format!("the answer of {name:?}"), client.async_call_service(request)).await.unwrap()
    }

    async fn set_state(&mut self, state: u8) {
        let request = SetStateRequest { state: SimulationState { state } };
        let response: ResultResponse =
            self.call("/set_simulation_state", "simulation_interfaces", "SetSimulationState", request).await;
        assert_eq!(response.result.result, OK, "{}", response.result.error_message);
        let now: GetStateResponse = self
            .call(
                "/get_simulation_state",
                "simulation_interfaces",
                "GetSimulationState",
                Empty { structure_needs_at_least_one_member: 0 },
            )
            .await;
        assert_eq!(now.state.state, state);
    }

    async fn topics(&mut self) {
        let imu = MessageTypeName::new("sensor_msgs", "Imu");
        let topic = self.node.create_topic(&Name::parse("/husky/imu/data").unwrap(), imu, &DEFAULT_SUBSCRIPTION_QOS).unwrap();
        let imu = self.node.create_subscription::<Imu>(&topic, Some(qos())).unwrap();
        soon("the IMU", async {
            for _ in 0..20 {
                let (message, _) = imu.async_take().await.unwrap();
                assert!(message.header.frame_id.ends_with("imu_link"), "{}", message.header.frame_id);
                assert!((message.linear_acceleration.z - 9.8).abs() < 5.0, "{message:?}");
            }
        })
        .await;

        let odometry = Name::parse("/husky/husky_velocity_controller/odom").unwrap();
        let kind = MessageTypeName::new("nav_msgs", "Odometry");
        let topic = self.node.create_topic(&odometry, kind, &DEFAULT_SUBSCRIPTION_QOS).unwrap();
        let odometry = self.node.create_subscription::<Odometry>(&topic, Some(qos())).unwrap();
        let kind = MessageTypeName::new("geometry_msgs", "Twist");
        let topic = self.node.create_topic(&Name::parse("/husky/cmd_vel").unwrap(), kind, &DEFAULT_SUBSCRIPTION_QOS).unwrap();
        let command = self.node.create_publisher::<Twist>(&topic, Some(qos())).unwrap();
        soon("a turning Husky", async {
            loop {
                let linear = Vector3 { x: 0.0, y: 0.0, z: 0.0 };
                let angular = Vector3 { x: 0.0, y: 0.0, z: 0.5 };
                command.publish(Twist { linear, angular }).unwrap();
                let (message, _) = odometry.async_take().await.unwrap();
                assert!(message.child_frame_id.starts_with("husky/"), "{}", message.child_frame_id);
                if (message.twist.twist.angular.z - 0.5).abs() < 0.1 {
                    break;
                }
            }
        })
        .await;
    }

    async fn services(&mut self) {
        self.set_state(PAUSED).await;
        let response: ResultResponse =
            self.call("/step_simulation", "simulation_interfaces", "StepSimulation", Steps { steps: 20 }).await;
        assert_eq!(response.result.result, OK, "{}", response.result.error_message);
    }

    async fn action(&mut self) {
        let policies = action::ActionClientQosPolicies {
            goal_service: qos(),
            result_service: qos(),
            cancel_service: qos(),
            feedback_subscription: qos(),
            status_subscription: qos(),
        };
        let client = self
            .node
            .create_action_client::<Steps, ResultResponse, Progress>(
                self.mapping,
                &Name::parse("/simulate_steps").unwrap(),
                &ActionTypeName::new("simulation_interfaces", "SimulateSteps"),
                policies,
            )
            .unwrap();
        matched("the action's goals", || client.goal_client().wait_for_service(&self.node)).await;
        matched("the action's results", || client.result_client().wait_for_service(&self.node)).await;
        matched("the action's feedback", || client.feedback_subscription().wait_for_publisher(&self.node)).await;
        let (goal, response) = soon("the goal", client.async_send_goal(Steps { steps: 3000 })).await.unwrap();
        assert!(response.accepted);
        let feedback = client.feedback_stream(goal);
        pin_mut!(feedback);
        let first = soon("feedback", feedback.next()).await.unwrap().unwrap();
        assert_eq!(first.completed_steps + first.remaining_steps, 3000);
        let (status, result) = soon("the result", client.async_request_result(goal)).await.unwrap();
        assert!(matches!(status, GoalStatusEnum::Succeeded), "{status:?}");
        assert_eq!(result.result.result, OK, "{}", result.result.error_message);

        // One that is cancelled.
        let (goal, response) = soon("the goal", client.async_send_goal(Steps { steps: 10_000_000 })).await.unwrap();
        assert!(response.accepted);
        let cancelled = client.async_cancel_goal(goal, ros2_client::builtin_interfaces::Time::ZERO);
        let cancelled = soon("the end", cancelled).await.unwrap();
        assert_eq!(cancelled.goals_canceling.len(), 1, "{cancelled:?}");
        let (status, _) = soon("the result", client.async_request_result(goal)).await.unwrap();
        assert!(matches!(status, GoalStatusEnum::Canceled), "{status:?}");
    }

    async fn parameters(&mut self) {
        let request = ListParametersRequest { prefixes: vec![], depth: 0 };
        let list: ListParametersResponse =
            self.call("/surefoot/list_parameters", "rcl_interfaces", "ListParameters", request).await;
        assert!(list.result.names.iter().any(|name| name == "use_sim_time"), "{list:?}");
        let request = GetParametersRequest { names: vec!["use_sim_time".into()] };
        let values: GetParametersResponse =
            self.call("/surefoot/get_parameters", "rcl_interfaces", "GetParameters", request).await;
        assert_eq!(values.values.len(), 1);
    }
}

async fn find_node(events: impl StreamExt<Item = NodeEvent>) {
    pin_mut!(events);
    while let Some(event) = events.next().await {
        if let NodeEvent::ParticipantEntities(info) = event {
            if format!("{info:?}").contains("\"surefoot\"") {
                return;
            }
        }
    }
}

fn main() {
    let all = match std::env::args().nth(1).as_deref() {
        Some("all") => true,
        Some("topics") => false,
        other => panic!("all or topics, not {other:?}"),
    };
    let context = Context::new().unwrap();
    let mut node = context.new_node(NodeName::new("/rust", "pilot").unwrap(), NodeOptions::new()).unwrap();
    smol::spawn(node.spinner().unwrap().spin()).detach();
    let events = node.status_receiver().unwrap();
    let mut pilot = Pilot { node, mapping: ServiceMapping::Enhanced };
    smol::block_on(async {
        soon("the simulator in the list of nodes", find_node(events)).await;
        println!("node");
        pilot.topics().await;
        println!("topics");
        if !all {
            return;
        }
        pilot.services().await;
        println!("services");
        pilot.action().await;
        println!("action");
        pilot.parameters().await;
        println!("parameters");
        pilot.set_state(PLAYING).await;
    });
    println!("all found");
}
