#include "surefoot/gateways/ros2/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "surefoot/gateways/addresses.h"
#include "surefoot/graph/names.h"

namespace surefoot::gateways::ros2 {
namespace {

/// Ports of larger domains are above 65535 (DDSI-RTPS 2.3, section 9.6.1.1).
constexpr int kLastDomain = 232;
constexpr const char* kDefaultRmw = "rmw_fastrtps_cpp";

std::optional<std::string> Variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

/// The vendor of an implementation of ROS 2's middleware; empty if there is none here.
std::string VendorOf(const std::string& rmw) {
  if (rmw.starts_with("rmw_fastrtps")) return "fastdds";
  if (rmw.starts_with("rmw_cyclonedds")) return "cyclone";
  return "";
}

void ReadVendor(const Environment& environment, SettingsReader* reader, Options* options) {
  const std::string mode = reader->Text("");
  if (mode == "fastdds" || mode == "cyclone") {
    options->vendor = mode;
    return;
  }
  if (mode != "on") {
    return reader->Note(Error{"ros2 is '" + mode + "', accepted: off, on, fastdds, cyclone"});
  }
  const std::string rmw = environment.rmw.value_or(kDefaultRmw);
  options->vendor = VendorOf(rmw);
  if (!options->vendor.empty()) return;
  reader->Note(Error{"RMW_IMPLEMENTATION is '" + rmw +
                     "', accepted: rmw_fastrtps_cpp, rmw_fastrtps_dynamic_cpp, rmw_cyclonedds_cpp; "
                     "or choose by --ros2 fastdds, --ros2 cyclone"});
}

void ReadDomain(const Environment& environment, SettingsReader* reader, Options* options) {
  const std::optional<double> given = reader->NumberOr("auto", "domain", 0.0, kLastDomain);
  if (given) {
    options->participant.domain = static_cast<int>(*given);
    return;
  }
  const std::string text = environment.domain.value_or("0");
  int domain = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), domain);
  const bool good = error == std::errc() && end == text.data() + text.size() && domain >= 0 &&
                    domain <= kLastDomain;
  if (!good) {
    return reader->Note(Error{"ROS_DOMAIN_ID is '" + text + "', accepted: 0 to 232"});
  }
  options->participant.domain = domain;
}

/// Addresses separated by semicolons, as in ROS_STATIC_PEERS.
std::vector<std::string> SplitPeers(const std::string& text) {
  std::vector<std::string> peers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    if (end > begin) peers.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return peers;
}

/// The environment can only narrow what the command line permits: other computers need the flag.
void ReadInterfaces(const Environment& environment, SettingsReader* reader, Options* options) {
  using Range = dds::ParticipantOptions::Range;
  dds::ParticipantOptions& participant = options->participant;
  const std::string listen = reader->Text("listen");
  const std::string range = environment.range.value_or("");
  const bool known = range.empty() || range == "SUBNET" || range == "LOCALHOST" || range == "OFF" ||
                     range == "SYSTEM_DEFAULT";
  if (!known) {
    return reader->Note(Error{"ROS_AUTOMATIC_DISCOVERY_RANGE is '" + range +
                              "', accepted: SUBNET, LOCALHOST, OFF, SYSTEM_DEFAULT"});
  }
  const bool local = listen == "localhost" || IsLoopback(listen);
  participant.range = range == "OFF" ? Range::kOff : local ? Range::kLocalhost : Range::kSubnet;
  if (!local && range == "LOCALHOST") participant.range = Range::kLocalhost;
  if (!local && listen != "subnet" && listen != "0.0.0.0") participant.interface = listen;
  if (local && (range == "SUBNET" || environment.peers)) {
    options->warnings.push_back(
        "ros2: only nodes of this computer are reached; give --ros2-listen subnet "
        "--ros2-insecure to change that");
  }
  if (!local && environment.peers) participant.peers = SplitPeers(*environment.peers);
}

