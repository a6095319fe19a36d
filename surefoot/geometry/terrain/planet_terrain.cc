#include "surefoot/geometry/terrain/planet_terrain.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/base/text.h"

namespace surefoot {
namespace {

/// Distributes the bits of x over all others: the finaliser of splitmix64 (Steele et al. 2014).
std::uint64_t Mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Maps 32 bits to [-1, 1).
double Signed(std::uint64_t bits) {
  return static_cast<double>(bits & 0xffffffffULL) * 0x1.0p-31 - 1.0;
}

/// Height at (dx, dy) relative to a lattice point, from the random gradient at that point.
double Corner(std::uint64_t key, std::int64_t column, std::int64_t row, double dx, double dy) {
  const std::uint64_t bits =
      Mixed(key ^ Mixed(static_cast<std::uint64_t>(column) ^
                        Mixed(static_cast<std::uint64_t>(row) + 0x5851f42d4c957f2dULL)));
  return Signed(bits) * dx + Signed(bits >> 32) * dy;
}

/// Perlin's improved fade curve (2002): from 0 to 1 with zero slope and curvature at both ends.
double Fade(double t) { return t * t * t * (t * (6.0 * t - 15.0) + 10.0); }

/// Smooth random terrain: gradient noise on a square lattice (Perlin 1985, 2002). Made of sums,
/// products and square roots only, which every machine rounds equally.
class LatticeNoise {
 public:
  /// `octave` separates the random numbers of one seed. The lattice of each octave is rotated by a
  /// different angle, so that its axes are not visible.
  LatticeNoise(std::uint64_t seed, std::uint32_t octave, double wavelength);

  /// The mean over the plane is 0, the mean square kMeanSquare.
  double At(double x, double y) const;

  /// Means over the plane and all seeds: of the square, and of the squared gradient times the
  /// squared wavelength. Analytic integrals of the formula over one cell.
  static constexpr double kMeanSquare = 0.031020767;
  static constexpr double kMeanSlope = 0.520153247;

