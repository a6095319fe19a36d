// ROS 2 bags in SQLite.

#include <sqlite3.h>

#include <fstream>
#include <iterator>

#include "fuzz/recordings.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  ReadRecording("input.db3", input);
  // SQLite may leave a journal.
  ClearFolder();
}

void AddSeeds(SeedList* seeds) {
  const std::string path = Folder() + "/seed.db3";
  sqlite3* db = nullptr;
  Require(sqlite3_open(path.c_str(), &db) == SQLITE_OK, "a database can be made");
  // Small pages: mutations of short inputs are faster.
  const char* const statements =
      "PRAGMA page_size = 512;"
      "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT, type TEXT, serialization_format "
      "TEXT, offered_qos_profiles TEXT);"
      "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER, timestamp INTEGER, data "
      "BLOB);"
      "CREATE INDEX timestamp_idx ON messages(timestamp ASC);"
      "INSERT INTO topics VALUES(1, '/cmd_vel', 'geometry_msgs/msg/Twist', 'cdr', '');"
      "INSERT INTO topics VALUES(2, '/text', 'std_msgs/msg/String', 'cdr', '');"
      "INSERT INTO messages VALUES(1, 1, 10, x'00010000' || zeroblob(48));"
      "INSERT INTO messages VALUES(2, 2, 20, x'0001000003000000616200');";
  Require(sqlite3_exec(db, statements, nullptr, nullptr, nullptr) == SQLITE_OK,
          "a database can be filled");
  sqlite3_close(db);
  std::ifstream file(path, std::ios::binary);
  seeds->Add(std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
  ClearFolder();
}

SUREFOOT_FUZZ_TARGET(db3, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
