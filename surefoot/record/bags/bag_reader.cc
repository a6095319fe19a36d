/// Reader of ROS 1 bags. The format: http://wiki.ros.org/Bags/Format/2.0. A file is a line with the
/// version, followed by records; a record is a header of named fields and data, each preceded by
/// its length.

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

#include "surefoot/base/bytes.h"
#include "surefoot/record/bags/bag_source.h"
#include "surefoot/record/files.h"
#include "surefoot/record/mcap/compression.h"
#include "surefoot/record/mcap/mcap_records.h"

namespace surefoot::record {
namespace {

constexpr std::string_view kVersion2 = "#ROSBAG V2.0\n";
/// Longer records are damage: recorders start a new chunk after 768 kB unless a message is larger.
constexpr std::uint32_t kMaxRecordBytes = std::uint32_t{1} << 30;
constexpr std::uint32_t kMaxHeader = 1 << 24;

enum Op : std::uint8_t {
  kMessageData = 2,
  kBagHeader = 3,
  kIndexData = 4,
  kChunk = 5,
  kChunkInfo = 6,
  kConnection = 7,
};

using ByteSpan = std::span<const std::uint8_t>;

/// Byte by byte, so that it works for any alignment and byte order.
template <typename T>
T LittleEndian(const std::uint8_t* bytes) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<T>(T{bytes[i]} << (8 * i));
  return value;
}

/// Named fields of a record's header: "op", "conn", "time".
class Fields {
 public:
  /// Returns false if the lengths are inconsistent.
  static bool Parse(ByteSpan header, Fields* fields) {
    fields->values_.clear();
    while (!header.empty()) {
      if (header.size() < 4) return false;
      const auto length = LittleEndian<std::uint32_t>(header.data());
      header = header.subspan(4);
      if (length > header.size()) return false;
      const ByteSpan field = header.first(length);
      const auto equal = std::find(field.begin(), field.end(), std::uint8_t{'='});
      if (equal == field.end()) return false;
      const auto name_size = static_cast<std::size_t>(equal - field.begin());
      fields->values_[std::string(field.begin(), equal)] = field.subspan(name_size + 1);
      header = header.subspan(length);
    }
    return true;
  }

  template <typename T>
  bool Get(const std::string& name, T* value) const {
    const auto found = values_.find(name);
    if (found == values_.end() || found->second.size() != sizeof(T)) return false;
    *value = LittleEndian<T>(found->second.data());
    return true;
  }
  std::string Text(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return "";
    return std::string(found->second.begin(), found->second.end());
  }

 private:
  std::map<std::string, ByteSpan> values_;
};

struct Record {
  Fields fields;
  std::uint8_t op = 0;
  ByteSpan data;
};

/// Reads a bag sequentially; the index is not needed.
class BagReader final : public RecordingSource {
 public:
  explicit BagReader(std::unique_ptr<InputFile> file)
      : RecordingSource("ros1", "rosbag 2.0"), file_(std::move(file)) {}

  /// Reads the header record behind the version line.
  Status Begin() {
    at_ = kVersion2.size();
    Record record;
    if (!ReadRecord(&record)) {
      return status_.ok() ? Error{Place("the bag ends before its header")} : status_.error();
    }
    if (record.op != kBagHeader)
      return Error{Place("the first record of a bag must be its header")};
    if (const std::string encryptor = record.fields.Text("encryptor"); !encryptor.empty()) {
      return Error{Place("the bag is encrypted by " + Printable(encryptor) +
                         "; decrypt it first (rosbag decrypt)")};
    }
    std::uint64_t index = 0;
    if (record.fields.Get("index_pos", &index) && index == 0) {
      truncation_ = "\"" + file_->path() + "\" was not closed: it has no index";
    }
    return Status();
  }

  bool Next(McapMessage* message) override {
    while (status_.ok()) {
      Record record;
      const bool in_chunk = !chunk_.empty();
      if (in_chunk ? !ReadFromChunk(&record) : !ReadRecord(&record)) {
        if (in_chunk && status_.ok()) continue;
        return false;
      }
      switch (record.op) {
        case kMessageData:
          if (Take(record, message)) return true;
          break;
        case kConnection:
          AddConnection(record);
          break;
        case kChunk:
          if (in_chunk) {
            Damaged("a chunk inside a chunk");
          } else {
            OpenChunk(record);
          }
          break;
        default:
          break;  // Indexes, and records of newer writers.
      }
    }
    return false;
  }

 private:
  std::string Place(const std::string& what) const {
    return "\"" + file_->path() + "\" at byte " + std::to_string(at_) + ": " + what;
  }
  void Damaged(const std::string& what) { status_ = Error{Place(what)}; }
  bool ReportTruncation() {
    truncation_ = Place("the bag is cut off here");
    return false;
  }

  /// Reads from the file; returns false at its end, at damage and where it is truncated.
  bool ReadRecord(Record* record) {
    const std::uint64_t left = file_->size() - at_;
    if (left == 0) return false;
    std::uint32_t header_size = 0;
    if (left < 8) return ReportTruncation();
    if (!ReadLength(at_, &header_size)) return false;
    if (header_size > kMaxHeader) return Damaged("the length of a header is impossible"), false;
    if (header_size + 8ull > left) return ReportTruncation();
    header_.resize(header_size);
    if (!Load(at_ + 4, &header_)) return false;
    std::uint32_t data_size = 0;
    if (!ReadLength(at_ + 4 + header_size, &data_size)) return false;
    if (data_size > kMaxRecordBytes) return Damaged("the length of a record is impossible"), false;
    if (header_size + 8ull + data_size > left) return ReportTruncation();
    if (!Interpret(header_, record)) return false;
    data_.clear();
    if (record->op != kIndexData && record->op != kChunkInfo) {
      data_.resize(data_size);
      if (!Load(at_ + 8 + header_size, &data_)) return false;
    }
    record->data = data_;
    at_ += 8ull + header_size + data_size;
    return true;
  }

