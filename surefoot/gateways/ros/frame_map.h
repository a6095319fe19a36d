#pragma once

/// Names of coordinate frames in messages as ROS sees them.

#include <string>
#include <string_view>
#include <unordered_map>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::ros {

/// How frame ids of the graph, "husky/base_link", become those of ROS. The frames `world`, `map`
/// and `earth` belong to no robot (REP 105) and stay.
struct FrameRules {
  enum class Kind {
    /// Unchanged: "husky/base_link".
    kRobots,
    /// Without the name of the only robot: "base_link".
    kNone,
    /// After a text: "sim1/husky/base_link".
    kPrefix,
  };
  Kind kind = Kind::kRobots;
  /// For kPrefix: "sim1/".
  std::string prefix = {};
};

/// Reads the option of a gateway: "robots", "none" or the text to put before.
Result<FrameRules> ReadFrameRules(std::string_view text);

/// Rewrites the fields frame_id and child_frame_id of messages. If the rules change nothing,
/// messages are not even decoded.
///
///   FrameMap frames(rules);
///   frames.set_robot("husky");
///   const Bytes& bytes = frames.ToRos(*sample.type, sample.cdr, &buffer);
class FrameMap {
 public:
  explicit FrameMap(FrameRules rules) : rules_(std::move(rules)) {}

  /// The robot whose name kNone omits; "" if there is none or several.
  void set_robot(const std::string& robot) { robot_ = robot; }

  /// Names of single frames. An empty name stays empty.
  std::string ToRos(const std::string& frame) const;
  std::string ToGraph(const std::string& frame) const;

  /// The message in CDR with the names of the other side: `cdr` itself if it contains no frames,
  /// otherwise `buffer`. Bytes that do not fit the type are returned unchanged.
  const Bytes& ToRos(const msgs::TypeInfo& type, const Bytes& cdr, Bytes* buffer) {
    return Rewritten(type, cdr, &FrameMap::ToRos, buffer);
  }
  const Bytes& ToGraph(const msgs::TypeInfo& type, const Bytes& cdr, Bytes* buffer) {
    return Rewritten(type, cdr, &FrameMap::ToGraph, buffer);
  }
  /// The same for a message in its C++ type.
  void RewriteToRos(const msgs::TypeInfo& type, void* message) {
    if (Concerns(type)) Rewrite(type, message, &FrameMap::ToRos);
  }
  void RewriteToGraph(const msgs::TypeInfo& type, void* message) {
    if (Concerns(type)) Rewrite(type, message, &FrameMap::ToGraph);
  }

 private:
  using Change = std::string (FrameMap::*)(const std::string&) const;

  bool Concerns(const msgs::TypeInfo& type);
  bool HasFrames(const msgs::TypeInfo& type);
  void Rewrite(const msgs::TypeInfo& type, void* message, Change change);
  const Bytes& Rewritten(const msgs::TypeInfo& type, const Bytes& cdr, Change change,
                         Bytes* buffer);

  FrameRules rules_;
  std::string robot_;
  /// Whether a type contains frames, for the types asked so far.
  std::unordered_map<const msgs::TypeInfo*, bool> has_frames_;
};

}  // namespace surefoot::gateways::ros
