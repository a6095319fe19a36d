#include "surefoot/gateways/gamecontroller/gateway.h"

#include <array>
#include <boost/asio.hpp>
#include <chrono>
#include <thread>

#include "surefoot/gateways/address_limit.h"
#include "surefoot/gateways/addresses.h"
#include "surefoot/gateways/gamecontroller/packet.h"

// One class has both roles: as a player it follows a controller's packets, as a controller it sends
// them. Packets are checked before they reach the graph, because UDP has no sender that could be
// trusted.

namespace surefoot::gateways::gamecontroller {
namespace {

namespace asio = boost::asio;
using asio::ip::udp;
using boost::system::error_code;

constexpr const char* kStateTopic = "/game/state";
constexpr const char* kControlTopic = "/game/control";
constexpr const char* kReportTopic = "/game/reports";
/// Bytes that may wait for the server. Packets beyond that are dropped; the next one comes soon.
constexpr std::size_t kMaxWaiting = std::size_t{256} << 10;
/// Packets per second from one other computer. A controller sends two, and so does each player.
constexpr double kMaxPacketRate = 200.0;

/// Options of the command line after they were checked.
struct Options {
  bool on = false;
  /// Whether it is the controller, which sends the game of this world to players; otherwise it
  /// follows an external controller.
  bool controls = true;
  asio::ip::address listen;
  asio::ip::address send_to;
  int data_port = 3838;
  int return_port = 3939;
  std::uint8_t version = kNewestVersion;
  std::chrono::nanoseconds period{};
  /// A warning about exposure to other computers, for the log; empty: none.
  std::string warning;
  /// Role of what arrives; absent: the gateway does not listen.
  std::optional<graph::Role> role;
};

/// The gateway. It runs on its own thread with an io_context; the bridge wakes it with events of
/// the graph.
class GameControllerGateway final : public Gateway {
 public:
  GameControllerGateway(const GatewayHost& host, Options options)
      : bridge_(*host.bridge),
        log_(host.log),
        options_(std::move(options)),
        sent_(host.metrics->Find("surefoot_gamecontroller_sent_total", Metrics::Kind::kCounter,
                                 "Packets of the game controller that were sent.")),
        received_(host.metrics->Find("surefoot_gamecontroller_received_total",
                                     Metrics::Kind::kCounter,
                                     "Packets of the game controller that were understood.")),
        refused_(host.metrics->Find("surefoot_gamecontroller_refused_total",
                                    Metrics::Kind::kCounter,
                                    "Packets that were damaged, or came too fast.")) {}

  /// The thread ends before members that it uses are destroyed.
  ~GameControllerGateway() override {
    bridge_.set_wake_gateway(nullptr);
    io_->stop();
    if (thread_.joinable()) thread_.join();
  }

  /// Opens the socket of the chosen role: a player receives the controller's data, a controller the
  /// players' returns. UDP, because the official protocol uses it.
  Status Start() {
    if (!options_.on) return Status();
    if (log_ && !options_.warning.empty()) log_(options_.warning);
    if (!options_.role) return Status();
    const int port = options_.controls ? options_.return_port : options_.data_port;
    const std::string where = options_.listen.to_string() + ":" + std::to_string(port);
    error_code error;
    const udp::endpoint endpoint(options_.listen, static_cast<unsigned short>(port));
    socket_.open(endpoint.protocol(), error);
    // Several players on one machine listen on the same port.
    if (!error) socket_.set_option(udp::socket::reuse_address(true), error);
    if (!error) socket_.set_option(asio::socket_base::broadcast(true), error);
    if (!error) socket_.bind(endpoint, error);
    if (error) return Error{"cannot listen at udp " + where + ": " + error.message()};
    bound_ = socket_.local_endpoint(error).port();
    Run();
    return Status();
  }

  std::vector<std::string> addresses() const override {
    if (bound_ == 0) return {};
    return {std::string(options_.controls ? "gamecontroller-return" : "gamecontroller-data") +
            "://" + options_.listen.to_string() + ":" + std::to_string(bound_)};
  }

