#include "surefoot/formats/mjcf/build.h"

#include <algorithm>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/base/index.h"

namespace surefoot::formats::mjcf {
namespace {

/// MuJoCo's viewer shows the geom groups 0 to 2 by default.
constexpr int kDrawnGroups = 3;
constexpr const char* kStaticName = "worldbody";

/// A mocap body is moved by the user, so it is not static although it has no joints.
bool CanMove(const MjBody& body) { return !body.joints.empty() || body.mocap; }

/// Fills one model with its bodies. Parents must be added before children.
class Builder {
 public:
  Builder(int index, Reader* reader, Scene* scene, ModelBuild* build)
      : index_(index), reader_(reader), scene_(scene), build_(build) {}

  void AddStatic(MjBody* body, bool hide);
  void AddMoving(MjBody* body, bool hide, bool explicit_roots);

 private:
  int AddLink(const std::string& name, const RigidTransform& X_ML, const Source& source);
  void FillLink(const MjBody& body, bool hide, world::Link* link);
  void AddGeom(const MjGeom& geom, bool hide, world::Link* link);
  void AddJoint(world::Joint joint, const std::string& name);
  void AddFree(MjBody* body, MjJoint* joint, bool explicit_root);
  int AddHinge(MjBody* body, MjJoint* joint, bool last, int parent, const RigidTransform& X_PB);

