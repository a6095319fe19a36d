#include "surefoot/cli/console/rosbridge_client.h"

#include <nlohmann/json.hpp>

#include "surefoot/base/try.h"

namespace surefoot::cli {

Result<RosbridgeClient> RosbridgeClient::Connect(const Options& options) {
  return RosbridgeClient(SUREFOOT_TRY(gateways::web::WebSocketClient::Connect(options)));
}

bool RosbridgeClient::is_open() const { return socket_->is_open(); }

Result<std::string> RosbridgeClient::Call(const std::string& service, const std::string& request) {
  const nlohmann::json args = nlohmann::json::parse(request, nullptr, false);
  if (args.is_discarded()) return Error{"the request is not JSON: " + request};
  const std::string id = "console:" + std::to_string(next_id_++);
  const nlohmann::json call = {
      {"op", "call_service"}, {"id", id}, {"service", service}, {"args", args}};
  SUREFOOT_TRY(socket_->Send(call.dump()));
  while (true) {
    const std::string text = SUREFOOT_TRY(socket_->Receive());
    const nlohmann::json answer = nlohmann::json::parse(text, nullptr, false);
    // Others may be told in between: status messages.
    if (!answer.is_object() || answer.value("id", "") != id) continue;
    if (answer.value("op", "") != "service_response") continue;
    const nlohmann::json values =
        answer.contains("values") ? answer["values"] : nlohmann::json::object();
    if (answer.value("result", true)) return values.dump();
    return Error{values.is_string() ? values.get<std::string>() : values.dump()};
  }
}

Status RosbridgeClient::Publish(const std::string& topic, const std::string& type,
                                const std::string& message) {
  const nlohmann::json body =
      nlohmann::json::parse(message.empty() ? "{}" : message, nullptr, false);
  if (body.is_discarded()) return Error{"the message is not JSON: " + message};
  const nlohmann::json advertise = {{"op", "advertise"}, {"topic", topic}, {"type", type}};
  SUREFOOT_TRY(socket_->Send(advertise.dump()));
  const nlohmann::json publish = {{"op", "publish"}, {"topic", topic}, {"msg", body}};
  SUREFOOT_TRY(socket_->Send(publish.dump()));
  // Once this is answered, the message has arrived.
  const Result<std::string> answer = Call("/surefoot/status", "{}");
  return answer.ok() ? Status() : Status(answer.error());
}

}  // namespace surefoot::cli
