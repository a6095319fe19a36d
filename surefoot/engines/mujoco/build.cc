#include "surefoot/engines/mujoco/build.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <unordered_map>

#include "surefoot/base/try.h"
#include "surefoot/engines/mujoco/mjcf_writer.h"
#include "surefoot/world/plate.h"

// The World is written as MJCF and compiled by MuJoCo in memory: its compiler computes bounds,
// inertias and tables that cannot be set directly.

namespace surefoot::engines::mujoco {
namespace {

using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;

/// MuJoCo's in-memory file system. The struct has 2 MB, so it is on the heap.
class MemoryFiles {
 public:
  MemoryFiles() : vfs_(std::make_unique<mjVFS>()) { mj_defaultVFS(vfs_.get()); }
  ~MemoryFiles() { mj_deleteVFS(vfs_.get()); }
  MemoryFiles(const MemoryFiles&) = delete;
  MemoryFiles& operator=(const MemoryFiles&) = delete;

  /// MuJoCo's own function copies files from the disk, so the text is copied here.
  bool Add(const std::string& name, const std::string& text) {
    if (mj_makeEmptyFileVFS(vfs_.get(), name.c_str(), static_cast<int>(text.size())) != 0) {
      return false;
    }
    const int index = mj_findFileVFS(vfs_.get(), name.c_str());
    std::memcpy(vfs_->filedata[index], text.data(), text.size());
    return true;
  }
  const mjVFS* get() const { return vfs_.get(); }

 private:
  std::unique_ptr<mjVFS> vfs_;
};

/// Errors of MuJoCo's compiler are returned with its text.
Result<ModelHandle> Compile(const std::vector<std::string>& documents) {
  MemoryFiles files;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (!files.Add(DocumentName(i), documents[i])) {
      return Error{"MuJoCo's in-memory files are full: the model is too large or too deep"};
    }
  }
  char message[1000] = "";
  try {
    ModelHandle model(mj_loadXML(DocumentName(0).c_str(), files.get(), message, sizeof message));
    if (!model) return Error{std::string("MuJoCo cannot compile the world: ") + message};
    return model;
  } catch (const std::exception& error) {
    return Error{std::string("MuJoCo cannot compile the world: ") + error.what()};
  }
}

/// MuJoCo stores heights as shares of the span above the lowest one, in float.
void FillHeightFields(const std::vector<HeightFieldSlot>& slots, mjModel* model) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const HeightField& field = *slots[i].field;
    float* data = model->hfield_data + model->hfield_adr[i];
    for (std::size_t k = 0; k < field.heights.size(); ++k) {
      data[k] = static_cast<float>((static_cast<double>(field.heights[k]) - slots[i].base) /
                                   slots[i].span);
    }
  }
}

/// Sets the second anchor of point constraints, which MJCF cannot express.
void SetSecondAnchors(const std::map<std::string, Vector3d>& anchors, mjModel* model) {
  for (const auto& [name, p] : anchors) {
    const int id = mj_name2id(model, mjOBJ_EQUALITY, name.c_str());
    if (id >= 0) Eigen::Map<Vector3d>(model->eq_data + mjNEQDATA * id + 3) = p;
  }
}

/// Fills the tables between World ids and MuJoCo addresses for a compiled model.
class Mapper {
 public:
  Mapper(const physics::BackendArgs& args, const mjModel& model, Maps* maps)
      : args_(args), world_(*args.world), mj_(model), maps_(*maps) {}

  /// Indices of MuJoCo's objects for bodies, joints and shapes.
  void Map() {
    maps_.body_of_link.assign(static_cast<std::size_t>(world_.link_count()), -1);
    IndexNames();
    for (int model : args_.models) MapModel(model);
    ExcludeWheels();
  }

 private:
  void IndexNames() {
    for (int i = 0; i < mj_.nbody; ++i) bodies_[mj_id2name(&mj_, mjOBJ_BODY, i)] = i;
    for (int i = 0; i < mj_.njnt; ++i) {
      const char* name = mj_id2name(&mj_, mjOBJ_JOINT, i);
      if (name != nullptr) joints_[name] = i;
    }
    for (int i = 0; i < mj_.ntendon; ++i) tendons_[mj_id2name(&mj_, mjOBJ_TENDON, i)] = i;
  }

