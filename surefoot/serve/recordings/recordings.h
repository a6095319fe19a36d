#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/gateways/files.h"
#include "surefoot/graph/call.h"
#include "surefoot/serve/worker.h"

namespace surefoot::serve {

/// The recordings that clients may read: those in the server's working folder, those beside the
/// present recording, and uploaded ones. Only files in this list can be read, so a client cannot
/// name any other file. A worker thread reads them; the functions run on the server thread unless
/// stated otherwise.
class Recordings {
 public:
  /// Names for clients and the files' paths.
  using FileList = std::vector<std::pair<std::string, std::string>>;

  Recordings(gateways::Files* files, std::function<void()> wake)
      : files_(files), worker_(std::move(wake)) {}

  /// Returns further recordings, the uploaded ones. May be absent.
  std::function<FileList()> more;

  /// Answers a call of the service S later, after `fill(request, recordings, stop, response)` has
  /// run on the worker's thread. `under_way` is the file of the present recording, or empty.
  template <typename S, typename Fill>
  void Answer(const std::shared_ptr<graph::Call>& call, const std::string& under_way, Fill fill) {
    Post(call, under_way, [=](const FileList& found, const std::atomic<bool>& stop) {
      auto response = std::make_shared<typename S::Response>();
      const auto& request = *static_cast<const typename S::Request*>(call->request());
      fill(request, found, stop, response.get());
      return [call, response] { call->Respond(response.get()); };
    });
  }
  /// The path of a recording by its name; an error if it is not in the list. Any thread.
  static Result<std::string> PathOf(const FileList& files, const std::string& name);
  /// A function that does the same when called on another thread.
  std::function<Result<std::string>()> Finder(const std::string& name,
                                              const std::string& under_way) const;
  /// Publishes the file for download and returns its name there. Any thread.
  std::string Share(const std::string& name, const std::string& path) const;
  /// Call often: answers finished calls.
  void Pump() { worker_.Pump(); }

 private:
  /// Where recordings may be, copied for the worker's thread.
  struct Places {
    std::string folder;
    std::string under_way;
    FileList more;
  };
  Places PlacesNow(const std::string& under_way) const;
  static FileList Find(const Places& places);
  void Post(const std::shared_ptr<graph::Call>& call, const std::string& under_way,
            std::function<Worker::Done(const FileList&, const std::atomic<bool>&)> work);

  gateways::Files* files_;
  Worker worker_;
};

/// A name in the server's folder that is not in use: "husky_lab_0001.mcap".
std::string FreshRecordingName(const std::string& world);

}  // namespace surefoot::serve
