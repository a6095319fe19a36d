#pragma once

/// Pictures that are taken beside the steps, for runs that keep to wall time: the step hands over a
/// copy of the state and goes on, and gets the pictures some steps later.

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "surefoot/sensors/camera/picture_queue.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

class PictureThreads {
 public:
  /// A sample of a sensor that can wait.
  struct Order {
    Sensor* sensor = nullptr;
    std::int64_t sample = 0;
    /// By which it is told when it is done.
    int key = 0;
  };

  /// The world must outlive it. There are at least two threads: while one is at the end of a big
  /// picture, which is not taken in parts, the other takes small ones.
  PictureThreads(const world::World& world, int threads);
  /// Waits for the parts that are being taken; the others are not taken any more.
  ~PictureThreads();
  PictureThreads(const PictureThreads&) = delete;
  PictureThreads& operator=(const PictureThreads&) = delete;

  /// Takes samples of the world as it is in `truth`. A sensor must not be asked again before it is
  /// done, so there are at most as many moments as sensors.
  Status Ask(const Truth& truth, std::vector<Order> orders);
  /// Keys of those that were done since the last call, in ascending order.
  void TakeDone(std::vector<int>* keys);

 private:
  /// What all pictures of a step share.
  struct Moment {
    physics::State state;
    SimTimeNs time_ns = 0;
    double step = 0.0;
  };
  struct Job {
    Order order;
    std::shared_ptr<const Moment> moment;
  };
  /// Each thread has a scene of its own, so that none waits for another one's moment.
  struct Eye {
    std::unique_ptr<raycast::Scene> scene;
    std::unique_ptr<render::Looks> looks;
    /// Where the scene's links are.
    std::shared_ptr<const Moment> moment;
  };

  Status MakeEyes();
  void Work(Eye* eye);
  /// Lets go of the lock meanwhile.
  void TakePart(Eye* eye, std::unique_lock<std::mutex>* lock);

  const world::World& world_;
  /// All others are twins of the first one's scene.
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
