#include "surefoot/evaluation/studies/avoidance/avoidance_features.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/csv_file.h"

// Recordings have 11.6 positions a second with an irregular clock. Geometry (legs, headings,
// corners) is therefore taken from positions alone; times are used only over long distances, where
// the clock's error averages out.

namespace surefoot::studies {
namespace {

using Eigen::Vector2d;

/// Samples before and after one, and how far apart (m) they are when it goes ahead: at 11.6 Hz and
/// 0.2 m/s some 0.07 m, in a turn about the axle some 0.03 m.
constexpr std::size_t kHalf = 2;
constexpr double kAhead = 0.052;
constexpr std::size_t kMinSamples = 5;
/// Times are measured where the tag passes these x, m.
constexpr double kClockX = 0.55;
constexpr double kBackX = 0.62;

Vector2d PointAt(const AvoidanceTrace& trace, std::size_t i) { return {trace.x[i], trace.y[i]}; }

/// Least-squares polynomial; coefficients in ascending order.
Eigen::VectorXd Polynomial(const std::vector<double>& x, const std::vector<double>& y, int degree) {
  const auto rows = static_cast<Eigen::Index>(x.size());
  Eigen::MatrixXd A(rows, degree + 1);
  Eigen::VectorXd b(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    double power = 1.0;
    for (int k = 0; k <= degree; ++k, power *= x[static_cast<std::size_t>(i)]) A(i, k) = power;
    b[i] = y[static_cast<std::size_t>(i)];
  }
  return A.colPivHouseholderQr().solve(b);
}

/// Fits a leg in coordinates along its chord: a parabola for the lateral deviation, a line for
/// distance over time.
void Fit(const AvoidanceTrace& trace, Leg* leg) {
  const Vector2d start = PointAt(trace, leg->first);
  const Vector2d along = (PointAt(trace, leg->last) - start).normalized();
  const Vector2d left(-along.y(), along.x());
  std::vector<double> t, s, w;
  for (std::size_t i = leg->first; i <= leg->last; ++i) {
    t.push_back(trace.t[i] - trace.t[leg->first]);
    s.push_back(along.dot(PointAt(trace, i) - start));
    w.push_back(left.dot(PointAt(trace, i) - start));
  }
  leg->speed = Polynomial(t, s, 1)[1];
  const Eigen::VectorXd aside = Polynomial(s, w, 2);
  leg->curvature = 2.0 * aside[2];
  const double chord = std::atan2(along.y(), along.x());
  leg->first_heading = chord + std::atan(aside[1]);
  leg->last_heading = chord + std::atan(aside[1] + 2.0 * aside[2] * s.back());
}

/// Angle in [-pi, pi].
double Wrapped(double angle) { return std::remainder(angle, 2.0 * M_PI); }

/// Intersection of the tangents at the end of one leg and the start of the next: approximately
/// where the robot turns.
std::optional<Vector2d> Crossing(const AvoidanceTrace& trace, const Leg& a, const Leg& b) {
  const Vector2d p = PointAt(trace, a.last);
  const Vector2d q = PointAt(trace, b.first);
  const Vector2d u(std::cos(a.last_heading), std::sin(a.last_heading));
  const Vector2d v(std::cos(b.first_heading), std::sin(b.first_heading));
  const double cross = u.x() * v.y() - u.y() * v.x();
  if (std::abs(cross) < 0.3) return std::nullopt;
  const Vector2d d = q - p;
  return Vector2d(p + (d.x() * v.y() - d.y() * v.x()) / cross * u);
}

/// Mean distance of the tag from the centre of rotation during the turn between two legs, m.
double LeverOf(const AvoidanceTrace& trace, const Leg& a, const Leg& b, const Vector2d& center) {
  double sum = 0.0;
  int count = 0;
  // The samples at the ends of the legs are still, or already, going ahead.
  for (std::size_t i = a.last + kHalf; i + kHalf <= b.first; ++i, ++count) {
    sum += (PointAt(trace, i) - center).norm();
  }
  return count > 0 ? sum / count : std::nan("");
}

/// Time at which the tag passes x in the direction `side`; NaN when it does not.
double PassingTime(const AvoidanceTrace& trace, std::size_t from, double x, double side) {
  for (std::size_t i = from + 1; i < trace.size(); ++i) {
    const double before = side * (x - trace.x[i - 1]);
    const double step = side * (trace.x[i] - trace.x[i - 1]);
    if (before < 0.0 || step <= 0.0 || before > step) continue;
    return trace.t[i - 1] + before / step * (trace.t[i] - trace.t[i - 1]);
  }
  return std::nan("");
}

}  // namespace

std::vector<Leg> FindLegs(const AvoidanceTrace& trace) {
  std::vector<Leg> legs;
  const std::size_t count = trace.size();
  const auto goes = [&](std::size_t i) {
    return i >= kHalf && i + kHalf < count &&
           (PointAt(trace, i + kHalf) - PointAt(trace, i - kHalf)).norm() >= kAhead;
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (!goes(i)) continue;
    Leg leg;
    leg.first = i;
    while (i + 1 < count && goes(i + 1)) ++i;
    leg.last = i;
    if (leg.last - leg.first + 1 < kMinSamples) continue;
    Fit(trace, &leg);
    legs.push_back(leg);
  }
  return legs;
}

std::optional<AvoidanceFeatures> FeaturesOf(const AvoidanceTrace& trace) {
  const std::vector<Leg> legs = FindLegs(trace);
  if (legs.size() != 3) return std::nullopt;
  AvoidanceFeatures features;
  // The second leg is short, and the recordings' clock is irregular in it.
  features.speed = 0.5 * (legs[0].speed + legs[2].speed);
  features.drift = 0.5 * features.speed * (legs[0].curvature + legs[2].curvature);
  const double first = -Wrapped(legs[1].first_heading - legs[0].last_heading);
  const double second = -Wrapped(legs[2].first_heading - legs[1].last_heading);
  // Accept only U-turns to the right.
  if (!(first > 0.5 && first < 2.6 && second > 0.5 && second < 2.6)) return std::nullopt;
  features.turn = 0.5 * (first + second);
  features.heading = 0.5 * (legs[0].first_heading + legs[0].last_heading);
  const std::optional<Vector2d> first_place = Crossing(trace, legs[0], legs[1]);
  const std::optional<Vector2d> second_place = Crossing(trace, legs[1], legs[2]);
  if (!first_place || !second_place) return std::nullopt;
  features.corner_x = first_place->x();
  features.corner_y = second_place->y();
  features.last_leg = (PointAt(trace, trace.size() - 1) - *second_place).norm();
  features.end_x = trace.x.back();
  features.end_y = trace.y.back();
  features.lever = 0.5 * (LeverOf(trace, legs[0], legs[1], *first_place) +
                          LeverOf(trace, legs[1], legs[2], *second_place));
  features.clock = PassingTime(trace, 0, kClockX, 1.0);
  features.round = PassingTime(trace, legs[2].first, kBackX, -1.0) - features.clock;
  return features;
}

namespace {

/// The number of a file: 7 for "us1_07.csv" of the set "us1"; -1 for other files.
int NumberOf(const std::string& file, const std::string& set) {
  const std::string begin = set + "_";
  const std::string end = ".csv";
  if (file.size() <= begin.size() + end.size()) return -1;
  if (file.compare(0, begin.size(), begin) != 0) return -1;
  if (file.compare(file.size() - end.size(), end.size(), end) != 0) return -1;
  const std::string digits = file.substr(begin.size(), file.size() - begin.size() - end.size());
  if (digits.size() > 6) return -1;
  if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return -1;
  }
  return std::stoi(digits);
}

/// Reads a file and converts it to SI units and y upwards.
Result<AvoidanceTrace> ReadOne(const std::string& path, double arena_height) {
  const gap::CsvFile file = SUREFOOT_TRY(gap::CsvFile::Open(path));
  const gap::RecordedSeries series = SUREFOOT_TRY(file.Read({"t_s", "x_cm", "y_cm"}));
  AvoidanceTrace trace;
  trace.name = std::filesystem::path(path).stem().string();
  trace.t = series["t_s"];
  for (const double x_cm : series["x_cm"]) trace.x.push_back(0.01 * x_cm);
  for (const double y_cm : series["y_cm"]) trace.y.push_back(arena_height - 0.01 * y_cm);
  for (std::size_t i = 1; i < trace.t.size(); ++i) {
    if (trace.t[i] > trace.t[i - 1]) continue;
    return Error{series.Place(i) + ": the time does not increase"};
  }
  return trace;
}

}  // namespace

