#include "surefoot/geometry/terrain/terrain.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot {
namespace {

/// Side of a piece (m).
constexpr double kPiece = 1.0;
constexpr double kTwoPi = 6.283185307179586476925286766559;
constexpr double kMaxSamples = 16e6;

/// A smooth mound of height (1 - r^2/R^2), on an ellipse rotated by `angle`.
struct Mound {
  double x = 0.0;
  double y = 0.0;
  double radius_x = 0.0;
  double radius_y = 0.0;
  double cosine = 1.0;
  double sine = 0.0;
  double height = 0.0;

  double HeightAt(double at_x, double at_y) const {
    const double dx = at_x - x;
    const double dy = at_y - y;
    const double u = (cosine * dx + sine * dy) / radius_x;
    const double v = (cosine * dy - sine * dx) / radius_y;
    return height * std::max(0.0, 1.0 - u * u - v * v);
  }
};

Mound RandomMound(RandomStream* random, double radius, double height) {
  Mound mound;
  mound.x = random->Uniform(0.0, kPiece);
  mound.y = random->Uniform(0.0, kPiece);
  mound.radius_x = radius * random->Uniform(0.8, 1.25);
  mound.radius_y = radius * random->Uniform(0.8, 1.25);
  const double angle = random->Uniform(0.0, kTwoPi);
  mound.cosine = std::cos(angle);
  mound.sine = std::sin(angle);
  mound.height = height;
  return mound;
}

/// Bumps: nine rounded blocks on a jittered grid, two of them close to the full height of 8 cm.
std::vector<Mound> MakeBumps(RandomStream* random) {
  std::vector<Mound> mounds;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      Mound mound = RandomMound(
          random, random->Uniform(0.11, 0.16),
          (i + j) % 4 == 1 ? random->Uniform(0.070, 0.080) : random->Uniform(0.035, 0.050));
      mound.x = (i + 0.5 + random->Uniform(-0.15, 0.15)) / 3.0;
      mound.y = (j + 0.5 + random->Uniform(-0.15, 0.15)) / 3.0;
      mounds.push_back(mound);
    }
  }
  return mounds;
}

/// Gravel: overlapping stones. Their sizes are fitted to the published piece, whose heights have
/// the percentiles 1.6 cm (10 %), 4.6 cm (50 %) and 7.7 cm (90 %), and a maximum of 9.2 cm.
std::vector<Mound> MakeGravel(RandomStream* random) {
  std::vector<Mound> mounds;
  for (int i = 0; i < 330; ++i) {
    // Many small stones, few large ones.
    const double share = std::pow(random->Uniform(), 1.3);
    mounds.push_back(RandomMound(random, 0.035 + 0.045 * share, 0.020 + 0.070 * share));
  }
  return mounds;
}

/// Grass: blades and soil, a few millimetres high.
std::vector<Mound> MakeGrass(RandomStream* random) {
  std::vector<Mound> mounds;
  for (int i = 0; i < 120; ++i) {
    mounds.push_back(
        RandomMound(random, random->Uniform(0.04, 0.10), random->Uniform(0.003, 0.010)));
  }
  return mounds;
}

std::vector<Mound> MakeMounds(const std::string& kind, RandomStream* random) {
  if (kind == "bumps") return MakeBumps(random);
  if (kind == "gravel") return MakeGravel(random);
  if (kind == "grass") return MakeGrass(random);
  return {};
}

