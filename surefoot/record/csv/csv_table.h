#pragma once

/// One table of messages. Private to this folder.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/msgs/type_info.h"
#include "surefoot/record/output_file.h"

namespace surefoot::record {

/// A row per message, a column per number or text in it. The first message fixes the columns:
/// arrays have as many as it has items. Numbers are written so that they read back exactly.
class CsvTable {
 public:
  CsvTable(std::unique_ptr<OutputFile> file, std::string topic, const msgs::TypeInfo& type)
      : file_(std::move(file)), topic_(std::move(topic)), type_(type) {}

  Status Write(SimTimeNs time_ns, const void* message);
  /// Hands what is gathered to the operating system.
  Status Flush();
  Status Close();

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// What the columns of a field or item are.
  struct Node {
    enum class Kind { kValue, kTime, kLength, kMessage, kArray };
    Kind kind = Kind::kValue;
    /// Fields of a message, items of an array.
    std::vector<Node> children;
    std::size_t columns = 0;
  };

  Node PlanMessage(const msgs::TypeInfo& type, void* message, const std::string& path);
  Node PlanField(const msgs::FieldRef& field, const std::string& path);
  Node PlanItem(const msgs::FieldRef& field, void* item, const std::string& path);
  Node PlanColumn(Node::Kind kind, const std::string& path);
  void WriteMessage(const Node& node, const msgs::TypeInfo& type, void* message);
  void WriteField(const Node& node, const msgs::FieldRef& field);
  void WriteItem(const Node& node, const msgs::FieldRef& field, void* item);
  void WriteEmpty(std::size_t columns);
  template <typename T>
  void WriteNumber(T value);
  void WriteText(const std::string& text);
  void WriteTime(std::int64_t sec, std::uint32_t nanosec);
  void Put(const char* text, std::size_t size);
  void Note(const std::string& text);
  bool FlushIsDue(SimTimeNs time_ns) const;

  std::unique_ptr<OutputFile> file_;
  std::string topic_;
  const msgs::TypeInfo& type_;
  bool planned_ = false;
  Node root_;
  std::size_t columns_ = 0;
  bool note_of_longer_ = false;
  std::vector<std::string> notes_;
  /// While planning: the names of the columns; then rows that are not in the file yet.
  Bytes buffer_;
  SimTimeNs flushed_ns_ = 0;
  std::int64_t flushed_wall_ns_ = 0;
};

}  // namespace surefoot::record
