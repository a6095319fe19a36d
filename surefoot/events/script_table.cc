#include <algorithm>
#include <cmath>
#include <cstdio>
#include <lua5.4/lua.hpp>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/events/script.h"
#include "surefoot/events/script_library.h"

namespace surefoot::events {
namespace {

// The table `state` as bytes: a tag, then the value; a table is its number of entries, then key and
// value of each in sorted order. So equal tables have equal bytes, which are a part of the state
// hash.

/// Largest depth of nested tables; also what ends a cycle.
constexpr int kMaxDepth = 32;

enum Tag : std::uint8_t { kFalse, kTrue, kInteger, kNumber, kText, kTable };

/// A key of a table, ordered: numbers before texts.
struct Key {
  bool is_text = false;
  bool is_integer = false;
  lua_Integer integer = 0;
  double number = 0.0;
  std::string text;

  bool operator<(const Key& other) const {
    if (is_text != other.is_text) return !is_text;
    if (is_text) return text < other.text;
    if (is_integer && other.is_integer) return integer < other.integer;
    return number < other.number;
  }
};

void PutKey(const Key& key, ByteWriter* writer) {
  writer->Put<std::uint8_t>(key.is_text ? kText : key.is_integer ? kInteger : kNumber);
  if (key.is_text) {
    writer->PutString(key.text);
  } else if (key.is_integer) {
    writer->Put<std::int64_t>(key.integer);
  } else {
    writer->Put(key.number);
  }
}

void PushKey(lua_State* L, const Key& key) {
  if (key.is_text) {
    lua_pushlstring(L, key.text.data(), key.text.size());
  } else if (key.is_integer) {
    lua_pushinteger(L, key.integer);
  } else {
    lua_pushnumber(L, key.number);
  }
}

/// Reads the key at the top of the stack; false for a type that cannot be kept.
bool ReadKey(lua_State* L, Key* key) {
  const int type = lua_type(L, -1);
  if (type == LUA_TSTRING) {
    std::size_t size = 0;
    const char* text = lua_tolstring(L, -1, &size);
    key->is_text = true;
    key->text.assign(text, size);
    return true;
  }
  if (type != LUA_TNUMBER) return false;
  key->is_integer = lua_isinteger(L, -1) != 0;
  key->number = lua_tonumber(L, -1);
  if (key->is_integer) key->integer = lua_tointeger(L, -1);
  return true;
}

/// The bytes that are written, with their limits.
class Output {
 public:
  Output(ScriptRun* run, Bytes* bytes) : writer(bytes), run_(run), bytes_(bytes) {}

  /// Accounts for keys in memory that are not written yet.
  void Hold(const Key& key) { held_ += sizeof key + key.text.size(); }
  void LetGo(const std::vector<Key>& keys) {
    for (const Key& key : keys) held_ -= sizeof key + key.text.size();
  }
  /// Charges `bytes` more; returns an error message when a limit is exceeded, otherwise "".
  std::string Charge(std::size_t bytes) {
    run_->left -= 1 + static_cast<long long>(bytes / kBytesPerInstruction);
    if (run_->left < 0) return "`state` is too large: writing it has used up the instructions";
    const std::size_t max = run_->max_memory;
    if (bytes_->size() + bytes <= max && held_ / kKeysPerByte <= max) return "";
    return "`state` is too large: it would take more than " + std::to_string(max) +
           " bytes, the script's memory";
  }

  ByteWriter writer;

