#include "surefoot/msgs/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "surefoot/msgs/base64.h"
#include "surefoot/msgs/field_path.h"
#include "surefoot/msgs/json_reader.h"
#include "surefoot/msgs/old_fields.h"
#include "surefoot/msgs/type_info.h"

// JSON in the conventions of rosbridge: bytes as base64, NaN and infinities as null. Missing fields
// keep their values, unknown ones are errors with their path.

namespace surefoot::msgs {
namespace {

/// A field of the other version of a message: simulation_interfaces has two released versions with
/// different fields, and clients of both are accepted.
struct OtherField {
  enum class Rule {
    /// An object with `uri` and `resource_string`, which are fields of the message itself.
    kResource,
    /// A field that belongs to the message's field `target`.
    kInto,
    /// If false, the field `target` must not be set: its numbers become NaN.
    kFlag
  };
  const char* type;
  const char* name;
  Rule rule;
  const char* target;
  /// Written as well as read.
  bool written = false;
};

using Kind = FieldRef::Kind;
using Rule = OtherField::Rule;

constexpr std::string_view kPackage = "simulation_interfaces/";

/// The differences between the two versions of simulation_interfaces.
constexpr OtherField kFields[] = {
    {"simulation_interfaces/srv/SpawnEntity_Request", "entity_resource", Rule::kResource, ""},
    {"simulation_interfaces/srv/LoadWorld_Request", "world_resource", Rule::kResource, ""},
    {"simulation_interfaces/msg/Spawnable", "entity_resource", Rule::kResource, "", true},
    {"simulation_interfaces/msg/SpawnEntity", "uri", Rule::kInto, "entity_resource"},
    {"simulation_interfaces/msg/SpawnEntity", "resource_string", Rule::kInto, "entity_resource"},
    {"simulation_interfaces/srv/SetEntityState_Request", "set_pose", Rule::kFlag, "state.pose"},
    {"simulation_interfaces/srv/SetEntityState_Request", "set_twist", Rule::kFlag, "state.twist"},
    {"simulation_interfaces/srv/SetEntityState_Request", "set_acceleration", Rule::kFlag,
     "state.acceleration"},
};

bool MayHaveTwo(const TypeInfo& type) {
  return std::strncmp(type.name, kPackage.data(), kPackage.size()) == 0;
}

void AppendText(const TypeInfo& type, void* message, const char* name, std::string* out) {
  std::string_view text;
  VisitFields(type, message, [&](const FieldRef& field) {
    if (std::strcmp(field.name, name) != 0 || field.kind != Kind::kString) return;
    text = *static_cast<const std::string*>(field.items);
  });
  AppendJsonText(text, out);
}

/// nullptr if the type has no such field in either version.
const OtherField* FindOtherField(const TypeInfo& type, std::string_view name) {
  if (!MayHaveTwo(type)) return nullptr;
  for (const OtherField& field : kFields) {
    if (name == field.name && std::strcmp(type.name, field.type) == 0) return &field;
  }
  return nullptr;
}

/// Sets all numbers in a field such as "state.twist" to NaN.
void ClearNumbers(const TypeInfo& type, void* message, std::string_view path) {
  const std::string_view first = path.substr(0, path.find('.'));
  const std::string_view rest = path.size() > first.size() ? path.substr(first.size() + 1) : "";
  VisitFields(type, message, [&](const FieldRef& field) {
    if (!first.empty() && first != field.name) return;
    if (field.kind == Kind::kMessage && field.shape == FieldRef::Shape::kSingle) {
      ClearNumbers(*field.type, field.items, rest);
    } else if (field.kind == Kind::kFloat64 && field.shape == FieldRef::Shape::kSingle) {
      *static_cast<double*>(field.items) = std::numeric_limits<double>::quiet_NaN();
    }
  });
}

/// Appends the fields that only the other version has.
void AppendOtherFields(const TypeInfo& type, void* message, std::string* out) {
  if (!MayHaveTwo(type)) return;
  for (const OtherField& field : kFields) {
    if (!field.written || std::strcmp(type.name, field.type) != 0) continue;
    *out += ",\"" + std::string(field.name) + "\":{\"uri\":";
    AppendText(type, message, "uri", out);
    *out += ",\"resource_string\":";
    AppendText(type, message, "resource_string", out);
    *out += '}';
  }
}

using Kind = FieldRef::Kind;
using Shape = FieldRef::Shape;

void AppendMessage(const TypeInfo& type, void* message, std::string* out);

void AppendItem(const FieldRef& field, void* item, std::string* out) {
  VisitItem(field.kind, item, [&](auto* value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_void_v<T>) {
      AppendMessage(*field.type, value, out);
    } else if constexpr (std::is_same_v<T, bool>) {
      out->append(*value ? "true" : "false");
    } else if constexpr (std::is_same_v<T, std::string>) {
      AppendJsonText(*value, out);
    } else {
      AppendJsonNumber(*value, out);
    }
  });
}

void AppendField(const FieldRef& field, std::string* out) {
  if (field.shape == Shape::kSingle) return AppendItem(field, field.items, out);
  if (field.kind == Kind::kUint8) {
    *out += '"';
    AppendBase64(static_cast<const std::uint8_t*>(field.items), field.count, out);
    *out += '"';
    return;
  }
  *out += '[';
  for (std::size_t i = 0; i < field.count; ++i) {
    if (i > 0) *out += ',';
    AppendItem(field, field.item(i), out);
  }
  *out += ']';
}

/// Appends renamed fields once more, by their old names.
void AppendOldFields(const TypeInfo& type, void* message, std::string* out) {
  VisitOldFields(type, [&](const OldField& old) {
    VisitFields(type, message, [&](const FieldRef& field) {
      if (std::strcmp(field.name, old.name) != 0) return;
      *out += ",\"" + std::string(old.old_name) + "\":";
      AppendField(field, out);
    });
  });
}

void AppendMessage(const TypeInfo& type, void* message, std::string* out) {
  *out += '{';
  bool first = true;
  VisitFields(type, message, [&](const FieldRef& field) {
    out->append(first ? "\"" : ",\"");
    first = false;
    out->append(field.name);
    out->append("\":");
    AppendField(field, out);
  });
  AppendOtherFields(type, message, out);
  AppendOldFields(type, message, out);
  *out += '}';
}

/// A short text may request many large items, so the total is limited.
constexpr std::size_t kMaxBytes = 256u << 20;
constexpr std::size_t kMaxText = 64u << 20;

/// Reads into a message; remembers the first error and its path.
class MessageParser {
 public:
  explicit MessageParser(JsonReader* reader) : reader_(reader) {}

