#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "surefoot/gateways/files.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/clients/claims.h"
#include "surefoot/serve/run.h"
#include "surefoot/view/assets.h"
#include "surefoot/view/pose_packer.h"

namespace surefoot::serve {

/// Publishes for viewers what the world contains, /surefoot/view/scene, and where it is,
/// /surefoot/view/poses, at rates of wall time and only while somebody subscribes
/// (docs/reference/view.md). Meshes and textures are published as files. Server thread.
class ViewFeed {
 public:
  using Clock = std::chrono::steady_clock;

  ViewFeed(Run* run, const Claims* claims, gateways::Files* files)
      : run_(*run), claims_(*claims), files_(files) {}

  /// The run has another graph: advertises the topics there.
  void Enter();
  /// The graph is about to be destroyed.
  void Leave() { packer_ = nullptr; }
  /// Call often, between two steps.
  void Update(Clock::time_point now);
  /// A new viewer has joined: the next pose message contains all bodies.
  void RequestWholePoses() { whole_ = true; }

  /// Version of the last scene; 0 before the first.
  std::uint32_t version() const { return scene_.version; }
  /// The world of the last scene; nullptr if it no longer exists.
  std::shared_ptr<const world::World> world() const { return scene_world_; }

 private:
  void SendScene(const sim::Simulation& simulation, Clock::time_point now);
  void SendPoses(const sim::Simulation& simulation, Clock::time_point now);
  void DropAssets();

  Run& run_;
  const Claims& claims_;
  gateways::Files* files_;
  view::Assets assets_;
  bool has_assets_ = false;
  int scene_topic_ = -1;
  int poses_topic_ = -1;
  msgs::surefoot_msgs::ViewScene scene_;
  msgs::surefoot_msgs::ViewPoses poses_;
  std::shared_ptr<const world::World> scene_world_;
  std::unique_ptr<view::PosePacker> packer_;
  /// The next pose message must contain all bodies.
  bool whole_ = true;
  Clock::time_point scene_at_;
  Clock::time_point due_;
  Clock::time_point sent_at_;
  Clock::time_point whole_at_;
};

}  // namespace surefoot::serve
