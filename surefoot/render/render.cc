#include "surefoot/render/render.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/render/camera.h"
#include "surefoot/render/tile.h"
#include "surefoot/world/world.h"

// The picture of `surefoot render`: chooses a camera that shows the whole subject, adds frames if
// requested, and draws rows in parallel.

namespace surefoot::render {
namespace {

// Radius of a rod, as a share of its length.
constexpr double kThickness = 0.03;

/// A rod from a point along a direction; `back` is its length on the opposite side.
world::Visual MakeRod(const Vector3d& p_W, const Vector3d& direction_W, double length, double back,
                      const Vector3d& color) {
  world::Visual rod;
  const double whole = length + back;
  rod.geometry = world::Cylinder{kThickness * length, whole};
  const Quaterniond q_WG = QuaternionFromZAxis(direction_W);
  rod.X_LG = RigidTransform(q_WG, p_W + q_WG * Vector3d(0.0, 0.0, 0.5 * whole - back));
  world::Material material;
  material.diffuse << color, 1.0;
  rod.material = material;
  return rod;
}

/// Red, green and blue rods along x, y and z.
void AddLinkAxes(const RigidTransform& X_WL, double length, world::Link* marks) {
  for (int axis = 0; axis < 3; ++axis) {
    Vector3d color = Vector3d::Constant(0.12);
    color[axis] = axis == 2 ? 1.0 : 0.85;
    marks->visuals.push_back(MakeRod(X_WL.p, X_WL.q * Vector3d::Unit(axis), length, 0.0, color));
  }
}

int AxisCount(world::JointType type) {
  switch (type) {
    case world::JointType::kRevolute:
    case world::JointType::kContinuous:
    case world::JointType::kPrismatic:
    case world::JointType::kScrew:
      return 1;
    case world::JointType::kUniversal:
    case world::JointType::kPlanar:
      return 2;
    default:
      return 0;
  }
}

/// Yellow rods along the axes of a joint.
void AddJointAxes(const world::Joint& joint, const RigidTransform& X_WC, double length,
                  world::Link* marks) {
  const RigidTransform X_WJ = X_WC * joint.X_CJ;
  for (int axis = 0; axis < AxisCount(joint.type); ++axis) {
    marks->visuals.push_back(MakeRod(X_WJ.p, X_WJ.q * joint.axes[axis].axis_J, 1.25 * length,
                                     0.6 * length, Vector3d(1.0, 0.75, 0.05)));
  }
}

/// Rods that show frames: the x, y and z axes of every link in red, green and blue, and the axes of
/// moving joints in yellow, each `length` long (m). Only for models that are true in `models`.
Result<std::shared_ptr<const world::World>> MakeFrameMarks(const world::World& world,
                                                           const std::vector<RigidTransform>& X_WL,
                                                           const std::vector<bool>& models,
                                                           double length) {
  world::Link marks;
  marks.name = "marks";
  for (int id = 0; id < world.link_count(); ++id) {
    if (!models[static_cast<std::size_t>(world.model_of_link(id))]) continue;
    AddLinkAxes(X_WL[static_cast<std::size_t>(id)], length, &marks);
  }
  for (int id = 0; id < world.joint_count(); ++id) {
    const int model = world.joint(id).model;
    if (!models[static_cast<std::size_t>(model)]) continue;
    const world::Joint& joint = world.joint_spec(id);
    const int child = world.layout(model).links.first + joint.child;
    AddJointAxes(joint, X_WL[static_cast<std::size_t>(child)], length, &marks);
  }
  for (std::size_t i = 0; i < marks.visuals.size(); ++i) {
    marks.visuals[i].name = "mark" + std::to_string(i);
  }
  auto model = std::make_shared<world::Model>();
  model->name = "marks";
  model->is_static = true;
  model->links.push_back(std::move(marks));
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"marks", RigidTransform(), model});
  return world::MakeWorld(std::move(spec), nullptr);
}

// Side of a tile (pixels): small enough to balance the threads, large enough that the border of
// each tile, which is traced twice, costs little.
constexpr int kTileSide = 64;