  bool ReadMessage(const TypeInfo& type, void* message);

  Error error() const {
    const std::string why = why_.empty() ? reader_->error() : why_;
    return Error{path_.empty() ? why : path_ + ": " + why};
  }

 private:
  bool Wrong(const std::string& why) {
    if (why_.empty() && reader_->ok()) why_ = why;
    return reader_->Fail(why_);
  }
  /// Reports an unexpected value with an excerpt of it.
  bool Expected(const std::string& what) {
    return Wrong("expected " + what + ", got " + reader_->Excerpt());
  }
  /// Adds a level to the path of an error, from the inside outwards.
  bool Within(const std::string& name) {
    const bool index = !path_.empty() && path_.front() == '[';
    path_ = name + (path_.empty() || index ? "" : ".") + path_;
    return false;
  }

  /// Reads fields of the message's other version. `flags` receives the flags that were present, and
  /// their values.
  using Flags = std::vector<std::pair<const OtherField*, bool>>;
  bool ReadOther(const OtherField& other, const TypeInfo& type, void* message, Flags* flags);
  bool ReadResource(const TypeInfo& type, void* message);
  static void ApplyFlags(const Flags& flags, const TypeInfo& type, void* message);

  bool ReadField(const FieldRef& field);
  bool ReadItem(const FieldRef& field, void* item);
  bool ReadItems(const FieldRef& field);
  bool ReadBase64(const FieldRef& field);
  bool TooMany(const FieldRef& field) {
    return Wrong("expected at most " + std::to_string(field.max_items) + " items, got more");
  }
  /// Checks the range of the field's type.
  template <typename T>
  bool ReadNumber(void* item);
  bool CheckSize(std::size_t bytes) {
    bytes_ += bytes;
    return bytes_ <= kMaxBytes || Wrong("the message is too large");
  }

  JsonReader* reader_;
  std::string why_;
  std::string path_;
  std::size_t bytes_ = 0;
};

template <typename T>
std::string RangeText() {
  if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? "a number that fits 32 bits" : "a number that fits 64 bits";
  } else {
    return "a whole number from " + std::to_string(std::numeric_limits<T>::lowest()) + " to " +
           std::to_string(std::numeric_limits<T>::max());
  }
}

