#include "surefoot/gateways/ros1/options.h"

#include <ifaddrs.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <cstdlib>

#include "surefoot/base/try.h"
#include "surefoot/gateways/addresses.h"
#include "surefoot/gateways/ros1/net/uri.h"
#include "surefoot/graph/names.h"

namespace surefoot::gateways::ros1 {
namespace {

constexpr const char* kDefaultMaster = "http://localhost:11311";
constexpr double kLastPort = 65535.0;

std::optional<std::string> Variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

/// The first address of this computer that others can reach; "127.0.0.1" if it has none. As
/// rosgraph.network.get_local_address.
std::string OutsideAddress() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return "127.0.0.1";
  std::string found = "127.0.0.1";
  for (const ifaddrs* item = list; item != nullptr; item = item->ifa_next) {
    if (item->ifa_addr == nullptr || item->ifa_addr->sa_family != AF_INET) continue;
    std::array<char, NI_MAXHOST> text{};
    if (getnameinfo(item->ifa_addr, sizeof(sockaddr_in), text.data(), text.size(), nullptr, 0,
                    NI_NUMERICHOST) != 0) {
      continue;
    }
    if (IsLoopback(text.data())) continue;
    found = text.data();
    break;
  }
  freeifaddrs(list);
  return found;
}

/// The name by which other nodes reach this one: ROS_HOSTNAME, ROS_IP, or the address.
void ReadHost(const Environment& environment, SettingsReader* reader, Options* options) {
  const std::optional<std::string>& given =
      environment.hostname ? environment.hostname : environment.ip;
  const std::string variable = environment.hostname ? "ROS_HOSTNAME" : "ROS_IP";
  if (given && !ParseUri("http://" + HostText(*given, 1)).ok()) {
    return reader->Note(Error{variable + " is '" + *given + "', which is not a host name"});
  }
  const bool local = IsLoopback(options->listen);
  if (given && (!local || IsLoopback(*given))) {
    options->host = *given;
    return;
  }
  const bool any = options->listen == "0.0.0.0" || options->listen == "::";
  options->host = any ? OutsideAddress() : options->listen;
  if (!given) return;
  options->warnings.push_back(variable + " is '" + *given +
                              "', but only nodes of this computer can connect: the gateway listens "
                              "on " +
                              options->listen + "; give --ros1-listen to change that");
}

void ReadMaster(const Environment& environment, SettingsReader* reader, Options* options) {
  const std::string mode = reader->Text("");
  if (mode == "master") return;
  options->master_uri = mode == "on" ? environment.master_uri.value_or(kDefaultMaster) : mode;
  const Result<Uri> uri = ParseUri(options->master_uri);
  if (uri.ok() && uri->scheme == "http") return;
  const std::string what = mode == "on" ? "ROS_MASTER_URI" : "ros1";
  reader->Note(Error{what + " is '" + options->master_uri + "', accepted: " +
                     (mode == "on" ? "" : "off, on, master, ") + "http://HOST:11311"});
}

void ReadNames(SettingsReader* reader, Options* options) {
  const Result<ros::NameRules> names =
      ros::ReadNameRules(reader->Text("namespace"), reader->Text("remap"));
  if (names.ok()) {
    options->names = *names;
  } else {
    reader->Note(names.error());
  }
  const Result<ros::FrameRules> frames = ros::ReadFrameRules(reader->Text("frames"));
  if (frames.ok()) {
    options->frames = *frames;
  } else {
    reader->Note(frames.error());
  }
  options->node = graph::TopicName("", reader->Text("name"));
  if (options->node != reader->Text("name") && options->node != "/" + reader->Text("name")) {
    reader->Note(Error{"name is '" + reader->Text("name") +
                       "', accepted: letters, digits, _ and /, such as surefoot"});
  }
}

void ReadLimits(SettingsReader* reader, Options* options) {
  const auto count = [&](const char* name, double most) {
    return static_cast<std::size_t>(reader->Number(name, 1.0, most));
  };
  options->max_connections = count("max-connections", 10000.0);
  options->per_address.connections = count("max-per-address", 10000.0);
  options->per_address.rate = reader->Number("max-connect-rate", 0.1, 1e6);
  options->max_message =
      static_cast<std::size_t>(reader->Number("max-message", 0.001, 1024.0) * 1048576.0);
  options->queue.count = count("queue", 1e6);
}

}  // namespace

Environment Environment::OfProcess() {
  return {Variable("ROS_MASTER_URI"), Variable("ROS_HOSTNAME"), Variable("ROS_IP")};
}

std::vector<Option> OptionList() {
  return {
      {"",
       "ROS 1 without anything of ROS installed: off, master (be the master), on (use the "
       "one of ROS_MASTER_URI) or http://HOST:11311",
       "off"},
      {"listen", "Address to listen on; others than this computer's need --ros1-insecure",
       "127.0.0.1"},
      InsecureOption(),
      {"master-port", "Port of the own master; 0: a free port", "11311"},
      {"port", "Port of the node for messages (TCPROS); 0: a free port", "0"},
      {"node-port", "Port of the node for calls (XML-RPC); 0: a free port", "0"},
      {"name", "Name of the node", "surefoot"},
      {"namespace",
       "Names of topics: robots (/husky/odom), none (/odom, if there is one robot), or a "
       "namespace to put before them",
       "robots"},
      {"remap", "Remappings FROM:=TO of names, separated by blanks", ""},
      {"frames", "Names of frames: robots (husky/base_link), none, or a text to put before them",
       "robots"},
      {"use-sim-time", "on: set the parameter /use_sim_time", "on"},
      {"max-connections", "Largest number of connections to each port", "256"},
      {"max-per-address", "Connections at once from one other computer", "64"},
      {"max-connect-rate", "New connections per second from one other computer", "20"},
      {"max-message", "Size of a message from a node in MiB", "16"},
      {"queue", "Messages that wait for a slow subscriber; then the oldest are dropped", "1000"},
  };
}

bool IsOff(const Settings& settings) {
  const auto mode = settings.find("");
  return mode == settings.end() || mode->second == "off";
}

Result<Options> ReadOptions(const GatewayKind& kind, const Settings& settings,
                            const Environment& environment, std::optional<graph::Role> guests) {
  SettingsReader reader(kind, settings);
  Options options;
  const auto port = [&](const char* name) {
    return static_cast<int>(reader.Number(name, 0.0, kLastPort));
  };
  ReadMaster(environment, &reader, &options);
  options.master_port = port("master-port");
  options.tcpros_port = port("port");
  options.node_port = port("node-port");
  const Exposure exposure = CheckExposure("ROS 1", guests, &reader);
  options.role = exposure.role;
  if (!exposure.note.empty()) options.warnings.push_back(exposure.note);
  options.listen = reader.Text("listen");
  if (options.listen == "localhost") options.listen = "127.0.0.1";
  options.use_sim_time = reader.Choice("use-sim-time", {"off", "on"}) == 1;
  ReadNames(&reader, &options);
  ReadLimits(&reader, &options);
  ReadHost(environment, &reader, &options);
  if (!reader.status().ok()) return reader.status().error();
  return options;
}

}  // namespace surefoot::gateways::ros1
