#pragma once

/// A complete server with the web gateway in a thread, and visitors over real connections, for
/// tests of what each of them may do.

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/builtin/register_gateways.h"
#include "surefoot/gateways/web/test/ws_client.h"
#include "surefoot/serve/server.h"

namespace surefoot::serve::test {

namespace fs = std::filesystem;
using gateways::web::WsClient;
using graph::Role;
using nlohmann::json;

inline constexpr const char* kSecret = "hunter2_is_the_password";
inline constexpr const char* kVariable = "SUREFOOT_TEST_SECRET";
/// Milliseconds to wait for an answer: far longer than it takes, because other programs may run.
inline constexpr int kPatience = 60'000;

/// A connection to the server, with calls of its services.
class Visitor {
 public:
  explicit Visitor(WsClient socket) : socket_(std::move(socket)) {}

  /// The response: "values", and "result" false if the call was refused.
  json Call(const std::string& service, const json& arguments = json::object()) {
    const std::string id = "c" + std::to_string(++calls_);
    Send({{"op", "call_service"}, {"id", id}, {"service", service}, {"args", arguments}});
    const auto text = socket_.ReceiveWith("\"id\":\"" + id + "\"", kPatience);
    return text ? json::parse(*text) : json{{"result", false}, {"values", "no answer"}};
  }
  /// Whether the call was permitted and says that it succeeded.
  bool Does(const std::string& service, const json& arguments = json::object()) {
    const json answer = Call(service, arguments);
    if (answer["result"] == false) return false;
    const json& values = answer["values"];
    if (values.contains("success")) return values["success"].get<bool>();
    return !values.contains("result") || values["result"]["result"] == 1;
  }
  void Publish(const std::string& topic, const std::string& type, const json& message) {
    Send({{"op", "advertise"}, {"topic", topic}, {"type", type}});
    Send({{"op", "publish"}, {"topic", topic}, {"msg", message}});
  }
  void Subscribe(const std::string& topic) { Send({{"op", "subscribe"}, {"topic", topic}}); }
  /// The next message of a subscribed topic that contains this text.
  std::optional<json> Message(const std::string& part, int patience = kPatience) {
    const auto text = socket_.ReceiveWith(part, patience);
    return text ? std::optional<json>(json::parse(*text)["msg"]) : std::nullopt;
  }

 private:
  void Send(const json& message) { socket_.SendText(message.dump()); }

  WsClient socket_;
  int calls_ = 0;
};

/// A server in a folder of its own, running in a thread.
class Place {
 public:
  explicit Place(const std::string& world = "husky_lab") : old_(fs::current_path()) {
    folder_.Write("served/here.txt", "x");
    folder_.Write("private/key.txt", kSecret);
    fs::create_directory(folder_.Path("log"));
    fs::current_path(folder_.Path("served"));
    gateways::GatewayKinds kinds;
    RegisterGateways(&kinds);
    ServerOptions options;
    options.world = world;
    options.controllers = folder_.Path("log");
    options.gateways["web"] = {{"port", "0"}};
    Problems problems;
    auto server = Server::Make(BuiltinParts(), kinds, options, &problems);
    EXPECT_TRUE(server.ok()) << server.error().message;
    server_ = std::move(server).value();
    port_ = gateways::web::PortOf(server_->Addresses()[0].second);
    for (const Role role : {Role::kViewer, Role::kDriver, Role::kOwner}) {
      tokens_.push_back(server_->TokenOf(role));
    }
    thread_ = std::thread([this] {
      server_->Run();
      ended_ = true;
    });
  }
  ~Place() {
    server_->Stop();
    thread_.join();
    server_ = nullptr;
    fs::current_path(old_);
  }

  /// A client with the token of a role; or, with another origin, one in a page of another site.
  std::optional<Visitor> Visit(Role role, const std::string& origin = "") {
    WsClient socket;
    const std::string headers = origin.empty() ? "" : "Origin: " + origin + "\r\n";
    const bool open =
        socket.Open(port_, "/?token=" + tokens_[static_cast<std::size_t>(role)], headers);
    return open ? std::optional<Visitor>(Visitor(std::move(socket))) : std::nullopt;
  }
  Visitor As(Role role) {
    auto visitor = Visit(role);
    EXPECT_TRUE(visitor.has_value());
    return std::move(*visitor);
  }
  /// A driver who controls the husky.
  Visitor Driving() {
    Visitor driver = As(Role::kDriver);
    EXPECT_TRUE(driver.Does("/surefoot/control/take", {{"robot", "husky"}}));
    return driver;
  }
  bool ended() const { return ended_; }
  const TempFolder& folder() const { return folder_; }
  std::string private_file() const { return folder_.Path("private/key.txt"); }
  fs::path mark() const { return folder_.Path("ran"); }
  /// Whether the server's folder contains what it did at the start.
  bool IsUntouched() const {
    const auto count = std::distance(fs::directory_iterator("."), fs::directory_iterator());
    return count == 1;
  }

 private:
  TempFolder folder_;
  fs::path old_;
  std::unique_ptr<Server> server_;
  int port_ = 0;
  std::vector<std::string> tokens_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace surefoot::serve::test
