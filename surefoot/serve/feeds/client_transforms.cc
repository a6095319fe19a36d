#include "surefoot/serve/feeds/client_transforms.h"

#include <utility>

namespace surefoot::serve {
namespace {

using msgs::geometry_msgs::TransformStamped;

/// All of them are published again when one changes, so there must not be very many.
constexpr std::size_t kMaxKept = 1000;
constexpr std::size_t kMaxName = 256;

/// tf ignores a "/" in front.
std::string FrameName(const std::string& given) {
  return given.starts_with('/') ? given.substr(1) : given;
}

/// The model to whose frames this name belongs; empty for none. Names of models may contain "/".
std::string RobotOf(const world::World& world, const std::string& frame) {
  for (std::size_t end = frame.rfind('/'); end != std::string::npos && end > 0;
       end = frame.rfind('/', end - 1)) {
    std::string name = frame.substr(0, end);
    if (world.FindModel(name) >= 0) return name;
  }
  return "";
}

bool IsSame(const TransformStamped& a, const TransformStamped& b) {
  const auto& p = a.transform.translation;
  const auto& q = a.transform.rotation;
  const auto& other = b.transform;
  return a.header.frame_id == b.header.frame_id && p.x == other.translation.x &&
         p.y == other.translation.y && p.z == other.translation.z && q.x == other.rotation.x &&
         q.y == other.rotation.y && q.z == other.rotation.z && q.w == other.rotation.w;
}

}  // namespace

ClientTransforms::Sorted ClientTransforms::Sort(
    const Message& message, const world::World& world,
    const std::function<bool(const std::string& frame)>& is_published, const MayMove& may_move) {
  auto accepted = std::make_shared<Message>();
  Status refused;
  for (const TransformStamped& transform : message.transforms) {
    const std::string frame = FrameName(transform.child_frame_id);
    const std::string robot = RobotOf(world, frame);
    Status status = robot.empty() ? Status() : may_move(robot);
    if (status.ok() && is_published && is_published(frame)) {
      status = Error{"the simulator publishes it"};
    }
    if (status.ok()) {
      accepted->transforms.push_back(transform);
    } else if (refused.ok()) {
      refused = Error{"the transform of the frame '" + frame.substr(0, kMaxName) +
                      "' is refused: " + status.error().message};
    }
  }
  return {std::move(accepted), refused};
}

Result<bool> ClientTransforms::Keep(const Message& message) {
  bool changed = false;
  for (const TransformStamped& transform : message.transforms) {
    const std::string frame = FrameName(transform.child_frame_id);
    const auto found = kept_.find(frame);
    if (found != kept_.end() && IsSame(found->second, transform)) continue;
    if (frame.size() > kMaxName || transform.header.frame_id.size() > kMaxName) {
      return Error{"names of frames on /tf_static have at most " + std::to_string(kMaxName) +
                   " characters"};
    }
    if (found == kept_.end() && kept_.size() >= kMaxKept) {
      return Error{"at most " + std::to_string(kMaxKept) +
                   " static transforms of clients are kept"};
    }
    kept_[frame] = transform;
    changed = true;
  }
  return changed;
}

void ClientTransforms::AppendTo(Message* message) const {
  for (const auto& [frame, transform] : kept_) message->transforms.push_back(transform);
}

}  // namespace surefoot::serve
