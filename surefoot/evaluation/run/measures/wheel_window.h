#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace surefoot::experiment {

/// The last samples of some wheels, each with some numbers. Memory is taken once.
class WheelWindow {
 public:
  WheelWindow() = default;
  WheelWindow(std::size_t samples, std::size_t wheels, std::size_t fields);

  /// A sample: Begin, then all wheels, then End. `lead` is the field of LeadSpread.
  void Begin();
  void SetTouching(std::size_t wheel, bool touching);
  void Set(std::size_t wheel, std::size_t field, double value);
  void End(std::size_t lead);

  std::size_t size() const { return size_; }
  bool full() const { return size_ == samples_ && size_ > 0; }

  /// How a number, as the mean over the wheels, went through the window; wheels in the air count
  /// only when asked for. Samples without any wheel are left out.
  struct Course {
    std::size_t count = 0;
    double mean = 0.0;
    double low = 0.0;
    double high = 0.0;
    /// Means of the two halves of the window.
    double earlier = 0.0;
    double later = 0.0;
  };
  Course CourseOf(std::size_t field, bool in_the_air) const;
  /// Largest less smallest of the leading field, mean over the wheels that touch.
  double LeadSpread() const;
  /// Of one wheel; not a number when it never touched and air does not count.
  double MeanOf(std::size_t wheel, std::size_t field, bool in_the_air) const;
  /// CourseOf(...).mean of all fields.
  std::vector<double> MeansOfAll(std::size_t fields,
                                 const std::function<bool(std::size_t)>& in_the_air) const;
  /// Share of wheels and samples with contact.
  double Touching() const;

 private:
  std::size_t Row(std::size_t sample, std::size_t wheel) const {
    return (sample * wheels_ + wheel) * (fields_ + 1);
  }
  /// Place of the i-th oldest sample.
  std::size_t Place(std::size_t i) const { return (next_ + samples_ - size_ + i) % samples_; }
  /// Mean over the wheels; not a number when there is none.
  double Across(std::size_t sample, std::size_t field, bool in_the_air) const;

  std::size_t samples_ = 0;
  std::size_t wheels_ = 0;
  std::size_t fields_ = 0;
  std::size_t size_ = 0;
  /// Where the next sample goes.
  std::size_t next_ = 0;
  /// By sample and wheel: whether it touches, then the fields.
  std::vector<double> values_;
  std::vector<double> lead_;
};

}  // namespace surefoot::experiment
