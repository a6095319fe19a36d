#include "surefoot/serve/library/library.h"

#include <filesystem>
#include <optional>

#include "surefoot/base/disk_cache.h"
#include "surefoot/base/file_bytes.h"
#include "surefoot/base/hash.h"
#include "surefoot/formats/uri.h"
#include "surefoot/physics/state.h"
#include "surefoot/render/png_file.h"
#include "surefoot/render/render.h"
#include "surefoot/serve/library/client_scope.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/session/load.h"

// Pictures of models are drawn in the background and kept in the cache, by the times of the model's
// files.

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;
using Item = msgs::surefoot_msgs::LibraryItem;

/// Size of pictures in pixels.
constexpr int kWidth = 240;
constexpr int kHeight = 180;
/// Files of a model's folder whose times are compared, and bytes read from its description; both
/// bound the time that one folder can take.
constexpr int kMaxFiles = 1000;
constexpr std::size_t kHeadBytes = 65536;
/// Prefix of keys in the disk cache; changed when pictures are drawn differently.
constexpr const char* kPictureKind = "picture 1 ";

/// Newest modification time in a file or folder: part of the picture's name, so that a changed
/// model gets a new picture.
std::int64_t TimeOf(const fs::path& path) {
  std::error_code error;
  std::int64_t newest = 0;
  const auto look = [&](const fs::path& file) {
    const auto time = fs::last_write_time(file, error);
    const auto count = static_cast<std::int64_t>(time.time_since_epoch().count());
    if (!error && (newest == 0 || count > newest)) newest = count;
  };
  look(path);
  if (!fs::is_directory(path, error)) return newest;
  int files = 0;
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    if (++files > kMaxFiles) break;
    look(it->path());
  }
  return newest;
}

/// What the first bytes of a description reveal, without parsing it.
struct ModelTraits {
  /// False for other things that have a folder, such as a light.
  bool is_model = true;
  bool is_static = false;
};

ModelTraits ReadTraits(const std::string& folder) {
  const Result<std::string> head = ReadRegularFileHead(folder + "/model.sdf", kHeadBytes);
  if (!head.ok()) return ModelTraits();
  const auto has = [&](const char* text) { return head.value().find(text) != std::string::npos; };
  return {has("<model"), has("<static>true") || has("<static>1")};
}

/// The folder of a model named by a model:// URI; other URIs unchanged.
std::string FolderOf(const Parts& parts, const std::string& uri) {
  constexpr std::size_t kScheme = 8;
  if (!uri.starts_with("model://")) return uri;
  const formats::UriResolver resolver = formats::UriResolver::FromEnvironment(parts.data_folders);
  for (const std::string& folder : resolver.search_path()) {
    std::error_code error;
    const fs::path path = fs::path(folder) / uri.substr(kScheme);
    if (fs::is_directory(path, error)) return path.string();
  }
  return uri;
}

bool IsEmpty(const Image& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] != 0) return false;
  }
  return true;
}

}  // namespace

Result<std::string> PictureOf(const Parts& parts, const std::string& uri, bool is_model) {
  Problems problems;
  const auto world = LoadWorld(parts, uri, &problems, "", "", LibraryScope(parts));
  if (!world.ok()) return world.error();
  const physics::State state = physics::MakeInitialState(*world.value());
  render::RenderOptions options;
  options.width = kWidth;
  options.height = kHeight;
  options.threads = 1;
  options.transparent = is_model;
  // LoadWorld puts a single model on a floor that is in no file; only the model is drawn.
  for (int i = 0; is_model && i < world.value()->model_count(); ++i) {
    if (!world.value()->model(i).source.file.empty()) {
      options.model = world.value()->instance(i).name;
      break;
    }
  }
  render::RenderInfo info;
  Result<Image> image = render::Render(*world.value(), state.X_WL, options, &info);
  // A model without visuals of its own, such as a ground plane: drawn with its surroundings.
  if (image.ok() && options.transparent && IsEmpty(image.value())) {
    options.transparent = false;
    image = render::Render(*world.value(), state.X_WL, options, &info);
  }
  if (!image.ok()) return image.error();
  return render::EncodePng(image.value(), options.transparent);
}

std::vector<Library::Entry> Library::Find(const Parts& parts) {
  std::vector<Entry> entries;
  std::string unknown;
  const auto add = [&](const char* kind, const Found& found, const std::string& file, bool soon) {
    Item item;
    item.kind = kind;
    item.name = found.name;
    item.uri = found.uri;
    item.description = found.description;
    const auto changed = static_cast<std::uint64_t>(TimeOf(file));
    item.picture = "pictures/" + HashText(HashString(found.uri, changed)) + ".png";
    entries.push_back({std::move(item), soon});
  };
  for (const Found& found : FindModels(parts, {}, {}, &unknown)) {
    const std::string folder = FolderOf(parts, found.uri);
    const ModelTraits traits = ReadTraits(folder);
    if (traits.is_model) add("model", found, folder, !traits.is_static);
  }
  for (const Found& found : FindWorlds(parts, {}, {}, &unknown)) {
    add("world", found, found.uri, false);
  }
  return entries;
}

std::vector<Item> Library::Take(std::vector<Entry> entries) {
  std::erase_if(entries, [this](const Entry& e) { return broken_.count(e.item.picture) != 0; });
  for (const bool soon : {true, false}) {
    for (const Entry& entry : entries) {
      if (entry.soon == soon) Draw(entry.item);
    }
  }
  std::vector<Item> items;
  for (Entry& entry : entries) items.push_back(std::move(entry.item));
  return items;
}

void Library::Draw(const Item& item) {
  if (!begun_.insert(item.picture).second) return;
  worker_.Post([this, parts = parts_, item](const std::atomic<bool>&) -> Worker::Done {
    const DiskCache cache = DiskCache::Default();
    const std::string key = kPictureKind + FolderOf(parts, item.uri) + " " + item.picture;
    const std::string name = "picture-" + HashText(HashString(key));
    std::optional<Bytes> bytes = cache.Read(name, key);
    if (!bytes) {
      const Result<std::string> png = PictureOf(parts, item.uri, item.kind == "model");
      if (!png.ok()) return [this, item] { broken_.insert(item.picture); };
      bytes.emplace(png.value().begin(), png.value().end());
      cache.Write(name, key, *bytes);
    }
    // On the worker's thread; Files is thread-safe.
    files_->Put(item.picture, {"image/png", std::make_shared<const Bytes>(std::move(*bytes)), "",
                               /*immutable=*/false, ""});
    return nullptr;
  });
}

}  // namespace surefoot::serve
