#include "surefoot/record/csv/csv_table.h"

#include <charconv>
#include <cstring>
#include <type_traits>

#include "surefoot/msgs/type_info.h"
#include "surefoot/record/wall_clock.h"

namespace surefoot::record {
namespace {

using msgs::FieldRef;

/// What spreadsheets and plotting programs still take.
constexpr std::size_t kMostColumns = 4000;
constexpr std::size_t kMostItems = 2000;
/// Longer ones are pictures and clouds.
constexpr std::size_t kMostBytes = 64;
constexpr std::size_t kBlock = 64 * 1024;
constexpr std::int64_t kMostAgeNs = 500'000'000;

bool IsTime(const msgs::TypeInfo& type) {
  return std::strcmp(type.name, "builtin_interfaces/msg/Time") == 0 ||
         std::strcmp(type.name, "builtin_interfaces/msg/Duration") == 0;
}

bool IsTooLong(const FieldRef& field) {
  return field.count > (field.kind == FieldRef::Kind::kUint8 ? kMostBytes : kMostItems);
}

}  // namespace

void CsvTable::Put(const char* text, std::size_t size) {
  buffer_.insert(buffer_.end(), text, text + size);
}

void CsvTable::Note(const std::string& text) { notes_.push_back(topic_ + ": " + text); }

CsvTable::Node CsvTable::PlanColumn(Node::Kind kind, const std::string& path) {
  if (columns_ == kMostColumns) {
    Note("a table has at most " + std::to_string(kMostColumns) + " columns; those from " + path +
         " on are left out");
  }
  ++columns_;
  const std::string name = kind == Node::Kind::kLength ? path + ".length" : path;
  const bool room = columns_ <= kMostColumns;
  if (room) Put((',' + name).c_str(), name.size() + 1);
  return Node{kind, {}, room ? 1u : 0u};
}

CsvTable::Node CsvTable::PlanMessage(const msgs::TypeInfo& type, void* message,
                                     const std::string& path) {
  if (IsTime(type)) return PlanColumn(Node::Kind::kTime, path);
  Node node{Node::Kind::kMessage, {}, 0};
  VisitFields(type, message, [&](const FieldRef& field) {
    node.children.push_back(PlanField(field, path.empty() ? field.name : path + "." + field.name));
    node.columns += node.children.back().columns;
  });
  return node;
}

CsvTable::Node CsvTable::PlanItem(const FieldRef& field, void* item, const std::string& path) {
  if (field.kind == FieldRef::Kind::kMessage) return PlanMessage(*field.type, item, path);
  return PlanColumn(Node::Kind::kValue, path);
}

CsvTable::Node CsvTable::PlanField(const FieldRef& field, const std::string& path) {
  if (field.shape == FieldRef::Shape::kSingle) return PlanItem(field, field.items, path);
  if (IsTooLong(field)) {
    Note(path + " has " + std::to_string(field.count) +
         " items, too many for a table: only their number is written; MCAP files take all");
    return PlanColumn(Node::Kind::kLength, path);
  }
  Node node{Node::Kind::kArray, {}, 0};
  for (std::size_t i = 0; i < field.count; ++i) {
    const std::string item_path = path + "[" + std::to_string(i) + "]";
    node.children.push_back(PlanItem(field, field.item(i), item_path));
    node.columns += node.children.back().columns;
  }
  return node;
}

template <typename T>
void CsvTable::WriteNumber(T value) {
  char text[40];
  const std::to_chars_result done = std::to_chars(text, text + sizeof text, value);
  Put(text, static_cast<std::size_t>(done.ptr - text));
}

void CsvTable::WriteText(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    Put(text.data(), text.size());
    return;
  }
  buffer_.push_back('"');
  for (char letter : text) {
    if (letter == '"') buffer_.push_back('"');
    buffer_.push_back(static_cast<std::uint8_t>(letter));
  }
  buffer_.push_back('"');
}

