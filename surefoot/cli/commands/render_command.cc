#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"
#include "surefoot/physics/state.h"
#include "surefoot/render/png_file.h"
#include "surefoot/session/load.h"
#include "surefoot/world/world.h"

// `surefoot render`: a picture of a world, a model or a single mesh file, which becomes a static
// model first.

namespace surefoot::cli {
namespace {

/// A static model with one shape as its visual, and as its collision if `collides`.
world::ModelInstance StaticModel(const std::string& name, const world::Geometry& geometry,
                                 const RigidTransform& X_LG, bool collides) {
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->is_static = true;
  world::Link& link = model->links.emplace_back();
  link.name = "link";
  world::Visual& visual = link.visuals.emplace_back();
  visual.name = "visual";
  visual.geometry = geometry;
  visual.X_LG = X_LG;
  if (collides) {
    world::Collision& collision = link.collisions.emplace_back();
    collision.name = "collision";
    collision.geometry = geometry;
    collision.X_LG = X_LG;
  }
  return world::ModelInstance{name, RigidTransform(), model};
}

/// True when the file's ending is that of a mesh format.
bool IsMeshFile(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  if (ending.empty()) return false;
  ending = Lower(ending);
  const std::vector<std::string>& known = MeshFileEndings();
  return std::find(known.begin(), known.end(), ending.substr(1)) != known.end();
}

/// A mesh file by itself: one static model of one visual, standing on a floor.
Result<std::shared_ptr<const world::World>> LoadMeshWorld(const std::string& file) {
  TriMesh mesh = SUREFOOT_TRY(LoadMeshFile(file));
  world::Mesh shape;
  shape.mesh = std::make_shared<TriMesh>(std::move(mesh));
  shape.path = file;
  const RigidTransform X_LG(Vector3d(0.0, 0.0, -shape.mesh->Bounds().min().z()));
  world::WorldSpec spec;
  spec.models.push_back(StaticModel("mesh", shape, X_LG, false));
  spec.models.push_back(StaticModel("floor", world::Plane(), RigidTransform(), true));
  return world::MakeWorld(std::move(spec), nullptr);
}

using Clock = std::chrono::steady_clock;

constexpr double kDegree = 3.14159265358979323846 / 180.0;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Status ParseSize(const std::string& text, render::RenderOptions* options) {
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, options->width);
  bool right = width.ec == std::errc() && width.ptr < end && *width.ptr == 'x';
  if (right) {
    const auto height = std::from_chars(width.ptr + 1, end, options->height);
    right = height.ec == std::errc() && height.ptr == end;
  }
  const auto fits = [](int side) { return side >= 1 && side <= render::kMaxSide; };
  if (right && fits(options->width) && fits(options->height)) return Status();
  return Error{"--size takes WIDTHxHEIGHT in pixels, from 1x1 to 8192x8192, not '" + text + "'"};
}

/// Points beyond 1e7 m are mistakes: single precision of the ray scene would be 1 m there.
Status ParsePoint(const char* name, const std::string& text, std::optional<Vector3d>* point) {
  if (text.empty()) return Status();
  const std::vector<double> numbers = ParseNumbers(text);
  if (numbers.size() != 3 || Vector3d(numbers.data()).norm() > 1e7) {
    return Error{std::string(name) + " takes X,Y,Z in metres, not '" + text + "'"};
  }
  *point = Vector3d(numbers.data());
  return Status();
}

/// Parses and checks all options; the error names the option and its form.
Result<render::RenderOptions> OptionsOf(const RenderArguments& arguments) {
  render::RenderOptions options = arguments.options;
  SUREFOOT_TRY(ParseSize(arguments.size, &options));
  SUREFOOT_TRY(ParsePoint("--from", arguments.from, &options.from_W));
  SUREFOOT_TRY(ParsePoint("--at", arguments.at, &options.at_W));
  if (!(arguments.fov_deg >= 1.0 && arguments.fov_deg <= 170.0)) {
    return Error{StrFormat("--fov takes 1 to 170 degrees, not %g", arguments.fov_deg)};
  }
  options.fov = arguments.fov_deg * kDegree;
  const std::optional<render::View> view = render::ViewFromName(arguments.view);
  if (!view) {
    return Error{"--view takes iso, front, side, top or back, not '" + arguments.view + "'"};
  }
  options.view = *view;
  if (options.supersample < 1 || options.supersample > render::kMaxSupersample) {
    return Error{StrFormat("--supersample takes 1 to %d, not %d", render::kMaxSupersample,
                           options.supersample)};
  }
  return options;
}

/// Finds errors of the output file before the picture is computed.
Status CheckOutput(const std::string& output) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_directory(output, ignored)) return Error{"'" + output + "' is a folder"};
  const fs::path folder = fs::path(output).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    return Error{"cannot write '" + output + "': there is no folder '" + folder.string() + "'"};
  }
  const std::string ending = fs::path(output).extension().string();
  if (ending != ".png" && ending != ".PNG" && !fs::exists(output, ignored)) {
    return Error{"'" + output + "' does not end in .png; pictures are written as PNG"};
  }
  return Status();
}

