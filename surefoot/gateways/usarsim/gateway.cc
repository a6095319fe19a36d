#include "surefoot/gateways/usarsim/gateway.h"

#include <chrono>

#include "surefoot/gateways/address_limit.h"
#include "surefoot/gateways/addresses.h"
#include "surefoot/gateways/usarsim/net/control_server.h"
#include "surefoot/gateways/usarsim/net/image_server.h"
#include "surefoot/gateways/usarsim/net/pose_server.h"

namespace surefoot::gateways::usarsim {
namespace {

/// Addresses, ports and limits of connections.
struct Ports {
  std::string address;
  int max_connections = 64;
  AddressLimits per_address;
  /// Lines per second of one connection.
  double max_rate = 5000.0;
  /// Absent: the server is off.
  std::optional<int> control;
  std::optional<int> image;
  std::optional<int> pose;
  /// Number of separate image ports of robots, which follow the image port; absent: opened on
  /// demand.
  std::optional<int> robot_images;
};

/// Separate image ports that are opened on demand.
constexpr int kMaxRobotPorts = 64;
constexpr int kLastPort = 65535;

/// Bytes per second of one connection. Commands are short, so only abuse reaches it.
constexpr double kMaxByteRate = 4e6;
/// Period of log messages about refused connections.
constexpr std::chrono::seconds kLogPeriod{10};

struct Options {
  Config config;
  ImageOptions image;
  Ports ports;
  /// A warning about exposure to other computers, for the log; empty: none.
  std::string warning;
  /// Role of the clients; absent: the gateway does not listen.
  std::optional<graph::Role> role;
};

/// The gateway: three servers on one reactor thread. Everything behind the reactor runs on that
/// thread, so it needs no locks; the bridge posts a wake when the server has news.
class UsarsimGateway final : public Gateway {
 public:
  UsarsimGateway(const GatewayHost& host, Options options)
      : bridge_(*host.bridge),
        log_(host.log),
        audit_(host.audit),
        options_(std::move(options)),
        link_(host.bridge, options_.role.value_or(graph::Role::kViewer)),
        limit_(options_.ports.per_address),
        control_(options_.config, &link_, &wall_, host.metrics, host.audit),
        image_(options_.image, &wall_, reactor_.get(), host.metrics),
        pose_(Frames(options_.config.frame), &link_, &wall_, host.metrics),
        rejected_(host.metrics->Find(
            "surefoot_usarsim_rejected_connections_total", Metrics::Kind::kCounter,
            "Connections that were closed because there were too many, or that were not of the "
            "protocol.")) {}

  ~UsarsimGateway() override {
    bridge_.set_wake_gateway(nullptr);
    reactor_->Stop();
  }

  Status Start() {
    if (!options_.warning.empty()) Log(options_.warning);
    if (!options_.role) return Status();
    const Ports& ports = options_.ports;
    Status status = Listen("usarsim", ports.control, JudgeLine,
                           [this](Connection* peer) { return control_.Accept(peer); });
    if (status.ok()) {
      status = Listen("usarsim-image", ports.image, JudgeImageRequest,
                      [this](Connection* peer) { return image_.Accept(peer); });
    }
    if (status.ok()) {
      status = Listen("usarsim-pose", ports.pose, JudgeLine,
                      [this](Connection* peer) { return pose_.Accept(peer); });
    }
    if (status.ok()) status = ListenForRobots();
    if (!status.ok()) return status;
    Run();
    return Status();
  }

  std::vector<std::string> addresses() const override { return addresses_; }

 private:
  using Accept = std::function<std::unique_ptr<Handler>(Connection*)>;
  using Judge = FirstBytes (*)(std::string_view);

  void Log(const std::string& text) {
    if (log_) log_(text);
  }

  /// There may be many refusals, so one per period is logged with the number of the others.
  void OnRefused(const std::string& address, const std::string& reason) {
    rejected_->Add();
    if (audit_ != nullptr) {
      audit_->Write({.action = "connect",
                     .allowed = false,
                     .reason = reason,
                     .address = address,
                     .gateway = "usarsim"});
    }
    ++unlogged_;
    const auto now = std::chrono::steady_clock::now();
    if (now < log_due_) return;
    log_due_ = now + kLogPeriod;
    const std::string others =
        unlogged_ > 1 ? " (and " + std::to_string(unlogged_ - 1) + " before)" : "";
    unlogged_ = 0;
    Log("usarsim: closed a connection from " + address + ": " + reason + others);
  }

