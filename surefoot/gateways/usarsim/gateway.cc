#include "surefoot/gateways/usarsim/gateway.h"

#include <mutex>

#include "surefoot/gateways/usarsim/net/control_server.h"
#include "surefoot/gateways/usarsim/net/image_server.h"
#include "surefoot/gateways/usarsim/net/pose_server.h"

namespace surefoot::gateways::usarsim {
namespace {

struct Ports {
  std::string address;
  int most_connections = 64;
  /// Empty: that server is off.
  std::optional<int> control;
  std::optional<int> image;
  std::optional<int> pose;
  /// After the image port: so many for one robot each; empty: as robots need them.
  std::optional<int> robot_images;
};

/// So many image ports are opened for robots that need one.
constexpr int kMostRobotPorts = 64;
constexpr int kLastPort = 65535;

struct Options {
  Config config;
  ImageOptions image;
  Ports ports;
};

/// What the graph's thread calls when something has come; it may do so a moment after the end.
struct Bell {
  std::mutex mutex;
  Reactor* reactor = nullptr;
};

class UsarsimGateway final : public Gateway {
 public:
  UsarsimGateway(graph::Bridge* bridge, Metrics* metrics, Options options)
      : bridge_(*bridge),
        options_(std::move(options)),
        link_(bridge),
        control_(options_.config, &link_, &wall_, metrics),
        image_(options_.image, &wall_, &reactor_, metrics),
        pose_(Frames(options_.config.frame), &link_, &wall_, metrics),
        rejected_(metrics->Find("surefoot_usarsim_rejected_connections_total",
                                Metrics::Kind::kCounter,
                                "Connections that were closed because there were too many.")) {}

  ~UsarsimGateway() override {
    bridge_.set_wake_gateway(nullptr);
    {
      const std::lock_guard<std::mutex> lock(bell_->mutex);
      bell_->reactor = nullptr;
    }
    reactor_.Stop();
  }

  Status Start() {
    const Ports& ports = options_.ports;
    Status status = Listen("usarsim", ports.control,
                           [this](Connection* peer) { return control_.Accept(peer); });
    if (status.ok()) {
      status = Listen("usarsim-image", ports.image,
                      [this](Connection* peer) { return image_.Accept(peer); });
    }
    if (status.ok()) {
      status = Listen("usarsim-pose", ports.pose,
                      [this](Connection* peer) { return pose_.Accept(peer); });
    }
    if (status.ok()) status = ListenForRobots();
    if (status.ok()) Run();
    return status;
  }

  std::vector<std::string> addresses() const override { return addresses_; }

 private:
  using Accept = std::function<std::unique_ptr<Handler>(Connection*)>;

  Result<int> ListenAt(int port, Accept accept) {
    ServerOptions options;
    options.address = options_.ports.address;
    options.port = port;
    options.most_connections = options_.ports.most_connections;
    options.accept = std::move(accept);
    options.refused = [this] { rejected_->Add(); };
    return reactor_.Listen(std::move(options));
  }

  /// Without a port it does nothing.
  Status Listen(const std::string& what, const std::optional<int>& port, Accept accept,
                int* bound = nullptr) {
    if (!port) return Status();
    const Result<int> given = ListenAt(*port, std::move(accept));
    if (!given.ok()) return given.error().Within(what);
    if (bound != nullptr) *bound = *given;
    addresses_.push_back(what + "://" + options_.ports.address + ":" + std::to_string(*given));
    return Status();
  }

  /// The port that an image port of one robot should have.
  int RobotPort(int number) const {
    const int image = *options_.ports.image;
    return image == 0 ? 0 : image + number;
  }
  Accept AcceptForRobot(int number) {
    return [this, number](Connection* peer) { return image_.Accept(peer, number); };
  }

