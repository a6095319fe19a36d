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

/// Tells viewers what there is and where it is: /surefoot/view/scene and /surefoot/view/poses, at
/// rates of wall time, while somebody listens (docs/reference/view.md).
class ViewFeed {
 public:
  using Clock = std::chrono::steady_clock;

  ViewFeed(Run* run, const Claims* claims, gateways::Files* files)
      : run_(*run), claims_(*claims), files_(files) {}

  /// The run has another graph.
  void Enter();
  void Leave() { packer_ = nullptr; }
  /// Often, between two steps.
  void Update(Clock::time_point now);
  /// Somebody new looks on: the next poses are whole.
  void Greet() { whole_ = true; }

  /// Of the last scene; 0: none yet.
  std::uint32_t version() const { return scene_.version; }
  /// The world that the last scene told of; nullptr: it is not there any more.
  std::shared_ptr<const world::World> world() const { return scene_world_; }

 private:
  void SendScene(const sim::Simulation& simulation, Clock::time_point now);
  void SendPoses(const sim::Simulation& simulation, Clock::time_point now);

  Run& run_;
  const Claims& claims_;
  gateways::Files* files_;
  view::Assets assets_;
  int scene_topic_ = -1;
  int poses_topic_ = -1;
  msgs::surefoot_msgs::ViewScene scene_;
  msgs::surefoot_msgs::ViewPoses poses_;
  std::shared_ptr<const world::World> scene_world_;
  std::unique_ptr<view::PosePacker> packer_;
  bool whole_ = true;
  Clock::time_point scene_at_;
  Clock::time_point due_;
  Clock::time_point sent_at_;
  Clock::time_point whole_at_;
};

}  // namespace surefoot::serve