  Result<int> ListenAt(int port, Judge judge, Accept accept) {
    ServerOptions options;
    options.judge = judge;
    options.max_byte_rate = kMaxByteRate;
    options.max_line_rate = judge == JudgeLine ? options_.ports.max_rate : 0.0;
    options.admit = [this](const std::string& address) {
      return limit_.Admit(address, std::chrono::steady_clock::now());
    };
    options.leave = [this](const std::string& address) { limit_.Leave(address); };
    options.address = options_.ports.address;
    options.port = port;
    options.max_connections = options_.ports.max_connections;
    options.accept = std::move(accept);
    options.refused = [this](const std::string& address, const std::string& reason) {
      OnRefused(address, reason);
    };
    return reactor_->Listen(std::move(options));
  }

  /// Starts a server; does nothing without a port.
  Status Listen(const std::string& what, const std::optional<int>& port, Judge judge, Accept accept,
                int* bound = nullptr) {
    if (!port) return Status();
    const Result<int> given = ListenAt(*port, judge, std::move(accept));
    if (!given.ok()) return given.error().Within(what);
    if (bound != nullptr) *bound = *given;
    addresses_.push_back(what + "://" + options_.ports.address + ":" + std::to_string(*given));
    return Status();
  }

  /// The port for separate image port `number`: those after the common one, or any free port.
  int RobotPort(int number) const {
    const int image = *options_.ports.image;
    return image == 0 ? 0 : image + number;
  }
  Accept AcceptForRobot(int number) {
    return [this, number](Connection* peer) { return image_.Accept(peer, number); };
  }

  /// Sets up the separate image ports of robots.
  Status ListenForRobots() {
    const Ports& ports = options_.ports;
    if (!ports.image) return Status();
    if (!ports.robot_images) {
      wall_.set_robot_ports(
          kMaxRobotPorts, [this](int number) { return OpenForRobot(number); },
          [this](int port) { reactor_->Unlisten(port); });
      return Status();
    }
    std::vector<int> all;
    for (int number = 1; number <= *ports.robot_images; ++number) {
      int bound = 0;
      const Status status = Listen("usarsim-image-" + std::to_string(number), RobotPort(number),
                                   JudgeImageRequest, AcceptForRobot(number), &bound);
      if (!status.ok()) return status;
      all.push_back(bound);
    }
    wall_.set_robot_ports(std::move(all));
    return Status();
  }

  /// Opens a separate image port; 0 if another program uses it.
  int OpenForRobot(int number) {
    if (RobotPort(number) > kLastPort) return 0;
    const Result<int> port = ListenAt(RobotPort(number), JudgeImageRequest, AcceptForRobot(number));
    return port.ok() ? *port : 0;
  }

  void Run() {
    link_.set_refusal([this](std::uint32_t actor, const std::string& reason) {
      control_.Refused(actor, reason);
    });
    link_.set_world_changed([this] { control_.WorldChanged(); });
    // A wake that is under way keeps the reactor alive after the gateway; its thread has ended
    // then.
    bridge_.set_wake_gateway([reactor = reactor_, this] { reactor->Post([this] { Take(); }); });
    reactor_->Post([this] { Take(); });
    reactor_->Start();
  }

  void Take() {
    link_.Take();
    control_.Tick();
    wall_.GivePorts();
    image_.Tick();
  }

