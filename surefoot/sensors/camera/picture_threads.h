#pragma once

/// Pictures that are taken beside the steps, for runs that keep to wall time: the step hands over a
/// copy of the state and goes on, and gets the pictures some steps later.

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

// Whose turn it is: pictures are taken in parts, so that a big one holds up no small one for more
// than a part. Knows neither threads nor time.

class PictureQueue {
 public:
  struct Picture {
    /// By which it is told.
    int key = 0;
    int parts = 1;
    /// The next part.
    int part = 0;
    /// In the order of Add.
    std::int64_t number = 0;
  };

  void Add(int key, int parts);
  bool empty() const { return waiting_.empty(); }

  /// Takes out the picture of which a part is to be taken now: the one with the fewest parts left,
  /// among equals the oldest. One turn in kOldestTurn is that of the oldest of all, so that every
  /// picture is finished however many small ones there are. Must not be empty.
  Picture Take();
  /// After a part that was not the last one.
  void PutBack(Picture picture);

  static constexpr int kOldestTurn = 8;

 private:
  std::vector<Picture> waiting_;
  std::int64_t added_ = 0;
  std::int64_t turns_ = 0;
};

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
