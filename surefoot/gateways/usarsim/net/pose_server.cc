#include "surefoot/gateways/usarsim/net/pose_server.h"

#include <algorithm>

#include "surefoot/gateways/usarsim/text.h"
#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::usarsim {
namespace {

namespace control = msgs::simulation_interfaces;

/// Limits in bytes; see control_server.cc.
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kMaxInput = 64 * 1024;
constexpr std::size_t kMaxAnswers = 256 * 1024;

}  // namespace

class PoseServer::Client final : public Handler {
 public:
  Client(PoseServer* server, Connection* connection)
      : server_(*server), connection_(*connection), splitter_(kLongestLine) {}
  ~Client() override { *alive_ = false; }

  void OnBytes(std::string_view bytes) override {
    splitter_.Add(bytes);
    ProcessLines();
  }
  bool AcceptsBytes() const override {
    return splitter_.waiting() < kMaxInput && connection_.waiting() < kMaxAnswers;
  }
  void OnSent() override { ProcessLines(); }

 private:
  void ProcessLines() {
    while (!busy_ && connection_.waiting() < kMaxAnswers) {
      const std::optional<std::string> line = splitter_.Next();
      if (!line) break;
      Ask(ParseLine(*line));
    }
    connection_.Resume();
  }

  /// Answers one line, one at a time. "Pawn" or no class selects robots, "Actor" everything.
  void Ask(const Line& line) {
    server_.requests_->Add();
    std::string requested_class = BareName(line.Text("Class"));
    control::GetEntitiesStates::Request request;
    if (requested_class.empty() || SameWord(requested_class, "Pawn")) {
      control::EntityCategory robots;
      robots.category = control::EntityCategory::CATEGORY_ROBOT;
      request.filters.categories.push_back(robots);
      requested_class.clear();
    }
    if (SameWord(requested_class, "Actor")) requested_class.clear();
    busy_ = true;
    server_.link_.Call<control::GetEntitiesStates>(
        "", "/get_entities_states", request,
        [this, alive = alive_, requested_class, name = line.Text("Name")](const auto& response) {
          if (!*alive) return;
          busy_ = false;
          if (response.ok()) SendPoses(*response, requested_class, name);
          connection_.Answer("{End}\r\n");
          ProcessLines();
        });
  }

  void SendPoses(const control::GetEntitiesStates::Response& response,
                 const std::string& requested_class, const std::string& requested_name) {
    const std::size_t count = std::min(response.entities.size(), response.states.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& name = response.entities[i];
      const std::string class_name = server_.ClassOf(name);
      if (!requested_name.empty() && requested_name != name) continue;
      if (!requested_class.empty() && !SameWord(BareName(class_name), requested_class)) continue;
      const RigidTransform X = FromPose(response.states[i].pose);
      connection_.Answer(Out()
                             .Add("Name", name)
                             .Add("Class", class_name)
                             .Add("Time", ToSeconds(server_.link_.time_ns()), 4)
                             .Add("Location", server_.frames_.Swap(X.p), 4)
                             .Add("Rotation", server_.frames_.Angles(X.q), 4)
                             .Take());
    }
  }

  PoseServer& server_;
  Connection& connection_;
  LineSplitter splitter_;
  bool busy_ = false;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

PoseServer::PoseServer(const Frames& frames, GraphLink* link, const CameraWall* wall,
                       Metrics* metrics)
    : frames_(frames),
      link_(*link),
      wall_(*wall),
      requests_(metrics->Find("surefoot_usarsim_pose_requests_total", Metrics::Kind::kCounter,
                              "Questions to the pose truth port.")) {}

std::unique_ptr<Handler> PoseServer::Accept(Connection* connection) {
  return std::make_unique<Client>(this, connection);
}

// Entities do not know their class in the protocol; only robots of connections have one.
std::string PoseServer::ClassOf(const std::string& entity) const {
  for (const CameraWall::Entry& entry : wall_.robots()) {
    if (entry.robot->entity() == entity) return "USARBot." + entry.robot->spec().name;
  }
  return "Actor";
}

}  // namespace surefoot::gateways::usarsim
