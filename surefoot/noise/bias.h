#pragma once

/// Slow errors of one measured number.

#include <array>

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"

namespace surefoot::noise {

/// Units are those of the measured number.
struct BiasSpec {
  /// The same at every start.
  double constant = 0.0;
  /// Drawn at each start.
  double turn_on_stddev = 0.0;
  /// Rate random walk: the bias spreads by random_walk * sqrt(t). unit/s/sqrt(Hz).
  double random_walk = 0.0;
  /// Height of the floor of the Allan deviation.
  double instability = 0.0;
  /// 0: the floor is that of flicker noise, level from about 4 s to half an hour. Otherwise one
  /// Gauss-Markov process of this correlation time (s), whose Allan deviation peaks at the floor,
  /// near 1.9 times that time.
  double instability_time = 0.0;
};

/// Spread of the bias after a long time, without the random walk.
double BiasStddev(const BiasSpec& spec);

/// A running bias; the random stream is the caller's.
class Bias {
 public:
  /// Draws the starting values.
  Bias(const BiasSpec& spec, RandomStream* stream);

  /// The bias `dt` seconds after the one before. Exact for any dt.
  double Step(double dt, RandomStream* stream);
  double value() const;

  void Archive(StateArchive* archive);

 private:
  /// Flicker noise as a sum of Gauss-Markov processes, one per two octaves.
  static constexpr int kMost = 7;

  BiasSpec spec_;
  double turn_on_ = 0.0;
  double walk_ = 0.0;
  int process_count_ = 0;
  double stddev_ = 0.0;
  std::array<double, kMost> processes_{};
  /// For the last dt, which seldom changes.
  double dt_ = -1.0;
  std::array<double, kMost> kept_{};
  std::array<double, kMost> fresh_{};
};

}  // namespace surefoot::noise
