/// Services for reading recordings. The files are read on the thread of Recordings.

#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/view_feed.h"
#include "surefoot/serve/recordings/recording_reader.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;
using FileList = Recordings::FileList;

/// Recordings in a list; each file is opened for it.
constexpr std::size_t kMaxListed = 500;

/// Offers a service whose response is filled on the thread of Recordings (Recordings::Answer).
template <typename S, typename Fill>
void OfferFilled(Run* run, Recordings* recordings, const char* name, Fill fill) {
  Offer<S>(&run->graph(), name,
           [=](const typename S::Request&, const std::shared_ptr<graph::Call>& call) {
             recordings->Answer<S>(call, run->recording(), fill);
           });
}

/// The same for a request that names a file: Status read(path, request, stop, response).
template <typename S, typename Read>
void OfferReading(Run* run, Recordings* recordings, const char* name, Read read) {
  OfferFilled<S>(
      run, recordings, name,
      [read](const auto& request, const FileList& found, const auto& stop, auto* response) {
        const Result<std::string> path = Recordings::PathOf(found, request.file);
        SetResult(path.ok() ? read(path.value(), request, stop, response) : Status(path.error()),
                  response);
      });
}

/// Bodies are numbered as in the scene that viewers have at the time of the call.
void ReadBodies(Run* run, Recordings* recordings, ViewFeed* view, const sm::ReadBodies::Request&,
                const std::shared_ptr<graph::Call>& call) {
  recordings->Answer<sm::ReadBodies>(
      call, run->recording(),
      [world = view->world(), scene = view->version()](const auto& request, const FileList& found,
                                                       const auto& stop, auto* response) {
        response->scene = scene;
        const Result<std::string> path = Recordings::PathOf(found, request.file);
        Status status = path.ok() ? Status() : Status(path.error());
        if (status.ok() && world == nullptr) {
          status =
              Error{"no scene has been published yet; subscribe to /surefoot/view/scene first"};
        }
        if (status.ok()) status = ReadRecordedBodies(path.value(), request, world, stop, response);
        SetResult(status, response);
      });
}

}  // namespace

void OfferRecordingServices(Run* run, Recordings* recordings, ViewFeed* view) {
  OfferFilled<sm::ListRecordings>(
      run, recordings, "/surefoot/recordings/list",
      [recordings](const auto&, const FileList& found, const auto& stop, auto* response) {
        for (const auto& [name, path] : found) {
          if (stop || response->recordings.size() >= kMaxListed) return;
          sm::RecordingInfo info = InfoOfRecording(name, path);
          info.download = recordings->Share(name, path);
          response->recordings.push_back(std::move(info));
        }
      });
  OfferReading<sm::OpenRecording>(
      run, recordings, "/surefoot/recordings/open",
      [recordings](const auto& path, const auto& request, const auto&, auto* response) {
        const Status status = OpenRecordingFile(request.file, path, response);
        if (status.ok()) response->info.download = recordings->Share(request.file, path);
        return status;
      });
  OfferReading<sm::ReadRecording>(run, recordings, "/surefoot/recordings/read",
                                  ReadRecordedMessages);
  OfferReading<sm::ReadTrack>(run, recordings, "/surefoot/recordings/track", ReadRecordedTrack);
  Offer<sm::ReadBodies>(&run->graph(), "/surefoot/recordings/bodies", ReadBodies, run, recordings,
                        view);
}

}  // namespace surefoot::serve