/// Seconds, with all nine digits.
void CsvTable::WriteTime(std::int64_t sec, std::uint32_t nanosec) {
  WriteNumber(sec);
  char digits[] = ".000000000";
  for (int i = 9; i > 0; --i, nanosec /= 10) digits[i] = static_cast<char>('0' + nanosec % 10);
  Put(digits, sizeof digits - 1);
}

void CsvTable::WriteEmpty(std::size_t columns) { buffer_.insert(buffer_.end(), columns, ','); }

void CsvTable::WriteMessage(const Node& node, const msgs::TypeInfo& type, void* message) {
  std::size_t index = 0;
  VisitFields(type, message,
              [&](const FieldRef& field) { WriteField(node.children[index++], field); });
}

void CsvTable::WriteField(const Node& node, const FieldRef& field) {
  if (node.columns == 0 && node.kind != Node::Kind::kArray) return;
  if (node.kind == Node::Kind::kLength) {
    buffer_.push_back(',');
    WriteNumber(field.count);
    return;
  }
  if (field.shape == FieldRef::Shape::kSingle) {
    WriteItem(node, field, field.items);
    return;
  }
  if (field.count > node.children.size() && !note_of_longer_) {
    note_of_longer_ = true;
    Note(std::string(field.name) + " became longer than in the first message, which gave " +
         std::to_string(node.children.size()) + " columns; the rest is left out");
  }
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (i < field.count) {
      WriteItem(node.children[i], field, field.item(i));
    } else {
      WriteEmpty(node.children[i].columns);
    }
  }
}

void CsvTable::WriteItem(const Node& node, const FieldRef& field, void* item) {
  if (node.columns == 0) return;
  if (node.kind == Node::Kind::kMessage) {
    WriteMessage(node, *field.type, item);
    return;
  }
  buffer_.push_back(',');
  msgs::VisitItem(field.kind, item, [this](auto* value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_void_v<T>) {
      // A time: its two fields begin the message.
      struct {
        std::int32_t sec;
        std::uint32_t nanosec;
      } time;
      static_assert(sizeof time == 8);
      std::memcpy(&time, value, sizeof time);
      WriteTime(time.sec, time.nanosec);
    } else if constexpr (std::is_same_v<T, std::string>) {
      WriteText(*value);
    } else if constexpr (std::is_same_v<T, bool>) {
      WriteNumber(*value ? 1 : 0);
    } else {
      WriteNumber(*value);
    }
  });
}

Status CsvTable::Write(SimTimeNs time_ns, const void* message) {
  // Fields are looked at only.
  void* fields = const_cast<void*>(message);
  if (!planned_) {
    planned_ = true;
    Put("time", 4);
    root_ = PlanMessage(type_, fields, "");
    buffer_.push_back('\n');
    flushed_ns_ = time_ns;
    flushed_wall_ns_ = WallClockNs();
  }
  WriteTime(time_ns / 1'000'000'000, static_cast<std::uint32_t>(time_ns % 1'000'000'000));
  if (root_.kind == Node::Kind::kMessage) {
    WriteMessage(root_, type_, fields);
  } else {
    const FieldRef whole{
        "",     FieldRef::Kind::kMessage, FieldRef::Shape::kSingle, &type_, fields, 1, 0, nullptr,
        nullptr};
    WriteItem(root_, whole, fields);
  }
  buffer_.push_back('\n');
  if (!FlushIsDue(time_ns)) return Status();
  flushed_ns_ = time_ns;
  return Flush();
}

bool CsvTable::FlushIsDue(SimTimeNs time_ns) const {
  return buffer_.size() >= kBlock || time_ns - flushed_ns_ >= kMostAgeNs ||
         WallClockNs() - flushed_wall_ns_ >= kMostAgeNs;
}

Status CsvTable::Flush() {
  flushed_wall_ns_ = WallClockNs();
  const Status status = file_->Append(buffer_);
  buffer_.clear();
  return status;
}

Status CsvTable::Close() {
  const Status flushed = Flush();
  const Status closed = file_->Close();
  return flushed.ok() ? closed : flushed;
}

}  // namespace surefoot::record
