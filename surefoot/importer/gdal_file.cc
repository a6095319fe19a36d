#include "surefoot/importer/gdal_file.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <gdal.h>
#include <gdal_frmts.h>
#include <ogr_srs_api.h>

#include <cmath>
#include <cstring>

// Reads raster files with GDAL. Only the drivers of the documented formats are registered: others
// could access networks or databases.

namespace surefoot::importer {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Registers the drivers, and disables error output, side files (.aux.xml) and GDAL's threads.
void PrepareGdal() {
  CPLSetErrorHandler(CPLQuietErrorHandler);
  CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
  // MB.
  CPLSetConfigOption("GDAL_CACHEMAX", "64");
  CPLSetConfigOption("GDAL_NUM_THREADS", "1");
  GDALRegister_GTiff();
  GDALRegister_AAIGrid();
  GDALRegister_SRTMHGT();
  GDALRegister_DTED();
  GDALRegister_USGSDEM();
  GDALRegister_HFA();
  GDALRegister_PNG();
  GDALRegister_JPEG();
  GDALRegister_GIF();
  GDALRegister_BMP();
  GDALRegister_WEBP();
}

/// Reference ellipsoid of a file's coordinates: of the Earth, Mars or the Moon.
struct Ellipsoid {
  /// Radius and eccentricity of the body, which may be another planet.
  explicit Ellipsoid(OGRSpatialReferenceH reference) {
    OGRErr error = OGRERR_NONE;
    const double radius = OSRGetSemiMajor(reference, &error);
    if (error != OGRERR_NONE || !(radius > 1e3 && radius < 1e9)) return;
    const double inverse = OSRGetInvFlattening(reference, &error);
    equator_radius = radius;
    // By convention, an inverse flattening of 0 means a sphere.
    const double flattening = inverse > 1.0 ? 1.0 / inverse : 0.0;
    eccentricity2 = flattening * (2.0 - flattening);
  }
  bool is_earth() const { return std::abs(equator_radius - 6378137.0) < 20000.0; }

  /// WGS 84 if the file does not specify an ellipsoid.
  double equator_radius = 6378137.0;
  double eccentricity2 = 6.69437999014e-3;
};

/// Length of a degree at a latitude (m): along the meridian and along the parallel. The radii of
/// curvature are M = a (1 - e^2) / w^3 and N = a / w, with w^2 = 1 - e^2 sin^2(latitude).
struct DegreeLengths {
  /// Lengths (m) of a degree of latitude and of longitude.
  DegreeLengths(const Ellipsoid& body, double latitude_deg) {
    const double sine = std::sin(latitude_deg * kPi / 180.0);
    const double w2 = 1.0 - body.eccentricity2 * sine * sine;
    const double across = body.equator_radius / std::sqrt(w2);
    north = kPi / 180.0 * across * (1.0 - body.eccentricity2) / w2;
    east = kPi / 180.0 * across * std::cos(latitude_deg * kPi / 180.0);
  }
  double north = 0.0;
  double east = 0.0;
};

/// Longitude and latitude on the file's planet; on the Earth, WGS 84. Owns a handle of OSR.
class Geographic {
 public:
  /// WGS 84 on the earth; other bodies have their own geographic coordinates.
  explicit Geographic(OGRSpatialReferenceH file) : file_(file) {
    if (!Ellipsoid(file).is_earth()) {
      own_ = OSRCloneGeogCS(file);
    } else {
      own_ = OSRNewSpatialReference(nullptr);
      if (OSRImportFromEPSG(own_, 4326) != OGRERR_NONE) Forget();
    }
    // Longitude first, whatever order the authority defines.
    if (own_ != nullptr) OSRSetAxisMappingStrategy(own_, OAMS_TRADITIONAL_GIS_ORDER);
  }
  ~Geographic() { Forget(); }
  Geographic(const Geographic&) = delete;
  Geographic& operator=(const Geographic&) = delete;

  /// Converts in place from the file's coordinates to longitude and latitude (degrees), and back.
  /// Returns false if that is not possible.
  bool From(double* x, double* y) const {
    return Transform(file_, own_, x, y) && std::abs(*y) <= 90.0;
  }
  bool To(double* x, double* y) const { return Transform(own_, file_, x, y); }