template <typename T>
bool MessageParser::ReadNumber(void* item) {
  if (reader_->Peek() != JsonReader::Kind::kNumber) {
    return Expected(std::is_floating_point_v<T> ? "a number" : "a whole number");
  }
  std::string_view text;
  if (!reader_->ReadNumber(&text)) return false;
  const char* last = text.data() + text.size();
  T value{};
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (end == last && error == std::errc()) {
    *static_cast<T*>(item) = value;
    return true;
  }
  if constexpr (std::is_floating_point_v<T>) {
    // Numbers too small for the type become zero or a denormal; only too large ones are errors.
    double wide = 0.0;
    const auto [wide_end, wide_error] = std::from_chars(text.data(), last, wide);
    const bool tiny = wide_error == std::errc()
                          ? std::abs(wide) < 1.0
                          : text.find("e-") != text.npos || text.find("E-") != text.npos;
    if (wide_end == last && tiny) {
      *static_cast<T*>(item) = static_cast<T>(wide);
      return true;
    }
  }
  return Wrong("expected " + RangeText<T>() + ", got " + std::string(text.substr(0, 40)));
}

bool MessageParser::ReadItem(const FieldRef& field, void* item) {
  return VisitItem(field.kind, item, [&](auto* value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_void_v<T>) {
      return ReadMessage(*field.type, value);
    } else if constexpr (std::is_same_v<T, bool>) {
      if (reader_->Peek() != JsonReader::Kind::kBool) return Expected("true or false");
      return reader_->ReadBool(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (reader_->Peek() != JsonReader::Kind::kString) return Expected("a text in quotes");
      if (!reader_->ReadString(value)) return false;
      return value->size() <= field.max_text ||
             Wrong("expected at most " + std::to_string(field.max_text) + " bytes, got " +
                   std::to_string(value->size()));
    } else {
      return ReadNumber<T>(value);
    }
  });
}

/// Decodes directly into the field's memory.
bool MessageParser::ReadBase64(const FieldRef& field) {
  std::string text;
  if (!reader_->ReadString(&text)) return false;
  Bytes bytes;
  if (!DecodeBase64(text, &bytes)) return Wrong("expected base64, got " + text.substr(0, 40));
  void* items = field.items;
  if (field.shape == Shape::kArray) {
    if (bytes.size() > field.max_items) return TooMany(field);
    items = field.resize(field.vector, bytes.size());
  } else if (bytes.size() != field.count) {
    return Wrong("expected " + std::to_string(field.count) + " bytes, got " +
                 std::to_string(bytes.size()));
  }
  if (!bytes.empty()) std::memcpy(items, bytes.data(), bytes.size());
  return true;
}

/// Items are parsed in place; the vector grows as they arrive, because JSON does not state their
/// number.
bool MessageParser::ReadItems(const FieldRef& field) {
  const bool fixed = field.shape == Shape::kFixedArray;
  FieldRef grown = field;
  if (!fixed) grown.items = field.resize(field.vector, 0);
  std::size_t count = 0;
  if (!reader_->BeginArray()) return false;
  while (reader_->NextItem()) {
    if (fixed && count == field.count) {
      return Wrong("expected " + std::to_string(field.count) + " items, got more");
    }
    if (!fixed && count == field.max_items) return TooMany(field);
    if (!CheckSize(field.item_size)) return false;
    if (!fixed) grown.items = field.resize(field.vector, count + 1);
    if (!ReadItem(grown, grown.item(count))) return Within("[" + std::to_string(count) + "]");
    ++count;
  }
  if (!reader_->ok()) return false;
  if (!fixed || count == field.count) return true;
  return Wrong("expected " + std::to_string(field.count) + " items, got " + std::to_string(count));
}

bool MessageParser::ReadField(const FieldRef& field) {
  if (field.shape == Shape::kSingle) return ReadItem(field, field.items);
  const JsonReader::Kind kind = reader_->Peek();
  if (field.kind == Kind::kUint8 && kind == JsonReader::Kind::kString) return ReadBase64(field);
  if (kind == JsonReader::Kind::kArray) return ReadItems(field);
  return Expected(field.kind == Kind::kUint8 ? "base64 or a list" : "a list");
}

