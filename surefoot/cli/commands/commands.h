#pragma once

/// The commands of the program `surefoot`: for each its options, AddArguments(), which connects
/// them with the command line, and the function that runs it and returns the exit status. Those of
/// the evaluation are in cli/evaluation/commands.h. A command has no state: it reads files, prints
/// and ends.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/gateways/gateway.h"
#include "surefoot/occupancy/occupancy_map.h"
#include "surefoot/record/recording_summary.h"
#include "surefoot/record/topic_filter.h"
#include "surefoot/render/render.h"
#include "surefoot/serve/options.h"
#include "surefoot/session/parts.h"
#include "surefoot/session/run_diff.h"

namespace surefoot::cli {

/// surefoot check.
struct CheckOptions {
  /// Files and folders.
  std::vector<std::string> files;
  std::string engine;
  /// Contact model of wheels: engine, tyre or soil; empty: that of the files.
  std::string contact;
  /// Simulated time (s) that each file is run; 0: it is only read.
  double run = 0.0;
  /// Time limit for each file of a folder (s of wall time), and files checked at once (0: one per
  /// core).
  double time_limit = 60.0;
  int jobs = 0;
  bool json = false;
};
void AddArguments(CommandArguments command, CheckOptions* options);

/// Prints all problems of files, and of all files of folders. Returns the exit status.
int CheckCommand(const Parts& parts, const CheckOptions& options);

/// surefoot convert.
struct ConvertOptions {
  /// Files; the ending of `out` determines its format.
  std::string in;
  std::string out;
  /// Ending of the output's name; needed if `out` is empty: the file is then named after the model
  /// or world and is in the current folder.
  std::string to;
  /// Write only this model of a world.
  std::string model;
  /// Refer to meshes as file:///PATH instead of relative to `out`.
  bool file_uris = false;
  /// Copy meshes, textures and height maps beside `out`, so that it can be moved to another
  /// computer.
  bool copy_meshes = false;
  bool force = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, ConvertOptions* options);

/// Writes a world or model in another format. Returns the exit status.
int ConvertCommand(const Parts& parts, const ConvertOptions& options);

/// surefoot diff.
struct DiffOptions {
  std::string a;
  std::string b;
  bool json = false;
};
void AddArguments(CommandArguments command, DiffOptions* options);

/// The comparison as text: whether the runs are identical, and where they diverge.
std::string DiffText(const RunDiff& diff);

/// Compares two recordings. Returns the exit status: 0 the same, 1 different, 2 unreadable.
int DiffCommand(const DiffOptions& options);

/// surefoot info.
struct InfoOptions {
  /// Empty: everything. Otherwise only this engine, with a remark on each capability.
  std::string engine;
  bool json = false;
};
void AddArguments(CommandArguments command, InfoOptions* options);

/// Prints the engines, formats, sensors, drives and folders of this build. Returns the exit status.
int InfoCommand(const Parts& parts, const InfoOptions& options);

/// surefoot map. Texts as on the command line, empty if not given: MapCommand() parses them, so
/// that it can report errors as JSON.
struct MapArguments {
  std::string file;
  std::string output;
  std::string bounds;
  std::vector<std::string> starts;
  std::optional<double> to;
  std::optional<double> height;
  /// Degrees, because the command line has them; MapCommand() converts.
  double slope_deg = 30.0;
  occupancy::MapOptions options;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, MapArguments* arguments);

/// The facts about a written map that are printed.
struct MapResult {
  std::string file;
  std::string image;
  std::string yaml;
  int width = 0;
  int height = 0;
  /// Side of a cell (m), and the world position of the lower left corner, as in map_server's files.
  double resolution = 0.0;
  Eigen::Vector2d origin_W = Eigen::Vector2d::Zero();
  /// Numbers of cells.
  std::int64_t free = 0;
  std::int64_t occupied = 0;
  std::int64_t unknown = 0;
};

/// Writes the occupancy grid of a world. Returns the exit status.
int MapCommand(const Parts& parts, const MapArguments& arguments);

/// surefoot record-info.
struct RecordInfoOptions {
  std::string file;
  bool json = false;
};
void AddArguments(CommandArguments command, RecordInfoOptions* options);

/// Prints the topics, rates and duration of a recording. Returns the exit status.
int RecordInfoCommand(const RecordInfoOptions& options);

/// The summary as text.
std::string RecordInfoText(const std::string& file, const record::RecordingSummary& summary);

/// surefoot render. Texts as on the command line; empty if not given.
struct RenderArguments {
  std::string file;
  std::string output;
  std::string size = "1280x960";
  std::string from;
  std::string at;
  /// Vertical.
  double fov_deg = 40.0;
  std::string view = "iso";
  render::RenderOptions options;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, RenderArguments* arguments);

/// The facts about a picture that are printed. Times in s of wall time.
struct RenderResult {
  std::string file;
  std::string output;
  int width = 0;
  int height = 0;
  render::RenderInfo info;
  double load_time = 0.0;
  double draw_time = 0.0;
};

/// Draws a world, a model or a mesh file into a PNG file. Returns the exit status.
int RenderCommand(const Parts& parts, const RenderArguments& arguments);

/// surefoot run. An empty file name switches that function off.
struct RunOptions {
  std::string world;
  /// Without the seed, islands and threads, which are set from the options below.
  SessionOptions session;
  /// Simulated seconds; infinite: until Ctrl-C. Absent: until Ctrl-C if a speed is given, otherwise
  /// 10 s.
  std::optional<double> duration;
  /// "max", or simulated seconds per second.
  std::string speed = "max";
  /// Absent: 0, or the seed of the snapshot.
  std::optional<std::uint64_t> seed;
  /// JOINT[.AXIS]=MODE:VALUE.
  std::vector<std::string> commands;
  /// TOPIC[@RATE]=FIELD:VALUE,...
  std::vector<std::string> messages;
  ParallelOptions parallel;
  /// Pictures of cameras in runs at a given speed: drop or all.
  std::string pictures = "drop";
  /// Print the time of each stage of a step.
  bool profile = false;
  std::string record_file;
  record::TopicFilter record_filter;
  /// "lz4", "zstd" or "none".
  std::string compression = "lz4";
  /// A recording whose commands are replayed, the patterns of its topics, and renamings FROM:=TO.
  std::string replay_file;
  std::vector<std::string> replay_topics;
  std::vector<std::string> remaps;
  std::string save_file;
  std::string save_world_file;
  std::string restore_file;
  bool hash = false;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, RunOptions* options);

/// Loads a world, runs it without a window and prints a summary. Returns the exit status.
int RunCommand(const Parts& parts, const RunOptions& options);

/// surefoot serve. An empty file name switches that function off.
struct ServeOptions {
  /// Without the options below.
  serve::ServerOptions server;
  /// Simulated seconds per second, or "max".
  std::string speed = "1";
  bool free = false;
  std::optional<std::uint64_t> seed;
  ParallelOptions parallel;
  /// drop or all.
  std::string pictures = "drop";
  /// Names of gateways that are not started.
  std::vector<std::string> without;
  /// Role of programs on this computer without a token: driver, viewer or off.
  std::string guests = "driver";
  /// The user that the process becomes once its ports are open; empty: no change.
  std::string user;
  /// Print the path of the token's file instead of tokens.
  bool hide_token = false;
  bool json = false;
  bool quiet = false;
};
/// The gateways add their own options.
void AddArguments(CommandArguments command, const gateways::GatewayKinds& kinds,
                  ServeOptions* options);

/// Serves a world until a signal, or until --for has passed. Returns the exit status.
int ServeCommand(const Parts& parts, const gateways::GatewayKinds& kinds,
                 const ServeOptions& options);

/// surefoot console.
struct ConsoleOptions {
  std::string host = "127.0.0.1";
  int port = 8080;
  std::string token;
  /// For each answer (s of wall time).
  double timeout = 30.0;
  std::vector<std::string> commands;
  /// "-": standard input.
  std::string file;
  /// A line to complete: the candidates are printed, and no command is sent.
  std::string complete;
  bool keep_going = false;
  bool json = false;
};
void AddArguments(CommandArguments command, ConsoleOptions* options);

/// Sends commands to a server by rosbridge. Exit status: 0 all done, 1 the server refused or cannot
/// be reached, 2 a line is invalid.
int ConsoleCommand(const ConsoleOptions& options);

}  // namespace surefoot::cli