 private:
  void Forget() {
    if (own_ != nullptr) OSRDestroySpatialReference(own_);
    own_ = nullptr;
  }
  /// False if PROJ knows no transformation or the point is outside its domain.
  static bool Transform(OGRSpatialReferenceH from, OGRSpatialReferenceH to, double* x, double* y) {
    if (from == nullptr || to == nullptr) return false;
    OGRCoordinateTransformationH transform = OCTNewCoordinateTransformation(from, to);
    if (transform == nullptr) return false;
    double z = 0.0;
    const bool done = OCTTransform(transform, 1, x, y, &z) != 0;
    OCTDestroyCoordinateTransformation(transform);
    return done && std::isfinite(*x) && std::isfinite(*y);
  }

  OGRSpatialReferenceH file_;
  OGRSpatialReferenceH own_ = nullptr;
};

}  // namespace

// Errors name a way out, because GDAL's own messages are for programmers.
Result<GdalFile> GdalFile::Open(const std::string& path) {
  // GDAL's virtual file systems reach archives and the network.
  if (path.rfind("/vsi", 0) == 0)
    return Error{"is a GDAL virtual path; give the path of a regular file"};
  PrepareGdal();
  GDALDatasetH data =
      GDALOpenEx(path.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, nullptr, nullptr, nullptr);
  if (data == nullptr) {
    const std::string reason = CPLGetLastErrorMsg();
    return Error{"cannot be read as an image or height map" +
                 (reason.empty() ? std::string() : " (" + reason + ")") +
                 "; convert it to GeoTIFF or PNG"};
  }
  GdalFile file(data);
  if (file.bands() < 1 || file.width() < 1 || file.height() < 1) {
    return Error{"has no pixels; export it again"};
  }
  return file;
}

GdalFile::~GdalFile() {
  if (data_ != nullptr) GDALClose(data_);
}

int GdalFile::width() const { return GDALGetRasterXSize(data_); }
int GdalFile::height() const { return GDALGetRasterYSize(data_); }
int GdalFile::bands() const { return GDALGetRasterCount(data_); }

// Formats that usually contain colours, not heights.
bool GdalFile::IsPicture() const {
  const char* name = GDALGetDriverShortName(GDALGetDatasetDriver(data_));
  for (const char* picture : {"PNG", "JPEG", "GIF", "BMP", "WEBP"}) {
    if (std::strcmp(name, picture) == 0) return true;
  }
  return false;
}

// Pixel sizes in metres at the middle of the part, where the error of a plane map is smallest.
Placement PlacementOf(const GdalFile& file, const PixelPlace& middle) {
  Placement placement;
  double t[6] = {};
  if (GDALGetGeoTransform(file.data(), t) != CE_None) return placement;
  for (const double value : t) {
    if (!std::isfinite(value)) return placement;
  }
  placement.is_placed = true;
  // The geotransform maps (column, row) to coordinates; its columns are the pixel's sides.
  placement.pixel_x = std::hypot(t[1], t[4]);
  placement.pixel_y = std::hypot(t[2], t[5]);
  OGRSpatialReferenceH reference = GDALGetSpatialRef(file.data());
  if (reference == nullptr) return placement;  // Most likely metres.
  double x = t[0] + t[1] * middle.column + t[2] * middle.row;
  double y = t[3] + t[4] * middle.column + t[5] * middle.row;
  const bool geographic = OSRIsGeographic(reference) != 0;
  if (!geographic) {
    const double metres = OSRGetLinearUnits(reference, nullptr);
    placement.pixel_x *= metres;
    placement.pixel_y *= metres;
  }
  if (Geographic(reference).From(&x, &y)) placement.middle = GeoReference{y, x, 0.0};
  if (geographic) {
    const double degrees = OSRGetAngularUnits(reference, nullptr) * 180.0 / kPi;
    const DegreeLengths lengths(Ellipsoid(reference),
                                placement.middle ? placement.middle->latitude_deg : y);
    placement.pixel_x *= degrees * lengths.east;
    placement.pixel_y *= degrees * lengths.north;
  }
  return placement;
}

// Inverse of the geotransform; nothing for files without a place on the earth.
std::optional<PixelPlace> PixelAt(const GdalFile& file, double latitude_deg, double longitude_deg) {
  double t[6] = {};
  double inverse[6] = {};
  OGRSpatialReferenceH reference = GDALGetSpatialRef(file.data());
  if (reference == nullptr || GDALGetGeoTransform(file.data(), t) != CE_None) return std::nullopt;
  double x = longitude_deg;
  double y = latitude_deg;
  if (!Geographic(reference).To(&x, &y) || GDALInvGeoTransform(t, inverse) == 0) {
    return std::nullopt;
  }
  return PixelPlace{inverse[0] + inverse[1] * x + inverse[2] * y,
                    inverse[3] + inverse[4] * x + inverse[5] * y};
}

}  // namespace surefoot::importer
