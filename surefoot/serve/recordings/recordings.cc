#include "surefoot/serve/recordings/recordings.h"

#include <algorithm>
#include <filesystem>

#include "surefoot/base/hash.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/recordings/recording_reader.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;
namespace sm = msgs::surefoot_msgs;

constexpr std::size_t kMostWaiting = 32;
constexpr int kMostEntries = 5000;
constexpr std::size_t kMostListed = 500;

/// Recordings in a folder and the folders in it; links are not followed.
void AddFolder(const fs::path& folder, const std::string& prefix, Recordings::FileList* found) {
  std::error_code error;
  int entries = 0;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
    if (++entries > kMostEntries) return;
    std::error_code ignored;
    if (it.depth() >= 1) it.disable_recursion_pending();
    if (it->is_symlink(ignored) || !it->is_regular_file(ignored)) continue;
    if (it->path().extension() != ".mcap") continue;
    found->emplace_back(prefix + fs::relative(it->path(), folder, ignored).string(),
                        it->path().string());
  }
}

/// The name under which gateways hand it out.
std::string DownloadName(const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  });
  return "recordings/" + (plain ? name : HashText(HashString(name)) + ".mcap");
}

std::string SaveName(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  for (char& letter : name) {
    if (letter == '"' || letter == '\\' || static_cast<unsigned char>(letter) < 32) letter = '_';
  }
  return name;
}

Result<std::string> PathOf(const Recordings::FileList& files, const std::string& name) {
  std::string names;
  for (const auto& [known, path] : files) {
    if (known == name) return path;
    if (names.size() < 500) names += (names.empty() ? "" : ", ") + known;
  }
  return Error{"there is no recording '" + name +
               "' in the server's folder; there are: " + (names.empty() ? "none" : names)};
}

}  // namespace

Recordings::Places Recordings::PlacesNow(const std::string& under_way) const {
  std::error_code error;
  return {fs::current_path(error).string(), under_way, more ? more() : FileList()};
}

Recordings::FileList Recordings::Find(const Places& places) {
  FileList found;
  AddFolder(places.folder, "", &found);
  std::error_code error;
  // The server's owner may record elsewhere.
  const fs::path beside = fs::path(places.under_way).parent_path();
  if (beside.is_absolute() && beside != places.folder) {
    AddFolder(beside, beside.string() + "/", &found);
  }
  std::sort(found.begin(), found.end());
  found.insert(found.end(), places.more.begin(), places.more.end());
  return found;
}

std::function<Result<std::string>()> Recordings::Finder(const std::string& name,
                                                        const std::string& under_way) const {
  return [name, places = PlacesNow(under_way)] { return PathOf(Find(places), name); };
}

template <typename Service, typename Fill>
void Recordings::Answer(const std::shared_ptr<graph::Call>& call, const std::string& under_way,
                        Fill fill) {
  if (worker_.waiting() >= kMostWaiting) {
    return call->Fail(Error{"the server reads recordings for others; try again in a while"});
  }
  worker_.Post([call, places = PlacesNow(under_way),
                fill = std::move(fill)](const std::atomic<bool>& stop) -> Worker::Done {
    auto response = std::make_shared<typename Service::Response>();
    const auto& request = *static_cast<const typename Service::Request*>(call->request());
    fill(request, Find(places), stop, response.get());
    return [call, response] { call->Respond(response.get()); };
  });
}

void Recordings::List(const std::shared_ptr<graph::Call>& call, const std::string& under_way) {
  Answer<sm::ListRecordings>(call, under_way,
                             [files = files_](const auto&, const FileList& found,
                                              const std::atomic<bool>& stop, auto* response) {
                               for (const auto& [name, path] : found) {
                                 if (stop || response->recordings.size() >= kMostListed) return;
                                 sm::RecordingInfo info = InfoOfRecording(name, path);
                                 info.download = DownloadName(name);
                                 files->Put(info.download, {"application/octet-stream", nullptr,
                                                            path, false, SaveName(path)});
                                 response->recordings.push_back(std::move(info));
                               }
                             });
}

void Recordings::Open(const std::shared_ptr<graph::Call>& call, const std::string& under_way) {
  Answer<sm::OpenRecording>(
      call, under_way,
      [files = files_](const auto& request, const FileList& found, const std::atomic<bool>&,
                       auto* response) {
        const Result<std::string> path = PathOf(found, request.file);
        Tell(path.ok() ? OpenRecordingFile(request.file, path.value(), response)
                       : Status(path.error()),
             response);
        if (!response->success) return;
        response->info.download = DownloadName(request.file);
        files->Put(response->info.download, {"application/octet-stream", nullptr, path.value(),
                                             false, SaveName(path.value())});
      });
}

void Recordings::Read(const std::shared_ptr<graph::Call>& call, const std::string& under_way) {
  Answer<sm::ReadRecording>(
      call, under_way,
      [](const auto& request, const FileList& found, const auto& stop, auto* response) {
        const Result<std::string> path = PathOf(found, request.file);
        Tell(path.ok() ? ReadRecordedMessages(path.value(), request, stop, response)
                       : Status(path.error()),
             response);
      });
}

void Recordings::Track(const std::shared_ptr<graph::Call>& call, const std::string& under_way) {
  Answer<sm::ReadTrack>(
      call, under_way,
      [](const auto& request, const FileList& found, const auto& stop, auto* response) {
        const Result<std::string> path = PathOf(found, request.file);
        Tell(path.ok() ? ReadRecordedTrack(path.value(), request, stop, response)
                       : Status(path.error()),
             response);
      });
}

void Recordings::Bodies(const std::shared_ptr<graph::Call>& call, const std::string& under_way,
                        std::shared_ptr<const world::World> world, std::uint32_t scene) {
  Answer<sm::ReadBodies>(
      call, under_way,
      [world = std::move(world), scene](const auto& request, const FileList& found,
                                        const auto& stop, auto* response) {
        response->scene = scene;
        const Result<std::string> path = PathOf(found, request.file);
        Status status = path.ok() ? Status() : Status(path.error());
        if (status.ok() && world == nullptr) {
          status = Error{"there is no scene yet; subscribe to /surefoot/view/scene first"};
        }
        if (status.ok()) status = ReadRecordedBodies(path.value(), request, world, stop, response);
        Tell(status, response);
      });
}

}  // namespace surefoot::serve
