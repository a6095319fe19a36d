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

/// The recordings that clients may look into: those in the folder that the server was started in,
/// beside the one under way, and those that were uploaded. They are read by a thread of its own.
class Recordings {
 public:
  /// Names for clients, and files.
  using FileList = std::vector<std::pair<std::string, std::string>>;

  Recordings(gateways::Files* files, std::function<void()> wake)
      : files_(files), worker_(std::move(wake)) {}

  /// Further ones that may be read: uploaded ones. May be absent.
  std::function<FileList()> more;

  /// Answers a call of the service S later, when `fill(request, recordings, stop, response)` was
  /// done in the thread. `under_way` is the file of the recording under way, or empty.
  template <typename S, typename Fill>
  void Answer(const std::shared_ptr<graph::Call>& call, const std::string& under_way, Fill fill) {
    Post(call, under_way, [=](const FileList& found, const std::atomic<bool>& stop) {
      auto response = std::make_shared<typename S::Response>();
      const auto& request = *static_cast<const typename S::Request*>(call->request());
      fill(request, found, stop, response.get());
      return [call, response] { call->Respond(response.get()); };
    });
  }
  /// The file of a recording by its name here.
  static Result<std::string> PathOf(const FileList& files, const std::string& name);
  /// For another thread: asked there, it gives the same.
  std::function<Result<std::string>()> Finder(const std::string& name,
                                              const std::string& under_way) const;
  /// Lets gateways hand it out; the name under which they do. In any thread.
  std::string Share(const std::string& name, const std::string& path) const;
  void Pump() { worker_.Pump(); }

 private:
  /// Where clients' files may be.
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

/// A name in the server's folder that no file has: "husky_lab_0001.mcap".
std::string FreshRecordingName(const std::string& world);

}  // namespace surefoot::serve
