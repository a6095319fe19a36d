#include "surefoot/formats/sdf/test/peer.h"

#include <gtest/gtest.h>

#include <ignition/math/Pose3.hh>
#include <sdf/Collision.hh>
#include <sdf/Frame.hh>
#include <sdf/Joint.hh>
#include <sdf/JointAxis.hh>
#include <sdf/Link.hh>
#include <sdf/Model.hh>
#include <sdf/ParserConfig.hh>
#include <sdf/Root.hh>
#include <sdf/Visual.hh>
#include <sdf/World.hh>
#include <sstream>
#include <string>

namespace surefoot::formats {
namespace {

/// Compares models and their content with the result of libsdformat alone.
class Peer {
 public:
  /// Included models are searched in `models` by the last part of their URI.
  explicit Peer(const std::string& models) {
    config_.SetFindCallback([models](const std::string& uri) {
      const std::size_t slash = uri.find_last_of('/');
      return models + "/" + uri.substr(slash == std::string::npos ? 0 : slash + 1);
    });
    // Nested includes are searched with the global configuration.
    sdf::ParserConfig::GlobalConfig().SetFindCallback(config_.FindFileCallback());
  }

  void Compare(const std::string& path, const world::WorldSpec& spec) {
    sdf::Root root;
    const sdf::Errors errors = root.Load(path, config_);
    ASSERT_TRUE(errors.empty()) << path << ": " << errors.front().Message();
    if (root.Model() != nullptr) {
      ASSERT_EQ(spec.models.size(), 1u);
      CompareModel(*root.Model(), RigidTransform(), spec.models[0]);
      return;
    }
    const sdf::World& world = *root.WorldByIndex(0);
    ASSERT_EQ(world.ModelCount(), spec.models.size()) << path;
    const auto gravity = world.Gravity();
    EXPECT_EQ(spec.gravity_W, Vector3d(gravity.X(), gravity.Y(), gravity.Z()));
    for (const world::ModelInstance& instance : spec.models) {
      const sdf::Model* model = world.ModelByName(instance.name);
      ASSERT_NE(model, nullptr) << instance.name;
      ExpectSame(Resolved(model->SemanticPose()), instance.X_WM, instance.name);
      CompareModel(*model, RigidTransform(), instance);
    }
  }

 private:
  static RigidTransform Ours(const ignition::math::Pose3d& pose) {
    return RigidTransform(
        Quaterniond(pose.Rot().W(), pose.Rot().X(), pose.Rot().Y(), pose.Rot().Z()),
        Vector3d(pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z()));
  }

  static RigidTransform Resolved(const sdf::SemanticPose& semantic, const std::string& in = {}) {
    ignition::math::Pose3d pose;
    const sdf::Errors errors = semantic.Resolve(pose, in);
    EXPECT_TRUE(errors.empty()) << errors.front().Message();
    return Ours(pose);
  }

  static void ExpectSame(const RigidTransform& expected, const RigidTransform& X,
                         const std::string& what) {
    EXPECT_LT((X.p - expected.p).norm(), 1e-9) << what;
    EXPECT_LT(X.q.angularDistance(expected.q), 1e-7) << what;
  }

  void CompareModel(const sdf::Model& model, const RigidTransform& X_MN,
                    const world::ModelInstance& instance) {
    counts_ = {};
    EXPECT_EQ(model.Static(), instance.model->is_static) << instance.name;
    ComparePart(model, X_MN, "", *instance.model);
    EXPECT_EQ(counts_.links, instance.model->links.size()) << instance.name;
    EXPECT_EQ(counts_.joints, instance.model->joints.size()) << instance.name;
  }

  void ComparePart(const sdf::Model& model, const RigidTransform& X_MN, const std::string& scope,
                   const world::Model& read) {
    for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
      CompareLink(*model.LinkByIndex(i), X_MN, scope, read);
    }
    for (std::uint64_t i = 0; i < model.JointCount(); ++i) {
      CompareJoint(*model.JointByIndex(i), X_MN, scope, read);
    }
    for (std::uint64_t i = 0; i < model.FrameCount(); ++i) {
      CompareFrame(*model.FrameByIndex(i), X_MN, scope, read);
    }
    for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
      const sdf::Model& nested = *model.ModelByIndex(i);
      ComparePart(nested, X_MN * Resolved(nested.SemanticPose()),
                  scope + nested.Name() + "::", read);
    }
  }