 private:
  /// Starts the network thread. All handlers and events of the bridge run there, so members need no
  /// lock.
  void Run() {
    bridge_.Subscribe(options_.controls ? kStateTopic : kReportTopic);
    // A wake that is under way keeps the context alive after the gateway; then it is not run any
    // more.
    bridge_.set_wake_gateway([io = io_, this] { asio::post(*io, [this] { TakeEvents(); }); });
    asio::post(*io_, [this] { TakeEvents(); });
    Receive();
    if (options_.controls) Tick();
    thread_ = std::thread([this] { io_->run(); });
  }

  /// Waits for one packet and then for the next; there is no connection.
  void Receive() {
    socket_.async_receive_from(asio::buffer(input_), sender_,
                               [this](const error_code& error, std::size_t size) {
                                 if (error == asio::error::operation_aborted) return;
                                 // An error concerns one packet: it was too long, or an earlier one
                                 // went to a port without a listener.
                                 if (!error) OnPacket(size);
                                 Receive();
                               });
  }

  /// Limits the rate per address and the memory of the bridge before a packet is decoded: anybody
  /// can send UDP packets.
  void OnPacket(std::size_t size) {
    const std::string sender = sender_.address().to_string();
    const bool fast = !limit_.Admit(sender, std::chrono::steady_clock::now()).empty();
    if (!fast) limit_.Leave(sender);
    const bool full = fast || bridge_.waiting_bytes() > kMaxWaiting;
    const bool taken = !full && (options_.controls ? OnReturn(size) : OnData(size));
    (taken ? received_ : refused_)->Add();
  }

  /// The report of a player, published with the address of its sender.
  bool OnReturn(std::size_t size) {
    Result<PlayerReport> report = DecodeReturn(input_.data(), size);
    if (!report.ok()) return false;
    report->source = sender_.address().to_string();
    Publish(kReportTopic, *report);
    return true;
  }

  /// The game of an external controller. Reports of players are sent to the last controller heard.
  bool OnData(std::size_t size) {
    const Result<GameState> game = DecodeData(input_.data(), size);
    if (!game.ok()) return false;
    controller_ = sender_.address();
    Publish(kControlTopic, *game);
    return true;
  }

  /// Clients of this gateway have the role of drivers: the protocol has no passwords.
  template <typename T>
  void Publish(const char* topic, const T& message) {
    graph::Publication publication;
    publication.caller = {"gamecontroller", *options_.role};
    publication.topic = topic;
    publication.type = &T::type();
    msgs::Encode(message, &publication.cdr);
    bridge_.Publish(std::move(publication));
  }

  /// Takes the news of the graph: the state of the game to send, and reports to forward. A new
  /// world has another game, so sending stops until its first state.
  void TakeEvents() {
    bridge_.Take(&events_);
    for (const graph::Event& event : events_) {
      if (std::holds_alternative<graph::event::GraphChanged>(event)) has_game_ = false;
      const auto* message = std::get_if<graph::event::Message>(&event);
      if (message == nullptr) continue;
      const graph::Sample& sample = *message->sample;
      if (sample.topic == kStateTopic && sample.type == &GameState::type()) {
        has_game_ = msgs::Decode(sample.cdr, &game_) || has_game_;
      }
      if (sample.topic == kReportTopic && sample.type == &PlayerReport::type()) Answer(sample);
    }
    events_.clear();
  }

  /// Forwards the report of a player in this world to the external controller.
  void Answer(const graph::Sample& sample) {
    PlayerReport report;
    if (controller_.is_unspecified() || !msgs::Decode(sample.cdr, &report)) return;
    Send(EncodeReturn(report), controller_, options_.return_port);
  }

  /// By the wall clock, because players expect two packets per second whatever simulated time does.
  void Tick() {
    if (has_game_) {
      Send(EncodeData(game_, number_++, options_.version), options_.send_to, options_.data_port);
    }
    timer_.expires_after(options_.period);
    timer_.async_wait([this](const error_code& error) {
      if (!error) Tick();
    });
  }

  /// Errors are ignored: a packet that cannot be sent is like one that is lost, and the next
  /// follows in half a second.
  void Send(const Bytes& bytes, const asio::ip::address& to, int port) {
    error_code error;
    socket_.send_to(asio::buffer(bytes), udp::endpoint(to, static_cast<unsigned short>(port)), 0,
                    error);
    if (!error) sent_->Add();
  }

