#pragma once

#include <map>
#include <string>
#include <vector>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/record/message_reader.h"

namespace surefoot::serve {

/// Whether messages of this type contain poses that can be shown as a track.
bool HasPoses(const std::string& type);

/// The track of a robot, from one topic of a recording: poses, odometry or tf. Any thread.
///
///   PoseTrack track("");
///   while (reader->Next(&message)) track.Take(message);
///   const Status status = track.Finish(&response);
class PoseTrack {
 public:
  /// `topic` to read; empty for the most suitable one.
  explicit PoseTrack(std::string topic) : topic_(std::move(topic)) {}

  void Take(const record::TypedMessage& message);
  /// Fills in at most 20000 poses; an error if there are none.
  Status Finish(msgs::surefoot_msgs::ReadTrack::Response* response) const;

 private:
  /// Seconds, metres and a unit quaternion (x, y, z, w).
  struct Sample {
    double time = 0.0;
    float position[3] = {};
    float orientation[4] = {};
  };
  /// One moving frame: topic, parent and child.
  struct Series {
    std::string topic;
    std::string frame;
    std::string child;
    /// Suitability; lower is better.
    int rank = 0;
    std::vector<Sample> samples;
  };
  template <typename Pose>
  void Add(const record::TypedMessage& message, const std::string& frame, const std::string& child,
           int rank, const Pose& pose);
  void AddFrames(const record::TypedMessage& message);

  std::string topic_;
  std::map<std::string, Series> series_;
};

}  // namespace surefoot::serve