  /// Range of coordinates of each model.
  void MapModel(int model) {
    ModelRange range;
    range.model = model;
    const world::Tree& tree = world_.tree(model);
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      if (!tree.bodies[i].is_static) Extend(MapBody(model, static_cast<int>(i)), &range);
    }
    for (const int joint : tree.loop_joints) {
      const int world_joint = world_.layout(model).joints.first + joint;
      const auto loop_body = bodies_.find(LoopBodyName(world_joint));
      if (loop_body == bodies_.end()) continue;
      Extend(loop_body->second, &range);
      MapJoint(world_joint, false);
    }
    maps_.ranges.push_back(range);
  }

  /// Extends the model's contiguous range of coordinates by a body's.
  void Extend(int mj_body, ModelRange* range) const {
    const int joint = mj_.body_jntadr[mj_body];
    if (joint < 0) return;
    const bool first = range->nv == 0;
    const int q = mj_.jnt_qposadr[joint];
    const int v = mj_.jnt_dofadr[joint];
    range->q = first ? q : std::min(range->q, q);
    range->v = first ? v : std::min(range->v, v);
    for (int k = 0; k < mj_.body_jntnum[mj_body]; ++k) {
      const int type = mj_.jnt_type[joint + k];
      range->nq += type == mjJNT_FREE ? 7 : type == mjJNT_BALL ? 4 : 1;
    }
    range->nv += mj_.body_dofnum[mj_body];
  }

  /// The body by its name in the MJCF text.
  int MapBody(int model, int tree_body) {
    const world::Tree& tree = world_.tree(model);
    const world::Body& body = tree.bodies[static_cast<std::size_t>(tree_body)];
    const world::Model& description = world_.model(model);
    const int first_link = world_.layout(model).links.first;
    BodyMap map;
    map.model = model;
    map.root_link = first_link + body.root_link;
    map.mj_body = bodies_.at(BodyName(model, tree_body));
    map.weightless = physics::WeightlessPart(description, tree, body);
    for (int link : body.links) {
      maps_.body_of_link[static_cast<std::size_t>(first_link + link)] = map.mj_body;
      if (link == body.root_link) continue;
      maps_.lumped_links.push_back(physics::LumpedLink{first_link + link, map.root_link,
                                                       tree.X_BL[static_cast<std::size_t>(link)]});
    }
    const int joint = mj_.body_jntadr[map.mj_body];
    if (joint >= 0 && mj_.jnt_type[joint] == mjJNT_FREE) {
      map.free_q = mj_.jnt_qposadr[joint];
      map.free_v = mj_.jnt_dofadr[joint];
      if (body.joint >= 0) map.floating_joint = world_.layout(model).joints.first + body.joint;
    } else if (body.joint >= 0) {
      MapJoint(world_.layout(model).joints.first + body.joint, body.joint_reversed);
    }
    maps_.bodies.push_back(map);
    return map.mj_body;
  }

  /// Addresses in MuJoCo's vectors and the sign of the axis.
  void MapJoint(int joint_id, bool reversed) {
    const world::Joint& joint = world_.joint_spec(joint_id);
    const world::JointLayout& layout = world_.joint(joint_id);
    const std::string prefix = "j" + std::to_string(joint_id) + "_";
    if (joint.type == JointType::kBall) {
      const int mj_joint = joints_.at(prefix + "0");
      const int moving_link = reversed ? joint.parent : joint.child;
      const RigidTransform& X_BL =
          world_.tree(layout.model).X_BL[static_cast<std::size_t>(moving_link)];
      BallMap map;
      map.q_BJ = X_BL.q * (reversed ? joint.X_PJ.q : joint.X_CJ.q);
      map.reversed = reversed;
      map.q = layout.q;
      map.v = layout.v;
      map.mj_q = mj_.jnt_qposadr[mj_joint];
      map.mj_v = mj_.jnt_dofadr[mj_joint];
      map.effort = joint.axes[0].effort;
      maps_.balls.push_back(map);
      return;
    }
    for (int axis = 0; axis < layout.v_count; ++axis) {
      const int mj_joint = joints_.at(prefix + std::to_string(axis));
      DofMap map;
      map.q = layout.q + axis;
      map.v = layout.v + axis;
      map.mj_q = mj_.jnt_qposadr[mj_joint];
      map.mj_v = mj_.jnt_dofadr[mj_joint];
      // The rotation of a planar joint has no limits.
      if (axis < 2) map.axis = joint.axes[axis];
      const auto tendon = tendons_.find("t" + std::to_string(map.v));
      if (tendon != tendons_.end()) map.tendon = tendon->second;
      maps_.dofs.push_back(map);
    }
    if (joint.type == JointType::kScrew) {
      const int slide = joints_.at(prefix + "9");
      const DofMap& hinge = maps_.dofs.back();
      maps_.screws.push_back(ScrewMap{layout.model, hinge.mj_q, hinge.mj_v, mj_.jnt_qposadr[slide],
                                      mj_.jnt_dofadr[slide], joint.screw_pitch / kTwoPi});
    }
  }

  /// Pairs of wheels or plates with ground whose contact the ground module computes.
  void ExcludeWheels() {
    if (!world_.has_own_contacts()) return;
    std::vector<std::uint64_t>& pairs = maps_.excluded_geom_pairs;
    for (int a = 0; a < mj_.ngeom; ++a) {
      const GeomMap& wheel = maps_.geoms[static_cast<std::size_t>(a)];
      const bool presses = world::FindPlateElement(world_, wheel.link) != nullptr;
      if (world_.WheelOf(wheel.link) < 0 && !presses) continue;
      for (int b = 0; b < mj_.ngeom; ++b) {
        const GeomMap& ground = maps_.geoms[static_cast<std::size_t>(b)];
        const bool own = world_.ContactOn(wheel.link, ground.link, ground.collision) !=
                         world::WheelContact::kEngine;
        if (own) pairs.push_back(GeomPair(a, b));
      }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }

  const physics::BackendArgs& args_;
  const world::World& world_;
  const mjModel& mj_;
  Maps& maps_;
  std::unordered_map<std::string, int> bodies_;
  std::unordered_map<std::string, int> joints_;
  std::unordered_map<std::string, int> tendons_;
};