  /// The image ports of one robot each.
  Status ListenForRobots() {
    const Ports& ports = options_.ports;
    if (!ports.image) return Status();
    if (!ports.robot_images) {
      wall_.set_robot_ports(
          kMostRobotPorts, [this](int number) { return OpenForRobot(number); },
          [this](int port) { reactor_.Unlisten(port); });
      return Status();
    }
    std::vector<int> all;
    for (int number = 1; number <= *ports.robot_images; ++number) {
      int bound = 0;
      const Status status = Listen("usarsim-image-" + std::to_string(number), RobotPort(number),
                                   AcceptForRobot(number), &bound);
      if (!status.ok()) return status;
      all.push_back(bound);
    }
    wall_.set_robot_ports(std::move(all));
    return Status();
  }

  /// 0 when another program has it.
  int OpenForRobot(int number) {
    if (RobotPort(number) > kLastPort) return 0;
    const Result<int> port = ListenAt(RobotPort(number), AcceptForRobot(number));
    return port.ok() ? *port : 0;
  }

  void Run() {
    link_.set_refusal([this](std::uint32_t actor, const std::string& reason) {
      control_.Refused(actor, reason);
    });
    link_.set_world_changed([this] { control_.WorldChanged(); });
    bell_->reactor = &reactor_;
    bridge_.set_wake_gateway([this, bell = bell_] {
      const std::lock_guard<std::mutex> lock(bell->mutex);
      if (bell->reactor != nullptr) bell->reactor->Post([this] { Take(); });
    });
    reactor_.Post([this] { Take(); });
    reactor_.Start();
  }

  void Take() {
    link_.Take();
    control_.Tick();
    wall_.GivePorts();
    image_.Tick();
  }

