#pragma once

/// Reads recordings for the services under /surefoot/recordings. Slow: call on a worker's thread.
/// None of it touches the run.

#include <atomic>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// Information from the first and last bytes of a file, without reading all of it. For a file that
/// is not a recording, times and world are empty.
msgs::surefoot_msgs::RecordingInfo InfoOfRecording(const std::string& name,
                                                   const std::string& path);

/// Each fills in a service's response except for `success`. Damage and a missing end are reported
/// in `message` if something could be read; otherwise they are errors. `stop` cancels.
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