  graph::Bridge& bridge_;
  std::function<void(const std::string&)> log_;
  AuditLog* audit_;
  Options options_;
  GraphLink link_;
  AddressLimit limit_;
  CameraWall wall_;
  std::shared_ptr<Reactor> reactor_ = std::make_shared<Reactor>();
  ControlServer control_;
  ImageServer image_;
  PoseServer pose_;
  Metrics::Value* rejected_;
  std::chrono::steady_clock::time_point log_due_;
  std::uint64_t unlogged_ = 0;
  std::vector<std::string> addresses_;
};

/// Reads ports and limits; "off" disables a port.
void ReadPorts(SettingsReader* reader, Ports* ports) {
  ports->address = reader->Text("listen");
  ports->per_address.connections =
      static_cast<std::size_t>(reader->Number("max-per-address", 1, 10000));
  ports->per_address.rate = reader->Number("max-connect-rate", 0.1, 1e6);
  ports->max_rate = reader->Number("max-rate", 1, 1e9);
  ports->max_connections = static_cast<int>(reader->Number("max-clients", 1, 10000));
  const auto count = [&](const char* word, const char* name, double max) -> std::optional<int> {
    const std::optional<double> number = reader->NumberOr(word, name, 0, max);
    if (!number) return std::nullopt;
    return static_cast<int>(*number);
  };
  ports->control = count("off", "port", kLastPort);
  ports->image = count("off", "image-port", kLastPort);
  ports->pose = count("off", "pose-port", kLastPort);
  ports->robot_images = count("auto", "robot-image-ports", 1000);
  const int robots = ports->robot_images.value_or(0);
  if (robots > 0 && !(ports->image && *ports->image + robots <= kLastPort)) {
    reader->Note(Error{"robot-image-ports needs an image-port with that many ports after it"});
  }
}

// Reads all options before reporting, so that the table is not read for options that are wrong.
Result<Options> ReadOptions(const GatewayKind& kind, const GatewayHost& host,
                            const Settings& settings) {
  SettingsReader reader(kind, settings);
  Options options;
  ReadPorts(&reader, &options.ports);
  const Exposure exposure = CheckExposure("the USARSim protocol", host.guests, &reader);
  options.warning = exposure.note;
  options.role = exposure.role;
  options.config.max_robots = static_cast<std::size_t>(reader.Number("max-robots", 1, 10000));
  options.config.max_robots_per_address =
      static_cast<std::size_t>(reader.Number("max-robots-per-address", 1, 10000));
  const int dialect = reader.Choice("dialect", {"ut2004", "udk", "auto"});
  if (dialect < 2) options.config.dialect = static_cast<Dialect>(dialect);
  options.config.frame = static_cast<FrameKind>(reader.Choice("frame", {"sae", "legacy-left"}));
  options.config.put_on_floor = reader.Choice("height", {"given", "floor"}) == 1;
  options.config.send_errors = reader.Choice("errors", {"off", "on"}) == 1;
  options.image.type =
      reader.Choice("image-format", {"raw", "super", "good", "normal", "fair", "bad"});
  options.image.push = static_cast<ImagePush>(reader.Choice("image-push", {"off", "on", "auto"}));
  if (!reader.status().ok()) return reader.status().error();
  Result<ClassTable> table = ReadClassTable(reader.Text("classes"));
  if (!table.ok()) return table.error();
  options.config.table = std::move(*table);
  return options;
}

std::vector<Option> KindOptions(const std::string& class_table) {
  return {
      {"port", "Control port of USARSim clients; 0: a free port, off: none.", "3000"},
      {"image-port", "Port of the image server; 0: a free port, off: none.", "5003"},
      {"robot-image-ports",
       "Number of separate image ports of robots, after the image port; auto: on demand.", "auto"},
      {"pose-port", "Port of the pose truth server; 0: a free port, off: none.", "3989"},
      {"listen", "Address to listen at; others than this computer's need --usarsim-insecure.",
       "127.0.0.1"},
      InsecureOption(),
      {"max-clients", "Largest number of connections to each port.", "64"},
      {"max-per-address", "Largest number of connections from one other computer.", "32"},
      {"max-connect-rate", "New connections per second from one other computer.", "10"},
      {"max-rate", "Lines per second of one connection; faster ones are slowed down.", "5000"},
      {"max-robots", "Largest number of robots of all connections.", "64"},
      {"max-robots-per-address", "Largest number of robots of one other computer.", "16"},
      {"dialect", "ut2004, udk, or auto: by the class.", "auto"},
      {"frame", "sae (z down) or legacy-left (z up).", "sae"},
      {"height", "floor: raise robots that would start below z = 0; given: do not.", "floor"},
      {"errors", "on: send errors to clients as NFO {Error ...}; off: do not.", "on"},
      {"classes", "File with the table of classes.", class_table},
      {"image-format", "raw, or JPEG: super, good, normal, fair, bad.", "normal"},
      {"image-push", "Send a first frame without a request: on, off, auto: to silent clients.",
       "auto"}};
}

}  // namespace

GatewayKind Kind(const std::string& data_folder) {
  GatewayKind kind;
  kind.help = "Clients of USARSim (UT2004 and UDK).";
  kind.options = KindOptions(data_folder + "/usarsim/classes.xml");
  kind.start = [kind](const GatewayHost& host,
                      const Settings& settings) -> Result<std::unique_ptr<Gateway>> {
    Result<Options> options = ReadOptions(kind, host, settings);
    if (!options.ok()) return options.error();
    auto gateway = std::make_unique<UsarsimGateway>(host, std::move(*options));
    const Status status = gateway->Start();
    if (!status.ok()) return status.error();
    return std::unique_ptr<Gateway>(std::move(gateway));
  };
  return kind;
}

}  // namespace surefoot::gateways::usarsim
