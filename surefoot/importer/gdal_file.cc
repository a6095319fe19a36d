#include "surefoot/importer/gdal_file.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <gdal.h>
#include <gdal_frmts.h>
#include <ogr_srs_api.h>

#include <cmath>
#include <cstring>

namespace surefoot::importer {
namespace {

constexpr double kPi = 3.14159265358979323846;

void PrepareGdal() {
  CPLSetErrorHandler(CPLQuietErrorHandler);
  CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
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

/// Metres in a degree at a latitude: of the meridian and of the parallel (WGS 84).
struct DegreeLengths {
  explicit DegreeLengths(double latitude_deg) {
    constexpr double kEquatorRadius = 6378137.0;
    constexpr double kEccentricity2 = 6.69437999014e-3;
    const double sine = std::sin(latitude_deg * kPi / 180.0);
    const double w2 = 1.0 - kEccentricity2 * sine * sine;
    const double across = kEquatorRadius / std::sqrt(w2);
    north = kPi / 180.0 * across * (1.0 - kEccentricity2) / w2;
    east = kPi / 180.0 * across * std::cos(latitude_deg * kPi / 180.0);
  }
  double north = 0.0;
  double east = 0.0;
};

/// The point in longitude and latitude, or false.
bool ToGeographic(OGRSpatialReferenceH from, double* x, double* y) {
  OGRSpatialReferenceH to = OSRNewSpatialReference(nullptr);
  bool done = false;
  if (OSRImportFromEPSG(to, 4326) == OGRERR_NONE) {
    OSRSetAxisMappingStrategy(to, OAMS_TRADITIONAL_GIS_ORDER);
    OGRCoordinateTransformationH transform = OCTNewCoordinateTransformation(from, to);
    if (transform != nullptr) {
      double z = 0.0;
      done = OCTTransform(transform, 1, x, y, &z) != 0;
      OCTDestroyCoordinateTransformation(transform);
    }
  }
  OSRDestroySpatialReference(to);
  return done && std::isfinite(*x) && std::isfinite(*y) && std::abs(*y) <= 90.0;
}

}  // namespace

Result<GdalFile> GdalFile::Open(const std::string& path) {
  if (path.rfind("/vsi", 0) == 0) return Error{"is no plain file"};
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

bool GdalFile::IsPicture() const {
  const char* name = GDALGetDriverShortName(GDALGetDatasetDriver(data_));
  for (const char* picture : {"PNG", "JPEG", "GIF", "BMP", "WEBP"}) {
    if (std::strcmp(name, picture) == 0) return true;
  }
  return false;
}

Placement PlacementOf(const GdalFile& file) {
  Placement placement;
  double t[6] = {};
  if (GDALGetGeoTransform(file.data(), t) != CE_None) return placement;
  for (const double value : t) {
    if (!std::isfinite(value)) return placement;
  }
  placement.is_placed = true;
  placement.pixel_x = std::hypot(t[1], t[4]);
  placement.pixel_y = std::hypot(t[2], t[5]);
  OGRSpatialReferenceH reference = GDALGetSpatialRef(file.data());
  if (reference == nullptr) return placement;  // metres, most likely
  double x = t[0] + 0.5 * (t[1] * file.width() + t[2] * file.height());
  double y = t[3] + 0.5 * (t[4] * file.width() + t[5] * file.height());
  const bool geographic = OSRIsGeographic(reference) != 0;
  if (!geographic) {
    const double metres = OSRGetLinearUnits(reference, nullptr);
    placement.pixel_x *= metres;
    placement.pixel_y *= metres;
  }
  if (ToGeographic(reference, &x, &y)) placement.middle = GeoReference{y, x, 0.0};
  if (geographic) {
    const double degrees = OSRGetAngularUnits(reference, nullptr) * 180.0 / kPi;
    const DegreeLengths lengths(placement.middle ? placement.middle->latitude_deg : y);
    placement.pixel_x *= degrees * lengths.east;
    placement.pixel_y *= degrees * lengths.north;
  }
  return placement;
}

}  // namespace surefoot::importer