  graph::Bridge& bridge_;
  Options options_;
  GraphLink link_;
  CameraWall wall_;
  Reactor reactor_;
  ControlServer control_;
  ImageServer image_;
  PoseServer pose_;
  Metrics::Value* rejected_;
  std::vector<std::string> addresses_;
  std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
};

/// Which of the accepted words a setting is.
Result<int> Choice(const GatewayKind& kind, const Settings& settings, const std::string& name,
                   const std::vector<std::string>& accepted) {
  const Result<std::string> text = TextSetting(kind, settings, name);
  if (!text.ok()) return text.error();
  std::string list;
  for (std::size_t i = 0; i < accepted.size(); ++i) {
    if (*text == accepted[i]) return static_cast<int>(i);
    list += (list.empty() ? "" : ", ") + accepted[i];
  }
  return Error{name + " is '" + *text + "', accepted: " + list};
}

/// "off" is no port.
Status ReadPort(const GatewayKind& kind, const Settings& settings, const std::string& name,
                std::optional<int>* port) {
  const Result<std::string> text = TextSetting(kind, settings, name);
  if (text.ok() && *text == "off") return Status();
  const Result<double> number = NumberSetting(kind, settings, name, 0, kLastPort);
  if (!number.ok()) return Error{number.error().message + ", or off"};
  *port = static_cast<int>(*number);
  return Status();
}

Status ReadRobotPorts(const GatewayKind& kind, const Settings& settings, Ports* ports) {
  const std::string name = "robot-image-ports";
  const Result<std::string> text = TextSetting(kind, settings, name);
  if (text.ok() && *text == "auto") return Status();
  const Result<double> robots = NumberSetting(kind, settings, name, 0, 1000);
  if (!robots.ok()) return Error{robots.error().message + ", or auto"};
  ports->robot_images = static_cast<int>(*robots);
  const bool fits = ports->image && *ports->image + *ports->robot_images <= kLastPort;
  if (*robots == 0.0 || fits) return Status();
  return Error{"robot-image-ports needs an image-port that so many ports follow"};
}

Status ReadPorts(const GatewayKind& kind, const Settings& settings, Ports* ports) {
  const Result<std::string> address = TextSetting(kind, settings, "listen");
  if (!address.ok()) return address.error();
  ports->address = *address;
  const Result<double> most = NumberSetting(kind, settings, "max-clients", 1, 10000);
  if (!most.ok()) return most.error();
  ports->most_connections = static_cast<int>(*most);
  for (const auto& [name, port] :
       {std::pair("port", &ports->control), std::pair("image-port", &ports->image),
        std::pair("pose-port", &ports->pose)}) {
    const Status status = ReadPort(kind, settings, name, port);
    if (!status.ok()) return status;
  }
  return ReadRobotPorts(kind, settings, ports);
}

Status ReadChoices(const GatewayKind& kind, const Settings& settings, Options* options) {
  const Result<int> dialect = Choice(kind, settings, "dialect", {"ut2004", "udk", "auto"});
  const Result<int> frame = Choice(kind, settings, "frame", {"sae", "legacy-left"});
  const Result<int> height = Choice(kind, settings, "height", {"given", "floor"});
  const Result<int> errors = Choice(kind, settings, "errors", {"off", "on"});
  const Result<int> image =
      Choice(kind, settings, "image-format", {"raw", "super", "good", "normal", "fair", "bad"});
  const Result<int> push = Choice(kind, settings, "image-push", {"off", "on", "auto"});
  for (const Result<int>* choice : {&dialect, &frame, &height, &errors, &image, &push}) {
    if (!choice->ok()) return choice->error();
  }
  if (*dialect < 2) options->config.dialect = static_cast<Dialect>(*dialect);
  options->config.frame = static_cast<FrameKind>(*frame);
  options->config.put_on_floor = *height == 1;
  options->config.tell_errors = *errors == 1;
  options->image.type = *image;
  options->image.push = static_cast<ImagePush>(*push);
  return Status();
}

Result<Options> ReadOptions(const GatewayKind& kind, const Settings& settings) {
  Options options;
  Status status = CheckSettings(kind, settings);
  if (status.ok()) status = ReadPorts(kind, settings, &options.ports);
  if (status.ok()) status = ReadChoices(kind, settings, &options);
  if (!status.ok()) return status.error();
  const Result<std::string> path = TextSetting(kind, settings, "classes");
  if (!path.ok()) return path.error();
  Result<ClassTable> table = ReadClassTable(*path);
  if (!table.ok()) return table.error();
  options.config.table = std::move(*table);
  return options;
}

std::vector<Option> KindOptions(const std::string& class_table) {
  return {{"port", "Control port of USARSim clients; 0: a free one, off: none.", "3000"},
          {"image-port", "Image server; 0: a free one, off: none.", "5003"},
          {"robot-image-ports",
           "Image ports for one robot each, after the image port; auto: as robots come.", "auto"},
          {"pose-port", "Pose truth server; 0: a free one, off: none.", "3989"},
          {"listen", "Address to listen at. The protocol has no passwords.", "127.0.0.1"},
          {"max-clients", "Connections at each port; more are closed.", "64"},
          {"dialect", "ut2004, udk, or auto: by the class.", "auto"},
          {"frame", "sae (z down) or legacy-left (z up).", "sae"},
          {"height", "floor: robots are not put below z = 0; given: as the client says.", "floor"},
          {"errors", "on: tell clients what went wrong, as NFO {Error ...}; off.", "on"},
          {"classes", "File with the table of classes.", class_table},
          {"image-format", "raw, or JPEG: super, good, normal, fair, bad.", "normal"},
          {"image-push", "A first frame unasked: on, off, auto: to silent clients.", "auto"}};
}

}  // namespace

GatewayKind Kind(const std::string& data_folder) {
  GatewayKind kind;
  kind.help = "Clients of USARSim (UT2004 and UDK).";
  kind.options = KindOptions(data_folder + "/usarsim/classes.xml");
  kind.start = [kind](const GatewayHost& host,
                      const Settings& settings) -> Result<std::unique_ptr<Gateway>> {
    Result<Options> options = ReadOptions(kind, settings);
    if (!options.ok()) return options.error();
    auto gateway = std::make_unique<UsarsimGateway>(host.bridge, host.metrics, std::move(*options));
    const Status status = gateway->Start();
    if (!status.ok()) return status.error();
    return std::unique_ptr<Gateway>(std::move(gateway));
  };
  return kind;
}

}  // namespace surefoot::gateways::usarsim
