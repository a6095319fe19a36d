#include "surefoot/evaluation/gap/run_file.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "surefoot/evaluation/gap/run_log.h"
#include "surefoot/evaluation/gap/run_table.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/recordings/file_text.h"

namespace surefoot::gap {
namespace {

namespace fs = std::filesystem;

bool EndsOn(const std::string& name, const std::string& ending) {
  return name.size() > ending.size() &&
         name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

constexpr const char* kLogEndings[] = {".mcap", ".bag", ".db3"};

bool HasLogName(const std::string& path) {
  return std::any_of(std::begin(kLogEndings), std::end(kLogEndings),
                     [&](const char* ending) { return EndsOn(path, ending); });
}

/// A folder with metadata.yaml is one ROS 2 bag.
bool IsBagFolder(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::path(path) / "metadata.yaml", ignored);
}

Result<bool> IsLog(const std::string& path) {
  if (HasLogName(path) || IsBagFolder(path)) return true;
  return IsMcap(path);
}

Result<std::vector<std::string>> FilesOf(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error) || IsBagFolder(path)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    const std::string name = entry.path().string();
    if (EndsOn(name, ".csv") || EndsOn(name, ".csv.gz") || HasLogName(name) || IsBagFolder(name)) {
      files.push_back(name);
    }
  }
  if (error) return Error{path + ": " + error.message()};
  if (files.empty())
    return Error{path +
                 ": no tables (.csv, .csv.gz) or recordings (.mcap, .bag, .db3) in this folder"};
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<TaskRun> LoadRun(const std::string& path, const RunFileOptions& options,
                        std::vector<std::string>* notes) {
  const Result<bool> is_log = IsLog(path);
  if (!is_log.ok()) return is_log.error();
  if (*is_log) return RunFromLog(path, options, notes);
  const Result<CsvFile> file = CsvFile::Open(path);
  if (!file.ok()) return file.error();
  return RunFromTable(*file, options);
}

Result<std::vector<TaskRun>> LoadRuns(const std::vector<std::string>& paths,
                                      const RunFileOptions& options,
                                      std::vector<std::string>* notes) {
  std::vector<TaskRun> runs;
  for (const std::string& path : paths) {
    const Result<std::vector<std::string>> files = FilesOf(path);
    if (!files.ok()) return files.error();
    for (const std::string& file : *files) {
      Result<TaskRun> run = LoadRun(file, options, notes);
      if (!run.ok()) return run.error();
      runs.push_back(std::move(run).value());
    }
  }
  return runs;
}

}  // namespace surefoot::gap
