#pragma once

/// Whose turn it is: pictures are taken in parts, so that a big one holds up no small one for more
/// than a part. Knows neither threads nor time.

#include <cstdint>
#include <vector>

namespace surefoot::sensors {

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

}  // namespace surefoot::sensors