void ReadDistro(const Environment& environment, SettingsReader* reader, Options* options) {
  // Those whose messages about nodes have GUIDs of 24 octets.
  constexpr std::array<std::string_view, 5> kOld = {"dashing", "eloquent", "foxy", "galactic",
                                                    "humble"};
  const std::string given = reader->Text("distro");
  std::string distro = given == "auto" ? environment.distro.value_or("jazzy") : given;
  const bool valid = !distro.empty() && std::all_of(distro.begin(), distro.end(),
                                                    [](char c) { return c >= 'a' && c <= 'z'; });
  if (!valid) {
    return reader->Note(Error{(given == "auto" ? "ROS_DISTRO" : "distro") + std::string(" is '") +
                              distro + "', accepted: the name of a distribution, such as jazzy"});
  }
  const bool old = std::find(kOld.begin(), kOld.end(), distro) != kOld.end();
  options->gid_size = old ? GidSize::k24 : GidSize::k16;
}

void ReadNames(SettingsReader* reader, Options* options) {
  const Result<ros::NameRules> names =
      ros::ReadNameRules(reader->Text("namespace"), reader->Text("remap"));
  if (!names.ok()) return reader->Note(names.error());
  options->names = *names;
  if (names->scope == ros::NameRules::Scope::kPrefix) options->node_namespace = names->prefix;
  const Result<ros::FrameRules> frames = ros::ReadFrameRules(reader->Text("frames"));
  if (!frames.ok()) return reader->Note(frames.error());
  options->frames = *frames;
  options->node = reader->Text("name");
  const bool good = graph::TopicName("", options->node) == "/" + options->node &&
                    options->node.find('/') == std::string::npos && !options->node.empty();
  if (!good) {
    reader->Note(Error{"name is '" + options->node +
                       "', accepted: letters, digits and _, such as surefoot"});
  }
}

}  // namespace

Environment Environment::OfProcess() {
  Environment environment{Variable("RMW_IMPLEMENTATION"), Variable("ROS_DOMAIN_ID"),
                          Variable("ROS_AUTOMATIC_DISCOVERY_RANGE"), Variable("ROS_STATIC_PEERS"),
                          Variable("ROS_DISTRO")};
  // Of Humble and before; Iron and later read it as well.
  if (!environment.range && Variable("ROS_LOCALHOST_ONLY") == "1") environment.range = "LOCALHOST";
  return environment;
}

std::vector<Option> OptionList() {
  return {
      {"",
       "ROS 2 without anything of ROS installed: off, on (the middleware of RMW_IMPLEMENTATION, or "
       "Fast DDS), fastdds or cyclone",
       "off"},
      {"listen",
       "Who is reached: localhost, subnet, or the address of one interface; all but localhost need "
       "--ros2-insecure",
       "localhost"},
      InsecureOption(),
      {"domain", "Domain, 0 to 232; auto: of ROS_DOMAIN_ID, or 0", "auto"},
      {"distro",
       "Distribution of ROS 2 whose tools shall list the node; auto: of ROS_DISTRO, or jazzy",
       "auto"},
      {"name", "Name of the node", "surefoot"},
      {"namespace",
       "Names of topics: robots (/husky/odom), none (/odom, if there is one robot), or a "
       "namespace to put before them and the node",
       "robots"},
      {"remap", "Remappings FROM:=TO of names, separated by blanks", ""},
      {"frames", "Names of frames: robots (husky/base_link), none, or a text to put before them",
       "robots"},
      {"max-message", "Size of a message from a node in MiB", "64"},
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
  ReadVendor(environment, &reader, &options);
  ReadDomain(environment, &reader, &options);
  const Exposure exposure = CheckExposure("ROS 2", guests, &reader);
  options.role = exposure.role;
  if (!exposure.note.empty()) options.warnings.push_back(exposure.note);
  ReadInterfaces(environment, &reader, &options);
  ReadDistro(environment, &reader, &options);
  ReadNames(&reader, &options);
  options.participant.max_message =
      static_cast<std::size_t>(reader.Number("max-message", 0.001, 1024.0) * 1048576.0);
  if (!reader.status().ok()) return reader.status().error();
  return options;
}

}  // namespace surefoot::gateways::ros2
