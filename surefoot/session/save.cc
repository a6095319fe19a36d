#include "surefoot/session/save.h"

#include <optional>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/session/load.h"

// The world in its present state as a description: poses, joint positions and edits replace those
// of the file.

namespace surefoot {
namespace {

Error ReadError(const std::string& file, const Problems& problems) {
  return Error{"cannot read '" + file + "':\n" + problems.ErrorText()};
}

/// Removes everything but one model and the grounds, which models refer to by name.
Status KeepOnly(const std::string& model, world::WorldSpec* spec) {
  const int index = FindNamed(spec->models, model);
  if (index < 0) {
    return Error{"there is no model '" + model + "'; there are: " + Joined(NamesOf(spec->models))};
  }
  world::WorldSpec alone;
  alone.models = {spec->models[At(index)]};
  alone.grounds = std::move(spec->grounds);
  *spec = std::move(alone);
  return Status();
}

/// A description that was read and validated; only one of its models if `model` is not empty.
Result<std::shared_ptr<const world::World>> ReadWorld(const Parts& parts, const std::string& file,
                                                      const std::string& model, Problems* problems,
                                                      Conversion* conversion) {
  formats::ReadResult read = ReadDescription(parts, file, problems);
  if (!read.ok || !problems->ok()) return ReadError(file, *problems);
  if (!model.empty()) SUREFOOT_TRY(Within(file, KeepOnly(model, &read.spec)));
  read.is_model = read.is_model || !model.empty();
  conversion->from_format = read.format;
  conversion->is_model = read.is_model;
  return world::MakeWorld(std::move(read.spec), problems);
}

/// The present pose of the model's frame, derived from its first free body; none if it has none.
std::optional<RigidTransform> PresentPose(const world::World& world, int model,
                                          const physics::State& state) {
  const world::Model& description = world.model(model);
  for (const world::Body& body : world.tree(model).bodies) {
    if (body.is_static || body.parent >= 0 || body.joint >= 0) continue;
    const int link = world.layout(model).links.first + body.root_link;
    const RigidTransform& X_ML = description.links[At(body.root_link)].X_ML;
    return state.X_WL[At(link)] * X_ML.Inverse();
  }
  return std::nullopt;
}

/// Joint positions as initial positions.
std::vector<world::InitialPosition> PresentPositions(const world::World& world, int model,
                                                     const physics::State& state) {
  std::vector<world::InitialPosition> positions;
  const world::Range joints = world.layout(model).joints;
  for (int id = joints.first; id < joints.end(); ++id) {
    const world::JointLayout& place = world.joint(id);
    // The components of a quaternion cannot be set one by one.
    if (place.q_count != place.v_count) continue;
    for (int axis = 0; axis < place.q_count; ++axis) {
      const double q = state.q[At(place.q + axis)];
      if (q != 0.0) positions.push_back({place.joint, axis, q});
    }
  }
  return positions;
}

}  // namespace

// The world with its present poses.
world::WorldSpec PresentWorld(const world::World& world, const physics::State& state) {
  world::WorldSpec spec = world.spec();
  for (int i = 0; i < world.model_count(); ++i) {
    world::ModelInstance& instance = spec.models[At(i)];
    if (instance.model->is_static) continue;
    if (const auto X_WM = PresentPose(world, i, state)) instance.X_WM = *X_WM;
    auto model = std::make_shared<world::Model>(*instance.model);
    model->initial_positions = PresentPositions(world, i, state);
    instance.model = std::move(model);
  }
  return spec;
}

Status SaveWorld(const Parts& parts, const world::World& world, const std::string& file,
                 const formats::WriteOptions& options, Problems* lost) {
  return formats::WriteFile(parts.formats, world.spec(), file, options, lost);
}

// Writes a file and reads it back, so that a loss is noticed.
Result<Conversion> ConvertFile(const Parts& parts, const std::string& in, const std::string& out,
                               formats::WriteOptions options, Problems* problems,
                               const std::string& model) {
  Conversion conversion;
  const auto world = ReadWorld(parts, in, model, problems, &conversion);
  if (!world.ok()) return world.error();
  conversion.models = (*world)->model_count();
  conversion.links = (*world)->link_count();
  conversion.joints = (*world)->joint_count();
  conversion.hash = (*world)->content_hash();
  options.as_model = conversion.is_model;
  if (const formats::Format* format = formats::FindWriter(parts.formats, LowerEnding(out))) {
    conversion.writes_everything = format->writes_everything;
  }
  const Status written = SaveWorld(parts, **world, out, options, problems);
  if (!written.ok()) return written.error();
  Problems again;
  Conversion ignored;
  const auto read_back = ReadWorld(parts, out, "", &again, &ignored);
  if (!read_back.ok()) {
    return read_back.error().Within(
        "the written file cannot be read again, which is an error of Surefoot; please report it");
  }
  conversion.hash_read_back = (*read_back)->content_hash();
  return conversion;
}

}  // namespace surefoot
