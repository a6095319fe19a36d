#include "surefoot/record/csv/csv_recorder.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/time.h"
#include "surefoot/base/try.h"
#include "surefoot/msgs/type_info.h"
#include "surefoot/record/files.h"

// A column per number of a message. The columns are fixed by the first message, because CSV cannot
// add any later.

namespace surefoot::record {
namespace {

using msgs::FieldRef;

/// Limits of common spreadsheets and plotting programs.
constexpr std::size_t kMaxColumns = 4000;
constexpr std::size_t kMaxItems = 2000;
/// Longer byte arrays are pictures and point clouds.
constexpr std::size_t kMaxBytes = 64;
constexpr std::size_t kBlock = 64 * 1024;
constexpr std::int64_t kMaxAgeNs = 500'000'000;

bool IsTime(const msgs::TypeInfo& type) {
  return std::strcmp(type.name, "builtin_interfaces/msg/Time") == 0 ||
         std::strcmp(type.name, "builtin_interfaces/msg/Duration") == 0;
}

bool IsTooLong(const FieldRef& field) {
  return field.count > (field.kind == FieldRef::Kind::kUint8 ? kMaxBytes : kMaxItems);
}

/// One row for each message, one column for each number or text. The first message determines the
/// columns: arrays get as many as it has items. Numbers are written so that they are restored
/// exactly.
class CsvTable {
 public:
  CsvTable(std::unique_ptr<OutputFile> file, std::string topic, const msgs::TypeInfo& type)
      : file_(std::move(file)), topic_(std::move(topic)), type_(type) {}

