#include "surefoot/gateways/ros/frame_map.h"

#include <algorithm>
#include <array>
#include <memory>

namespace surefoot::gateways::ros {
namespace {

using msgs::FieldRef;

/// REP 105: frames above those of a robot.
constexpr std::array<std::string_view, 3> kShared = {"world", "map", "earth"};

bool IsShared(std::string_view frame) {
  return frame.empty() || std::find(kShared.begin(), kShared.end(), frame) != kShared.end();
}

bool IsFrame(const FieldRef& field) {
  const std::string_view name = field.name;
  return field.kind == FieldRef::Kind::kString && field.shape == FieldRef::Shape::kSingle &&
         (name == "frame_id" || name == "child_frame_id");
}

bool IsFrameText(char c) { return static_cast<unsigned char>(c) > ' ' && c != 127; }

}  // namespace

Result<FrameRules> ReadFrameRules(std::string_view text) {
  if (text == "robots") return FrameRules{};
  if (text == "none") return FrameRules{FrameRules::Kind::kNone};
  if (text.empty() || !std::all_of(text.begin(), text.end(), IsFrameText)) {
    return Error{"the frames are '" + std::string(text) +
                 "', accepted: robots, none, or a text without blanks to put before them, such as "
                 "sim1/"};
  }
  return FrameRules{FrameRules::Kind::kPrefix, std::string(text)};
}

std::string FrameMap::ToRos(const std::string& frame) const {
  if (IsShared(frame)) return frame;
  switch (rules_.kind) {
    case FrameRules::Kind::kRobots:
      return frame;
    case FrameRules::Kind::kNone: {
      const std::string prefix = robot_ + "/";
      return !robot_.empty() && frame.starts_with(prefix) ? frame.substr(prefix.size()) : frame;
    }
    case FrameRules::Kind::kPrefix:
      return rules_.prefix + frame;
  }
  return frame;
}

std::string FrameMap::ToGraph(const std::string& frame) const {
  if (IsShared(frame)) return frame;
  switch (rules_.kind) {
    case FrameRules::Kind::kRobots:
      return frame;
    case FrameRules::Kind::kNone: {
      // Frames of other models contain the model's name and a slash.
      const bool of_robot = !robot_.empty() && frame.find('/') == std::string::npos;
      return of_robot ? robot_ + "/" + frame : frame;
    }
    case FrameRules::Kind::kPrefix:
      return frame.starts_with(rules_.prefix) ? frame.substr(rules_.prefix.size()) : frame;
  }
  return frame;
}

bool FrameMap::Concerns(const msgs::TypeInfo& type) {
  if (rules_.kind == FrameRules::Kind::kRobots) return false;
  if (rules_.kind == FrameRules::Kind::kNone && robot_.empty()) return false;
  return HasFrames(type);
}

bool FrameMap::HasFrames(const msgs::TypeInfo& type) {
  const auto known = has_frames_.find(&type);
  if (known != has_frames_.end()) return known->second;
  bool has = false;
  msgs::VisitFields(type, type.make().get(), [&](const FieldRef& field) {
    has = has || IsFrame(field) || (field.type != nullptr && HasFrames(*field.type));
  });
  return has_frames_[&type] = has;
}

void FrameMap::Rewrite(const msgs::TypeInfo& type, void* message, Change change) {
  msgs::VisitFields(type, message, [&](const FieldRef& field) {
    if (IsFrame(field)) {
      auto* frame = static_cast<std::string*>(field.items);
      *frame = (this->*change)(*frame);
    } else if (field.type != nullptr && HasFrames(*field.type)) {
      for (std::size_t i = 0; i < field.count; ++i) Rewrite(*field.type, field.item(i), change);
    }
  });
}

const Bytes& FrameMap::Rewritten(const msgs::TypeInfo& type, const Bytes& cdr, Change change,
                                 Bytes* buffer) {
  if (!Concerns(type)) return cdr;
  const std::shared_ptr<void> message = type.make();
  if (!type.decode(cdr.data(), cdr.size(), message.get())) return cdr;
  Rewrite(type, message.get(), change);
  type.encode(message.get(), buffer);
  return *buffer;
}

}  // namespace surefoot::gateways::ros
