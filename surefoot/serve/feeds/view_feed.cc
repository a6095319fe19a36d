#include "surefoot/serve/feeds/view_feed.h"

#include "surefoot/msgs/convert.h"
#include "surefoot/view/scene.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;
using std::chrono::milliseconds;

/// 30 Hz of wall time; the page interpolates between poses.
constexpr std::chrono::microseconds kPosePeriod(33333);
/// Edits in quick succession, such as a dragged slider, are combined into one scene.
constexpr milliseconds kScenePeriod(50);
/// Period of pose messages while nothing moves, and longest time between two complete ones.
constexpr milliseconds kQuietPeriod(1000);

double Seconds(ViewFeed::Clock::time_point time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

}  // namespace

void ViewFeed::Enter() {
  scene_topic_ =
      run_.Advertise<sm::ViewScene>("/surefoot/view/scene", {.latched = true, .reliable = true});
  poses_topic_ = run_.Advertise<sm::ViewPoses>("/surefoot/view/poses");
  scene_world_ = nullptr;
  packer_ = nullptr;
  scene_at_ = Clock::time_point();
}

void ViewFeed::Update(Clock::time_point now) {
  if (now < due_) return;
  const Session* session = run_.session();
  if (session == nullptr) return;
  const sim::Simulation& simulation = session->simulation();
  graph::Graph& graph = simulation.graph();
  const bool has_pose_viewers = graph.HasSubscribers(poses_topic_);
  const bool has_scene_viewers = has_pose_viewers || graph.HasSubscribers(scene_topic_);
  // Once published, the scene is kept up to date even without subscribers, because the topic is
  // latched and later subscribers receive the last message.
  const bool has_sent = scene_world_ != nullptr;
  if (!has_sent && !has_scene_viewers && has_assets_) DropAssets();
  if (scene_world_ != simulation.shared_world() && (has_sent || has_scene_viewers) &&
      now - scene_at_ >= kScenePeriod) {
    SendScene(simulation, now);
  }
  if (has_pose_viewers && scene_world_ == simulation.shared_world()) SendPoses(simulation, now);
  // On a grid of times, so that the mean rate is right; after a pause a new grid begins.
  due_ = now - due_ < 2 * kPosePeriod ? due_ + kPosePeriod : now + kPosePeriod;
}

void ViewFeed::SendScene(const sim::Simulation& simulation, Clock::time_point now) {
  view::SceneContext context;
  context.world_file = run_.world_file();
  for (const std::string& topic : claims_.commands()) {
    context.commands[claims_.RobotOf(topic)].push_back(topic);
  }
  scene_.json = view::SceneJson(simulation, context, &assets_);
  has_assets_ = true;
  const view::Assets::Changes changes = assets_.EndScene();
  for (const view::Asset& asset : changes.added) {
    files_->Put(asset.name, {asset.content_type, asset.bytes, "", /*immutable=*/true, ""});
  }
  for (const std::string& name : changes.removed) files_->Remove(name);
  ++scene_.version;
  scene_world_ = simulation.shared_world();
  packer_ = std::make_unique<view::PosePacker>(scene_world_);
  whole_ = true;
  scene_at_ = now;
  simulation.graph().Publish(scene_topic_, simulation.time_ns(), scene_);
}

/// Files of a world that was left and that no viewer sees would be kept until the next viewer.
void ViewFeed::DropAssets() {
  // A file is kept for a scene after the last one that used it.
  for (int scene = 0; scene < 3; ++scene) {
    for (const std::string& name : assets_.EndScene().removed) files_->Remove(name);
  }
  scene_.json = std::string();
  has_assets_ = false;
}

void ViewFeed::SendPoses(const sim::Simulation& simulation, Clock::time_point now) {
  const bool moving = packer_->Look(simulation.state(), Seconds(now));
  // Single steps of a paused run are shown at once.
  const bool stepped = run_.mode() != Run::Mode::kPlaying && simulation.step_count() != poses_.step;
  const bool quiet = now - sent_at_ >= kQuietPeriod;
  if (!whole_ && !moving && !stepped && !quiet) return;
  poses_.complete = whole_ || now - whole_at_ >= kQuietPeriod;
  poses_.scene = scene_.version;
  poses_.step = simulation.step_count();
  poses_.time = msgs::ToTime(simulation.time_ns());
  packer_->Pack(simulation.state(), poses_.complete, Seconds(now), &poses_.data);
  simulation.graph().Publish(poses_topic_, simulation.time_ns(), poses_);
  sent_at_ = now;
  if (poses_.complete) whole_at_ = now;
  whole_ = false;
}

}  // namespace surefoot::serve