/// ROS 1 has different names for the parts of a time; some fields have an old name.
std::string_view OwnName(const TypeInfo& type, const std::string& key) {
  const bool is_time = std::strcmp(type.name, "builtin_interfaces/msg/Time") == 0 ||
                       std::strcmp(type.name, "builtin_interfaces/msg/Duration") == 0;
  if (is_time && key == "secs") return "sec";
  if (is_time && key == "nsecs") return "nanosec";
  return PresentName(type, key);
}

bool MessageParser::ReadResource(const TypeInfo& type, void* message) {
  const TypeInfo& resource = *FindType("simulation_interfaces/msg/Resource");
  const std::shared_ptr<void> read = resource.make();
  if (!ReadMessage(resource, read.get())) return false;
  VisitFields(resource, read.get(), [&](const FieldRef& from) {
    VisitFields(type, message, [&](const FieldRef& to) {
      if (std::strcmp(from.name, to.name) != 0 || to.kind != Kind::kString) return;
      *static_cast<std::string*>(to.items) = *static_cast<const std::string*>(from.items);
    });
  });
  return true;
}

bool MessageParser::ReadOther(const OtherField& other, const TypeInfo& type, void* message,
                              Flags* flags) {
  if (other.rule == OtherField::Rule::kResource) return ReadResource(type, message);
  bool good = false;
  if (other.rule == OtherField::Rule::kFlag) {
    if (reader_->Peek() != JsonReader::Kind::kBool) return Expected("true or false");
    bool value = false;
    good = reader_->ReadBool(&value);
    flags->emplace_back(&other, value);
    return good;
  }
  VisitFields(type, message, [&](const FieldRef& outer) {
    if (std::strcmp(outer.name, other.target) != 0) return;
    VisitFields(*outer.type, outer.items, [&](const FieldRef& inner) {
      if (std::strcmp(inner.name, other.name) == 0) good = ReadField(inner);
    });
  });
  return good;
}

/// If one flag is present, all count; absent ones are false.
void MessageParser::ApplyFlags(const Flags& flags, const TypeInfo& type, void* message) {
  if (flags.empty()) return;
  for (const char* name : {"set_pose", "set_twist", "set_acceleration"}) {
    const OtherField* flag = FindOtherField(type, name);
    const bool requested = std::any_of(flags.begin(), flags.end(), [&](const auto& given) {
      return given.first == flag && given.second;
    });
    if (flag != nullptr && !requested) ClearNumbers(type, message, flag->target);
  }
}

bool MessageParser::ReadMessage(const TypeInfo& type, void* message) {
  if (reader_->Peek() != JsonReader::Kind::kObject) {
    return Expected(std::string("an object (") + type.name + ")");
  }
  if (!reader_->BeginObject()) return false;
  std::string key;
  Flags flags;
  while (reader_->NextKey(&key)) {
    const std::string_view name = OwnName(type, key);
    bool found = false;
    bool good = true;
    VisitFields(type, message, [&](const FieldRef& field) {
      if (found || name != field.name) return;
      found = true;
      good = ReadField(field);
    });
    if (const OtherField* other = found ? nullptr : FindOtherField(type, key)) {
      found = true;
      good = ReadOther(*other, type, message, &flags);
    }
    if (!good) return Within(key);
    if (found) continue;
    Wrong(std::string("no such field in ") + type.name + "; there are: " + FieldNames(type));
    return Within(key.substr(0, 80));
  }
  ApplyFlags(flags, type, message);
  return reader_->ok();
}

}  // namespace

void AppendJson(const TypeInfo& type, const void* message, std::string* out) {
  // Visiting does not modify the message.
  AppendMessage(type, const_cast<void*>(message), out);
}

std::string ToJson(const TypeInfo& type, const void* message) {
  std::string text;
  AppendJson(type, message, &text);
  return text;
}

Status ReadJson(const TypeInfo& type, JsonReader* reader, void* message) {
  MessageParser parser(reader);
  return parser.ReadMessage(type, message) ? Status() : Status(parser.error());
}

Status FromJson(const TypeInfo& type, std::string_view text, void* message) {
  if (text.size() > kMaxText) {
    return Error{"the text is too large: " + std::to_string(text.size()) + " bytes; the limit is " +
                 std::to_string(kMaxText) + " bytes"};
  }
  JsonReader reader(text);
  const Status status = ReadJson(type, &reader, message);
  if (!status.ok()) return status;
  return reader.AtEnd() ? Status() : Status(Error{reader.error()});
}

}  // namespace surefoot::msgs