  Status Write(SimTimeNs time_ns, const void* message) {
    // The fields are not modified.
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

  /// Passes the buffered rows to the operating system.
  Status Flush() {
    flushed_wall_ns_ = WallClockNs();
    const Status status = file_->Append(buffer_);
    buffer_.clear();
    return status;
  }

  Status Close() {
    const Status flushed = Flush();
    const Status closed = file_->Close();
    return flushed.ok() ? closed : flushed;
  }

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// Columns of a field or item.
  struct Node {
    enum class Kind { kValue, kTime, kLength, kMessage, kArray };
    Kind kind = Kind::kValue;
    /// Fields of a message, or items of an array.
    std::vector<Node> children;
    std::size_t columns = 0;
  };

  Node PlanMessage(const msgs::TypeInfo& type, void* message, const std::string& path) {
    if (IsTime(type)) return PlanColumn(Node::Kind::kTime, path);
    Node node{Node::Kind::kMessage, {}, 0};
    VisitFields(type, message, [&](const FieldRef& field) {
      node.children.push_back(
          PlanField(field, path.empty() ? field.name : path + "." + field.name));
      node.columns += node.children.back().columns;
    });
    return node;
  }

  Node PlanField(const msgs::FieldRef& field, const std::string& path) {
    if (field.shape == FieldRef::Shape::kSingle) return PlanItem(field, field.items, path);
    if (IsTooLong(field)) {
      Note(path + " has " + std::to_string(field.count) +
           " items, too many for a table: only their number is written; record to MCAP for all of "
           "them");
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

  Node PlanItem(const msgs::FieldRef& field, void* item, const std::string& path) {
    if (field.kind == FieldRef::Kind::kMessage) return PlanMessage(*field.type, item, path);
    return PlanColumn(Node::Kind::kValue, path);
  }

  Node PlanColumn(Node::Kind kind, const std::string& path) {
    if (columns_ == kMaxColumns) {
      Note("a table has at most " + std::to_string(kMaxColumns) + " columns; columns from " + path +
           " on are left out");
    }
    ++columns_;
    const std::string name = kind == Node::Kind::kLength ? path + ".length" : path;
    const bool room = columns_ <= kMaxColumns;
    if (room) Put((',' + name).c_str(), name.size() + 1);
    return Node{kind, {}, room ? 1u : 0u};
  }

  void WriteMessage(const Node& node, const msgs::TypeInfo& type, void* message) {
    std::size_t index = 0;
    VisitFields(type, message,
                [&](const FieldRef& field) { WriteField(node.children[index++], field); });
  }

  void WriteField(const Node& node, const msgs::FieldRef& field) {
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

  void WriteItem(const Node& node, const msgs::FieldRef& field, void* item) {
    if (node.columns == 0) return;
    if (node.kind == Node::Kind::kMessage) {
      WriteMessage(node, *field.type, item);
      return;
    }
    buffer_.push_back(',');
    msgs::VisitItem(field.kind, item, [this](auto* value) {
      using T = std::remove_pointer_t<decltype(value)>;
      if constexpr (std::is_void_v<T>) {
        // A time: its two fields are at the start of the struct.
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

  /// Empty cells keep the columns aligned if an array has become shorter.
  void WriteEmpty(std::size_t columns) { buffer_.insert(buffer_.end(), columns, ','); }

  template <typename T>
  void WriteNumber(T value) {
    char text[40];
    const std::to_chars_result done = std::to_chars(text, text + sizeof text, value);
    Put(text, static_cast<std::size_t>(done.ptr - text));
  }

  /// Quotes as in RFC 4180.
  void WriteText(const std::string& text) {
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

  /// Seconds with all nine digits: a double would lose nanoseconds after some months.
  void WriteTime(std::int64_t sec, std::uint32_t nanosec) {
    WriteNumber(sec);
    char digits[] = ".000000000";
    for (int i = 9; i > 0; --i, nanosec /= 10) digits[i] = static_cast<char>('0' + nanosec % 10);
    Put(digits, sizeof digits - 1);
  }

  void Put(const char* text, std::size_t size) { buffer_.insert(buffer_.end(), text, text + size); }

  void Note(const std::string& text) { notes_.push_back(topic_ + ": " + text); }

  /// By size, by simulated age, or by wall age, so that a crash loses at most half a second.
  bool FlushIsDue(SimTimeNs time_ns) const {
    return buffer_.size() >= kBlock || time_ns - flushed_ns_ >= kMaxAgeNs ||
           WallClockNs() - flushed_wall_ns_ >= kMaxAgeNs;
  }

  std::unique_ptr<OutputFile> file_;
  std::string topic_;
  const msgs::TypeInfo& type_;
  bool planned_ = false;
  Node root_;
  std::size_t columns_ = 0;
  bool note_of_longer_ = false;
  std::vector<std::string> notes_;
  /// During planning: the names of the columns; afterwards: rows that are not in the file yet.
  Bytes buffer_;
  SimTimeNs flushed_ns_ = 0;
  std::int64_t flushed_wall_ns_ = 0;
};

/// Messages as tables: one file for each topic in a folder, or one file for a single topic.
class CsvRecorder final : public Recorder {
 public:
  CsvRecorder(std::string folder, std::string file)
      : folder_(std::move(folder)), file_(std::move(file)) {}

  ~CsvRecorder() override { static_cast<void>(Close()); }

  Status AddMetadata(const std::string& name, const StringMap& entries) override {
    if (folder_.empty()) return Status();
    std::unique_ptr<OutputFile> file =
        SUREFOOT_TRY(OutputFile::Open((std::filesystem::path(folder_) / (name + ".csv")).string()));
    std::string text = "key,value\n";
    for (const auto& [key, value] : entries) {
      std::string quoted;
      for (char letter : value) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
      text += key + ",\"" + quoted + "\"\n";
    }
    const Status written =
        file->Append(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    return written.ok() ? file->Close() : written;
  }

  Result<int> AddTopic(const std::string& topic, const msgs::TypeInfo& type) override {
    std::string path = file_;
    if (path.empty()) {
      // "/husky/imu/data" becomes husky_imu_data.csv. Two topics may map to the same name.
      std::string name = topic.substr(topic.find_first_not_of('/') == 0 ? 0 : 1);
      std::replace(name.begin(), name.end(), '/', '_');
      while (std::find(names_.begin(), names_.end(), name) != names_.end()) name += "_";
      names_.push_back(name);
      path = (std::filesystem::path(folder_) / (name + ".csv")).string();
    } else if (!tables_.empty()) {
      return Error{"\"" + file_ + "\" can contain one topic only; record into a folder: \"" +
                   std::filesystem::path(file_).replace_extension().string() + "/\""};
    }
    tables_.push_back(
        std::make_unique<CsvTable>(SUREFOOT_TRY(OutputFile::Open(path)), topic, type));
    return static_cast<int>(tables_.size()) - 1;
  }

  Status Write(int topic, SimTimeNs time_ns, const void* message) override {
    return tables_[static_cast<std::size_t>(topic)]->Write(time_ns, message);
  }

  Status Write(int topic, const graph::Delivery& delivery) override {
    const void* message = delivery.message();
    if (message == nullptr) return Status();
    return Write(topic, delivery.time_ns(), message);
  }

  Status Close() override {
    if (closed_) return Status();
    closed_ = true;
    Status first;
    for (const auto& table : tables_) {
      const Status status = table->Close();
      if (first.ok()) first = status;
    }
    return first;
  }

  std::vector<std::string> notes() const override {
    std::vector<std::string> all;
    for (const auto& table : tables_) {
      all.insert(all.end(), table->notes().begin(), table->notes().end());
    }
    return all;
  }

 private:
  /// Exactly one of the two is set.
  std::string folder_;
  std::string file_;
  std::vector<std::unique_ptr<CsvTable>> tables_;
  std::vector<std::string> names_;
  bool closed_ = false;
};

}  // namespace

Result<std::unique_ptr<Recorder>> OpenCsvFolder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return Error{"cannot create the folder \"" + path + "\": " + error.message()};
  return std::unique_ptr<Recorder>(new CsvRecorder(path, ""));
}

Result<std::unique_ptr<Recorder>> OpenCsvFile(const std::string& path) {
  // Opened now, so that an unwritable path is reported before the run.
  const Result<std::unique_ptr<OutputFile>> file = OutputFile::Open(path);
  if (!file.ok()) return file.error();
  return std::unique_ptr<Recorder>(new CsvRecorder("", path));
}

}  // namespace surefoot::record
