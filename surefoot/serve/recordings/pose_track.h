#pragma once

#include <map>
#include <string>
#include <vector>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/record/message_reader.h"

namespace surefoot::serve {

/// Whether messages of a recorded type tell where something is.
bool HasPoses(const std::string& type);

/// Where a robot was, by one topic of a recording: odometry, poses, or tf.
class PoseTrack {
 public:
  /// Empty: the best one that there is.
  explicit PoseTrack(std::string topic) : topic_(std::move(topic)) {}

  void Take(const record::TypedMessage& message);
  /// At most 20000 poses. An error when there are none.
  Status Finish(msgs::surefoot_msgs::ReadTrack::Response* response) const;

 private:
  struct Sample {
    double time = 0.0;
    float position[3] = {};
    float orientation[4] = {};
  };
  /// One thing that moves: topic, frame and child.
  struct Series {
    std::string topic;
    std::string frame;
    std::string child;
    /// The less, the rather it is taken.
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
