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
#include "surefoot/world/world.h"

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

  /// Answer their calls later. `under_way` is the file of the recording under way, or empty.
  void List(const std::shared_ptr<graph::Call>& call, const std::string& under_way);
  void Open(const std::shared_ptr<graph::Call>& call, const std::string& under_way);
  void Read(const std::shared_ptr<graph::Call>& call, const std::string& under_way);
  void Track(const std::shared_ptr<graph::Call>& call, const std::string& under_way);
  /// For this version of the scene.
  void Bodies(const std::shared_ptr<graph::Call>& call, const std::string& under_way,
              std::shared_ptr<const world::World> world, std::uint32_t scene);
  /// For another thread: asked there, it gives the file of a recording by its name here.
  std::function<Result<std::string>()> Finder(const std::string& name,
                                              const std::string& under_way) const;
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
  template <typename Service, typename Fill>
  void Answer(const std::shared_ptr<graph::Call>& call, const std::string& under_way, Fill fill);

  gateways::Files* files_;
  Worker worker_;
};

}  // namespace surefoot::serve