  bool ReadLength(std::uint64_t at, std::uint32_t* length) {
    std::uint8_t bytes[4];
    if (Status status = file_->Read(at, bytes); !status.ok()) {
      status_ = status;
      return false;
    }
    *length = LittleEndian<std::uint32_t>(bytes);
    return true;
  }

  bool Load(std::uint64_t at, Bytes* out) {
    if (out->empty()) return true;
    status_ = file_->Read(at, *out);
    return status_.ok();
  }

  bool Interpret(ByteSpan header, Record* record) {
    if (!Fields::Parse(header, &record->fields) || !record->fields.Get("op", &record->op)) {
      Damaged("a record's header is damaged");
      return false;
    }
    return true;
  }

  /// Reads from the open chunk, and closes it at its end.
  bool ReadFromChunk(Record* record) {
    const auto take = [this](ByteSpan* piece) {
      if (chunk_.size() < 4) return false;
      const auto length = LittleEndian<std::uint32_t>(chunk_.data());
      if (length > chunk_.size() - 4) return false;
      *piece = chunk_.subspan(4, length);
      chunk_ = chunk_.subspan(4 + length);
      return true;
    };
    ByteSpan header;
    if (!take(&header) || !take(&record->data)) {
      chunk_ = {};
      Damaged("a record in the previous chunk is damaged");
      return false;
    }
    return Interpret(header, record);
  }

  void OpenChunk(const Record& record) {
    std::uint32_t size = 0;
    const std::string compression = record.fields.Text("compression");
    if (!record.fields.Get("size", &size) || size > kMaxRecordBytes) {
      return Damaged("the size of the previous chunk is missing or too large");
    }
    if (compression == "none") {
      unpacked_.assign(record.data.begin(), record.data.end());
    } else {
      // No compression exceeds this ratio, so memory is limited by the size of the file.
      constexpr std::uint64_t kMaxRatio = 100000;
      if (size > kMaxRatio * record.data.size()) return Damaged("the previous chunk is damaged");
      unpacked_.resize(size);
      const Status status = decompressor_.Decompress(compression, record.data, unpacked_);
      if (!status.ok()) return Damaged("the previous chunk: " + status.error().message);
    }
    chunk_ = unpacked_;
  }

  /// Connections are stored in chunks and again at the end of the file.
  void AddConnection(const Record& record) {
    std::uint32_t id = 0;
    Fields about;
    if (!record.fields.Get("conn", &id) || !Fields::Parse(record.data, &about)) {
      return Damaged("a connection's record is damaged");
    }
    if (by_connection_.contains(id)) return;
    if (channels_.size() >= std::numeric_limits<std::uint16_t>::max()) {
      return Damaged("more than 65535 connections");
    }
    const auto channel_id = static_cast<std::uint16_t>(channels_.size() + 1);
    McapSchema schema{channel_id, about.Text("type"), "ros1msg", about.Text("message_definition")};
    McapChannel channel{channel_id, channel_id, record.fields.Text("topic"), "ros1", {}};
    if (channel.topic.empty()) channel.topic = about.Text("topic");
    schemas_.emplace(channel_id, std::move(schema));
    channels_.emplace(channel_id, std::move(channel));
    by_connection_[id] = channel_id;
  }

  bool Take(const Record& record, McapMessage* message) {
    std::uint32_t id = 0;
    std::uint64_t time = 0;
    if (!record.fields.Get("conn", &id) || !record.fields.Get("time", &time)) {
      Damaged("a message has no connection or time");
      return false;
    }
    const auto channel = by_connection_.find(id);
    if (channel == by_connection_.end()) {
      Damaged("a message refers to an unknown connection");
      return false;
    }
    message->channel = &channels_.at(channel->second);
    message->sequence = 0;
    message->log_time_ns = static_cast<SimTimeNs>(time & 0xffffffffu) * 1000000000 +
                           static_cast<SimTimeNs>(time >> 32);
    message->publish_time_ns = message->log_time_ns;
    message->data = record.data;
    return true;
  }

  std::unique_ptr<InputFile> file_;
  std::uint64_t at_ = 0;
  Bytes header_;
  Bytes data_;
  Decompressor decompressor_;
  Bytes unpacked_;
  /// The unread rest of `unpacked_`.
  ByteSpan chunk_;
  std::map<std::uint32_t, std::uint16_t> by_connection_;
};

}  // namespace

Result<std::unique_ptr<RecordingSource>> OpenBag(const std::string& path) {
  Result<std::unique_ptr<InputFile>> file = InputFile::Open(path);
  if (!file.ok()) return file.error();
  Bytes first(std::min<std::uint64_t>(kVersion2.size(), (*file)->size()));
  if (Status status = (*file)->Read(0, first); !status.ok()) return status.error();
  if (std::string_view(reinterpret_cast<const char*>(first.data()), first.size()) != kVersion2) {
    return Error{"\"" + path +
                 "\" is a ROS bag of another version than 2.0; convert it with `rosbag fix` of "
                 "ROS 1"};
  }
  auto reader = std::make_unique<BagReader>(std::move(file).value());
  if (Status status = reader->Begin(); !status.ok()) return status.error();
  return std::unique_ptr<RecordingSource>(std::move(reader));
}

}  // namespace surefoot::record