  void CompareLink(const sdf::Link& link, const RigidTransform& X_MN, const std::string& scope,
                   const world::Model& model) {
    const std::string name = scope + link.Name();
    const int index = model.FindLink(name);
    ASSERT_GE(index, 0) << name;
    const world::Link& read = model.links[static_cast<std::size_t>(index)];
    ++counts_.links;
    ExpectSame(X_MN * Resolved(link.SemanticPose()), read.X_ML, name);
    if (!read.inertia_computed && read.inertia.mass > 0.0) {
      const auto& inertial = link.Inertial();
      EXPECT_EQ(read.inertia.mass, inertial.MassMatrix().Mass()) << name;
      EXPECT_LT((read.inertia.p_BBcm - Ours(inertial.Pose()).p).norm(), 1e-12) << name;
      const auto moment = inertial.Moi();
      for (int k = 0; k < 9; ++k) {
        EXPECT_NEAR(read.inertia.I_BBcm_B(k / 3, k % 3),
                    moment(static_cast<std::size_t>(k / 3), static_cast<std::size_t>(k % 3)),
                    1e-9 * (1.0 + read.inertia.I_BBcm_B.norm()))
            << name;
      }
    }
    for (const world::Collision& collision : read.collisions) {
      const sdf::Collision* peer = link.CollisionByName(collision.name);
      if (peer == nullptr || IsStaticOnly(collision.geometry)) continue;
      ExpectSame(Resolved(peer->SemanticPose()), collision.X_LG, name + "/" + collision.name);
    }
    for (const world::Visual& visual : read.visuals) {
      const sdf::Visual* peer = link.VisualByName(visual.name);
      if (peer == nullptr || IsStaticOnly(visual.geometry)) continue;
      ExpectSame(Resolved(peer->SemanticPose()), visual.X_LG, name + "/" + visual.name);
    }
  }

  void CompareJoint(const sdf::Joint& joint, const RigidTransform& X_MN, const std::string& scope,
                    const world::Model& model) {
    const std::string name = scope + joint.Name();
    const int index = model.FindJoint(name);
    ASSERT_GE(index, 0) << name;
    const world::Joint& read = model.joints[static_cast<std::size_t>(index)];
    ++counts_.joints;
    std::string child, parent;
    EXPECT_TRUE(joint.ResolveChildLink(child).empty());
    EXPECT_TRUE(joint.ResolveParentLink(parent).empty());
    const world::Link& read_child = model.links[static_cast<std::size_t>(read.child)];
    EXPECT_EQ(scope + child, read_child.name) << name;
    if (parent == "world") {
      EXPECT_EQ(read.parent, world::kWorldLink) << name;
    } else {
      EXPECT_EQ(scope + parent, model.links[static_cast<std::size_t>(read.parent)].name) << name;
    }
    ExpectSame(X_MN * Resolved(joint.SemanticPose(), "__model__"), read_child.X_ML * read.X_CJ,
               name);
    for (unsigned int i = 0; i < 2; ++i) {
      const sdf::JointAxis* axis = joint.Axis(i);
      if (axis == nullptr || world::VelocityCount(read.type) <= static_cast<int>(i)) continue;
      ignition::math::Vector3d xyz;
      EXPECT_TRUE(axis->ResolveXyz(xyz).empty()) << name;
      const Vector3d expected = Vector3d(xyz.X(), xyz.Y(), xyz.Z()).normalized();
      EXPECT_LT((read.axes[i].axis_J - expected).norm(), 1e-9) << name;
      EXPECT_EQ(read.axes[i].damping, axis->Damping()) << name;
      if (read.type == world::JointType::kContinuous || std::abs(axis->Lower()) >= 1e16) continue;
      EXPECT_EQ(read.axes[i].lower, axis->Lower()) << name;
    }
  }

  static void CompareFrame(const sdf::Frame& frame, const RigidTransform& X_MN,
                           const std::string& scope, const world::Model& model) {
    const std::string name = scope + frame.Name();
    for (const world::Frame& read : model.frames) {
      if (read.name != name) continue;
      const RigidTransform& X_ML = model.links[static_cast<std::size_t>(read.link)].X_ML;
      ExpectSame(X_MN * Resolved(frame.SemanticPose(), "__model__"), X_ML * read.X_LF, name);
      std::string body;
      EXPECT_TRUE(frame.ResolveAttachedToBody(body).empty());
      if (body != "__model__") {
        EXPECT_EQ(scope + body, model.links[static_cast<std::size_t>(read.link)].name) << name;
      }
      return;
    }
    // A frame that represents a merged model may be missing.
    EXPECT_EQ(frame.Name().rfind("_merged__", 0), 0u) << name;
  }

  struct Counts {
    std::size_t links = 0;
    std::size_t joints = 0;
  };

  sdf::ParserConfig config_;
  Counts counts_;
};

}  // namespace

void CompareWithPeer(const std::string& models, const std::string& path,
                     const world::WorldSpec& spec) {
  Peer(models).Compare(path, spec);
}

}  // namespace surefoot::formats
