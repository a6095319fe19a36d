#include "surefoot/gap/run_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "surefoot/gap/csv_file.h"
#include "surefoot/gap/file_text.h"
#include "surefoot/gap/run_table.h"

namespace surefoot::gap {
namespace {

namespace fs = std::filesystem;

bool EndsOn(const std::string& name, const std::string& ending) {
  return name.size() > ending.size() &&
         name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

Result<std::vector<std::string>> FilesOf(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    const std::string name = entry.path().string();
    if (EndsOn(name, ".csv") || EndsOn(name, ".csv.gz") || EndsOn(name, ".mcap")) {
      files.push_back(name);
    }
  }
  if (error) return Error{path + ": " + error.message()};
  if (files.empty()) return Error{path + ": no .csv, .csv.gz or .mcap files in this folder"};
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<TaskRun> LoadRun(const std::string& path, const RunFileOptions& options) {
  const Result<CsvFile> file = CsvFile::Open(path);
  if (!file.ok()) return file.error();
  return RunFromTable(*file, options);
}

Result<std::vector<TaskRun>> LoadRuns(const std::vector<std::string>& paths,
                                      const RunFileOptions& options) {
  std::vector<TaskRun> runs;
  for (const std::string& path : paths) {
    const Result<std::vector<std::string>> files = FilesOf(path);
    if (!files.ok()) return files.error();
    for (const std::string& file : *files) {
      Result<TaskRun> run = LoadRun(file, options);
      if (!run.ok()) return run.error();
      runs.push_back(std::move(run).value());
    }
  }
  return runs;
}

}  // namespace surefoot::gap