int Refuse(const RenderArguments& arguments, const Error& error, const Problems& problems,
           int status = kBadInput) {
  return RefuseWorld(arguments.file, arguments.json, error, problems, "render: ", status);
}

void PrintNotes(const RenderArguments& arguments, const Problems& problems,
                const render::RenderInfo& info) {
  if (arguments.quiet) return;
  PrintProblems(problems, Severity::kWarning, kMaxProblems, arguments.file);
  const std::string names = Joined(info.collision_models);
  if (!names.empty()) {
    std::fprintf(stderr, "note: drawn by its collision shapes, because it has no visuals: %s\n",
                 names.c_str());
  }
  for (const std::string& note : info.notes) {
    std::fprintf(stderr, "warning: %s\n", note.c_str());
  }
}

/// One line: size of the picture, size of the subject (m), spacing of the grid on the floor, time.
std::string Summary(const RenderResult& result) {
  const Vector3d size = result.info.subject_W.sizes();
  return result.output + ": " +
         StrFormat("%dx%d, %s; %.3g x %.3g x %.3g m; lines on the floor every %g m; %.2f s\n",
                   result.width, result.height, Counted(result.info.shapes, "shape").c_str(),
                   size.x(), size.y(), size.z(), result.info.grid,
                   result.load_time + result.draw_time);
}

Result<std::shared_ptr<const world::World>> Load(const Parts& parts, const std::string& file,
                                                 Problems* problems) {
  return IsMeshFile(file) ? LoadMeshWorld(file) : LoadWorld(parts, file, problems);
}

}  // namespace

int RenderCommand(const Parts& parts, const RenderArguments& arguments) {
  Problems problems;
  const Result<render::RenderOptions> options = OptionsOf(arguments);
  if (!options.ok()) return Refuse(arguments, options.error(), problems);
  const Status writable = CheckOutput(arguments.output);
  if (!writable.ok()) return Refuse(arguments, writable.error(), problems);

  RenderResult result;
  result.file = arguments.file;
  result.output = arguments.output;
  const Clock::time_point start = Clock::now();
  const auto world = Load(parts, arguments.file, &problems);
  if (!world.ok()) return Refuse(arguments, world.error(), problems);
  result.load_time = SecondsSince(start);
  const physics::State state = physics::MakeInitialState(*world.value());
  // Reported separately: loading meshes often takes longer than the picture.
  const Clock::time_point loaded = Clock::now();
  const Result<Image> image =
      render::Render(*world.value(), state.X_WL, options.value(), &result.info);
  if (!image.ok()) return Refuse(arguments, image.error(), problems);
  result.width = image.value().width;
  result.height = image.value().height;
  const Status written =
      render::WritePng(arguments.output, image.value(), options.value().transparent);
  if (!written.ok()) return Refuse(arguments, written.error(), problems, kFailed);
  result.draw_time = SecondsSince(loaded);
  PrintNotes(arguments, problems, result.info);
  const std::string text = arguments.json ? RenderJson(result) : Summary(result);
  return WriteResult(text) ? kDone : kFailed;
}

void AddArguments(CommandArguments command, RenderArguments* arguments) {
  render::RenderOptions* options = &arguments->options;
  command.Positional("FILE", &arguments->file, "World, model or mesh");
  command.Names("FILE", NameKind::kWorlds);
  command.Names("FILE", NameKind::kModels);
  command.Positional("OUTPUT", &arguments->output, "Picture to write (PNG)");
  command.Option("--size", &arguments->size, "WxH", "Pixels; default 1280x960");
  command.Option("--view", &arguments->view, "NAME", "iso (default), front, side, top or back");
  command.Option("--from", &arguments->from, "X,Y,Z", "Position of the camera");
  command.Option("--at", &arguments->at, "X,Y,Z",
                 "Point that the camera looks at; default: the movable models");
  command.Option("--fov", &arguments->fov_deg, "DEGREES", "Vertical field of view; default 40");
  command.Option("--model", &options->model, "NAME", "The model to frame");
  command.Flag("--collisions", &options->collisions,
               "Draw collision shapes instead of visuals,\na colour for each link");
  command.Flag("--frames", &options->frames,
               "Draw link frames (x red, y green, z blue)\nand joint axes (yellow)");
  command.Flag("--transparent", &options->transparent,
               "Transparent background: no sky and no floor");
  command.Option("--supersample", &options->supersample, "N",
                 "N x N rays per pixel, 1 to 8; default 2");
  command.Option("--threads", &options->threads, "N", "Default: all cores");
  command.Json(&arguments->json);
  command.Flag("--quiet", &arguments->quiet, "No warnings");
  command.Footer(
      "Examples:\n"
      "  surefoot render worlds/husky_lab.sdf lab.png\n"
      "  surefoot render robot.urdf robot.png --collisions --frames\n"
      "  surefoot render wheel.stl wheel.png --view side --size 800x600");
}

}  // namespace surefoot::cli
