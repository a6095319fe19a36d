#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/record/recorder.h"

namespace surefoot::record {

class CsvTable;

/// Messages as tables: a file for each topic in a folder, or one file for one topic.
class CsvRecorder final : public Recorder {
 public:
  static Result<std::unique_ptr<Recorder>> OpenFolder(const std::string& path);
  static Result<std::unique_ptr<Recorder>> OpenFile(const std::string& path);
  ~CsvRecorder() override;

  Status AddMetadata(const std::string& name, const StringMap& entries) override;
  Result<int> AddTopic(const std::string& topic, const msgs::TypeInfo& type) override;
  Status Write(int topic, SimTimeNs time_ns, const void* message) override;
  Status Write(int topic, const graph::Delivery& delivery) override;
  Status Close() override;
  std::vector<std::string> notes() const override;

 private:
  CsvRecorder(std::string folder, std::string file);

  /// One of the two.
  std::string folder_;
  std::string file_;
  std::vector<std::unique_ptr<CsvTable>> tables_;
  std::vector<std::string> names_;
  bool closed_ = false;
};

}  // namespace surefoot::record