/// MuJoCo scales the softness of a constraint with the inverse weight of its bodies. The small
/// bodies that close loops represent the heavy ones they join, so they get those bodies' weights.
void StiffenLoops(const physics::BackendArgs& args, mjModel* m) {
  for (const int model : args.models) {
    const world::Tree& tree = args.world->tree(model);
    const world::ModelLayout& layout = args.world->layout(model);
    for (const int joint : tree.loop_joints) {
      const int small =
          mj_name2id(m, mjOBJ_BODY, LoopBodyName(layout.joints.first + joint).c_str());
      if (small < 0) continue;
      const world::Joint& spec = args.world->model(model).joints[static_cast<std::size_t>(joint)];
      const int child = tree.body_of_link[static_cast<std::size_t>(spec.child)];
      const int heavy = tree.bodies[static_cast<std::size_t>(child)].is_static
                            ? 0
                            : mj_name2id(m, mjOBJ_BODY, BodyName(model, child).c_str());
      const int parent = m->body_parentid[small];
      for (int k = 0; k < m->body_jntnum[small]; ++k) {
        const int mj_joint = m->body_jntadr[small] + k;
        const int kind = m->jnt_type[mj_joint] == mjJNT_SLIDE ? 0 : 1;
        m->dof_invweight0[m->jnt_dofadr[mj_joint]] =
            m->body_invweight0[2 * heavy + kind] + m->body_invweight0[2 * parent + kind];
      }
      for (int kind = 0; kind < 2; ++kind) {
        m->body_invweight0[2 * small + kind] = m->body_invweight0[2 * parent + kind];
      }
    }
  }
}

/// MuJoCo renumbers geoms body by body; document order is recovered by their names.
std::vector<GeomMap> InEngineOrder(const std::vector<GeomMap>& geoms, const mjModel& model) {
  std::vector<GeomMap> ordered(geoms.size());
  for (int i = 0; i < model.ngeom; ++i) {
    const char* name = mj_id2name(&model, mjOBJ_GEOM, i);
    ordered[static_cast<std::size_t>(i)] = geoms[static_cast<std::size_t>(std::atoi(name + 1))];
  }
  return ordered;
}

}  // namespace

Result<Built> Build(const physics::BackendArgs& args) {
  InstallErrorHandlers();
  Mjcf mjcf = SUREFOOT_TRY(MjcfWriter(args).Write());
  ModelHandle compiled = SUREFOOT_TRY(Compile(mjcf.documents));
  Built built;
  built.model = std::move(compiled);
  // MuJoCo switches to sparse matrices at 60 velocities; they are faster from two robots (20) on.
  built.model->opt.jacobian = built.model->nv >= 20 ? mjJAC_SPARSE : mjJAC_DENSE;
  FillHeightFields(mjcf.height_fields, built.model.get());
  SetSecondAnchors(mjcf.second_anchors, built.model.get());
  StiffenLoops(args, built.model.get());
  built.maps.geoms = InEngineOrder(mjcf.geoms, *built.model);
  built.maps.laws = std::move(mjcf.laws);
  built.maps.laws.Prepare();
  Mapper(args, *built.model, &built.maps).Map();
  return built;
}

Result<std::string> WriteMjcf(const physics::BackendArgs& args) {
  return SUREFOOT_TRY(MjcfWriter(args).Write()).documents.front();
}

}  // namespace surefoot::engines::mujoco
