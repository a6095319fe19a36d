#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/occupancy/occupancy_map.h"
#include "surefoot/physics/state.h"
#include "surefoot/session/load.h"

// `surefoot map`: an occupancy grid as an image and a YAML file, in the format of ROS's map_server.

namespace surefoot::cli {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
/// z (m) above every floor: without Z, a start is on the highest one.
constexpr double kAboveAll = 1e9;

/// Parses the texts; the error names the option and its form.
Status TakeOptions(const MapArguments& arguments, occupancy::MapOptions* options) {
  if (arguments.to && arguments.height) {
    return Error{"--max-height and --height have the same meaning; give only one of them"};
  }
  options->to = arguments.to ? *arguments.to : arguments.height.value_or(options->to);
  options->slope = arguments.slope_deg * kDegree;
  if (!arguments.bounds.empty()) {
    const std::vector<double> b = ParseNumbers(arguments.bounds);
    if (b.size() != 4) {
      return Error{"--bounds takes X0,Y0,X1,Y1 in metres, not '" + arguments.bounds + "'"};
    }
    options->bounds = Eigen::AlignedBox2d(Eigen::Vector2d(b[0], b[1]), Eigen::Vector2d(b[2], b[3]));
  }
  for (const std::string& text : arguments.starts) {
    std::vector<double> start = ParseNumbers(text);
    if (start.size() == 2) start.push_back(kAboveAll);
    if (start.size() != 3) {
      return Error{"--start takes X,Y or X,Y,Z in metres, not '" + text + "'"};
    }
    options->starts.push_back({start[0], start[1], start[2]});
  }
  return Status();
}

/// The path of both files without ending. --out may have one of the endings.
std::string OutputBase(const MapArguments& arguments) {
  namespace fs = std::filesystem;
  if (arguments.output.empty()) return fs::path(arguments.file).stem().string();
  const fs::path output = arguments.output;
  const bool ends = output.extension() == ".pgm" || output.extension() == ".yaml";
  return ends ? (output.parent_path() / output.stem()).string() : arguments.output;
}

int Refuse(const MapArguments& arguments, const Error& error, const Problems& problems,
           int status = kBadInput) {
  return RefuseWorld(arguments.file, arguments.json, error, problems, "map: ", status);
}

/// Counts the cells of each class.
MapResult ResultOf(const std::string& file, const std::string& base,
                   const occupancy::OccupancyMap& map) {
  MapResult result;
  result.file = file;
  result.image = base + ".pgm";
  result.yaml = base + ".yaml";
  result.width = map.width;
  result.height = map.height;
  result.resolution = map.resolution;
  result.origin_W = map.origin_W;
  for (const std::int8_t cell : map.cells) {
    ++(cell == occupancy::kFree       ? result.free
       : cell == occupancy::kOccupied ? result.occupied
                                      : result.unknown);
  }
  return result;
}

/// One line for people; the total is above 0, because a map has at least one cell.
std::string Summary(const MapResult& result) {
  const double share = 100.0 / static_cast<double>(result.free + result.occupied + result.unknown);
  return result.yaml + ": " +
         StrFormat(
             "%d x %d cells of %g m from (%g, %g); %.1f %% free, %.1f %% occupied, %.1f %% "
             "unknown\n",
             result.width, result.height, result.resolution, result.origin_W.x(),
             result.origin_W.y(), share * static_cast<double>(result.free),
             share * static_cast<double>(result.occupied),
             share * static_cast<double>(result.unknown));
}

}  // namespace

int MapCommand(const Parts& parts, const MapArguments& arguments) {
  Problems problems;
  occupancy::MapOptions options = arguments.options;
  const Status taken = TakeOptions(arguments, &options);
  if (!taken.ok()) return Refuse(arguments, taken.error(), problems);
  const auto world = LoadWorld(parts, arguments.file, &problems);
  if (!world.ok()) return Refuse(arguments, world.error(), problems);
  // The map shows the world as it starts: doors are where their files put them.
  const physics::State state = physics::MakeInitialState(*world.value());
  const Result<occupancy::OccupancyMap> map =
      occupancy::MakeMap(*world.value(), state.X_WL, options);
  if (!map.ok()) return Refuse(arguments, map.error(), problems);

  const std::string base = OutputBase(arguments);
  const Status written = occupancy::WriteMap(base, map.value());
  if (!written.ok()) return Refuse(arguments, written.error(), problems, kFailed);
  const MapResult result = ResultOf(arguments.file, base, map.value());
  if (!arguments.quiet) {
    PrintProblems(problems, Severity::kWarning, kMaxProblems, arguments.file);
    if (result.free == 0) {
      std::fprintf(
          stderr,
          "warning: no cell is free; check --start, --min-height, --max-height and --max-slope\n");
    }
  }
  return WriteResult(arguments.json ? MapJson(result) : Summary(result)) ? kDone : kFailed;
}

void AddArguments(CommandArguments command, MapArguments* arguments) {
  occupancy::MapOptions* options = &arguments->options;
  command.Positional("WORLD", &arguments->file, "World or model");
  command.Option("--out", &arguments->output, "NAME",
                 "Write NAME.pgm and NAME.yaml; default: the name of the\nworld, in this folder");
  command.Option("--resolution", &options->resolution, "METRES", "Side of a cell; default 0.05");
  command.Option("--min-height", &options->from, "METRES",
                 "Obstacles and steps up to this height can be driven\nover; default 0.1");
  command.Option("--max-height", &arguments->to, "METRES",
                 "Obstacles above this height can be driven under;\ndefault 0.5");
  command.Option("--height", &arguments->height, "METRES",
                 "Height of the robot: the same as\n--max-height");
  command.OldName("--from", "--min-height");
  command.OldName("--to", "--max-height");
  command.Option("--max-slope", &arguments->slope_deg, "DEGREES",
                 "Steepest slope that can be driven; default 30");
  command.OldName("--slope", "--max-slope");
  command.Option(
      "--bounds", &arguments->bounds, "X0,Y0,X1,Y1",
      "Area of the map; default: all static objects and the\nrobots, with a margin of 1 m");
  command.Repeated("--start", &arguments->starts, "X,Y[,Z]",
                   "Position of a robot, on the highest floor that is not\nabove Z; default: "
                   "positions of the robots, or else the border");
  command.Json(&arguments->json);
  command.Flag("--quiet", &arguments->quiet, "No warnings");
  command.Footer(
      "Black cells are occupied, white ones free, grey ones unknown: not reachable.\n"
      "Examples:\n"
      "  surefoot map worlds/husky_lab.sdf\n"
      "  surefoot map house.sdf --height 1.2 --out maps/house\n"
      "  surefoot map yard.sdf --resolution 0.1 --bounds -20,-20,20,20 --start 0,0 --json");
}

}  // namespace surefoot::cli
