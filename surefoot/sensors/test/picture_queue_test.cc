#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "surefoot/sensors/camera/picture_threads.h"

namespace surefoot::sensors {
namespace {

/// A camera whose pictures have parts that take one tick of the clock each.
struct Eye {
  int parts = 1;
  int period = 1;
  bool under_way = false;
  int taken = 0;
  int dropped = 0;
};

/// Requests a picture as the sensors do: dropped if the last one is still in progress.
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
  // 500 parts every 4 ticks, and one part every 4 ticks, which one thread can just handle.
  std::vector<Eye> eyes = {{500, 4}, {1, 4}};
  Simulate(1, 40000, &eyes);
  EXPECT_EQ(eyes[1].dropped, 0);
  EXPECT_EQ(eyes[1].taken, 10000);
  // The remaining time is used by the large picture, except for up to 3 ticks until it is due
  // again.
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
  // Two small pictures would take all the available time.
  std::vector<Eye> eyes = {{16, 1}, {1, 1}, {1, 1}};
  Simulate(1, 16 * 8 * 100, &eyes);
  // One part in eight, except for the last part, where it is the oldest of those with one part
  // left.
  EXPECT_NEAR(eyes[0].taken, 16 * 8 * 100 / (15 * 8 + 1), 1);
  // The small ones share the rest evenly.
  EXPECT_NEAR(eyes[1].taken, eyes[2].taken, 1);
  EXPECT_NEAR(eyes[1].taken + eyes[2].taken, 16 * 7 * 100, 200);
}

}  // namespace
}  // namespace surefoot::sensors
