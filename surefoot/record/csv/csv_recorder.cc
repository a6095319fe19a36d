#include "surefoot/record/csv/csv_recorder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "surefoot/record/csv/csv_table.h"

namespace surefoot::record {

CsvRecorder::CsvRecorder(std::string folder, std::string file)
    : folder_(std::move(folder)), file_(std::move(file)) {}

CsvRecorder::~CsvRecorder() { static_cast<void>(Close()); }

Result<std::unique_ptr<Recorder>> CsvRecorder::OpenFolder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return Error{"cannot make the folder \"" + path + "\": " + error.message()};
  return std::unique_ptr<Recorder>(new CsvRecorder(path, ""));
}

Result<std::unique_ptr<Recorder>> CsvRecorder::OpenFile(const std::string& path) {
  // Now, so that a place that cannot be written is told before the run.
  const Result<std::unique_ptr<OutputFile>> file = OutputFile::Open(path);
  if (!file.ok()) return file.error();
  return std::unique_ptr<Recorder>(new CsvRecorder("", path));
}

Status CsvRecorder::AddMetadata(const std::string& name, const StringMap& entries) {
  if (folder_.empty()) return Status();
  Result<std::unique_ptr<OutputFile>> file =
      OutputFile::Open((std::filesystem::path(folder_) / (name + ".csv")).string());
  if (!file.ok()) return file.error();
  std::string text = "key,value\n";
  for (const auto& [key, value] : entries) {
    std::string quoted;
    for (char letter : value) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    text += key + ",\"" + quoted + "\"\n";
  }
  const Status written = file.value()->Append(
      std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return written.ok() ? file.value()->Close() : written;
}

Result<int> CsvRecorder::AddTopic(const std::string& topic, const msgs::TypeInfo& type) {
  std::string path = file_;
  if (path.empty()) {
    // "/husky/imu/data": husky_imu_data.csv. Two topics may come to the same name.
    std::string name = topic.substr(topic.find_first_not_of('/') == 0 ? 0 : 1);
    std::replace(name.begin(), name.end(), '/', '_');
    while (std::find(names_.begin(), names_.end(), name) != names_.end()) name += "_";
    names_.push_back(name);
    path = (std::filesystem::path(folder_) / (name + ".csv")).string();
  } else if (!tables_.empty()) {
    return Error{"\"" + file_ + "\" takes one topic; record into a folder: \"" +
                 std::filesystem::path(file_).replace_extension().string() + "/\""};
  }
  Result<std::unique_ptr<OutputFile>> file = OutputFile::Open(path);
  if (!file.ok()) return file.error();
  tables_.push_back(std::make_unique<CsvTable>(std::move(file).value(), topic, type));
  return static_cast<int>(tables_.size()) - 1;
}

Status CsvRecorder::Write(int topic, SimTimeNs time_ns, const void* message) {
  return tables_[static_cast<std::size_t>(topic)]->Write(time_ns, message);
}

Status CsvRecorder::Write(int topic, const graph::Delivery& delivery) {
  const void* message = delivery.message();
  if (message == nullptr) return Status();
  return Write(topic, delivery.time_ns(), message);
}

Status CsvRecorder::Close() {
  if (closed_) return Status();
  closed_ = true;
  Status first;
  for (const auto& table : tables_) {
    const Status status = table->Close();
    if (first.ok()) first = status;
  }
  return first;
}

std::vector<std::string> CsvRecorder::notes() const {
  std::vector<std::string> all;
  for (const auto& table : tables_) {
    all.insert(all.end(), table->notes().begin(), table->notes().end());
  }
  return all;
}

}  // namespace surefoot::record
