#include "surefoot/serve/feeds/robot_descriptions.h"

#include "surefoot/msgs/std_msgs.h"
#include "surefoot/serve/feeds/robot_frames.h"

namespace surefoot::serve {
namespace {

using std::chrono::milliseconds;

/// Period of looking for subscribers and changed robots.
constexpr milliseconds kPeriod(50);

/// One robot with all its frames as links.
world::WorldSpec SpecOf(const std::string& name, const world::Model& model,
                        const sensors::SensorRegistry& kinds) {
  auto copy = std::make_shared<world::Model>(model);
  copy->frames = FixedFrames(model, kinds);
  world::WorldSpec spec;
  spec.models.push_back({name, RigidTransform(), std::move(copy)});
  return spec;
}

}  // namespace

void RobotDescriptions::Enter() {
  robots_.clear();
  known_.clear();
  world_ = nullptr;
  due_ = Clock::time_point();
  if (const Session* session = run_.session()) FindRobots(session->simulation());
}

void RobotDescriptions::Leave() {
  robots_.clear();
  world_ = nullptr;
}

bool RobotDescriptions::IsKnownRobot(const std::shared_ptr<const world::Model>& model) {
  const auto [found, is_new] = known_.try_emplace(model, false);
  if (is_new) found->second = IsRobot(*model, run_.parts().sensors);
  return found->second;
}

/// Advertises the topics of new robots, so that programs can find them.
void RobotDescriptions::FindRobots(const sim::Simulation& simulation) {
  if (simulation.shared_world() == world_) return;
  world_ = simulation.shared_world();
  for (auto& [name, robot] : robots_) robot.model = nullptr;
  for (int i = 0; i < world_->model_count(); ++i) {
    const world::ModelInstance& instance = world_->instance(i);
    if (!IsKnownRobot(instance.model)) continue;
    Robot& robot = robots_[instance.name];
    robot.model = instance.model;
    if (robot.topic >= 0) continue;
    const Result<int> topic = simulation.graph().Advertise<msgs::std_msgs::String>(
        graph::TopicName(graph::TopicName("", instance.name), "robot_description"),
        {.latched = true, .reliable = true});
    if (topic.ok()) robot.topic = topic.value();
  }
  std::erase_if(known_, [](const auto& entry) { return entry.first.use_count() == 1; });
}

void RobotDescriptions::Update(Clock::time_point now, Worker* worker) {
  const Session* session = run_.session();
  if (session == nullptr || now < due_) return;
  due_ = now + kPeriod;
  const sim::Simulation& simulation = session->simulation();
  FindRobots(simulation);
  for (auto& [name, robot] : robots_) {
    if (robot.topic < 0 || robot.model == robot.requested) continue;
    // Once published it is kept up to date, because later subscribers receive the last message.
    if (!robot.published && !simulation.graph().HasSubscribers(robot.topic)) continue;
    Request(name, &robot, worker);
  }
}

void RobotDescriptions::Request(const std::string& name, Robot* robot, Worker* worker) {
  robot->requested = robot->model;
  robot->request = ++requests_;
  const std::int64_t request = robot->request;
  if (robot->model == nullptr) return Publish(name, request, "", nullptr);
  worker->Post([this, name, request, model = robot->model, meshes = meshes_,
                files = files_](const std::atomic<bool>&) -> Worker::Done {
    const Parts& parts = run_.parts();
    auto made = std::make_shared<DescriptionFiles>(name, request, meshes, files);
    Problems ignored;
    const std::string text =
        made->Write(parts.formats, SpecOf(name, *model, parts.sensors), &ignored);
    return [this, name, request, text, made] { Publish(name, request, text, made); };
  });
}

/// Results for an earlier graph, or for a robot that has changed again, are dropped.
void RobotDescriptions::Publish(const std::string& name, std::int64_t request,
                                const std::string& text,
                                std::shared_ptr<const DescriptionFiles> files) {
  const auto found = robots_.find(name);
  const Session* session = run_.session();
  if (found == robots_.end() || found->second.request != request || session == nullptr) return;
  Robot& robot = found->second;
  robot.published = true;
  robot.files = std::move(files);
  msgs::std_msgs::String message;
  message.data = text;
  const sim::Simulation& simulation = session->simulation();
  simulation.graph().Publish(robot.topic, simulation.time_ns(), message);
}

}  // namespace surefoot::serve
