#include "surefoot/sensors/camera/picture_queue.h"

#include <algorithm>

#include "surefoot/base/check.h"

namespace surefoot::sensors {

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

}  // namespace surefoot::sensors