 private:
  std::uint64_t key_;
  double cosine_ = 1.0;
  double sine_ = 0.0;
  double per_metre_;
};

LatticeNoise::LatticeNoise(std::uint64_t seed, std::uint32_t octave, double wavelength)
    : key_(Mixed(Mixed(seed) + octave)), per_metre_(1.0 / wavelength) {
  // Repeated rotation by the angle of the 3-4-5 triangle, which never returns to the start because
  // the angle is not a rational multiple of pi.
  for (std::uint32_t i = 0; i <= octave; ++i) {
    const double cosine = 0.8 * cosine_ - 0.6 * sine_;
    sine_ = 0.6 * cosine_ + 0.8 * sine_;
    cosine_ = cosine;
  }
}

double LatticeNoise::At(double x, double y) const {
  const double u = (cosine_ * x + sine_ * y) * per_metre_;
  const double v = (cosine_ * y - sine_ * x) * per_metre_;
  const double left = std::floor(u);
  const double low = std::floor(v);
  const auto column = static_cast<std::int64_t>(left);
  const auto row = static_cast<std::int64_t>(low);
  const double dx = u - left;
  const double dy = v - low;
  const double across = Fade(dx);
  const double along = Fade(dy);
  const double a = Corner(key_, column, row, dx, dy);
  const double b = Corner(key_, column + 1, row, dx - 1.0, dy);
  const double c = Corner(key_, column, row + 1, dx, dy - 1.0);
  const double d = Corner(key_, column + 1, row + 1, dx - 1.0, dy - 1.0);
  const double below = a + across * (b - a);
  const double above = c + across * (d - c);
  return below + along * (above - below);
}

/// Limits of memory: 64 MB of heights, and seconds of computing.
constexpr double kMaxSamples = 16e6;
constexpr double kMaxCraters = 1e6;
constexpr double kPi = 3.14159265358979323846;
/// Craters are drawn for tiles with this side (m), each with its own random stream, so that a
/// larger field contains the same craters.
constexpr double kTile = 32.0;
constexpr double kHectare = 10000.0;
/// Octaves of the hills, each with half the wavelength of the one before; all have the same slope.
constexpr int kRollingOctaves = 4;
/// The same for the roughness; this is its longest wavelength (m).
constexpr int kRoughOctaves = 3;
constexpr double kRoughWavelength = 2.0;
/// Waves and craters with fewer samples would be aliased, so they are omitted.
constexpr double kMinSamplesPerWave = 4.0;
/// Distance at which the ejecta end, relative to the crater's radius.
constexpr double kCraterReach = 3.0;
constexpr double kRimShare = 0.2;

/// The tangent by its continued fraction (Lambert 1761): library functions may differ in the last
/// bit.
double Tangent(double angle) {
  double fraction = 0.0;
  for (int odd = 27; odd >= 1; odd -= 2) fraction = angle * angle / (odd - fraction);
  return fraction / angle;
}

/// One octave of noise and its amplitude (m).
struct Wave {
  LatticeNoise noise;
  double height = 0.0;
};

std::vector<Wave> WavesOf(const PlanetSpec& spec) {
  std::vector<Wave> waves;
  const double slope = spec.slope_deg > 0.0 ? Tangent(spec.slope_deg * kPi / 180.0) : 0.0;
  double wavelength = spec.wavelength;
  for (int i = 0; i < kRollingOctaves; ++i, wavelength *= 0.5) {
    if (slope == 0.0 || wavelength < kMinSamplesPerWave * spec.resolution) continue;
    const double height =
        slope * wavelength / std::sqrt(kRollingOctaves * LatticeNoise::kMeanSlope);
    waves.push_back({LatticeNoise(spec.seed, static_cast<std::uint32_t>(i), wavelength), height});
  }
  // Amplitudes 1, 1/2, 1/4: their squares sum to 21/16.
  double height = spec.roughness / std::sqrt(21.0 / 16.0 * LatticeNoise::kMeanSquare);
  wavelength = kRoughWavelength;
  for (int i = 0; i < kRoughOctaves; ++i, wavelength *= 0.5, height *= 0.5) {
    if (height == 0.0 || wavelength < kMinSamplesPerWave * spec.resolution) continue;
    const auto octave = static_cast<std::uint32_t>(kRollingOctaves + i);
    waves.push_back({LatticeNoise(spec.seed, octave, wavelength), height});
  }
  return waves;
}

double HeightOf(const std::vector<Wave>& waves, double x, double y) {
  double sum = 0.0;
  for (const Wave& wave : waves) sum += wave.height * wave.noise.At(x, y);
  return sum;
}

Crater RandomCrater(const PlanetSpec& spec, double x0, double y0, RandomStream* random) {
  Crater crater;
  crater.x = x0 + kTile * random->Uniform();
  crater.y = y0 + kTile * random->Uniform();
  const double max = 1.0 / (spec.smallest_crater * spec.smallest_crater);
  const double min = 1.0 / (spec.largest_crater * spec.largest_crater);
  // Inverse transform sampling of the cumulative distribution 1 / D^2.
  crater.diameter = 1.0 / std::sqrt(max - random->Uniform() * (max - min));
  // From eroded to fresh.
  crater.depth = spec.crater_depth * crater.diameter * (0.3 + 0.7 * random->Uniform());
  crater.rim = kRimShare * crater.depth;
  return crater;
}

bool IsSelected(const PlanetSpec& spec, const Crater& crater) {
  if (crater.diameter < kMinSamplesPerWave * spec.resolution) return false;
  const double reach = 0.5 * kCraterReach * crater.diameter;
  if (std::abs(crater.x) > 0.5 * spec.size_x + reach) return false;
  if (std::abs(crater.y) > 0.5 * spec.size_y + reach) return false;
  return std::none_of(spec.pads.begin(), spec.pads.end(), [&](const TerrainPad& pad) {
    const double dx = crater.x - pad.x;
    const double dy = crater.y - pad.y;
    const double clear = 2.0 * pad.radius + reach;
    return dx * dx + dy * dy < clear * clear;
  });
}

/// Adds a crater to the samples within its reach.
void Stamp(const Crater& crater, HeightField* field) {
  const double dx = field->size_x / (field->cols - 1);
  const double dy = field->size_y / (field->rows - 1);
  const double reach = 0.5 * kCraterReach * crater.diameter;
  const double left = crater.x + 0.5 * field->size_x;
  const double low = crater.y + 0.5 * field->size_y;
  const auto index = [](double at, int count) {
    return static_cast<int>(std::clamp(std::floor(at), 0.0, static_cast<double>(count - 1)));
  };
  const int last_row = index((low + reach) / dy, field->rows);
  const int last_col = index((left + reach) / dx, field->cols);
  for (int row = index((low - reach) / dy, field->rows); row <= last_row; ++row) {
    for (int col = index((left - reach) / dx, field->cols); col <= last_col; ++col) {
      const double u = col * dx - left;
      const double v = row * dy - low;
      field->heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(field->cols) +
                     static_cast<std::size_t>(col)] +=
          static_cast<float>(crater.HeightAt(std::sqrt(u * u + v * v)));
    }
  }
}

/// Smooth weight: 1 within the pad, 0 from twice its radius on.
double ShareOf(const TerrainPad& pad, double x, double y) {
  const double dx = x - pad.x;
  const double dy = y - pad.y;
  const double t = std::clamp(2.0 - std::sqrt(dx * dx + dy * dy) / pad.radius, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

/// Height of the hills with level pads, without craters.
class OpenGround {
 public:
  explicit OpenGround(const PlanetSpec& spec) : waves_(WavesOf(spec)), pads_(spec.pads) {
    for (const TerrainPad& pad : pads_) pad_heights_.push_back(HeightOf(waves_, pad.x, pad.y));
  }

  double At(double x, double y) const {
    double height = HeightOf(waves_, x, y);
    for (std::size_t i = 0; i < pads_.size(); ++i) {
      height += ShareOf(pads_[i], x, y) * (pad_heights_[i] - height);
    }
    return pads_.empty() ? height : height - pad_heights_.front();
  }

 private:
  std::vector<Wave> waves_;
  std::vector<TerrainPad> pads_;
  std::vector<double> pad_heights_;
};

Error OutOfRange(const std::string& what, double value, const std::string& accepted) {
  return Error{"the terrain's " + what + " is " + DecimalText(value) + "; accepted: " + accepted};
}

Status CheckPads(const PlanetSpec& spec) {
  for (const TerrainPad& pad : spec.pads) {
    if (!(pad.radius >= 0.1 && pad.radius <= 1000.0)) {
      return OutOfRange("pad radius", pad.radius, "0.1 to 1000 m");
    }
    const bool inside =
        std::abs(pad.x) <= 0.5 * spec.size_x && std::abs(pad.y) <= 0.5 * spec.size_y;
    if (!inside) {
      return Error{"the terrain's pad at " + DecimalText(pad.x) + ", " + DecimalText(pad.y) +
                   " is outside of the terrain, which reaches from " +
                   DecimalText(-0.5 * spec.size_x) + ", " + DecimalText(-0.5 * spec.size_y) +
                   " to " + DecimalText(0.5 * spec.size_x) + ", " + DecimalText(0.5 * spec.size_y)};
    }
  }
  return Status();
}

Status CheckPlanet(const PlanetSpec& spec) {
  const struct {
    const char* what;
    double value;
    double min;
    double max;
    const char* accepted;
  } ranges[] = {
      {"size along x", spec.size_x, 1.0, 20000.0, "1 to 20000 m"},
      {"size along y", spec.size_y, 1.0, 20000.0, "1 to 20000 m"},
      {"resolution", spec.resolution, 0.02, 50.0, "0.02 to 50 m"},
      {"slope", spec.slope_deg, 0.0, 35.0, "0 to 35 degrees"},
      {"wavelength", spec.wavelength, 1.0, 10000.0, "1 to 10000 m"},
      {"roughness", spec.roughness, 0.0, 0.5, "0 to 0.5 m"},
      {"number of craters per hectare", spec.craters, 0.0, 10000.0, "0 to 10000"},
      {"smallest crater", spec.smallest_crater, 0.1, 1000.0, "0.1 to 1000 m"},
      {"largest crater", spec.largest_crater, spec.smallest_crater, 1000.0, "crater_min to 1000 m"},
      {"crater depth", spec.crater_depth, 0.0, 0.3, "0 to 0.3 of the diameter"},
  };
  for (const auto& range : ranges) {
    if (!(range.value >= range.min && range.value <= range.max)) {
      return OutOfRange(range.what, range.value, range.accepted);
    }
  }
  const double samples = (std::round(spec.size_x / spec.resolution) + 1.0) *
                         (std::round(spec.size_y / spec.resolution) + 1.0);
  if (samples > kMaxSamples) {
    return Error{"a terrain of " + DecimalText(spec.size_x) + " x " + DecimalText(spec.size_y) +
                 " m at " + DecimalText(spec.resolution) +
                 " m has more than 16 million samples; make it smaller or coarser"};
  }
  const double reach = kCraterReach * spec.largest_crater;
  const double area = (spec.size_x + reach) * (spec.size_y + reach);
  if (area * spec.craters / kHectare > kMaxCraters) {
    return Error{"more than a million craters; reduce the number per hectare"};
  }
  return CheckPads(spec);
}

}  // namespace

double Crater::HeightAt(double distance) const {
  const double t = 2.0 * distance / diameter;
  if (t <= 1.0) return rim - depth * (1.0 - t * t);
  if (t >= kCraterReach) return 0.0;
  constexpr double kEnd = 1.0 / (kCraterReach * kCraterReach * kCraterReach);
  return rim * (1.0 / (t * t * t) - kEnd) / (1.0 - kEnd);
}

const std::vector<std::string>& PlanetKinds() {
  static const std::vector<std::string> kinds = {"mars", "moon"};
  return kinds;
}

std::vector<Crater> CratersOf(const PlanetSpec& spec) {
  std::vector<Crater> craters;
  const double reach = 0.5 * kCraterReach * spec.largest_crater;
  const int last_column = static_cast<int>(std::floor((0.5 * spec.size_x + reach) / kTile));
  const int last_row = static_cast<int>(std::floor((0.5 * spec.size_y + reach) / kTile));
  const double mean = spec.craters * kTile * kTile / kHectare;
  for (int row = -last_row - 1; row <= last_row; ++row) {
    for (int column = -last_column - 1; column <= last_column; ++column) {
      RandomStream random(spec.seed,
                          "craters/" + std::to_string(column) + "/" + std::to_string(row));
      // Rounding with a random offset keeps the mean exact.
      const int count = static_cast<int>(mean + random.Uniform());
      for (int i = 0; i < count; ++i) {
        const Crater crater = RandomCrater(spec, column * kTile, row * kTile, &random);
        if (IsSelected(spec, crater)) craters.push_back(crater);
      }
    }
  }
  return craters;
}

Result<HeightField> MakePlanetTerrain(const PlanetSpec& spec) {
  const Status status = CheckPlanet(spec);
  if (!status.ok()) return status.error();
  HeightField field;
  field.cols = std::max(2, static_cast<int>(std::round(spec.size_x / spec.resolution)) + 1);
  field.rows = std::max(2, static_cast<int>(std::round(spec.size_y / spec.resolution)) + 1);
  field.size_x = spec.size_x;
  field.size_y = spec.size_y;
  field.heights.reserve(static_cast<std::size_t>(field.cols) *
                        static_cast<std::size_t>(field.rows));
  const OpenGround ground(spec);
  for (int row = 0; row < field.rows; ++row) {
    const double y = spec.size_y * row / (field.rows - 1) - 0.5 * spec.size_y;
    for (int col = 0; col < field.cols; ++col) {
      const double x = spec.size_x * col / (field.cols - 1) - 0.5 * spec.size_x;
      field.heights.push_back(static_cast<float>(ground.At(x, y)));
    }
  }
  for (const Crater& crater : CratersOf(spec)) Stamp(crater, &field);
  return field;
}

}  // namespace surefoot
