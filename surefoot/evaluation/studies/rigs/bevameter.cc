#include "surefoot/evaluation/studies/rigs/bevameter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/run/recorded_run.h"
#include "surefoot/ground/soil/gauss.h"

namespace surefoot::experiment {
namespace {

using Eigen::VectorXd;

constexpr double kPi = 3.14159265358979323846;
/// Less than this is no curve yet (m), and points lie at least so far apart (m, rad).
constexpr double kFirstSinkage = 1e-3;
constexpr double kApart = 2e-4;
constexpr double kAngleApart = 0.01;
/// Residuals are in hundredths.
constexpr double kUnit = 0.01;

std::string Field(int index, const char* name) {
  return "wheels[" + std::to_string(index) + "]." + name;
}

gap::FitOptions Exactly() {
  gap::FitOptions options;
  options.block = 1;
  options.iterations = 200;
  options.difference = 1e-4;
  options.tolerance = 1e-9;
  return options;
}

/// The residuals of each point, by a function that gives those of one.
gap::FitModel ModelOf(std::function<VectorXd(const VectorXd&)> residuals) {
  return [residuals](const std::vector<VectorXd>& points) -> Result<std::vector<VectorXd>> {
    std::vector<VectorXd> out;
    for (const VectorXd& point : points) out.push_back(residuals(point));
    return out;
  };
}

}  // namespace

Result<PressCurve> ReadPress(const std::string& recording, const std::string& topic, int index,
                             const world::Plate& plate) {
  const Result<RecordedValues> read =
      ReadValues(recording, topic, {Field(index, "sinkage"), Field(index, "load")});
  if (!read.ok()) return read.error();
  PressCurve curve;
  curve.size = plate.size();
  double next = kFirstSinkage;
  for (std::size_t i = 0; i < read->time.size(); ++i) {
    const double sinkage = read->values[0][i];
    if (sinkage < next) continue;
    next = sinkage + kApart;
    curve.sinkage.push_back(sinkage);
    curve.pressure.push_back(read->values[1][i] / plate.area());
  }
  if (curve.sinkage.size() < 3)
    return Error{recording + ": plate " + std::to_string(index) + " was not pressed in"};
  return curve;
}

Result<ShearCurve> ReadShear(const std::string& recording, const std::string& topic, int index,
                             const world::Plate& plate) {
  const Result<RecordedValues> read = ReadValues(
      recording, topic, {Field(index, "torque"), Field(index, "power"), Field(index, "load")});
  if (!read.ok()) return read.error();
  ShearCurve curve;
  curve.radius = plate.radius;
  curve.inner_radius = plate.inner_radius;
  double angle = 0.0;
  double next = 0.0;
  double load = 0.0;
  for (std::size_t i = 0; i < read->time.size(); ++i) {
    const double torque = read->values[0][i];
    // Power over torque is how fast it turns; the recording begins with the turning.
    const double rate = torque > 0.0 ? read->values[1][i] / torque : 0.0;
    angle += rate * (read->time[i] - (i > 0 ? read->time[i - 1] : 0.0));
    if (angle < next || !(torque > 0.0)) continue;
    next = angle + kAngleApart;
    curve.angle.push_back(angle);
    curve.torque.push_back(torque);
    load += read->values[2][i];
  }
  if (curve.angle.size() < 3)
    return Error{recording + ": plate " + std::to_string(index) + " was not turned"};
  curve.pressure = load / static_cast<double>(curve.angle.size()) / plate.area();
  return curve;
}

Result<PressCurve> ReadPlateLog(const std::string& path, double size) {
  const Result<gap::CsvFile> file = gap::CsvFile::Open(path);
  if (!file.ok()) return file.error();
  const Result<gap::RecordedSeries> table =
      file->Read(std::vector<std::string>{"sinkage_mm", "pressure_kPa"});
  if (!table.ok()) return table.error();
  PressCurve curve;
  curve.size = size;
  double next = 3e-3;
  for (std::size_t i = 0; i < table->rows(); ++i) {
    const double sinkage = 1e-3 * (*table)["sinkage_mm"][i];
    if (sinkage < next) continue;
    next = sinkage + 5e-4;
    curve.sinkage.push_back(sinkage);
    curve.pressure.push_back(1e3 * (*table)["pressure_kPa"][i]);
  }
  return curve;
}

double PressureAt(const PressCurve& curve, double sinkage) {
  const auto after = std::lower_bound(curve.sinkage.begin(), curve.sinkage.end(), sinkage);
  if (after == curve.sinkage.begin() || after == curve.sinkage.end()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const auto i = static_cast<std::size_t>(after - curve.sinkage.begin());
  const double share = (sinkage - curve.sinkage[i - 1]) / (curve.sinkage[i] - curve.sinkage[i - 1]);
  return curve.pressure[i - 1] + share * (curve.pressure[i] - curve.pressure[i - 1]);
}

Result<gap::Fit> FitPress(const std::vector<PressCurve>& curves) {
  const auto residuals = [&curves](const VectorXd& x) {
    std::vector<double> all;
    for (const PressCurve& curve : curves) {
      const double modulus = x(1) / curve.size + x(2);
      for (std::size_t i = 0; i < curve.sinkage.size(); ++i) {
        all.push_back((modulus * std::pow(curve.sinkage[i], x(0)) / curve.pressure[i] - 1.0) /
                      kUnit);
      }
    }
    return VectorXd(Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size())));
  };
  const std::vector<gap::FitParameter> parameters = {{"exponent", 1.0, 0.1, 3.0, true, 1.0},
                                                     {"k_c", 0.0, -1e7, 1e7, false, 1e4},
                                                     {"k_phi", 1e6, 1e2, 1e10, true, 1.0}};
  return gap::FitRobustly(parameters, ModelOf(residuals), Exactly());
}

double RingTorque(const ShearCurve& ring, double limit, double modulus, double angle) {
  const ground::GaussRule& rule = ground::GaussLegendre(16);
  const double width = ring.radius - ring.inner_radius;
  double sum = 0.0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
    const double r = ring.inner_radius + width * rule.nodes[i];
    sum += rule.weights[i] * r * r * -std::expm1(-r * angle / modulus);
  }
  return 2.0 * kPi * width * limit * sum;
}

Result<gap::Fit> FitShear(const std::vector<ShearCurve>& curves) {
  const auto residuals = [&curves](const VectorXd& x) {
    std::vector<double> all;
    for (const ShearCurve& curve : curves) {
      const double limit = x(0) + curve.pressure * x(1);
      // Against the largest torque of the curve, so that its start does not decide.
      const double most = *std::max_element(curve.torque.begin(), curve.torque.end());
      for (std::size_t i = 0; i < curve.angle.size(); ++i) {
        all.push_back((RingTorque(curve, limit, x(2), curve.angle[i]) - curve.torque[i]) / most /
                      kUnit);
      }
    }
    return VectorXd(Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size())));
  };
  const std::vector<gap::FitParameter> parameters = {{"cohesion", 0.0, -1e6, 1e6, false, 1e3},
                                                     {"tan_phi", 0.5, 1e-3, 5.0, true, 1.0},
                                                     {"K", 0.01, 1e-5, 1.0, true, 1.0}};
  return gap::FitRobustly(parameters, ModelOf(residuals), Exactly());
}

}  // namespace surefoot::experiment
