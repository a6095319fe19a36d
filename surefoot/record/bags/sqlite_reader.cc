#include <sqlite3.h>

#include <limits>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/record/bags/bag_source.h"
#include "surefoot/record/mcap/mcap_records.h"

namespace surefoot::record {
namespace {

/// Steps of SQLite's virtual machine between two results. A query that needs more is caused by a
/// hostile file.
constexpr int kStepsPerPoll = 1000000;
constexpr int kMaxPolls = 20000;

struct Close {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, Close>;
using Statement = std::unique_ptr<sqlite3_stmt, Close>;

/// As a blob, so that text of any encoding is returned unchanged.
std::string TextOf(sqlite3_stmt* row, int column) {
  const void* bytes = sqlite3_column_blob(row, column);
  const int size = sqlite3_column_bytes(row, column);
  return bytes == nullptr
             ? ""
             : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

/// Reads the tables of rosbag2's SQLite storage plug-in: topics, messages, message_definitions.
class SqliteReader final : public RecordingSource {
 public:
  SqliteReader(std::string path, Database db)
      : RecordingSource("ros2", "rosbag2, SQLite"), path_(std::move(path)), db_(std::move(db)) {
    // The file may be hostile: nothing in it is executed, and no query runs forever.
    sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(db_.get(), SQLITE_LIMIT_LENGTH, 1 << 30);
    sqlite3_progress_handler(
        db_.get(), kStepsPerPoll,
        [](void* looks) { return ++*static_cast<int*>(looks) > kMaxPolls ? 1 : 0; }, &looks_);
  }

  Status Begin() {
    SUREFOOT_TRY(CheckTables());
    SUREFOOT_TRY(ReadTopics());
    ReadDefinitions();
    messages_ = SUREFOOT_TRY(
        Prepare("SELECT topic_id, timestamp, data FROM messages ORDER BY timestamp, id"));
    return Status();
  }

  bool Next(McapMessage* message) override {
    while (status_.ok()) {
      looks_ = 0;
      const int code = sqlite3_step(messages_.get());
      if (code == SQLITE_DONE) return false;
      if (code != SQLITE_ROW) {
        status_ = Failure();
        return false;
      }
      const auto topic = by_topic_.find(sqlite3_column_int64(messages_.get(), 0));
      if (topic == by_topic_.end()) continue;
      message->channel = &channels_.at(topic->second);
      message->sequence = 0;
      message->log_time_ns = sqlite3_column_int64(messages_.get(), 1);
      message->publish_time_ns = message->log_time_ns;
      const void* data = sqlite3_column_blob(messages_.get(), 2);
      const int size = sqlite3_column_bytes(messages_.get(), 2);
      message->data = {static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size)};
      if (data == nullptr) message->data = {};
      return true;
    }
    return false;
  }

 private:
  Error Failure() const {
    return Error{"\"" + path_ + "\" is damaged, or not a ROS 2 bag: " + sqlite3_errmsg(db_.get())};
  }

  Result<Statement> Prepare(const char* query) {
    sqlite3_stmt* statement = nullptr;
    looks_ = 0;
    if (sqlite3_prepare_v2(db_.get(), query, -1, &statement, nullptr) != SQLITE_OK) {
      return Failure();
    }
    return Statement(statement);
  }

  /// Requires plain tables; views and virtual tables could run anything.
  Status CheckTables() {
    Result<Statement> rows = Prepare(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('topics', "
        "'messages') AND sql NOT LIKE 'CREATE VIRTUAL%'");
    if (!rows.ok()) return rows.error();
    if (sqlite3_step(rows->get()) != SQLITE_ROW) return Failure();
    if (sqlite3_column_int(rows->get(), 0) == 2) return Status();
    return Error{"\"" + path_ +
                 "\" is an SQLite file, but not a ROS 2 bag: it has no tables 'topics' and "
                 "'messages'"};
  }

  Status ReadTopics() {
    Result<Statement> rows = Prepare("SELECT id, name, type, serialization_format FROM topics");
    if (!rows.ok()) return rows.error();
    int code = SQLITE_OK;
    while ((code = sqlite3_step(rows->get())) == SQLITE_ROW) {
      if (channels_.size() >= std::numeric_limits<std::uint16_t>::max()) {
        return Error{"\"" + path_ + "\" has more than 65535 topics"};
      }
      const auto id = static_cast<std::uint16_t>(channels_.size() + 1);
      McapChannel channel{id, id, TextOf(rows->get(), 1), TextOf(rows->get(), 3), {}};
      McapSchema schema{id, TextOf(rows->get(), 2), "", ""};
      by_topic_[sqlite3_column_int64(rows->get(), 0)] = id;
      channels_.emplace(id, std::move(channel));
      schemas_.emplace(id, std::move(schema));
    }
    return code == SQLITE_DONE ? Status() : Status(Failure());
  }

  /// Definitions of messages, which only newer bags contain.
  void ReadDefinitions() {
    Result<Statement> rows =
        Prepare("SELECT topic_type, encoding, encoded_message_definition FROM message_definitions");
    if (!rows.ok()) return;
    while (sqlite3_step(rows->get()) == SQLITE_ROW) {
      const std::string type = TextOf(rows->get(), 0);
      for (auto& [id, schema] : schemas_) {
        if (schema.name != type) continue;
        schema.encoding = TextOf(rows->get(), 1);
        schema.data = TextOf(rows->get(), 2);
      }
    }
  }

  std::string path_;
  int looks_ = 0;
  Database db_;
  /// Declared after the database, so that it is destroyed first.
  Statement messages_;
  std::map<std::int64_t, std::uint16_t> by_topic_;
};

}  // namespace

Result<std::unique_ptr<RecordingSource>> OpenSqliteBag(const std::string& path) {
  sqlite3* opened = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  Database db(opened);
  if (code != SQLITE_OK) {
    return Error{"cannot read the recording \"" + path + "\": " + sqlite3_errstr(code)};
  }
  auto reader = std::make_unique<SqliteReader>(path, std::move(db));
  SUREFOOT_TRY(reader->Begin());
  return std::unique_ptr<RecordingSource>(std::move(reader));
}

}  // namespace surefoot::record