 private:
  /// A Key takes more memory here than in Lua, by about this factor.
  static constexpr std::size_t kKeysPerByte = 8;
  ScriptRun* run_;
  Bytes* bytes_;
  std::size_t held_ = 0;
};

std::string WriteValue(lua_State* L, int depth, Output* output);

/// Reads and sorts the keys of the table at the top of the stack; returns an error message or "".
std::string ReadKeys(lua_State* L, Output* output, std::vector<Key>* keys) {
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    lua_pop(L, 1);
    Key key;
    if (!ReadKey(L, &key)) {
      const std::string kind = luaL_typename(L, -1);
      lua_pop(L, 1);
      return "keys in `state` must be numbers or texts, not a " + kind;
    }
    output->Hold(key);
    const std::string wrong = output->Charge(key.text.size());
    keys->push_back(std::move(key));
    if (!wrong.empty()) return wrong;
  }
  std::sort(keys->begin(), keys->end());
  return "";
}

/// Writes the table at the top of the stack; returns an error message or "".
std::string WriteEntries(lua_State* L, int depth, Output* output) {
  if (depth > kMaxDepth) return "tables in `state` are nested too deeply, or in a circle";
  luaL_checkstack(L, 4, "state");
  std::vector<Key> keys;
  std::string wrong = ReadKeys(L, output, &keys);
  if (!wrong.empty()) return wrong;
  output->writer.Put<std::uint8_t>(kTable);
  output->writer.Put<std::uint64_t>(keys.size());
  for (const Key& key : keys) {
    PutKey(key, &output->writer);
    PushKey(L, key);
    lua_rawget(L, -2);
    wrong = WriteValue(L, depth + 1, output);
    lua_pop(L, 1);
    if (!wrong.empty()) return wrong;
  }
  output->LetGo(keys);
  return "";
}

std::string WriteValue(lua_State* L, int depth, Output* output) {
  constexpr std::size_t kMaxNumberBytes = 9;
  const int type = lua_type(L, -1);
  const std::string wrong =
      output->Charge(type == LUA_TSTRING ? lua_rawlen(L, -1) + kMaxNumberBytes : kMaxNumberBytes);
  if (!wrong.empty()) return wrong;
  switch (type) {
    case LUA_TBOOLEAN:
      output->writer.Put<std::uint8_t>(lua_toboolean(L, -1) != 0 ? kTrue : kFalse);
      return "";
    case LUA_TNUMBER:
    case LUA_TSTRING: {
      Key value;
      ReadKey(L, &value);
      PutKey(value, &output->writer);
      return "";
    }
    case LUA_TTABLE:
      return WriteEntries(L, depth, output);
    default:
      return std::string("`state` keeps numbers, texts, true, false and tables, not a ") +
             luaL_typename(L, -1);
  }
}

/// Reads a key; false for damaged bytes. NaN cannot be a key in Lua.
bool GetKey(std::uint8_t tag, ByteReader* reader, Key* key) {
  key->is_text = tag == kText;
  key->is_integer = tag == kInteger;
  if (tag == kText) {
    key->text = reader->GetString();
  } else if (tag == kInteger) {
    key->integer = reader->Get<std::int64_t>();
  } else if (tag == kNumber) {
    key->number = reader->Get<double>();
  } else {
    return false;
  }
  return reader->ok() && !std::isnan(key->number);
}

/// Pushes one value; false, with nil pushed, when the bytes are damaged.
bool PushValue(lua_State* L, ByteReader* reader, int depth) {
  const auto tag = reader->Get<std::uint8_t>();
  if (reader->ok() && (tag == kFalse || tag == kTrue)) {
    lua_pushboolean(L, tag == kTrue ? 1 : 0);
    return true;
  }
  if (!reader->ok() || tag > kTable || depth > kMaxDepth) {
    lua_pushnil(L);
    return false;
  }
  if (tag != kTable) {
    // Values have the format of keys, except that NaN is allowed.
    Key value;
    const bool good = GetKey(tag, reader, &value) || (tag == kNumber && reader->ok());
    PushKey(L, value);
    return good;
  }
  luaL_checkstack(L, 4, "state");
  lua_newtable(L);
  for (auto left = reader->Get<std::uint64_t>(); left > 0; --left) {
    Key key;
    if (!GetKey(reader->Get<std::uint8_t>(), reader, &key)) return false;
    PushKey(L, key);
    const bool good = PushValue(L, reader, depth + 1);
    lua_rawset(L, -3);
    if (!good) return false;
  }
  return true;
}

std::string QuotedText(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    char code[8];
    if (c == '"' || c == '\\') {
      out += std::string("\\") + c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string KeyText(const Key& key) {
  if (key.is_text) return QuotedText(key.text);
  if (key.is_integer) return std::to_string(key.integer);
  if (!std::isfinite(key.number)) return "null";
  return NumberText(key.number, 17);
}

/// Length of StateText (bytes); longer texts are truncated.
constexpr std::size_t kLongestStateText = std::size_t{1} << 20;

void AppendValue(ByteReader* reader, int depth, std::string* out) {
  const auto tag = reader->Get<std::uint8_t>();
  if (!reader->ok() || tag > kTable || depth > kMaxDepth) {
    *out += "null";
    return;
  }
  if (tag == kFalse || tag == kTrue) {
    *out += tag == kTrue ? "true" : "false";
    return;
  }
  if (tag != kTable) {
    Key value;
    GetKey(tag, reader, &value);
    *out += KeyText(value);
    return;
  }
  *out += "{";
  bool first = true;
  for (auto left = reader->Get<std::uint64_t>(); left > 0 && reader->ok(); --left) {
    Key key;
    if (out->size() > kLongestStateText) return;
    if (!GetKey(reader->Get<std::uint8_t>(), reader, &key)) break;
    if (!first) *out += ", ";
    first = false;
    *out += (key.is_text ? KeyText(key) : "\"" + KeyText(key) + "\"") + ": ";
    AppendValue(reader, depth + 1, out);
  }
  *out += "}";
}

}  // namespace

void PushTable(lua_State* L, const Bytes& bytes) {
  ByteReader reader(bytes);
  const int top = lua_gettop(L);
  if (!bytes.empty() && PushValue(L, &reader, 0) && lua_istable(L, -1)) return;
  lua_settop(L, top);
  lua_newtable(L);
}

std::string WriteTable(lua_State* L, int index, Bytes* bytes) {
  lua_pushvalue(L, index);
  Output output(RunOf(L), bytes);
  const std::string wrong = WriteEntries(L, 0, &output);
  lua_pop(L, 1);
  return wrong;
}

std::string StateText(const Bytes& state) {
  if (state.empty()) return "{}";
  ByteReader reader(state);
  std::string text;
  AppendValue(&reader, 0, &text);
  if (text.size() <= kLongestStateText) return text;
  text.resize(kLongestStateText);
  return text + "... (" + std::to_string(state.size()) + " bytes)";
}

}  // namespace surefoot::events
