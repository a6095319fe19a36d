#include "surefoot/gateways/web/rosbridge/request.h"

#include <cmath>
#include <functional>
#include <map>

#include "surefoot/base/text.h"
#include "surefoot/msgs/json_reader.h"

// One pass over the JSON text: the message of a request is kept as text, because its type is known
// only later.

namespace surefoot::gateways::web {
namespace {

using msgs::JsonReader;
using Kind = JsonReader::Kind;

/// Characters of names and ids. They are stored and echoed, so a client could use them to fill
/// memory.
constexpr std::size_t kMaxName = 1024;

/// Reads one member into the request; false, with the reader's error set, if its value does not
/// fit.
using Read = std::function<bool(JsonReader*, Request*)>;

bool ReadName(JsonReader* reader, std::string* out) {
  if (reader->Peek() == Kind::kNull) return reader->ReadNull();
  if (reader->Peek() != Kind::kString) {
    return reader->Fail("expected a string, got " + reader->Excerpt());
  }
  if (!reader->ReadString(out)) return false;
  return out->size() <= kMaxName || reader->Fail("has more than 1024 characters");
}

bool ReadNumber(JsonReader* reader, double* out) {
  if (reader->Peek() == Kind::kNull) return reader->ReadNull();
  if (reader->Peek() != Kind::kNumber) {
    return reader->Fail("expected a number, got " + reader->Excerpt());
  }
  std::string_view text;
  if (!reader->ReadNumber(&text)) return false;
  if (!FromChars(text, out) || !std::isfinite(*out)) {
    return reader->Fail("expected a number, got " + std::string(text.substr(0, 40)));
  }
  return true;
}

bool ReadInteger(JsonReader* reader, std::int64_t* out) {
  // Some servers and clients write integers as 3.0, rosbridge_suite the total of fragments.
  double value = static_cast<double>(*out);
  if (!ReadNumber(reader, &value)) return false;
  // Below 2^53, so that the conversion from double is exact.
  if (std::abs(value) > 1e15 || value != std::floor(value)) {
    return reader->Fail("expected a whole number, got " + std::to_string(value));
  }
  *out = static_cast<std::int64_t>(value);
  return true;
}

bool ReadFlag(JsonReader* reader, bool* out) {
  if (reader->Peek() == Kind::kNull) return reader->ReadNull();
  if (reader->Peek() != Kind::kBool) {
    return reader->Fail("expected true or false, got " + reader->Excerpt());
  }
  return reader->ReadBool(out);
}

bool ReadId(JsonReader* reader, std::string* out) {
  const Kind kind = reader->Peek();
  if (kind == Kind::kNull) return reader->ReadNull();
  if (kind != Kind::kString && kind != Kind::kNumber) {
    return reader->Fail("expected a string or a number, got " + reader->Excerpt());
  }
  std::string_view raw;
  if (!reader->Skip(&raw)) return false;
  if (raw.size() > kMaxName) return reader->Fail("has more than 1024 characters");
  *out = raw;
  return true;
}

bool ReadCompression(JsonReader* reader, Request* request) {
  std::string name;
  if (!ReadName(reader, &name)) return false;
  if (name.empty() || name == "none") return true;
  static const std::map<std::string, Compression> kNames{{"png", Compression::kPng},
                                                         {"cbor", Compression::kCbor},
                                                         {"cbor-raw", Compression::kCborRaw}};
  const auto found = kNames.find(name);
  if (found == kNames.end()) {
    return reader->Fail("is '" + name.substr(0, 40) +
                        "'; accepted are none, png, cbor and cbor-raw");
  }
  request->compression = found->second;
  return true;
}

Read Name(std::string Request::*member) {
  return [member](JsonReader* reader, Request* r) { return ReadName(reader, &(r->*member)); };
}
Read Raw(std::string_view Request::*member) {
  return [member](JsonReader* reader, Request* r) { return reader->Skip(&(r->*member)); };
}
Read Integer(std::int64_t Request::*member) {
  return [member](JsonReader* reader, Request* r) { return ReadInteger(reader, &(r->*member)); };
}
Read Number(double Request::*member) {
  return [member](JsonReader* reader, Request* r) { return ReadNumber(reader, &(r->*member)); };
}
Read Flag(bool Request::*member) {
  return [member](JsonReader* reader, Request* r) { return ReadFlag(reader, &(r->*member)); };
}

/// The members of all ops together; a request uses those of its op.
const std::map<std::string, Read, std::less<>>& Members() {
  static const std::map<std::string, Read, std::less<>> kMembers{
      {"op", Name(&Request::op)},
      {"id", [](JsonReader* reader, Request* r) { return ReadId(reader, &r->id); }},
      {"topic", Name(&Request::topic)},
      {"service", Name(&Request::service)},
      {"action", Name(&Request::action)},
      {"type", Name(&Request::type)},
      {"action_type", Name(&Request::type)},
      {"level", Name(&Request::level)},
      {"msg", Raw(&Request::msg)},
      {"args", Raw(&Request::args)},
      {"values", Raw(&Request::values)},
      {"throttle_rate", Number(&Request::throttle_rate)},
      {"queue_length", Integer(&Request::queue_length)},
      {"fragment_size",
       [](JsonReader* reader, Request* r) {
         std::int64_t size = 0;
         if (!ReadInteger(reader, &size)) return false;
         if (size > 0) r->fragment_size = size;
         return true;
       }},
      {"compression", ReadCompression},
      {"timeout", Number(&Request::timeout)},
      {"latch", Flag(&Request::latch)},
      {"feedback", Flag(&Request::feedback)},
      {"result",
       [](JsonReader* reader, Request* r) { return ReadFlag(reader, &r->result.emplace(false)); }},
      {"status", Integer(&Request::status)},
      {"data", [](JsonReader* reader, Request* r) { return reader->ReadString(&r->data); }},
      {"num", Integer(&Request::num)},
      {"total", Integer(&Request::total)},
      {"mac", Name(&Request::mac)},
      {"client", Name(&Request::client)},
      {"dest", Name(&Request::dest)},
      {"rand", Name(&Request::rand)},
      {"t", Integer(&Request::t)},
      {"end", Integer(&Request::end)},
  };
  return kMembers;
}

}  // namespace

Result<Request> ParseRequest(std::string_view text) {
  JsonReader reader(text);
  Request request;
  if (reader.Peek() != Kind::kObject) {
    return Error{"expected an object with the member \"op\", got " + reader.Excerpt()};
  }
  reader.BeginObject();
  std::string key;
  while (reader.NextKey(&key)) {
    const auto member = Members().find(key);
    const bool good = member == Members().end() ? reader.Skip() : member->second(&reader, &request);
    if (!good) return Error{key.substr(0, 80) + ": " + reader.error()};
  }
  if (!reader.AtEnd()) return Error{reader.error()};
  if (request.op.empty()) return Error{"the member \"op\" is missing"};
  return request;
}

std::string IdText(const std::string& id) {
  if (id.empty() || id[0] != '"') return id;
  JsonReader reader(id);
  std::string text;
  reader.ReadString(&text);
  return text;
}

std::string FullName(const std::string& name) {
  return name.empty() || name[0] == '/' ? name : "/" + name;
}

}  // namespace surefoot::gateways::web
