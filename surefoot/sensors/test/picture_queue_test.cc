#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "surefoot/sensors/camera/picture_threads.h"

namespace surefoot::sensors {
namespace {

/// A camera in a world whose clock counts parts: each takes one tick.
struct Eye {
  int parts = 1;
  int period = 1;
  bool under_way = false;
  int taken = 0;
  int dropped = 0;
};

/// As the sensors do it: what is due while the last one is under way is dropped.
void Simulate(int threads, int ticks, std::vector<Eye>* eyes) {
  PictureQueue queue;
  std::vector<std::optional<PictureQueue::Picture>> busy(static_cast<std::size_t>(threads));
  for (int tick = 0; tick < ticks; ++tick) {
    for (std::size_t i = 0; i < eyes->size(); ++i) {
      Eye& eye = (*eyes)[i];
      if (tick % eye.period != 0) continue;
      if (eye.under_way) {
        ++eye.dropped;
      } else {
        eye.under_way = true;
        queue.Add(static_cast<int>(i), eye.parts);
      }
    }
    for (auto& picture : busy) {
      if (!queue.empty()) picture = queue.Take();
    }
    for (auto& picture : busy) {
      if (!picture) continue;
      if (picture->part + 1 < picture->parts) {
        queue.PutBack(*picture);
      } else {
        Eye& eye = (*eyes)[static_cast<std::size_t>(picture->key)];
        eye.under_way = false;
        ++eye.taken;
      }
      picture.reset();
    }
  }
}

TEST(PictureQueue, BigPicturesDropOnlyThemselves) {
  // 500 parts every 4 ticks, and a part every 4 ticks, as one thread can just take.
  std::vector<Eye> eyes = {{500, 4}, {1, 4}};
  Simulate(1, 40000, &eyes);
  EXPECT_EQ(eyes[1].dropped, 0);
  EXPECT_EQ(eyes[1].taken, 10000);
  // The rest of the time is the big one's, but for up to 3 ticks until it is due again.
  EXPECT_GE(eyes[0].taken, 30000 / 503);
  EXPECT_LE(eyes[0].taken, 30000 / 500);
  EXPECT_GT(eyes[0].dropped, 9000);
}

TEST(PictureQueue, SeveralBigOnesDoNotEither) {
  std::vector<Eye> eyes = {{300, 3}, {300, 5}, {300, 7}, {1, 4}, {1, 5}};
  Simulate(2, 20000, &eyes);
  EXPECT_EQ(eyes[3].dropped, 0);
  EXPECT_EQ(eyes[4].dropped, 0);
  for (int i = 0; i < 3; ++i) EXPECT_GT(eyes[static_cast<std::size_t>(i)].taken, 10) << i;
}

TEST(PictureQueue, NobodyIsLeftOutForever) {
  // Two small ones would take all the time there is.
  std::vector<Eye> eyes = {{16, 1}, {1, 1}, {1, 1}};
  Simulate(1, 16 * 8 * 100, &eyes);
  // One turn in eight, but for the last part: there it is the oldest of those with one part left.
  EXPECT_NEAR(eyes[0].taken, 16 * 8 * 100 / (15 * 8 + 1), 1);
  // The small ones share the rest evenly.
  EXPECT_NEAR(eyes[1].taken, eyes[2].taken, 1);
  EXPECT_NEAR(eyes[1].taken + eyes[2].taken, 16 * 7 * 100, 200);
}

}  // namespace
}  // namespace surefoot::sensors
