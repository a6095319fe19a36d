#pragma once

#include <optional>
#include <vector>

#include "surefoot/evaluation/studies/rover/slopes_settings.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {

/// One drive with constant steering, from heading uphill.
struct SlopeRun {
  std::size_t soil = 0;
  double slope = 0.0;
  double center = 0.0;
  /// Empty: the vehicle cannot climb here.
  std::vector<rover::SlopePoint> track;
  /// Slip over time with drawn soils; 1 where the vehicle cannot go on.
  std::vector<std::vector<double>> slips;
};

/// What is known of going straight up a soil.
struct ClimbSpread {
  /// Slopes (rad) and the slip there, 1 where it cannot be climbed.
  std::vector<double> slopes;
  std::vector<double> nominal;
  std::vector<std::vector<double>> samples;
  /// Steepest slopes (rad): with the soil as its file says, and with each drawn one.
  double limit = 0.0;
  double steered_limit = 0.0;
  std::vector<double> limits;
};

/// Slip at a place, straight up: with wheels straight, and steered, which scrub; nothing when it
/// cannot be climbed.
struct PlaceSlip {
  std::size_t soil = 0;
  double slope = 0.0;
  std::optional<double> straight;
  std::optional<double> steered;
};

struct SlopesWork {
  std::vector<NamedSoil> soils;
  std::vector<SlopeRun> runs;
  /// As many as soils.
  std::vector<ClimbSpread> climbs;
  std::vector<PlaceSlip> places;
};

Result<SlopesWork> DoSlopes(const StudyContext& context, const SlopesSettings& settings);

}  // namespace surefoot::studies