Result<std::vector<AvoidanceTrace>> ReadRecordings(const std::string& folder,
                                                   const std::string& set, double arena_height) {
  std::vector<std::pair<int, std::string>> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const int number = NumberOf(entry.path().filename().string(), set);
    if (number >= 0) files.emplace_back(number, entry.path().string());
  }
  std::sort(files.begin(), files.end());
  std::vector<AvoidanceTrace> traces;
  for (const auto& [number, path] : files) {
    traces.push_back(SUREFOOT_TRY(ReadOne(path, arena_height)));
  }
  return traces;
}

std::string ToCsv(const AvoidanceTrace& trace, double arena_height) {
  std::string text = "t_s,x_cm,y_cm\n";
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const std::string line = StrFormat("%.4f,%.4f,%.4f\n", trace.t[i], 100.0 * trace.x[i],
                                       100.0 * (arena_height - trace.y[i]));
    text += line;
  }
  return text;
}

AvoidanceTrace Without(const AvoidanceTrace& trace, std::size_t discarded) {
  AvoidanceTrace rest;
  rest.name = trace.name;
  const auto first = static_cast<std::ptrdiff_t>(std::min(discarded, trace.size()));
  rest.t.assign(trace.t.begin() + first, trace.t.end());
  rest.x.assign(trace.x.begin() + first, trace.x.end());
  rest.y.assign(trace.y.begin() + first, trace.y.end());
  return rest;
}

double At(const AvoidanceTrace& trace, const std::vector<double>& values, double t) {
  if (trace.t.empty() || t < trace.t.front()) return std::nan("");
  const auto after = std::lower_bound(trace.t.begin(), trace.t.end(), t);
  if (after == trace.t.end()) return values.back();
  const auto i = static_cast<std::size_t>(after - trace.t.begin());
  if (i == 0) return values[0];
  const double share = (t - trace.t[i - 1]) / (trace.t[i] - trace.t[i - 1]);
  return values[i - 1] + share * (values[i] - values[i - 1]);
}

}  // namespace surefoot::studies
