#pragma once

/// A message of a rosbridge client, taken apart but for its payload.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "surefoot/base/result.h"

namespace surefoot::gateways::web {

enum class Compression { kNone, kPng, kCbor, kCborRaw };

struct Request {
  std::string op;
  /// As JSON, so that it returns as it came: "\"call:1\"" or "7"; empty when there is none.
  std::string id;
  std::string topic;
  std::string service;
  std::string action;
  std::string type;
  std::string level;
  /// "msg", "args" and "values" as JSON; views into the text.
  std::string_view msg;
  std::string_view args;
  std::string_view values;
  /// In milliseconds; messages.
  double throttle_rate = 0.0;
  std::int64_t queue_length = 0;
  std::optional<std::int64_t> fragment_size;
  Compression compression = Compression::kNone;
  /// In seconds; 0: none.
  double timeout = 0.0;
  bool latch = false;
  bool feedback = false;
  std::optional<bool> result;
  std::int64_t status = 0;
  /// Of fragments.
  std::string data;
  std::int64_t num = -1;
  std::int64_t total = 0;
  /// Of "auth".
  std::string mac, client, dest, rand;
  std::int64_t t = 0;
  std::int64_t end = 0;
};

/// Members that are not known are passed over, known ones must fit. The text outlives the request.
Result<Request> ParseRequest(std::string_view text);

/// The same as it is told to people: "call:1", 7.
std::string IdText(const std::string& id);

/// Puts "/" before names that have none.
std::string FullName(const std::string& name);

}  // namespace surefoot::gateways::web
