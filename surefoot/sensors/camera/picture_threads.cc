#include "surefoot/sensors/camera/picture_threads.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/base/try.h"
#include "surefoot/render/looks.h"

// In paced runs images are drawn by threads of low priority from copies of the poses; an image that
// is due while the last one is unfinished is dropped and counted.

namespace surefoot::sensors {
namespace {

/// Steps have priority: at this niceness they get nine tenths of a core that both need. With a
/// smaller value, a world of eight robots whose steps alone run faster than wall time fell behind
/// while images were traced.
constexpr int kNiceness = 10;
constexpr int kMinThreads = 2;

void LowerPriority() {
  // On Linux niceness is a property of the calling thread. Failure only means equal priority.
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
}

}  // namespace

void PictureQueue::Add(int key, int parts) {
  waiting_.push_back(Picture{key, std::max(1, parts), 0, added_++});
}

PictureQueue::Picture PictureQueue::Take() {
  SUREFOOT_CHECK(!waiting_.empty(), "a picture that waits");
  const bool oldest = ++turns_ % kOldestTurn == 0;
  const auto next =
      std::min_element(waiting_.begin(), waiting_.end(), [&](const Picture& a, const Picture& b) {
        const int left_a = a.parts - a.part;
        const int left_b = b.parts - b.part;
        if (!oldest && left_a != left_b) return left_a < left_b;
        return a.number < b.number;
      });
  const Picture picture = *next;
  waiting_.erase(next);
  return picture;
}

void PictureQueue::PutBack(Picture picture) {
  ++picture.part;
  waiting_.push_back(picture);
}

PictureThreads::PictureThreads(const world::World& world, int threads)
    : world_(world), eye_count_(static_cast<std::size_t>(std::max(kMinThreads, threads))) {}

PictureThreads::~PictureThreads() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  // Twins are destroyed before the scene whose geometry they share.
  while (!eyes_.empty()) eyes_.pop_back();
}

Status PictureThreads::MakeEyes() {
  for (std::size_t i = 0; i < eye_count_; ++i) {
    auto eye = std::make_unique<Eye>();
    eye->scene =
        SUREFOOT_TRY(i == 0 ? raycast::Scene::Make(world_) : eyes_.front()->scene->MakeTwin());
    std::vector<std::string> notes;
    eye->looks =
        i == 0 ? std::make_unique<render::Looks>(*eye->scene, render::LooksOptions{0.0}, &notes)
               : std::make_unique<render::Looks>(*eyes_.front()->looks, *eye->scene);
    eyes_.push_back(std::move(eye));
  }
  for (const auto& eye : eyes_) threads_.emplace_back([this, own = eye.get()] { Work(own); });
  return Status();
}

Status PictureThreads::Ask(const Truth& truth, std::vector<Order> orders) {
  if (eyes_.empty()) {
    SUREFOOT_TRY(MakeEyes());
  }
  auto moment = std::make_shared<Moment>();
  moment->state = truth.state;
  moment->time_ns = truth.time_ns;
  moment->step = truth.step;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const Order& order : orders) {
      jobs_[order.key] = Job{order, moment};
      queue_.Add(order.key, order.sensor->parts());
    }
  }
  changed_.notify_all();
  return Status();
}

void PictureThreads::TakeDone(std::vector<int>* keys) {
  keys->clear();
  // Called in every step, mostly in vain: the flag avoids the lock. A flag that is seen one step
  // later delays an image by a step, so relaxed order is enough.
  if (!any_done_.load(std::memory_order_relaxed)) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    keys->swap(done_);
    any_done_.store(false, std::memory_order_relaxed);
  }
  // Threads finish in any order; the order of publication must not depend on it.
  std::sort(keys->begin(), keys->end());
}

void PictureThreads::Work(Eye* eye) {
  LowerPriority();
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stop_) {
    if (queue_.empty()) {
      changed_.wait(lock);
    } else {
      TakePart(eye, &lock);
    }
  }
}

void PictureThreads::TakePart(Eye* eye, std::unique_lock<std::mutex>* lock) {
  const PictureQueue::Picture picture = queue_.Take();
  const Job job = jobs_.at(picture.key);
  lock->unlock();
  if (eye->moment != job.moment) {
    eye->scene->SetPoses(job.moment->state.X_WL);
    eye->moment = job.moment;
  }
  {
    // Sensors that can wait use neither reports nor inputs, which are those of another step.
    const physics::StepReport no_report;
    const physics::Inputs no_inputs;
    const Truth truth{
        world_,           job.moment->state, no_report, no_inputs,       job.moment->time_ns,
        job.moment->step, eye->scene.get(),  nullptr,   eye->looks.get()};
    job.order.sensor->MeasurePart(truth, job.order.sample, picture.part);
  }
  lock->lock();
  if (picture.part + 1 < picture.parts) {
    // Usually this thread takes the next part of it, because it has the fewest parts left.
    queue_.PutBack(picture);
    return;
  }
  jobs_.erase(picture.key);
  done_.push_back(picture.key);
  any_done_.store(true, std::memory_order_relaxed);
}

}  // namespace surefoot::sensors
