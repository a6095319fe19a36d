#pragma once

/// Fields of surefoot_msgs that were renamed in version 0.3 (base/old_name.h). Until version 0.4
/// JSON has both names, and readers of JSON and of paths such as "holders[0].name" accept both. CDR
/// has no names, so recordings are not affected.

#include <string_view>

#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

struct OldField {
  /// "surefoot_msgs/msg/NavigationStatus"
  const char* type;
  const char* old_name;
  const char* name;
};

inline constexpr OldField kOldFields[] = {
    {"surefoot_msgs/msg/NavigationStatus", "way_left", "distance_remaining"},
    {"surefoot_msgs/msg/RecordingInfo", "ours", "from_surefoot"},
    {"surefoot_msgs/msg/ViewHolder", "asked_by", "requested_by"},
    {"surefoot_msgs/msg/ViewHolder", "asked_by_name", "requested_by_name"},
    {"surefoot_msgs/msg/ViewPoses", "whole", "complete"},
    {"surefoot_msgs/srv/AnswerControl_Request", "give", "grant"},
    {"surefoot_msgs/srv/DriveByRecording_Request", "place", "use_pose"},
    {"surefoot_msgs/srv/DuplicateEntity_Request", "place", "use_pose"},
    {"surefoot_msgs/srv/MeasureGap_Request", "close", "close_gap"},
    {"surefoot_msgs/srv/MeasureGap_Request", "every", "interval"},
    {"surefoot_msgs/srv/ReadRecording_Request", "most", "max_messages"},
    {"surefoot_msgs/srv/TakeControl_Response", "asked", "pending"},
};

/// Calls visit(const OldField&) for each renamed field of the type.
template <typename Visitor>
void VisitOldFields(const TypeInfo& type, Visitor&& visit) {
  const std::string_view name = type.name;
  // Most messages are of other packages, and none of those is compared with the table.
  if (name.substr(0, 14) != "surefoot_msgs/") return;
  for (const OldField& field : kOldFields) {
    if (name == field.type) visit(field);
  }
}

/// The present name of a field: `name` itself unless it is an old name.
inline std::string_view PresentName(const TypeInfo& type, std::string_view name) {
  std::string_view present = name;
  VisitOldFields(type, [&](const OldField& field) {
    if (name == field.old_name) present = field.name;
  });
  return present;
}

}  // namespace surefoot::msgs
