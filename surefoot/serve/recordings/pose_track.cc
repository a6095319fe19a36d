#include "surefoot/serve/recordings/pose_track.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"

// The path of a robot in a recording, thinned for drawing.

namespace surefoot::serve {
namespace {

namespace geometry = msgs::geometry_msgs;

/// Poses in a response; a drawn path needs no more.
constexpr std::size_t kMaxSamples = 20000;
/// Moving things in a file; only hostile files have more.
constexpr std::size_t kMaxSeries = 1000;

/// The usual names of a robot's base frame (REP 105).
bool IsBase(const std::string& frame) {
  return frame.ends_with("base_link") || frame.ends_with("base_footprint");
}

const geometry::Point& PlaceOf(const geometry::Pose& pose) { return pose.position; }
const geometry::Quaternion& TurnOf(const geometry::Pose& pose) { return pose.orientation; }
const geometry::Vector3& PlaceOf(const geometry::Transform& pose) { return pose.translation; }
const geometry::Quaternion& TurnOf(const geometry::Transform& pose) { return pose.rotation; }

}  // namespace

bool HasPoses(const std::string& type) {
  // "nav_msgs/msg/Odometry" and "nav_msgs/Odometry".
  const std::string name = type.substr(type.rfind('/') + 1);
  const std::string package = type.substr(0, type.find('/'));
  for (const auto& [known_package, known] :
       {std::pair{"nav_msgs", "Odometry"}, std::pair{"geometry_msgs", "PoseStamped"},
        std::pair{"geometry_msgs", "PoseWithCovarianceStamped"},
        std::pair{"tf2_msgs", "TFMessage"}}) {
    if (package == known_package && name == known) return true;
  }
  return false;
}

template <typename Pose>
void PoseTrack::Add(const record::TypedMessage& message, const std::string& frame,
                    const std::string& child, int rank, const Pose& pose) {
  const std::string key = message.topic() + "\n" + frame + "\n" + child;
  auto found = series_.find(key);
  if (found == series_.end()) {
    if (series_.size() >= kMaxSeries) return;
    found = series_.emplace(key, Series{message.topic(), frame, child, rank, {}}).first;
  }
  const auto& p = PlaceOf(pose);
  const auto& q = TurnOf(pose);
  const double norm = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (!std::isfinite(p.x + p.y + p.z) || !(norm > 1e-6) || !std::isfinite(norm)) return;
  Sample sample;
  sample.time = ToSeconds(message.time_ns());
  const double place[] = {p.x, p.y, p.z};
  const double turn[] = {q.x / norm, q.y / norm, q.z / norm, q.w / norm};
  for (int i = 0; i < 3; ++i) sample.position[i] = static_cast<float>(place[i]);
  for (int i = 0; i < 4; ++i) sample.orientation[i] = static_cast<float>(turn[i]);
  found->second.samples.push_back(sample);
}

void PoseTrack::AddFrames(const record::TypedMessage& message) {
  const auto* frames = message.As<msgs::tf2_msgs::TFMessage>();
  if (frames == nullptr) return;
  // Transforms between links of a robot do not show where the robot is.
  for (const geometry::TransformStamped& frame : frames->transforms) {
    const bool is_root = frame.header.frame_id.ends_with("odom") ||
                         frame.header.frame_id.ends_with("map") ||
                         frame.header.frame_id.ends_with("world");
    // Base frames first, then children of a root frame, then anything else; poses and odometry are
    // preferred to all of these.
    const int rank = IsBase(frame.child_frame_id) ? 30 : is_root ? 40 : 50;
    Add(message, frame.header.frame_id, frame.child_frame_id, rank, frame.transform);
  }
}

void PoseTrack::Take(const record::TypedMessage& message) {
  if (!topic_.empty() && message.topic() != topic_) return;
  if (const auto* odometry = message.As<msgs::nav_msgs::Odometry>()) {
    Add(message, odometry->header.frame_id, odometry->child_frame_id, 20, odometry->pose.pose);
  } else if (const auto* pose = message.As<geometry::PoseStamped>()) {
    Add(message, pose->header.frame_id, "", 10, pose->pose);
  } else if (const auto* estimate = message.As<geometry::PoseWithCovarianceStamped>()) {
    Add(message, estimate->header.frame_id, "", 10, estimate->pose.pose);
  } else {
    AddFrames(message);
  }
}

Status PoseTrack::Finish(msgs::surefoot_msgs::ReadTrack::Response* response) const {
  const Series* best = nullptr;
  for (const auto& [key, series] : series_) {
    if (series.samples.empty()) continue;
    const auto worth = [](const Series& s) {
      return std::pair(-s.rank, static_cast<std::int64_t>(s.samples.size()));
    };
    if (best == nullptr || worth(series) > worth(*best)) best = &series;
  }
  if (best == nullptr) {
    return Error{(topic_.empty() ? std::string("the recording has no topic")
                                 : "the recording has no poses on '" + topic_ + "'") +
                 " of the types Odometry, PoseStamped, PoseWithCovarianceStamped, TFMessage"};
  }
  response->topic = best->topic;
  response->frame = best->frame;
  // Thinned evenly.
  const std::size_t every = (best->samples.size() + kMaxSamples - 1) / kMaxSamples;
  for (std::size_t i = 0; i < best->samples.size(); i += every) {
    const Sample& sample = best->samples[i];
    response->times.push_back(sample.time);
    response->positions.insert(response->positions.end(), sample.position, sample.position + 3);
    response->orientations.insert(response->orientations.end(), sample.orientation,
                                  sample.orientation + 4);
  }
  return Status();
}

}  // namespace surefoot::serve
