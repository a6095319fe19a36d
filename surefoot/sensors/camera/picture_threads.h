#pragma once

/// Images that are traced on other threads while the simulation steps, for runs in wall time: a
/// step hands over a copy of the state and continues, and the images are published some steps
/// later.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// The order in which parts of images are traced. Images are divided into parts so that a large one
/// delays a small one by at most a part. Not thread-safe; it knows neither threads nor time, so its
/// order can be tested.
class PictureQueue {
 public:
  struct Picture {
    /// The caller's name for it.
    int key = 0;
    int parts = 1;
    /// Index of the next part.
    int part = 0;
    /// Rank in the order of Add.
    std::int64_t number = 0;
  };

  void Add(int key, int parts);
  bool empty() const { return waiting_.empty(); }

  /// Removes the image whose next part is traced now: the one with the fewest parts left, among
  /// equals the oldest. Every kOldestTurn-th call takes the oldest of all, so that a large image is
  /// finished even if small ones keep coming. The queue must not be empty.
  Picture Take();
  /// Returns an image after a part that was not its last.
  void PutBack(Picture picture);

  static constexpr int kOldestTurn = 8;

 private:
  std::vector<Picture> waiting_;
  std::int64_t added_ = 0;
  std::int64_t turns_ = 0;
};

/// Worker threads that trace images. Ask and TakeDone are called by the thread that steps.
///   threads.Ask(truth, {{camera, sample, key}});
///   ... in later steps:
///   threads.TakeDone(&keys);  // publish the sensors of these keys
class PictureThreads {
 public:
  /// A sample of a sensor whose can_wait() is true.
  struct Order {
    Sensor* sensor = nullptr;
    std::int64_t sample = 0;
    /// The caller's name for it, which TakeDone returns.
    int key = 0;
  };

  /// The world must outlive it. There are at least two threads: while one finishes a large image,
  /// whose last steps are not divided into parts, the other traces small ones.
  PictureThreads(const world::World& world, int threads);
  /// Waits for parts that are being traced; the rest is dropped.
  ~PictureThreads();
  PictureThreads(const PictureThreads&) = delete;
  PictureThreads& operator=(const PictureThreads&) = delete;

  /// Queues samples of the world as it is in `truth`, whose state is copied once. A sensor must not
  /// be queued again before it is done, so there are at most as many copies as sensors.
  Status Ask(const Truth& truth, std::vector<Order> orders);
  /// Keys of the samples that were finished since the last call, in ascending order.
  void TakeDone(std::vector<int>* keys);

 private:
  /// The copy of the state that all images of a step share.
  struct Moment {
    physics::State state;
    SimTimeNs time_ns = 0;
    double step = 0.0;
  };
  struct Job {
    Order order;
    std::shared_ptr<const Moment> moment;
  };
  /// A thread's scene and materials. Each thread has its own, because a scene has one set of poses
  /// at a time.
  struct Eye {
    std::unique_ptr<raycast::Scene> scene;
    std::unique_ptr<render::Looks> looks;
    /// The moment whose poses the scene has.
    std::shared_ptr<const Moment> moment;
  };

  Status MakeEyes();
  void Work(Eye* eye);
  /// Traces one part; releases the lock while it does.
  void TakePart(Eye* eye, std::unique_lock<std::mutex>* lock);

  const world::World& world_;
  /// The first scene owns the geometry; the others are twins that share it.
  std::vector<std::unique_ptr<Eye>> eyes_;
  const std::size_t eye_count_;

  std::mutex mutex_;
  std::condition_variable changed_;
  PictureQueue queue_;
  /// By key.
  std::map<int, Job> jobs_;
  bool stop_ = false;
  std::vector<int> done_;
  std::atomic<bool> any_done_{false};
  std::vector<std::thread> threads_;
};

}  // namespace surefoot::sensors
