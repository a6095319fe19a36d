#pragma once

/// What services tell of a recording. Slow: for a thread of its own.

#include <atomic>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// What its beginning and its end tell. A file that is no recording has neither times nor a world.
msgs::surefoot_msgs::RecordingInfo InfoOfRecording(const std::string& name,
                                                   const std::string& path);

/// The answers but for `success`. Damage and a missing end are told in `message` when something
/// could be read, else they are errors. `stop` ends the work.
Status OpenRecordingFile(const std::string& name, const std::string& path,
                         msgs::surefoot_msgs::OpenRecording::Response* response);
Status ReadRecordedMessages(const std::string& path,
                            const msgs::surefoot_msgs::ReadRecording::Request& request,
                            const std::atomic<bool>& stop,
                            msgs::surefoot_msgs::ReadRecording::Response* response);
Status ReadRecordedBodies(const std::string& path,
                          const msgs::surefoot_msgs::ReadBodies::Request& request,
                          const std::shared_ptr<const world::World>& world,
                          const std::atomic<bool>& stop,
                          msgs::surefoot_msgs::ReadBodies::Response* response);
Status ReadRecordedTrack(const std::string& path,
                         const msgs::surefoot_msgs::ReadTrack::Request& request,
                         const std::atomic<bool>& stop,
                         msgs::surefoot_msgs::ReadTrack::Response* response);

}  // namespace surefoot::serve