  graph::Bridge& bridge_;
  std::function<void(const std::string&)> log_;
  Options options_;
  AddressLimit limit_{{.connections = 1, .rate = kMaxPacketRate}};
  Metrics::Value* sent_;
  Metrics::Value* received_;
  Metrics::Value* refused_;
  std::shared_ptr<asio::io_context> io_ = std::make_shared<asio::io_context>(1);
  udp::socket socket_{*io_};
  asio::steady_timer timer_{*io_};
  udp::endpoint sender_;
  asio::ip::address controller_;
  /// Longer than any packet, so that a packet that is too long is recognized.
  std::array<std::uint8_t, 512> input_{};
  std::vector<graph::Event> events_;
  GameState game_;
  bool has_game_ = false;
  std::uint8_t number_ = 0;
  int bound_ = 0;
  std::thread thread_;
};

/// Error if the text is not an IP address; names are not resolved, because that could block.
asio::ip::address ReadAddress(const char* name, SettingsReader* reader) {
  const std::string text = reader->Text(name);
  error_code error;
  const asio::ip::address address = asio::ip::make_address(text, error);
  if (error) {
    reader->Note(
        Error{std::string(name) + " is '" + text + "', accepted: an address like 127.0.0.1"});
  }
  return address;
}

Result<Options> ReadOptions(const GatewayKind& kind, const GatewayHost& host,
                            const Settings& settings) {
  SettingsReader reader(kind, settings);
  Options options;
  const int role = reader.Choice("role", {"off", "controller", "follower"});
  options.on = role != 0;
  options.controls = role == 1;
  options.listen = ReadAddress("listen", &reader);
  const Exposure exposure = CheckExposure("the game controller's protocol", host.guests, &reader);
  options.warning = exposure.note;
  options.role = exposure.role;
  options.send_to = ReadAddress("send-to", &reader);
  if (options.listen.is_v4() != options.send_to.is_v4()) {
    reader.Note(Error{"listen and send-to must both be IPv4, or both IPv6"});
  }
  options.data_port = static_cast<int>(reader.Number("data-port", 0, 65535));
  options.return_port = static_cast<int>(reader.Number("return-port", 0, 65535));
  const double rate = reader.Number("rate", 0.1, 100.0);
  options.period = std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 / rate));
  options.version =
      static_cast<std::uint8_t>(reader.Number("version", kOldestVersion, kNewestVersion));
  if (options.controls && options.data_port == 0) {
    reader.Note(Error{"data-port is 0, but the controller needs the port of the players"});
  }
  if (!reader.status().ok()) return reader.status().error();
  return options;
}

}  // namespace

GatewayKind Kind(const std::string& /*data_folder*/) {
  GatewayKind kind;
  kind.help = "Players and game controllers of RoboCup, over UDP.";
  kind.options = {
      {"role",
       "off; controller: sends this game to players; follower: obeys an external controller.",
       "off"},
      {"send-to", "Address of the players, or a broadcast address.", "127.0.0.1"},
      {"listen",
       "Address to listen at; others than this computer's need --gamecontroller-insecure.",
       "127.0.0.1"},
      InsecureOption(),
      {"data-port", "Port of players, on which a follower listens; 0: a free port.", "3838"},
      {"return-port", "Port of the controller, to which players reply; 0: a free port.", "3939"},
      {"rate", "Packets per second (wall clock).", "2"},
      {"version", "Version of sent packets, 15 to 18; all four are accepted.", "18"}};
  kind.start = [kind](const GatewayHost& host,
                      const Settings& settings) -> Result<std::unique_ptr<Gateway>> {
    Result<Options> options = ReadOptions(kind, host, settings);
    if (!options.ok()) return options.error();
    auto gateway = std::make_unique<GameControllerGateway>(host, std::move(*options));
    const Status status = gateway->Start();
    if (!status.ok()) return status.error();
    return std::unique_ptr<Gateway>(std::move(gateway));
  };
  return kind;
}

}  // namespace surefoot::gateways::gamecontroller