/// Errors before any work.
Status CheckOptions(const RenderOptions& options) {
  const auto wrong_side = [](int side) { return side < 1 || side > kMaxSide; };
  if (wrong_side(options.width) || wrong_side(options.height)) {
    return Error{"picture size " + std::to_string(options.width) + "x" +
                 std::to_string(options.height) +
                 " pixels; sizes from 1x1 to 8192x8192 are accepted"};
  }
  if (options.supersample < 1 || options.supersample > kMaxSupersample) {
    return Error{"supersample " + std::to_string(options.supersample) + " is out of range: 1 to 8"};
  }
  if (!(options.fov > 0.001 && options.fov < 3.1)) {
    return Error{"the field of view must be above 0 and below 178 degrees"};
  }
  return Status();
}

Result<int> FindModel(const world::World& world, const std::string& name) {
  if (name.empty()) return -1;
  const int model = world.FindModel(name);
  if (model >= 0) return model;
  const std::string names = Joined(world.spec().models, &world::ModelInstance::name);
  return Error{"there is no model '" + name + "'; the world has: " + names};
}

struct ShapeCount {
  int visuals = 0;
  int collisions = 0;
};

ShapeCount CountShapes(const world::Model& model) {
  ShapeCount count;
  for (const world::Link& link : model.links) {
    count.visuals += static_cast<int>(link.visuals.size());
    count.collisions += static_cast<int>(link.collisions.size());
  }
  return count;
}

/// Models to draw by their collision shapes: those that can move and have no visuals, and all
/// models if no file has a visual. The floor added under a single model comes from no file and does
/// not count.
std::vector<int> ModelsWithoutVisuals(const world::World& world) {
  int visuals = 0;
  for (int i = 0; i < world.model_count(); ++i) {
    if (!world.model(i).source.file.empty()) visuals += CountShapes(world.model(i)).visuals;
  }
  std::vector<int> models;
  for (int i = 0; i < world.model_count(); ++i) {
    const ShapeCount count = CountShapes(world.model(i));
    if (count.visuals > 0 || count.collisions == 0) continue;
    if (visuals == 0 || CanMove(world, i)) models.push_back(i);
  }
  return models;
}

/// Spacing of grid lines: 1 m, scaled by powers of ten for very small and very large subjects.
double GridFor(double size) {
  if (size < 0.045) return 0.01;
  if (size < 0.45) return 0.1;
  return size < 60.0 ? 1.0 : size < 600.0 ? 10.0 : 100.0;
}

/// From the view or from given points.
Status PlaceCameraFor(const RenderOptions& options, const raycast::Scene& scene,
                      const Subject& subject, Camera* camera) {
  camera->width = options.width;
  camera->height = options.height;
  camera->fov = options.fov;
  PlaceCamera(scene, subject, options.view, camera);
  if (!options.from_W && !options.at_W) return Status();
  const Vector3d middle = subject.Bounds().center();
  const Vector3d at = options.at_W.value_or(middle);
  // Without a position, the camera keeps its distance and direction relative to the target.
  const Vector3d from = options.from_W.value_or(at + camera->X_WC.p - middle);
  if (!at.allFinite() || !from.allFinite() || (at - from).norm() < 1e-9) {
    return Error{"the camera position is the same as its target"};
  }
  camera->X_WC = RigidTransform(LookAlong(at - from), from);
  return Status();
}

