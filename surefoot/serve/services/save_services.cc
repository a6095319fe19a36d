/// The world as it is now, as a file.

#include <filesystem>

#include "surefoot/base/hash.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/save.h"

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;
namespace sm = msgs::surefoot_msgs;

/// A file in the server's folder, whatever links there are in it.
Result<std::string> PlaceOf(const std::string& wanted) {
  const Status safe = CheckUploadPath(wanted);
  if (!safe.ok()) {
    return Error{"'" + wanted.substr(0, 200) +
                 "' is no name for a file in the server's folder; give one without '..' and "
                 "without a '/' in front"};
  }
  fs::path path(wanted);
  if (path.extension() != ".sdf") path += ".sdf";
  std::error_code error;
  const fs::path here = fs::canonical(fs::current_path(error), error);
  const fs::path full = fs::weakly_canonical(here / path, error);
  const auto inside = std::mismatch(here.begin(), here.end(), full.begin(), full.end());
  if (error || inside.first != here.end()) {
    return Error{"'" + wanted + "' leads out of the server's folder; choose another name"};
  }
  if (!fs::is_directory(full.parent_path(), error)) {
    return Error{"there is no folder '" + path.parent_path().string() + "' in the server's folder"};
  }
  return path.string();
}

std::string UsualName(const std::string& world) {
  std::string name = world;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && c != '-') c = '_';
  }
  return (name.empty() ? "world" : name) + ".sdf";
}

/// Whether files that go away with the server are part of it.
bool HasUploads(const world::WorldSpec& spec, const Uploads& uploads) {
  for (const world::ModelInstance& instance : spec.models) {
    if (uploads.Holds(instance.model->source.file)) return true;
    for (const world::Link& link : instance.model->links) {
      for (const world::Visual& visual : link.visuals) {
        const auto* mesh = std::get_if<world::Mesh>(&visual.geometry);
        if (mesh != nullptr && uploads.Holds(mesh->path)) return true;
      }
    }
  }
  return false;
}

Status Save(Session* session, WorldControl* control, FileControl* files,
            const sm::SaveWorld::Request& request, sm::SaveWorld::Response* response) {
  const sim::Simulation& simulation = session->simulation();
  world::WorldSpec spec = PresentWorld(simulation.world(), simulation.state());
  spec.gravity_W = simulation.machine().inputs().gravity_W;
  const Result<std::string> file =
      PlaceOf(request.file.empty() ? UsualName(spec.name) : request.file);
  if (!file.ok()) return file.error();
  formats::WriteOptions options;
  options.overwrite = request.overwrite;
  options.copy_files = HasUploads(spec, files->uploads);
  const auto present = world::MakeWorld(std::move(spec), nullptr);
  if (!present.ok()) return present.error();
  const Parts& parts = control->run.parts();
  const Status written = SaveWorld(parts, **present, file.value(), options);
  if (!written.ok()) return written;
  Problems problems;
  const auto again = LoadWorld(parts, file.value(), &problems);
  if (!again.ok()) {
    return again.error().Within("the file was written, but cannot be read again");
  }
  if ((*again)->content_hash() != (*present)->content_hash()) {
    return Error{"the file was written, but reads as another world, which is a mistake of ours"};
  }
  response->file = file.value();
  response->hash = HashText((*again)->content_hash());
  response->download = "worlds/" + UsualName(fs::path(file.value()).stem().string());
  std::error_code ignored;
  files->files->Put(response->download,
                    {"application/xml", nullptr, fs::absolute(file.value(), ignored).string(),
                     false, fs::path(file.value()).filename().string()});
  control->edits.OnSaved();
  return Status();
}

}  // namespace

void OfferSaveServices(WorldControl* world, FileControl* files) {
  OfferInWorld<sm::SaveWorld>(&world->run, "/surefoot/save_world", Save, world, files);
}

}  // namespace surefoot::serve