/// Smooth step from 0 at a piece's edge to 1 inside its rim.
double RimFactor(double rim, double x, double y) {
  if (!(rim > 0.0)) return 1.0;
  const double inside = std::min(std::min(x, kPiece - x), std::min(y, kPiece - y));
  const double t = std::clamp(inside / rim, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

/// The samples of one piece, including shared edges, as ranges of rows and columns.
struct PieceSamples {
  int first_row = 0;
  int last_row = 0;
  int first_col = 0;
  int last_col = 0;
  double dx = 0.0;
  double dy = 0.0;
};

PieceSamples SamplesOf(int piece_x, int piece_y, const HeightField& field) {
  PieceSamples samples;
  samples.dx = field.size_x / (field.cols - 1);
  samples.dy = field.size_y / (field.rows - 1);
  samples.first_col = static_cast<int>(std::ceil(piece_x * kPiece / samples.dx - 1e-9));
  samples.first_row = static_cast<int>(std::ceil(piece_y * kPiece / samples.dy - 1e-9));
  samples.last_col = static_cast<int>(std::floor((piece_x + 1) * kPiece / samples.dx + 1e-9));
  samples.last_row = static_cast<int>(std::floor((piece_y + 1) * kPiece / samples.dy + 1e-9));
  return samples;
}

/// Raises the samples under a mound to its surface. (x0, y0) is the piece's corner.
void Stamp(const Mound& mound, const PieceSamples& samples, double x0, double y0,
           HeightField* field) {
  const double reach = std::max(mound.radius_x, mound.radius_y);
  auto clamp_index = [](double at, int first, int last) {
    return std::clamp(static_cast<int>(std::floor(at)), first, last);
  };
  const double x = x0 + mound.x;
  const double y = y0 + mound.y;
  const int col_end = clamp_index((x + reach) / samples.dx, samples.first_col, samples.last_col);
  const int row_end = clamp_index((y + reach) / samples.dy, samples.first_row, samples.last_row);
  for (int row = clamp_index((y - reach) / samples.dy, samples.first_row, samples.last_row);
       row <= row_end; ++row) {
    for (int col = clamp_index((x - reach) / samples.dx, samples.first_col, samples.last_col);
         col <= col_end; ++col) {
      float& height =
          field->heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(field->cols) +
                         static_cast<std::size_t>(col)];
      // Stones overlap, they do not add up.
      height = std::max(
          height, static_cast<float>(mound.HeightAt(col * samples.dx - x0, row * samples.dy - y0)));
    }
  }
}

void FillPiece(const TerrainSpec& spec, int piece_x, int piece_y, HeightField* field) {
  // A stream for each piece, so that a piece does not depend on the number of others.
  RandomStream random(spec.seed, "piece/" + std::to_string(piece_x) + "/" +
                                     std::to_string(piece_y) + "/" + spec.kind);
  const PieceSamples samples = SamplesOf(piece_x, piece_y, *field);
  const double x0 = piece_x * kPiece;
  const double y0 = piece_y * kPiece;
  for (const Mound& mound : MakeMounds(spec.kind, &random)) {
    Stamp(mound, samples, x0, y0, field);
  }
  for (int row = samples.first_row; row <= samples.last_row; ++row) {
    for (int col = samples.first_col; col <= samples.last_col; ++col) {
      field->heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(field->cols) +
                     static_cast<std::size_t>(col)] *=
          static_cast<float>(RimFactor(spec.rim, col * samples.dx - x0, row * samples.dy - y0));
    }
  }
}

}  // namespace

const std::vector<std::string>& TerrainKinds() {
  static const std::vector<std::string> kinds = {"flat", "grass", "bumps", "gravel"};
  return kinds;
}

/// Pieces are filled one after another. The order does not matter: samples on shared edges are 0
/// with a rim, and the maximum of both pieces without.
Result<HeightField> MakeTerrain(const TerrainSpec& spec) {
  const std::vector<std::string>& kinds = TerrainKinds();
  if (std::find(kinds.begin(), kinds.end(), spec.kind) == kinds.end()) {
    return Error{"'" + spec.kind + "' is not a terrain made of pieces"};
  }
  if (spec.pieces_x < 1 || spec.pieces_y < 1) {
    return Error{"a terrain has at least 1x1 pieces, not " + std::to_string(spec.pieces_x) + "x" +
                 std::to_string(spec.pieces_y)};
  }
  if (!(spec.resolution >= 0.001 && spec.resolution <= 0.25)) {
    return Error{"a terrain's resolution must be 0.001 to 0.25 m, not " +
                 std::to_string(spec.resolution)};
  }
  if (!(spec.rim >= 0.0 && spec.rim <= 0.5)) {
    return Error{"a terrain's rim must be 0 to 0.5 m wide, not " + std::to_string(spec.rim)};
  }
  const double samples_x = std::round(spec.pieces_x * kPiece / spec.resolution) + 1.0;
  const double samples_y = std::round(spec.pieces_y * kPiece / spec.resolution) + 1.0;
  if (samples_x * samples_y > kMaxSamples) {
    return Error{"a terrain of " + std::to_string(spec.pieces_x) + "x" +
                 std::to_string(spec.pieces_y) + " pieces at " + std::to_string(spec.resolution) +
                 " m has more than 16 million samples; use fewer pieces or a coarser resolution"};
  }
  HeightField field;
  field.cols = static_cast<int>(samples_x);
  field.rows = static_cast<int>(samples_y);
  field.size_x = spec.pieces_x * kPiece;
  field.size_y = spec.pieces_y * kPiece;
  field.heights.assign(static_cast<std::size_t>(field.cols) * static_cast<std::size_t>(field.rows),
                       0.0f);
  for (int i = 0; i < spec.pieces_x; ++i) {
    for (int j = 0; j < spec.pieces_y; ++j) FillPiece(spec, i, j, &field);
  }
  return field;
}

}  // namespace surefoot
