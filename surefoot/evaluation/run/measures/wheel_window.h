#pragma once

/// Means over the last seconds of wheels' forces and slips, and detection of a steady state.

#include <cstddef>
#include <functional>
#include <vector>

namespace surefoot::experiment {

/// Ring buffer of the last samples of several wheels, each with several fields. Memory is allocated
/// once, because samples arrive at every step.
class WheelWindow {
 public:
  WheelWindow() = default;
  WheelWindow(std::size_t samples, std::size_t wheels, std::size_t fields);

  /// Adding a sample: Begin, one call per wheel, End. `lead` is the field that LeadSpread uses.
  void Begin();
  void SetTouching(std::size_t wheel, bool touching);
  void Set(std::size_t wheel, std::size_t field, double value);
  void End(std::size_t lead);

  std::size_t size() const { return size_; }
  bool full() const { return size_ == samples_ && size_ > 0; }

  /// Statistics over the window of a field's mean over the wheels. Wheels in the air count only
  /// when requested; samples without any wheel are left out.
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
  /// Maximum minus minimum of the leading field, as the mean over wheels in contact.
  double LeadSpread() const;
  /// Mean for one wheel; NaN when it never had contact and air does not count.
  double MeanOf(std::size_t wheel, std::size_t field, bool in_the_air) const;
  /// CourseOf(...).mean of all fields.
  std::vector<double> MeansOfAll(std::size_t fields,
                                 const std::function<bool(std::size_t)>& in_the_air) const;
  /// Share of all samples of all wheels that have contact, 0 to 1.
  double Touching() const;

 private:
  std::size_t Row(std::size_t sample, std::size_t wheel) const {
    return (sample * wheels_ + wheel) * (fields_ + 1);
  }
  /// Buffer index of the i-th oldest sample.
  std::size_t Place(std::size_t i) const { return (next_ + samples_ - size_ + i) % samples_; }
  /// Mean over the wheels of one sample; NaN when none counts.
  double Across(std::size_t sample, std::size_t field, bool in_the_air) const;

  std::size_t samples_ = 0;
  std::size_t wheels_ = 0;
  std::size_t fields_ = 0;
  std::size_t size_ = 0;
  /// Buffer index of the next sample.
  std::size_t next_ = 0;
  /// By sample and wheel: whether it touches, then the fields.
  std::vector<double> values_;
  std::vector<double> lead_;
};

}  // namespace surefoot::experiment