  int index_;
  Reader* reader_;
  Scene* scene_;
  ModelBuild* build_;
};

int Builder::AddLink(const std::string& name, const RigidTransform& X_ML, const Source& source) {
  world::Link link;
  link.name = name;
  link.X_ML = X_ML;
  link.source = source;
  build_->model.links.push_back(std::move(link));
  return static_cast<int>(build_->model.links.size()) - 1;
}

/// Contacts with condim 1 and 3 have no torsional friction, only condim 6 has rolling friction;
/// this is MuJoCo's definition of condim.
void Builder::AddGeom(const MjGeom& geom, bool hide, world::Link* link) {
  if (geom.collides) {
    world::Collision collision;
    collision.name = geom.name;
    collision.X_LG = geom.X_BG;
    collision.geometry = geom.solid;
    collision.source = geom.source;
    collision.surface.mu = collision.surface.mu2 = geom.friction[0];
    if (geom.condim >= 4) collision.surface.torsional_friction = geom.friction[1];
    if (geom.condim >= 6) collision.surface.rolling_friction = geom.friction[2];
    if (!geom.kept.attributes.empty()) collision.extensions.push_back(geom.kept);
    link->collisions.push_back(std::move(collision));
  }
  if (!geom.visible || (hide && geom.group >= kDrawnGroups)) return;
  world::Visual visual;
  visual.name = geom.name;
  visual.X_LG = geom.X_BG;
  visual.geometry = geom.shape;
  visual.source = geom.source;
  visual.material = geom.material;
  link->visuals.push_back(std::move(visual));
}

void Builder::FillLink(const MjBody& body, bool hide, world::Link* link) {
  link->inertia = body.inertia;
  link->inertia_computed = body.inertia_computed;
  link->kinematic = body.mocap;
  link->gravity = body.gravcomp < 1.0;
  if (body.gravcomp > 0.0 && body.gravcomp != 1.0) {
    reader_->WarnOnce("gravcomp", body.source,
                      "gravcomp is rounded to 0 (below 1) or 1: gravity acts fully or not at all",
                      std::to_string(body.gravcomp));
  }
  for (const MjGeom& geom : body.geoms) AddGeom(geom, hide, link);
  link->sensors = body.cameras;
  if (body.parent >= 0) link->lights = body.lights;
  if (!body.kept.attributes.empty()) link->extensions.push_back(body.kept);
  const int index = static_cast<int>(link - build_->model.links.data());
  for (const MjSite& site : body.sites) {
    if (!site.name.empty()) build_->model.frames.push_back({site.name, index, site.X_BS});
  }
}

/// A static body becomes a link at its pose in the world; static models have their origin there.
void Builder::AddStatic(MjBody* body, bool hide) {
  const std::string name = body->parent < 0 ? build_->model.name : body->name;
  body->model = index_;
  body->link = AddLink(name, body->X_WB, body->source);
  FillLink(*body, hide, &build_->model.links.back());
  build_->model.links.back().gravity = true;
}

void Builder::AddJoint(world::Joint joint, const std::string& name) {
  joint.name = Unique(name, &build_->joint_names);
  build_->model.joints.push_back(std::move(joint));
}

/// A free root needs no joint: a model without a joint to the world moves freely. A model with
/// loops gets an explicit floating joint, because otherwise one of the loop joints could be chosen
/// as its connection to the world.
void Builder::AddFree(MjBody* body, MjJoint* joint, bool explicit_root) {
  const RigidTransform X_MB = build_->X_WM.Inverse() * body->X_WB;
  body->link = AddLink(body->name, X_MB, body->source);
  if (!explicit_root) return;
  world::Joint floating;
  floating.type = world::JointType::kFloating;
  floating.child = body->link;
  floating.X_PJ = X_MB;
  floating.source = joint->source;
  joint->model_joint = static_cast<int>(build_->model.joints.size());
  AddJoint(std::move(floating), joint->name);
}

/// Adds one joint of a body and its child: the body's link, or for all joints but the last a link
/// without mass that carries the next joint. Returns the child's index.
int Builder::AddHinge(MjBody* body, MjJoint* joint, bool last, int parent,
                      const RigidTransform& X_PB) {
  world::Joint made;
  const bool bounded =
      joint->axis.lower > -world::kInfinity || joint->axis.upper < world::kInfinity;
  RigidTransform back;
  switch (joint->type) {
    case MjJointType::kSlide:
      made.type = world::JointType::kPrismatic;
      back.p = -joint->ref * joint->axis.axis_J;
      break;
    case MjJointType::kHinge:
      made.type = bounded ? world::JointType::kRevolute : world::JointType::kContinuous;
      back.q = Quaterniond(Eigen::AngleAxisd(-joint->ref, joint->axis.axis_J));
      break;
    default:
      made.type = world::JointType::kBall;
      break;
  }
  made.parent = parent;
  made.X_CJ = RigidTransform(joint->p_BJ);
  // The file draws the child at the coordinate `ref`. A joint's zero is where X_PJ and X_CJ
  // coincide, so the joint frame in the parent is turned or moved back by `ref`.
  made.X_PJ = X_PB * made.X_CJ * back;
  made.axes[0] = joint->axis;
  made.source = joint->source;
  if (!joint->kept.attributes.empty()) made.extensions.push_back(joint->kept);
  const RigidTransform X_MP =
      parent == world::kWorldLink ? RigidTransform() : build_->model.links[At(parent)].X_ML;
  const RigidTransform X_ML = X_MP * made.X_PJ * made.X_CJ.Inverse();
  made.child = AddLink(last ? body->name : body->name + "::" + joint->name, X_ML, joint->source);
  const int child = made.child;
  joint->model_joint = static_cast<int>(build_->model.joints.size());
  AddJoint(std::move(made), joint->name);
  if (joint->ref != 0.0) {
    build_->model.initial_positions.push_back({joint->model_joint, 0, joint->ref});
  }
  return child;
}

/// A moving body. Static parents belong to the static model, so a body below one is connected to
/// the world, at the pose relative to the model's frame M.
void Builder::AddMoving(MjBody* body, bool hide, bool explicit_roots) {
  const MjBody& above = scene_->bodies[At(body->parent)];
  const bool on_world = body->parent == 0 || above.model != index_;
  int parent = on_world ? world::kWorldLink : above.link;
  RigidTransform X_PB = on_world ? build_->X_WM.Inverse() * body->X_WB : body->X_PB;
  body->model = index_;
  const bool is_free =
      !body->joints.empty() && body->joints.front().type == MjJointType::kFree && !body->mocap;
  for (const MjJoint& joint : body->joints) {
    const bool wrong = joint.type == MjJointType::kFree && (!on_world || body->joints.size() > 1);
    if (!wrong) continue;
    reader_->Error(joint.source,
                   "a free joint must be the only joint of a body that is a child of the world",
                   body->name, "move the body, or use other joints");
    return;
  }
  if (is_free) {
    AddFree(body, &body->joints.front(), explicit_roots);
  } else if (body->joints.empty() || body->mocap) {
    const RigidTransform X_MP = on_world ? RigidTransform() : build_->model.links[At(parent)].X_ML;
    body->link = AddLink(body->name, X_MP * X_PB, body->source);
    world::Joint fixed;
    fixed.parent = parent;
    fixed.child = body->link;
    fixed.X_PJ = X_PB;
    fixed.source = body->source;
    AddJoint(std::move(fixed), body->name + "_fixed");
  } else {
    for (MjJoint& joint : body->joints) {
      parent = AddHinge(body, &joint, &joint == &body->joints.back(), parent, X_PB);
      X_PB = RigidTransform();
    }
    body->link = parent;
  }
  FillLink(*body, hide, &build_->model.links[At(body->link)]);
}

/// True when some geom is in a group that MuJoCo draws. The geoms of other groups are then
/// collision shapes only. Planes do not count: a floor says nothing about the robot.
bool HasDrawnGroup(const Scene& scene, const std::vector<int>& bodies) {
  // A skin is not drawn here, and files with a skin often hide all geoms under it.
  for (const ScenePart& part : scene.parts) {
    for (const char* section : {"asset", "deformable"}) {
      for (const Node* node : part.document->Section(section)) {
        if (node->name == "skin") return false;
      }
    }
  }
  return std::any_of(bodies.begin(), bodies.end(), [&](int index) {
    const std::vector<MjGeom>& geoms = scene.bodies[At(index)].geoms;
    return std::any_of(geoms.begin(), geoms.end(), [](const MjGeom& geom) {
      return geom.group < kDrawnGroups && geom.visible &&
             !std::holds_alternative<world::Plane>(geom.shape);
    });
  });
}

/// The bodies of the static model, and of each moving model, in document order.
struct Split {
  std::vector<int> static_bodies;
  std::vector<std::vector<int>> moving;
};

/// Trees that constraints connect are grouped with disjoint sets, so the cost is nearly linear.
Split SplitBodies(const std::vector<Equality>& equalities, const Scene& scene) {
  const std::vector<MjBody>& bodies = scene.bodies;
  std::vector<bool> moves(bodies.size(), false);
  for (const MjBody& body : bodies) {
    if (CanMove(body)) moves[At(body.top)] = true;
  }
  // Only the elements of tree roots are used.
  DisjointSets groups;
  groups.Reset(static_cast<int>(bodies.size()));
  const auto top_of = [&](int body) { return bodies[At(body)].top; };
  for (const Equality& equality : equalities) {
    const bool joints = equality.kind == Equality::Kind::kJoint;
    if (joints && equality.joint2.body < 0) continue;
    const int a = top_of(joints ? equality.joint1.body : equality.body1);
    const int b = top_of(joints ? equality.joint2.body : equality.body2);
    if (moves[At(a)] && moves[At(b)]) groups.Join(a, b);
  }
  Split split;
  std::map<int, std::size_t> model_of;
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    const int top = top_of(i);
    if (!moves[At(top)]) {
      split.static_bodies.push_back(i);
      continue;
    }
    const auto added = model_of.emplace(groups.Find(top), split.moving.size());
    if (added.second) split.moving.emplace_back();
    split.moving[added.first->second].push_back(i);
  }
  return split;
}

bool HasContent(const MjBody& body) {
  return body.parent >= 0 || !body.geoms.empty() || !body.sites.empty() || !body.cameras.empty() ||
         !body.lights.empty();
}

/// "worldbody", extended until no body has the name.
std::string StaticName(const Scene& scene) {
  std::string name = kStaticName;
  while (scene.body_ids.count(name) > 0) name += "_";
  return name;
}

void BuildStatic(const std::vector<int>& bodies, Reader* reader, Scene* scene,
                 std::vector<ModelBuild>* models) {
  const bool any = std::any_of(bodies.begin(), bodies.end(),
                               [&](int i) { return HasContent(scene->bodies[At(i)]); });
  if (!any) return;
  models->emplace_back();
  ModelBuild& build = models->back();
  build.model.name = StaticName(*scene);
  build.model.is_static = true;
  build.model.source = Source{scene->parts.front().document->path, 0, "worldbody"};
  Builder builder(0, reader, scene, &build);
  const bool hide = HasDrawnGroup(*scene, bodies);
  for (const int body : bodies) builder.AddStatic(&scene->bodies[At(body)], hide);
}

/// MuJoCo lets the bodies of a tree collide with each other, hence self_collide; masks and filters
/// then exclude pairs. The model's frame is that of its first body.
void BuildMoving(const std::vector<int>& bodies, bool has_loops, Reader* reader, Scene* scene,
                 std::vector<ModelBuild>* models) {
  const int index = static_cast<int>(models->size());
  models->emplace_back();
  ModelBuild& build = models->back();
  const MjBody& first = scene->bodies[At(bodies.front())];
  build.model.name = first.name;
  build.model.self_collide = true;
  build.model.source = first.source;
  build.X_WM = first.X_WB;
  const bool hide = HasDrawnGroup(*scene, bodies);
  int roots = 0;
  Builder builder(index, reader, scene, &build);
  for (const int i : bodies) {
    MjBody& body = scene->bodies[At(i)];
    builder.AddMoving(&body, hide, has_loops);
    if (body.parent != 0) continue;
    ++roots;
    const bool is_free = !body.joints.empty() && body.joints[0].type == MjJointType::kFree;
    if (is_free && !body.mocap) build.free_root = i;
  }
  if (roots > 1) build.free_root = -1;
}

}  // namespace

std::vector<ModelBuild> BuildModels(const std::vector<Equality>& equalities, Reader* reader,
                                    Scene* scene) {
  const Split split = SplitBodies(equalities, *scene);
  std::vector<ModelBuild> models;
  BuildStatic(split.static_bodies, reader, scene, &models);
  for (const std::vector<int>& bodies : split.moving) {
    const bool has_loops =
        std::any_of(equalities.begin(), equalities.end(), [&](const Equality& equality) {
          return equality.kind != Equality::Kind::kJoint &&
                 (std::find(bodies.begin(), bodies.end(), equality.body1) != bodies.end() ||
                  std::find(bodies.begin(), bodies.end(), equality.body2) != bodies.end());
        });
    BuildMoving(bodies, has_loops, reader, scene, &models);
  }
  return models;
}

}  // namespace surefoot::formats::mjcf
