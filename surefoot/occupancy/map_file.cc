#include "surefoot/occupancy/map_file.h"

#include <filesystem>
#include <fstream>

#include "surefoot/base/text.h"

namespace surefoot::occupancy {
namespace {

/// Shades by which map servers know cells again; unknown is between the two limits below.
char Shade(std::int8_t cell) {
  if (cell == kFree) return static_cast<char>(254);
  return cell == kOccupied ? '\0' : static_cast<char>(205);
}

/// Pictures begin at the top.
std::string Pgm(const OccupancyMap& map) {
  std::string bytes =
      "P5\n" + std::to_string(map.width) + " " + std::to_string(map.height) + "\n255\n";
  bytes.reserve(bytes.size() + map.cells.size());
  for (int row = map.height - 1; row >= 0; --row) {
    for (int column = 0; column < map.width; ++column) bytes += Shade(map.at(column, row));
  }
  return bytes;
}

std::string Yaml(const std::string& image, const OccupancyMap& map) {
  std::string quoted;
  for (const char letter : image) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return "image: \"" + quoted + "\"\nmode: trinary\nresolution: " + NumberText(map.resolution) +
         "\norigin: [" + NumberText(map.origin_W.x()) + ", " + NumberText(map.origin_W.y()) +
         ", 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";
}

Status Write(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return Error{"cannot write '" + path + "'"};
  return Status();
}

}  // namespace

Status WriteMap(const std::string& base, const OccupancyMap& map) {
  const std::string image = base + ".pgm";
  const Status status = Write(image, Pgm(map));
  if (!status.ok()) return status;
  return Write(base + ".yaml", Yaml(std::filesystem::path(image).filename().string(), map));
}

}  // namespace surefoot::occupancy
