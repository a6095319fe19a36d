#pragma once

/// The commands of the program `surefoot`: what they are told, and what they do.

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
  /// Of wheels: engine, tyre or soil; empty: as the files say.
  std::string contact;
  /// Simulated time that each file is run for; 0: it is only read.
  double run = 0.0;
  /// Time for each file of a folder (s), and how many are looked at at once (0: one per core).
  double time_limit = 60.0;
  int jobs = 0;
  bool json = false;
};
void AddArguments(CommandArguments command, CheckOptions* options);

/// Tells everything that is wrong with files and all files of folders. Returns the exit status.
int CheckCommand(const Parts& parts, const CheckOptions& options);

/// surefoot convert.
struct ConvertOptions {
  std::string in;
  std::string out;
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

/// In words: whether the runs are the same, and where they part.
std::string DiffText(const RunDiff& diff);

/// Compares two recordings. Returns the exit status: 0 the same, 1 different, 2 unreadable.
int DiffCommand(const DiffOptions& options);

/// surefoot info.
struct InfoOptions {
  /// Tells of this engine how or why not, for each capability.
  std::string engine;
  bool json = false;
};
void AddArguments(CommandArguments command, InfoOptions* options);

/// Tells what this build is made of. Returns the exit status.
int InfoCommand(const Parts& parts, const InfoOptions& options);

/// surefoot map. Texts are as on the command line; empty: not given.
struct MapArguments {
  std::string file;
  std::string output;
  std::string bounds;
  std::vector<std::string> starts;
  std::optional<double> to;
  std::optional<double> height;
  double slope_deg = 30.0;
  occupancy::MapOptions options;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, MapArguments* arguments);

/// What a map shows.
struct MapResult {
  std::string file;
  std::string image;
  std::string yaml;
  int width = 0;
  int height = 0;
  double resolution = 0.0;
  Eigen::Vector2d origin_W = Eigen::Vector2d::Zero();
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

/// Tells what is in a recording. Returns the exit status.
int RecordInfoCommand(const RecordInfoOptions& options);

/// For people.
std::string RecordInfoText(const std::string& file, const record::RecordingSummary& summary);

/// surefoot render. Texts are as on the command line; empty: not given.
struct RenderArguments {
  std::string file;
  std::string output;
  std::string size = "1280x960";
  std::string from;
  std::string at;
  double fov_deg = 40.0;
  std::string view = "iso";
  render::RenderOptions options;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, RenderArguments* arguments);

/// What a picture shows.
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

/// surefoot run. Empty file names: not wanted.
struct RunOptions {
  std::string world;
  /// Without the seed, the islands and the threads.
  SessionOptions session;
  /// Simulated seconds; infinite: until Ctrl-C. Absent: until Ctrl-C at a given speed, else 10 s.
  std::optional<double> duration;
  /// "max", or simulated seconds per second.
  std::string speed = "max";
  /// Absent: 0, or that of the snapshot.
  std::optional<std::uint64_t> seed;
  /// JOINT[.AXIS]=MODE:VALUE.
  std::vector<std::string> commands;
  /// TOPIC[@RATE]=FIELD:VALUE,...
  std::vector<std::string> messages;
  ParallelOptions parallel;
  /// Of runs that keep to wall time: drop or all.
  std::string pictures = "drop";
  /// Tell where the time of a step goes.
  bool profile = false;
  std::string record_file;
  record::TopicFilter record_filter;
  /// "lz4", "zstd" or "none".
  std::string compression = "lz4";
  /// A recording whose commands are given to the run; its topics and FROM:=TO.
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

/// Loads a world, runs it headless and tells how it went. Returns the exit status.
int RunCommand(const Parts& parts, const RunOptions& options);

/// surefoot serve. Empty file names: not wanted.
struct ServeOptions {
  /// Without what is below.
  serve::ServerOptions server;
  /// Simulated seconds per second, or "max".
  std::string speed = "1";
  bool free = false;
  std::optional<std::uint64_t> seed;
  ParallelOptions parallel;
  /// drop or all.
  std::string pictures = "drop";
  /// Names of gateways that are not to be started.
  std::vector<std::string> without;
  /// What the process becomes once its ports are open; empty: it stays what it is.
  std::string user;
  bool json = false;
  bool quiet = false;
};
/// The gateways bring options of their own.
void AddArguments(CommandArguments command, const gateways::GatewayKinds& kinds,
                  ServeOptions* options);

/// Serves a world until it is asked to end. Returns the exit status.
int ServeCommand(const Parts& parts, const gateways::GatewayKinds& kinds,
                 const ServeOptions& options);

/// surefoot console.
struct ConsoleOptions {
  std::string host = "127.0.0.1";
  int port = 8080;
  std::string token;
  double timeout = 30.0;
  std::vector<std::string> commands;
  /// "-": standard input.
  std::string file;
  /// Instead of a command: what the line may become.
  std::string complete;
  bool keep_going = false;
  bool json = false;
};
void AddArguments(CommandArguments command, ConsoleOptions* options);

/// Exit status: 0 all done, 1 the server refused or is not there, 2 a line is wrong.
int ConsoleCommand(const ConsoleOptions& options);

}  // namespace surefoot::cli
