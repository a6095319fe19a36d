#include "surefoot/gateways/usarsim/net/control_server.h"

#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::usarsim {
namespace {

namespace control = msgs::simulation_interfaces;

/// Longer lines are dropped. The longest useful ones command some hundred joints.
constexpr std::size_t kLongestLine = 64 * 1024;
/// Bytes of lines that may wait while a robot is spawned, and of answers that the client does not
/// read. Beyond them the connection is not read, so that a client cannot use up the memory.
constexpr std::size_t kMaxInput = 256 * 1024;
constexpr std::size_t kMaxAnswers = 256 * 1024;

}  // namespace

/// A connection with its session. Lines are handled in order; while a robot is spawned they wait,
/// because clients send INIT and queries in one segment.
class ControlServer::Client final : public Handler {
 public:
  Client(ControlServer* server, Connection* connection, std::uint32_t number)
      : server_(*server), connection_(*connection), number_(number), splitter_(kLongestLine) {
    Ends ends;
    ends.answer = [connection](std::string line) { connection->Answer(std::move(line)); };
    ends.sample = [connection](std::string line) { connection->Sample(std::move(line)); };
    const std::string name = "usarsim:" + std::to_string(number);
    if (server_.audit_ != nullptr) {
      server_.audit_->Joined({.action = "connect",
                              .client = name,
                              .role = graph::RoleName(server_.link_.role()),
                              .address = connection->address(),
                              .gateway = "usarsim"});
    }
    session_ = std::make_unique<Session>(server_.config_, &server_.link_, &server_.wall_,
                                         Actor{number, name}, connection->address(), ends);
    server_.clients_[number] = this;
    session_->Open(server_.level_);
  }

  ~Client() override {
    if (server_.audit_ != nullptr) server_.audit_->Left("usarsim:" + std::to_string(number_));
    server_.clients_.erase(number_);
    server_.connected_->Set(static_cast<double>(server_.clients_.size()));
  }

  void OnBytes(std::string_view bytes) override {
    splitter_.Add(bytes);
    ProcessLines();
  }
  bool AcceptsBytes() const override {
    return splitter_.waiting() < kMaxInput && connection_.waiting() < kMaxAnswers;
  }
  void OnSent() override { ProcessLines(); }

  Session& session() { return *session_; }
  void Tick() {
    ProcessLines();
    session_->Tick();
    connection_.Resume();
    const std::uint64_t lost = connection_.lost();
    server_.lost_->Add(static_cast<double>(lost - std::exchange(lost_, lost)));
  }

 private:
  void ProcessLines() {
    while (!session_->busy() && !server_.link_.congested() && connection_.waiting() < kMaxAnswers) {
      const std::optional<std::string> line = splitter_.Next();
      if (!line) break;
      server_.lines_->Add();
      session_->Handle(*line);
    }
    const std::size_t too_long = splitter_.too_long();
    server_.too_long_->Add(static_cast<double>(too_long - std::exchange(too_long_, too_long)));
  }

  ControlServer& server_;
  Connection& connection_;
  std::uint32_t number_;
  LineSplitter splitter_;
  std::unique_ptr<Session> session_;
  std::size_t too_long_ = 0;
  std::uint64_t lost_ = 0;
};

ControlServer::ControlServer(const Config& config, GraphLink* link, CameraWall* wall,
                             Metrics* metrics, AuditLog* audit)
    : config_(config),
      link_(*link),
      wall_(*wall),
      audit_(audit),
      connected_(metrics->Find("surefoot_usarsim_clients", Metrics::Kind::kGauge,
                               "Connections to the control port.")),
      robots_(metrics->Find("surefoot_usarsim_robots", Metrics::Kind::kGauge,
                            "Robots of these connections.")),
      lines_(metrics->Find("surefoot_usarsim_lines_total", Metrics::Kind::kCounter,
                           "Lines that came in.")),
      too_long_(metrics->Find("surefoot_usarsim_too_long_lines_total", Metrics::Kind::kCounter,
                              "Lines that were left out because they were too long.")),
      lost_(metrics->Find("surefoot_usarsim_lost_messages_total", Metrics::Kind::kCounter,
                          "Sensor messages that slow clients did not get.")),
      refused_(metrics->Find("surefoot_usarsim_refused_commands_total", Metrics::Kind::kCounter,
                             "Commands that the server refused.")) {
  AskLevel();
}

ControlServer::~ControlServer() = default;

// The name is that of the world at the next connection; before the first answer it is a default.
void ControlServer::AskLevel() {
  link_.Call<control::GetCurrentWorld>("", "/get_current_world", {}, [this](const auto& response) {
    if (response.ok() && !response->world.name.empty()) level_ = response->world.name;
  });
}

std::unique_ptr<Handler> ControlServer::Accept(Connection* connection) {
  // The answer is for later clients: the greeting of this one cannot wait for it.
  AskLevel();
  auto client = std::make_unique<Client>(this, connection, next_number_++);
  connected_->Set(static_cast<double>(clients_.size()));
  return client;
}

void ControlServer::Tick() {
  int robots = 0;
  for (const auto& [number, client] : clients_) {
    client->Tick();
    if (client->session().robot() != nullptr) ++robots;
  }
  robots_->Set(robots);
}

void ControlServer::WorldChanged() {
  AskLevel();
  for (const auto& [number, client] : clients_) client->session().WorldChanged();
}

// A client that has left in the meantime is only counted.
void ControlServer::Refused(std::uint32_t actor, const std::string& reason) {
  refused_->Add();
  const auto found = clients_.find(actor);
  if (found != clients_.end()) found->second->session().Refused(reason);
}

}  // namespace surefoot::gateways::usarsim
