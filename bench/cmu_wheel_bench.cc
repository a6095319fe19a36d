// A smooth wheel towed through sand (robomechanics/3d-terramechanics): the soil is fitted from
// plates and from the wheel at slip angle 0; the other slip angles are predicted.
//
//   cmu_wheel_bench [FOLDER]     default: $SUREFOOT_REAL_DATA/cmu_wheel, ../shared/data/cmu_wheel

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "surefoot/ground/soil/soil_wheel.h"

namespace surefoot::ground {
namespace {

constexpr double kRadius = 0.058;
constexpr double kWidth = 0.05;
constexpr double kDensity = 1330.0;
/// Repeatability of a wheel's pull and sinkage: weights of the fit.
constexpr double kPullScatter = 0.1;
constexpr double kDepthScatter = 2e-3;

using Table = std::map<std::string, std::vector<double>>;

Table ReadCsv(const std::filesystem::path& path) {
  Table table;
  std::ifstream file(path);
  std::string line, cell;
  std::vector<std::string> names;
  if (!std::getline(file, line)) return table;
  for (std::istringstream in(line); std::getline(in, cell, ',');) names.push_back(cell);
  while (std::getline(file, line)) {
    std::istringstream in(line);
    for (const std::string& name : names) {
      if (!std::getline(in, cell, ',')) cell.clear();
      table[name].push_back(std::strtod(cell.c_str(), nullptr));
    }
  }
  return table;
}

struct Fit {
  Eigen::VectorXd x;
  Eigen::VectorXd sigma;
  double rms = 0.0;
};

/// Levenberg-Marquardt with numerical derivatives; sigma from the scatter of the residuals.
Fit LeastSquares(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& residuals,
                 Eigen::VectorXd x) {
  Eigen::VectorXd r = residuals(x);
  Eigen::MatrixXd normal;
  double damping = 1e-3;
  for (int round = 0; round < 100; ++round) {
    Eigen::MatrixXd jacobian(r.size(), x.size());
    for (int i = 0; i < x.size(); ++i) {
      Eigen::VectorXd moved = x;
      moved(i) += 1e-5 * std::max(1e-3, std::abs(x(i)));
      jacobian.col(i) = (residuals(moved) - r) / (moved(i) - x(i));
    }
    normal = jacobian.transpose() * jacobian;
    Eigen::MatrixXd damped = normal;
    damped.diagonal() *= 1.0 + damping;
    const Eigen::VectorXd next = x - damped.ldlt().solve(jacobian.transpose() * r);
    const Eigen::VectorXd after = residuals(next);
    if (after.squaredNorm() < r.squaredNorm()) {
      x = next;
      r = after;
      damping *= 0.3;
    } else {
      damping *= 5.0;
    }
    if (damping > 1e12) break;
  }
  const double variance = r.squaredNorm() / std::max<double>(1.0, r.size() - x.size());
  Fit fit;
  fit.x = x;
  fit.sigma = (variance * normal.inverse()).diagonal().cwiseMax(0.0).cwiseSqrt();
  fit.rms = std::sqrt(r.squaredNorm() / r.size());
  return fit;
}

struct Plate {
  double radius, depth, pressure;
};

/// Bekker's law on all plates together: relative residuals from 3 mm on.
Fit FitPlates(const std::vector<Plate>& plates) {
  const auto residuals = [&](const Eigen::VectorXd& x) {
    Eigen::VectorXd r(plates.size());
    for (std::size_t i = 0; i < plates.size(); ++i) {
      const Plate& at = plates[i];
      const double k = 1e3 * x(1) / at.radius + 1e6 * x(2);
      r(i) = k * std::pow(at.depth, x(0)) / at.pressure - 1.0;
    }
    return r;
  };
  return LeastSquares(residuals, Eigen::Vector3d(1.1, -10.0, 2.0));
}

struct Run {
  double beta_deg, slip, pull, side, load, depth;
  TreadSlip tread;
};

/// Speeds of a wheel towed at `speed` under the slip angle beta while its rim moves at `rim`.
TreadSlip TreadOf(double speed, double rim, double beta) {
  const double turning = std::max(rim, 1e-3 * speed);
  return {1.0 - speed * std::cos(beta) / turning, -speed * std::sin(beta) / turning};
}

std::vector<Run> ReadRuns(const std::filesystem::path& path) {
  const Table table = ReadCsv(path);
  std::vector<Run> runs;
  if (!table.count("beta_deg")) return runs;
  for (std::size_t i = 0; i < table.at("beta_deg").size(); ++i) {
    Run run;
    run.beta_deg = table.at("beta_deg")[i];
    run.slip = table.at("slip")[i];
    run.pull = table.at("F_drawbar_N")[i];
    run.side = table.at("F_lateral_N")[i];
    run.load = table.at("load_N")[i];
    run.depth = table.at("sinkage_mm")[i] * 1e-3;
    run.tread = TreadOf(table.at("Vx_mm_s")[i], table.at("wheel_rim_speed_mm_s")[i],
                        run.beta_deg * M_PI / 180.0);
    runs.push_back(run);
  }
  return runs;
}

/// Cohesion 0 (dry sand). Parameters: friction angle (deg), shear modulus (mm), gain of slip
/// sinkage.
Result<SoilContact> ContactOf(world::Soil soil, const Eigen::VectorXd& x,
                              Bulldozing bulldozing = Bulldozing::kHegedus) {
  soil.friction_angle = std::clamp(x(0), 1.0, 60.0) * M_PI / 180.0;
  soil.shear_modulus_x = soil.shear_modulus_y = std::clamp(x(1), 0.1, 500.0) * 1e-3;
  soil.slip_sinkage = std::clamp(x(2), 0.0, 50.0);
  SoilWheel wheel;
  wheel.radius = kRadius;
  wheel.width = kWidth;
  SoilOptions options;
  options.bulldozing = bulldozing;
  return SoilContact::Make(soil, wheel, options);
}

Fit FitWheel(const world::Soil& soil, const std::vector<Run>& runs) {
  const auto residuals = [&](const Eigen::VectorXd& x) {
    Eigen::VectorXd r = Eigen::VectorXd::Constant(2 * runs.size(), 10.0);
    const auto contact = ContactOf(soil, x);
    for (std::size_t i = 0; contact && i < runs.size(); ++i) {
      const auto at = contact->AtLoad(runs[i].load, runs[i].tread);
      if (!at) continue;
      r(2 * i) = (at->fx - runs[i].pull) / runs[i].load / kPullScatter;
      r(2 * i + 1) = (at->sinkage - runs[i].depth) / kDepthScatter;
    }
    return r;
  };
  return LeastSquares(residuals, Eigen::Vector3d(30.0, 10.0, 1.0));
}

double Median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

void PrintErrors(const char* what, const SoilContact& contact, const std::vector<Run>& runs) {
  std::printf("\n%s: median absolute error (bias)\n", what);
  std::printf("| slip angle | runs | drawbar/load | lateral/load | sinkage, mm | no answer |\n");
  std::printf("|---|---|---|---|---|---|\n");
  for (const double beta : {0.0, 30.0, 60.0, 90.0}) {
    std::vector<double> pull, side, depth, pull_bias, side_bias, depth_bias;
    int count = 0;
    int failed = 0;
    for (const Run& run : runs) {
      if (run.beta_deg != beta) continue;
      ++count;
      const auto at = contact.AtLoad(run.load, run.tread);
      if (!at) {
        ++failed;
        continue;
      }
      pull_bias.push_back((at->fx - run.pull) / run.load);
      side_bias.push_back((at->fy - run.side) / run.load);
      depth_bias.push_back((at->sinkage - run.depth) * 1e3);
      pull.push_back(std::abs(pull_bias.back()));
      side.push_back(std::abs(side_bias.back()));
      depth.push_back(std::abs(depth_bias.back()));
    }
    std::printf("| %.0f deg | %d | %.3f (%+.3f) | %.3f (%+.3f) | %.1f (%+.1f) | %d |\n", beta,
                count, Median(pull), Median(pull_bias), Median(side), Median(side_bias),
                Median(depth), Median(depth_bias), failed);
  }
}

void PrintRuns(const SoilContact& contact, const std::vector<Run>& runs) {
  std::printf("\n| slip angle | slip | drawbar/load | lateral/load | sinkage, mm |\n");
  std::printf("|---|---|---|---|---|\n");
  double last = -9.0;
  for (const Run& run : runs) {
    if (std::abs(run.slip - last) < 0.01) continue;
    last = run.slip;
    const auto at = contact.AtLoad(run.load, run.tread);
    if (!at) continue;
    std::printf("| %.0f | %.2f | %.2f, measured %.2f | %.2f, %.2f | %.1f, %.1f |\n", run.beta_deg,
                run.slip, at->fx / run.load, run.pull / run.load, at->fy / run.load,
                run.side / run.load, at->sinkage * 1e3, run.depth * 1e3);
  }
}

std::vector<Plate> ReadPlates(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Plate> plates;
  for (const auto& path : paths) {
    const bool large = path.filename().string().find("100mm") != std::string::npos;
    const Table table = ReadCsv(path);
    if (!table.count("sinkage_mm") || !table.count("pressure_kPa")) continue;
    // The same number of points for each log, spread over depth instead of time.
    double next = 3.0;
    for (std::size_t i = 0; i < table.at("sinkage_mm").size(); ++i) {
      const double depth = table.at("sinkage_mm")[i];
      const double pressure = table.at("pressure_kPa")[i];
      if (depth < next || !(pressure > 0.1)) continue;
      plates.push_back({large ? 0.05 : 0.03, depth * 1e-3, pressure * 1e3});
      next = depth + 0.5;
    }
  }
  return plates;
}

int Main(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "smooth_wheel.csv")) {
    std::printf("skipped: no real data in %s\n", folder.string().c_str());
    return 0;
  }
  const std::vector<Plate> plates = ReadPlates(folder / "pressure_sinkage");
  const Fit bekker = FitPlates(plates);
  std::printf(
      "plates: n %.3f +- %.3f, k_c %.1f +- %.1f kN/m^(n+1), k_phi %.0f +- %.0f "
      "kN/m^(n+2); relative residual %.3f over %zu points\n",
      bekker.x(0), bekker.sigma(0), bekker.x(1), bekker.sigma(1), bekker.x(2) * 1e3,
      bekker.sigma(2) * 1e3, bekker.rms, plates.size());
  std::vector<Run> runs = ReadRuns(folder / "smooth_wheel.csv");
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return a.beta_deg != b.beta_deg ? a.beta_deg < b.beta_deg : a.slip < b.slip;
  });
  world::Soil soil;
  soil.exponent = bekker.x(0);
  soil.cohesive_modulus = bekker.x(1) * 1e3;
  soil.frictional_modulus = bekker.x(2) * 1e6;
  soil.density = kDensity;
  std::vector<Run> straight;
  for (const Run& run : runs) {
    if (run.beta_deg == 0.0) straight.push_back(run);
  }
  const Fit wheel = FitWheel(soil, straight);
  std::printf(
      "wheel at slip angle 0: phi %.2f +- %.2f deg, K %.2f +- %.2f mm, gain of slip "
      "sinkage %.3f +- %.3f; residual %.2f of the scatter\n",
      wheel.x(0), wheel.sigma(0), wheel.x(1), wheel.sigma(1), wheel.x(2), wheel.sigma(2),
      wheel.rms);
  const auto contact = ContactOf(soil, wheel.x);
  if (!contact) {
    std::printf("no soil: %s\n", contact.error().message.c_str());
    return 1;
  }
  PrintErrors("fitted at 0, predicted at 30, 60 and 90 degrees", *contact, runs);
  Eigen::VectorXd plain = wheel.x;
  plain(2) = 0.0;
  PrintErrors("the same without slip sinkage", *ContactOf(soil, plain), runs);
  const auto walled = ContactOf(soil, wheel.x, Bulldozing::kWall);
  PrintErrors("the same soil with a wall along the flank", *walled, runs);
  PrintRuns(*contact, runs);
  std::printf("\nwith the wall:\n");
  PrintRuns(*walled, runs);
  return 0;
}

}  // namespace
}  // namespace surefoot::ground

int main(int argc, char** argv) {
  std::filesystem::path folder = "../shared/data";
  if (const char* given = std::getenv("SUREFOOT_REAL_DATA")) folder = given;
  folder /= "cmu_wheel";
  if (argc > 1) folder = argv[1];
  return surefoot::ground::Main(folder);
}
