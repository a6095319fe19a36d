#include "surefoot/physics/hold.h"

#include <algorithm>
#include <cmath>

namespace surefoot::physics {
namespace {

/// A held joint faster than this multiple of the rest speed has been torn loose.
constexpr double kTornLoose = 4.0;
/// Largest distance (rad or m) of a joint from its held position; beyond it the motor slips.
constexpr double kSlack = 0.02;

}  // namespace

bool Hold::Update(double q, double v, double rest_speed) {
  const bool was_holding = holding_;
  holding_ = std::abs(v) <= (was_holding ? kTornLoose * rest_speed : rest_speed);
  if (holding_) q_ = was_holding ? std::clamp(q_, q - kSlack, q + kSlack) : q;
  return holding_;
}

void Hold::Save(ByteWriter* writer) const {
  writer->Put(q_);
  writer->Put<std::uint8_t>(holding_ ? 1 : 0);
}

void Hold::Restore(ByteReader* reader) {
  q_ = reader->Get<double>();
  holding_ = reader->Get<std::uint8_t>() != 0;
}

}  // namespace surefoot::physics
