#include "surefoot/sim/radio.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sim {
namespace {

constexpr double kLightSpeed = 299792458.0;
/// Maximum number of objects counted between two robots.
constexpr int kMaxWalls = 64;

constexpr std::size_t kSmallMessage = 1024;
constexpr std::size_t kMaxBytesInFlight = std::size_t{64} << 20;

/// Whether so many more bytes may be in transit.
bool HasCapacity(const std::vector<RadioInFlight>& flights, std::size_t bytes) {
  // Small messages are limited by their number.
  if (bytes <= kSmallMessage) return true;
  for (const RadioInFlight& flight : flights) bytes += flight.data.size();
  return bytes <= kMaxBytesInFlight;
}

}  // namespace

std::optional<RadioSpec> ReadRadio(const world::World& world, Problems* problems) {
  std::optional<RadioSpec> found;
  for (const world::Element& element : world.spec().extensions) {
    if (element.name != "surefoot:radio") continue;
    const world::ElementReader reader(element, problems);
    if (found) {
      problems->Error(element.source, "a world has only one radio", "", "remove one of the two");
      break;
    }
    RadioSpec spec;
    spec.range = reader.Number("range", spec.range, 0.0, 1e9);
    spec.power = reader.Number("power", spec.power, -200.0, 200.0);
    spec.sensitivity = reader.Number("sensitivity", spec.sensitivity, -300.0, 200.0);
    spec.reference_loss = reader.Number("reference_loss", spec.reference_loss, 0.0, 300.0);
    spec.exponent = reader.Number("exponent", spec.exponent, 0.0, 20.0);
    spec.wall_loss = reader.Number("wall_loss", spec.wall_loss, 0.0, 1000.0);
    spec.latency = reader.Number("latency", spec.latency, 0.0, 1e6);
    spec.bitrate = reader.Number("bitrate", spec.bitrate, 1.0, 1e15);
    spec.antenna = reader.Vector("antenna", spec.antenna);
    reader.WarnMisspelt();
    found = spec;
  }
  return found;
}

double SignalAt(const RadioSpec& spec, double distance, int walls) {
  // Below one metre, the signal is constant (the model's reference distance).
  const double decades = std::log10(std::max(1.0, distance));
  return spec.power - spec.reference_loss - 10.0 * spec.exponent * decades - spec.wall_loss * walls;
}

Radio::Radio(const world::World& world, const RadioSpec& spec, graph::Graph* graph, RunState* run)
    : world_(world), spec_(spec), graph_(graph), run_(run) {
  using msgs::surefoot_msgs::RadioMessage;
  for (int model = 0; model < world.model_count(); ++model) {
    const int base_link = world::BaseLink(world, model);
    if (base_link < 0) continue;
    auto robot = std::make_unique<Robot>();
    robot->name = world.instance(model).name;
    robot->model = model;
    robot->base_link = base_link;
    const std::string scope = graph::TopicName("", robot->name);
    const std::string send = graph::TopicName(scope, "radio/send");
    const graph::TopicOptions options{.reliable = true};
    const Result<int> sent = graph->Advertise<RadioMessage>(send, {.reliable = true, .open = true});
    const Result<int> received =
        graph->Advertise<RadioMessage>(graph::TopicName(scope, "radio/receive"), options);
    if (!sent.ok() || !received.ok()) continue;
    robot->receive_topic = received.value();
    robot->sends =
        graph->Subscribe(send, [this, at = robot.get()](const graph::Delivery& delivery) {
          if (const auto* message = delivery.As<RadioMessage>()) Send(*at, *message);
        });
    robots_.push_back(std::move(robot));
  }
}

Vector3d Radio::AntennaOf(const Robot& robot) const {
  return run_->physics.X_WL[At(robot.base_link)] * spec_.antenna;
}

/// Number of shapes on the straight line that belong to neither robot. Each shape counts once,
/// although a ray enters and leaves it.
int Radio::WallsBetween(const Robot& a, const Robot& b) {
  if (scene_ == nullptr) {
    raycast::SceneOptions options;
    options.collisions = true;
    auto made = raycast::Scene::Make(world_, options);
    if (!made.ok()) return 0;
    scene_ = std::move(made).value();
  }
  scene_->SetPoses(run_->physics.X_WL);
  const Vector3d way = AntennaOf(b) - AntennaOf(a);
  raycast::Ray ray;
  ray.p_WO = AntennaOf(a);
  ray.far = way.norm();
  if (ray.far <= 0.0) return 0;
  ray.direction_W = way / ray.far;
  std::vector<int> walls;
  for (int i = 0; i < 4 * kMaxWalls && static_cast<int>(walls.size()) < kMaxWalls; ++i) {
    const raycast::Hit hit = scene_->Cast(ray);
    if (!hit.ok()) break;
    ray.near = hit.distance + 1e-4;
    const int model = world_.model_of_link(scene_->shape(hit.shape).link);
    if (model == a.model || model == b.model) continue;
    if (std::find(walls.begin(), walls.end(), hit.shape) == walls.end()) walls.push_back(hit.shape);
  }
  return static_cast<int>(walls.size());
}

/// Distances and obstacles are those at the time of sending; motion in transit is neglected.
void Radio::Send(const Robot& from, const msgs::surefoot_msgs::RadioMessage& message) {
  for (const std::unique_ptr<Robot>& to : robots_) {
    if (to.get() == &from) continue;
    if (!message.to_robot.empty() && message.to_robot != to->name) continue;
    const double distance = (AntennaOf(*to) - AntennaOf(from)).norm();
    if (spec_.range > 0.0 && distance > spec_.range) continue;
    // Without obstacles first: ray casting is only needed in reach.
    if (SignalAt(spec_, distance, 0) < spec_.sensitivity) continue;
    const double signal = SignalAt(spec_, distance, WallsBetween(from, *to));
    if (signal < spec_.sensitivity || run_->radio.size() >= kMaxInFlight) continue;
    if (!HasCapacity(run_->radio, message.data.size())) continue;
    const double bits = 8.0 * static_cast<double>(message.data.size());
    const double delay = spec_.latency + bits / spec_.bitrate + distance / kLightSpeed;
    RadioInFlight flight;
    flight.due_ns = run_->time_ns + ToNanoseconds(std::min(delay, 1e8));
    flight.from = from.name;
    flight.to = to->name;
    flight.signal_dbm = signal;
    flight.data = message.data;
    // Messages that arrive at the same time keep the order of sending.
    const auto later = std::upper_bound(
        run_->radio.begin(), run_->radio.end(), flight.due_ns,
        [](SimTimeNs due, const RadioInFlight& other) { return due < other.due_ns; });
    run_->radio.insert(later, std::move(flight));
  }
}

void Radio::Deliver() {
  while (!run_->radio.empty() && run_->radio.front().due_ns <= run_->time_ns) {
    const RadioInFlight flight = std::move(run_->radio.front());
    run_->radio.erase(run_->radio.begin());
    for (const std::unique_ptr<Robot>& robot : robots_) {
      // A robot that was removed meanwhile receives nothing.
      if (robot->name != flight.to) continue;
      msgs::surefoot_msgs::RadioMessage message;
      message.from_robot = flight.from;
      message.to_robot = flight.to;
      message.data = flight.data;
      message.signal_dbm = flight.signal_dbm;
      graph_->Publish(robot->receive_topic, run_->time_ns, message);
      break;
    }
  }
}

}  // namespace surefoot::sim