/// Threads take tiles from a shared counter. A tile's pixels do not depend on who draws it.
void DrawAll(const Stage& stage, int threads, Image* image) {
  const int columns = (image->width + kTileSide - 1) / kTileSide;
  const int rows = (image->height + kTileSide - 1) / kTileSide;
  std::atomic<int> next = 0;
  const auto work = [&]() {
    for (int i = next++; i < columns * rows; i = next++) {
      Rectangle part;
      part.left = kTileSide * (i % columns);
      part.top = kTileSide * (i / columns);
      part.right = std::min(image->width, part.left + kTileSide);
      part.bottom = std::min(image->height, part.top + kTileSide);
      DrawTile(stage, part, image);
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
}

int ThreadCount(int requested) {
  const int machine = static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(requested > 0 ? requested : machine, 1, 64);
}

/// The rods and their appearance, which must outlive the stage.
struct Marks {
  std::shared_ptr<const world::World> world;
  std::unique_ptr<raycast::Scene> scene;
  std::unique_ptr<Looks> looks;
};

/// Marks are shapes of a world of their own.
Status MakeMarks(const raycast::Scene& scene, const std::vector<RigidTransform>& X_WL,
                 const Subject& subject, double length, Marks* marks) {
  const world::World& world = scene.world();
  std::vector<bool> models(static_cast<std::size_t>(world.model_count()), false);
  for (std::size_t i = 0; i < subject.shapes.size(); ++i) {
    if (!subject.shapes[i]) continue;
    const int link = scene.shape(static_cast<int>(i)).link;
    models[static_cast<std::size_t>(world.model_of_link(link))] = true;
  }
  auto made = MakeFrameMarks(world, X_WL, models, length);
  if (!made.ok()) return made.error();
  marks->world = made.value();
  auto rods = raycast::Scene::Make(*marks->world);
  if (!rods.ok()) return rods.error();
  marks->scene = std::move(rods).value();
  marks->scene->SetPoses(std::vector<RigidTransform>(1));
  std::vector<std::string> no_notes;
  marks->looks = std::make_unique<Looks>(*marks->scene, LooksOptions(), &no_notes);
  return Status();
}

Result<std::unique_ptr<raycast::Scene>> MakeScene(const world::World& world,
                                                  const std::vector<RigidTransform>& X_WL,
                                                  const RenderOptions& options, RenderInfo* info) {
  raycast::SceneOptions scene_options;
  scene_options.collisions = options.collisions;
  scene_options.layers = true;
  if (!options.collisions) scene_options.collision_models = ModelsWithoutVisuals(world);
  for (const int model : scene_options.collision_models) {
    info->collision_models.push_back(world.instance(model).name);
  }
  auto scene = raycast::Scene::Make(world, scene_options);
  if (scene.ok()) {
    scene.value()->SetPoses(X_WL);
    info->shapes = scene.value()->shape_count();
  }
  return scene;
}

}  // namespace

// Tiles are independent, so threads take them in any order with the same result.
Result<Image> Render(const world::World& world, const std::vector<RigidTransform>& X_WL,
                     const RenderOptions& options, RenderInfo* info) {
  SUREFOOT_TRY(CheckOptions(options));
  const int model = SUREFOOT_TRY(FindModel(world, options.model));
  const auto scene = MakeScene(world, X_WL, options, info);
  if (!scene.ok()) return scene.error();

  Stage stage;
  stage.scene = scene.value().get();
  const Subject subject = SubjectOf(*stage.scene, model);
  SUREFOOT_TRY(PlaceCameraFor(options, *stage.scene, subject, &stage.camera));
  scene.value()->SetPosesSeenFrom(X_WL, stage.camera.X_WC.p);
  info->camera = stage.camera;
  info->subject_W = subject.Bounds();
  const double size = info->subject_W.diagonal().norm();
  const double distance = (stage.camera.X_WC.p - info->subject_W.center()).norm();
  info->grid = GridFor(std::max(size, 0.35 * distance));
  const Looks looks(*stage.scene, LooksOptions{info->grid}, &info->notes);
  stage.looks = &looks;
  Marks marks;
  if (options.frames) {
    SUREFOOT_TRY(MakeMarks(*stage.scene, X_WL, subject, 0.1 * size, &marks));
    stage.marks = marks.scene.get();
    stage.mark_looks = marks.looks.get();
  }
  const LightSet lights(world);
  lights.Place(X_WL, &stage.lights);
  stage.sky = lights.sky();
  stage.supersample = options.supersample;
  stage.transparent = options.transparent;
  stage.occlusion_reach = std::clamp(0.25 * size, 0.02, 2.0);
  stage.haze = std::max(30.0, 20.0 * distance);
  Image image;
  image.width = options.width;
  image.height = options.height;
  image.rgba.resize(std::size_t{4} * static_cast<std::size_t>(options.width) *
                    static_cast<std::size_t>(options.height));
  DrawAll(stage, ThreadCount(options.threads), &image);
  return image;
}

}  // namespace surefoot::render
