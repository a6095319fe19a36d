#include "surefoot/gateways/usarsim/net/session.h"

#include <algorithm>

#include "surefoot/gateways/addresses.h"
#include "surefoot/gateways/usarsim/queries.h"
#include "surefoot/gateways/usarsim/text.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/simulation_interfaces.h"

// The dialogue with one client: INIT creates a robot, further lines command it, and its end removes
// the robot.

namespace surefoot::gateways::usarsim {
namespace {

namespace control = msgs::simulation_interfaces;

/// Limit of coordinates in INIT (m).
constexpr double kFarthest = 1e6;
/// INITs per connection. More than one is legal only after a failure or a change of the world.
constexpr int kMaxInits = 50;

bool IsWorldController(const std::string& class_name) {
  return SameWord(BareName(class_name), "WorldController");
}

}  // namespace

Session::Session(const Config& config, GraphLink* link, CameraWall* wall, Actor actor,
                 std::string address, Ends ends)
    : config_(config),
      link_(*link),
      wall_(*wall),
      actor_(std::move(actor)),
      address_(std::move(address)),
      ends_(std::move(ends)) {
  style_.dialect = config.dialect.value_or(Dialect::kUdk);
  style_.frames = Frames(config.frame);
  // Listening to the clock keeps link_.time_ns() current.
  clock_ = link_.Listen("/clock", [](const graph::Sample&) {});
}

Session::~Session() {
  *alive_ = false;
  link_.Unlisten(clock_);
  world_ = nullptr;
  if (robot_ != nullptr) {
    const std::string entity = robot_->entity();
    wall_.Remove(robot_.get());
    robot_ = nullptr;
    link_.DeleteEntity(actor_.client, entity);
  }
  link_.Left(actor_.client);
}

void Session::Open(const std::string& level) {
  ends_.answer(Out("NFO")
                   .Add("Gametype", "BotDeathMatch")
                   .Add("Level", Clean(level))
                   .AddInteger("TimeLimit", 0)
                   .Take());
}

void Session::SendError(const std::string& error) {
  // A client that repeats the same error gets the message once.
  if (!config_.send_errors || error == last_error_) return;
  last_error_ = error;
  ends_.answer(Out("NFO").Add("Error", Clean(error)).Take());
}

// Commands of a robot before INIT, and unknown keywords, are ignored without a reply, as in
// USARSim.
void Session::Handle(const std::string& text) {
  const Line line = ParseLine(text);
  if (line.Is("INIT")) return HandleInit(line);
  if (line.Is("GETSTARTPOSES")) {
    return AskPoses([this](const Poses& poses) { SendPoses(poses); });
  }
  if (line.Is("CONTROL")) {
    if (world_ != nullptr) world_->Handle(line);
    return;
  }
  if (line.Is("GETPATHNODES")) {
    ends_.answer(Out("NFO").AddInteger("PathNodes", 0).Take());
    return;
  }
  if (robot_ != nullptr) HandleRobot(line);
}

// Queries are answered also with an empty battery; commands are ignored then.
void Session::HandleRobot(const Line& line) {
  std::string answer;
  if (line.Is("GETGEO")) answer = GeoLine(*robot_, line);
  if (line.Is("GETCONF")) {
    answer = ConfLine(*robot_, line,
                      [this](const Camera& camera) { return wall_.SpotOf(camera, address_); });
  }
  if (!answer.empty()) ends_.answer(std::move(answer));
  if (robot_->battery_empty()) return;
  Status status;
  if (line.Is("DRIVE")) status = robot_->HandleDrive(line);
  if (line.Is("MULTIDRIVE")) status = robot_->HandleMultiDrive(line);
  if (line.Is("MISPKG") || line.Is("ACT")) status = robot_->HandlePackage(line);
  if (line.Is("SET")) return HandleSet(line);
  if (!status.ok()) SendError(status.error().message);
}

// Only UT2004 replies to SET, by RES; UDK clients do not expect a reply.
void Session::HandleSet(const Line& line) {
  const Status status = SetView(line) ? Status() : robot_->HandleSet(line);
  if (!status.ok()) SendError(status.error().message);
  if (style_.dialect == Dialect::kUdk) return;
  Out out("RES");
  out.Add("Time", ToSeconds(link_.time_ns()), 2).Add("Type", line.Text("Type"));
  if (line.Has("Name")) out.Add("Name", line.Text("Name"));
  ends_.answer(out.Add("Status", status.ok() ? "OK" : "Failed").Take());
}

/// Selects the cameras that the image server shows: {Type Viewports}, or {Type Camera} with
/// {Client}. False: the line sets something else.
bool Session::SetView(const Line& line) {
  const bool viewports = SameWord(line.Text("Type"), "Viewports");
  const bool for_client = SameWord(line.Text("Type"), "Camera") && line.Has("Client");
  if (for_client) {
    wall_.Choose(line.Text("Client"), {{line.Text("Robot"), line.Text("Name")}});
    return true;
  }
  if (!viewports) return false;
  const bool single = SameWord(line.Text("Config"), "SingleView");
  std::vector<std::pair<std::string, std::string>> cameras;
  for (int i = 1; i <= (single ? 1 : 4); ++i) {
    const std::string camera = line.Text("Viewport" + std::to_string(i));
    const bool off = camera.empty() || SameWord(camera, "Disabled");
    if (!off) cameras.emplace_back(robot_->entity(), camera);
  }
  wall_.Choose(address_, std::move(cameras));
  return true;
}

// The session is busy until the answer arrives, so that the lines after it are handled in order.
void Session::AskPoses(std::function<void(const Poses&)> then) {
  busy_ = true;
  link_.Call<control::GetNamedPoses>(
      actor_.client, "/get_named_poses", {},
      [this, alive = alive_, then](const Result<control::GetNamedPoses::Response>& response) {
        if (!*alive) return;
        busy_ = false;
        Poses poses;
        if (response.ok()) {
          for (const control::NamedPose& named : response->poses) {
            // Poses with the tag "start" are those of robots that the world contains already.
            if (std::count(named.tags.begin(), named.tags.end(), "start") > 0) continue;
            poses.emplace_back(EntityName(named.name, "Start"), FromPose(named.pose));
          }
        }
        // Some clients can begin only at a start pose, so there is always one.
        if (poses.empty()) poses.emplace_back("RobotStart1", RigidTransform());
        then(poses);
      });
}

// UDK has all poses in one segment; UT2004 has one segment per pose.
void Session::SendPoses(const Poses& poses) {
  Out out("NFO");
  out.AddInteger("StartPoses", static_cast<long long>(poses.size()));
  std::string all;
  for (const auto& [name, X] : poses) {
    const std::string place = FormatVector(style_.frames.Swap(X.p), 2);
    const std::string angles = FormatVector(style_.frames.Angles(X.q), 2);
    if (style_.dialect == Dialect::kUt2004) {
      out.Add("Name", name + " Location " + place + " Orientation " + angles);
    } else {
      all += (all.empty() ? "" : " ") + name + " " + place + " " + angles;
    }
  }
  if (!all.empty()) out.AddRaw(all);
  ends_.answer(out.Take());
}

void Session::ChooseDialect(const ClassSpec& spec, const Line& line) {
  if (config_.dialect) return;
  // Only UT2004 accepted coordinates separated by blanks.
  const std::string location = line.Text("Location");
  const bool blanks = !location.empty() && location.find(',') == location.npos;
  style_.dialect = blanks ? Dialect::kUt2004 : spec.dialect;
}

// INIT has no reply on success; data just starts. A failed INIT leaves the connection open.
void Session::HandleInit(const Line& line) {
  if (robot_ != nullptr || world_ != nullptr) {
    return SendError("a second INIT: one connection has one robot");
  }
  if (++inits_ > kMaxInits) {
    return SendError(std::to_string(kMaxInits) + " INITs on one connection; connect again");
  }
  const std::string class_name = line.Text("ClassName");
  if (IsWorldController(class_name)) {
    world_ = std::make_unique<WorldControl>(
        config_.table, &link_, actor_, style_.frames,
        WorldControl::Ends{ends_.answer, [this](const std::string& error) { SendError(error); }});
    return;
  }
  const ClassSpec* spec = config_.table.Find(class_name);
  if (spec == nullptr) {
    return SendError("ClassName '" + class_name + "' is not in the table of classes");
  }
  if (spec->model.empty()) return SendError("class " + spec->name + " has no model here yet");
  const auto location = ParseVector(line.Text("Location"));
  const auto rotation = ParseVector(line.Text("Rotation"));
  const bool bad = (line.Has("Location") && !location) || (line.Has("Rotation") && !rotation);
  const Vector3d place = location.value_or(Vector3d::Zero());
  if (bad || place.cwiseAbs().maxCoeff() > kFarthest) {
    return SendError("Location and Rotation are three numbers each, metres and radians");
  }
  ChooseDialect(*spec, line);
  const std::string name = EntityName(line.Text("Name"), spec->name);
  const std::string model = ModelFor(*spec, line);
  const std::string start = line.Text("Start");
  if (start.empty()) {
    const Vector3d angles = rotation.value_or(Vector3d::Zero());
    return Spawn(*spec, model, name, style_.frames.FromProtocol(place, angles));
  }
  AskPoses([this, spec, model, name, start](const Poses& poses) {
    for (const auto& [pose, X] : poses) {
      if (SameWord(pose, start)) return Spawn(*spec, model, name, X);
    }
    SendError("unknown start pose '" + start + "'");
  });
}

std::string Session::ModelFor(const ClassSpec& spec, const Line& line) {
  const std::string skin = line.Text("Skin");
  if (skin.empty()) return spec.model;
  const Result<std::string> model = spec.ModelInSkin(skin);
  if (model.ok()) return *model;
  // An unknown skin is reported, but does not prevent the robot.
  SendError(model.error().message);
  return spec.model;
}

void Session::Spawn(const ClassSpec& spec, const std::string& model, const std::string& name,
                    RigidTransform X_WM) {
  if (config_.put_on_floor) X_WM.p.z() = std::max(X_WM.p.z(), spec.rest_height);
  control::SpawnEntityService::Request request;
  request.name = name;
  request.allow_renaming = true;
  request.uri = model;
  request.initial_pose.pose = msgs::ToPose(X_WM);
  busy_ = true;
  const Status waits = link_.Spawn(
      actor_.client, std::move(request),
      [this, alive = alive_, &link = link_, client = actor_.client,
       &spec](const Result<control::SpawnEntityService::Response>& response) {
        const Status made = Outcome(response);
        if (!*alive) {
          // The client has disconnected in the meantime, so nobody owns the robot.
          if (made.ok()) link.DeleteEntity(client, response->entity_name);
          return;
        }
        busy_ = false;
        if (made.ok()) return Spawned(spec, response->entity_name);
        SendError("cannot make a " + spec.name + ": " + made.error().message);
      },
      // Checked at the client's turn, when the session still exists.
      [this] { return CheckRobots(); });
  if (waits.ok()) return;
  busy_ = false;
  SendError("cannot make a " + spec.name + ": " + waits.error().message);
}

// Local clients are limited only by the total number.
Status Session::CheckRobots() const {
  const auto& robots = wall_.robots();
  if (robots.size() >= config_.max_robots) {
    return Error{std::to_string(robots.size()) +
                 " robots of clients already, which is the limit (--usarsim-max-robots)"};
  }
  if (IsLoopback(AddressGroup(address_))) return Status();
  const auto own = static_cast<std::size_t>(
      std::count_if(robots.begin(), robots.end(), [&](const CameraWall::Entry& entry) {
        return AddressGroup(entry.address) == AddressGroup(address_);
      }));
  if (own < config_.max_robots_per_address) return Status();
  return Error{std::to_string(own) + " robots of clients at " + address_ +
               " already, which is the limit of one address "
               "(--usarsim-max-robots-per-address)"};
}

void Session::Spawned(const ClassSpec& spec, const std::string& entity) {
  robot_ = std::make_unique<Robot>(spec, entity, style_, actor_, &link_);
  wall_.Add(robot_.get(), address_);
}

// The entity does not exist any more, so it is not deleted.
void Session::WorldChanged() {
  if (world_ != nullptr) world_->Forget();
  if (robot_ == nullptr) return;
  wall_.Remove(robot_.get());
  robot_ = nullptr;
  ends_.answer(Out("DIE").Add("Killer", "World").Add("DamageType", "WorldChanged").Take());
}

void Session::Tick() {
  if (robot_ != nullptr) robot_->Tick(ends_.sample, ends_.answer);
  if (world_ != nullptr) world_->Tick();
}

}  // namespace surefoot::gateways::usarsim
