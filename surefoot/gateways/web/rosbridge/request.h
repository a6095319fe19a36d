#pragma once

/// A message of a rosbridge client, parsed except for its payload, whose type is not known yet.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "surefoot/base/result.h"

namespace surefoot::gateways::web {

/// Ordered by strength: merged subscriptions use the strongest one.
enum class Compression { kNone, kPng, kCbor, kCborRaw };

/// The members of all ops; absent ones have their default. The protocol's names are kept.
struct Request {
  std::string op;
  /// As JSON text, so that it can be echoed unchanged: "\"call:1\"" or "7"; empty if absent.
  std::string id;
  std::string topic;
  std::string service;
  std::string action;
  std::string type;
  std::string level;
  /// "msg", "args" and "values" as JSON text; views into the parsed message.
  std::string_view msg;
  std::string_view args;
  std::string_view values;
  /// Of "subscribe": milliseconds between messages, and the number of messages.
  double throttle_rate = 0.0;
  std::int64_t queue_length = 0;
  std::optional<std::int64_t> fragment_size;
  Compression compression = Compression::kNone;
  /// Of "call_service", in seconds; 0 for none.
  double timeout = 0.0;
  bool latch = false;
  bool feedback = false;
  std::optional<bool> result;
  std::int64_t status = 0;
  /// Of "fragment".
  std::string data;
  std::int64_t num = -1;
  std::int64_t total = 0;
  /// Of "auth"; times in seconds since 1970.
  std::string mac, client, dest, rand;
  std::int64_t t = 0;
  std::int64_t end = 0;
};

/// Parses a message. Unknown members are ignored, as the protocol requires; known ones must have
/// the right type. `text` must outlive the request.
Result<Request> ParseRequest(std::string_view text);

/// The id as plain text: "call:1" without quotes, or 7.
std::string IdText(const std::string& id);

/// Prepends "/" to relative names; roslib 2 sends "rosapi/topics".
std::string FullName(const std::string& name);

}  // namespace surefoot::gateways::web
