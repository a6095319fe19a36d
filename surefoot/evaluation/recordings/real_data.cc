#include "surefoot/evaluation/recordings/real_data.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/csv_file.h"

namespace surefoot::gap {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 20000;

bool IsRecording(const std::string& name) {
  return name.ends_with(".csv") || name.ends_with(".csv.gz") || name.ends_with(".mcap");
}

/// Possible recordings below a folder, sorted, so that results do not depend on the file system's
/// order.
Result<std::vector<std::string>> FilesBelow(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator it(folder, options, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    if (!it->is_regular_file(ignored) || !IsRecording(it->path().filename().string())) continue;
    files.push_back(it->path().string());
    if (files.size() > kMaxFiles) {
      return Error{folder + ": more than " + std::to_string(kMaxFiles) +
                   " files; name the folders of the recordings"};
    }
  }
  if (error) return Error{folder + ": cannot be listed: " + error.message()};
  std::sort(files.begin(), files.end());
  return files;
}

/// The other file of a run: "imu_02.csv" for "pro_02.csv", whichever ending it has; empty when
/// there is none.
std::string Partner(const fs::path& path, const std::string& own, const std::string& other) {
  std::string name = path.filename().string();
  if (!name.starts_with(own)) return "";
  name = other + name.substr(own.size());
  name = name.substr(0, name.find('.'));
  for (const char* ending : {".csv.gz", ".csv"}) {
    const fs::path partner = path.parent_path() / (name + ending);
    std::error_code ignored;
    if (fs::is_regular_file(partner, ignored)) return partner.string();
  }
  return "";
}

class Loader {
 public:
  Loader(const std::string& robot, const LogNames& names, RealData* data)
      : robot_(robot), names_(names), data_(data) {}

  /// `named`: by the user, not found in a folder.
  Status Add(const std::string& path, bool named) {
    const Result<bool> is_mcap = IsMcap(path);
    if (!is_mcap.ok()) return PassOver(is_mcap.error(), named);
    if (*is_mcap) return AddLog(path, named);
    const Result<CsvFile> file = CsvFile::Open(path);
    if (!file.ok()) return PassOver(file.error(), named);
    if (IsDrive(*file)) return AddDrive(*file);
    if (IsWheelLog(*file)) return AddRun(path, Partner(path, "pro_", "imu_"), path, named);
    if (HasImu(*file)) return AddRun(path, path, Partner(path, "imu_", "pro_"), named);
    if (named) {
      return Error{path +
                   ": not a known recording; accepted are windows of DRIVE (window, k, enc_left, "
                   "icp_x, ...), runs of BorealTC (imu_NN with wx, ..., az and pro_NN with velL, "
                   "velR) and MCAP files"};
    }
    ++passed_over_;
    return Status();
  }

  void Finish() {
    std::stable_sort(data_->runs.begin(), data_->runs.end(),
                     [](const TerrainRun& a, const TerrainRun& b) { return a.name() < b.name(); });
    if (!unaligned_.empty()) {
      data_->notes.push_back(
          "the offset of the clocks cannot be determined from turn rate and wheel speeds in " +
          unaligned_ + "; no offset is used");
    }
    if (passed_over_ > 0) {
      data_->notes.push_back(std::to_string(passed_over_) +
                             " other files in the folders were skipped");
    }
  }

 private:
  Status PassOver(const Error& error, bool named) {
    if (named) return error;
    data_->notes.push_back("skipped: " + error.message);
    return Status();
  }

  Status AddLog(const std::string& path, bool named) {
    if (!seen_.insert(path).second) return Status();
    const Result<DriveLog> log = LoadDriveLog(path, names_);
    if (!log.ok()) return PassOver(log.error(), named);
    DriveRecording windows = WindowsOf(*log, robot_);
    if (!windows.windows.empty()) data_->drives.push_back(std::move(windows));
    if (!log->imu.time.empty()) {
      TerrainRun run = TerrainRunOf(*log);
      if (Status status = CheckOverlap(run); !status.ok()) return PassOver(status.error(), named);
      data_->runs.push_back(std::move(run));
    }
    data_->files.push_back(path);
    return Status();
  }

  Status AddDrive(const CsvFile& file) {
    if (!seen_.insert(file.path()).second) return Status();
    data_->drives.push_back(SUREFOOT_TRY(ReadDrive(file)));
    data_->files.push_back(file.path());
    return Status();
  }

  /// One of the files may be missing: `path` is there.
  Status AddRun(const std::string& path, const std::string& imu, const std::string& wheels,
                bool named) {
    if (imu.empty() || wheels.empty()) {
      const std::string text =
          path + ": its other half is missing; a run consists of imu_NN and pro_NN in one folder";
      if (named) return Error{text};
      data_->notes.push_back(text);
      return Status();
    }
    if (!seen_.insert(imu).second) return Status();
    TerrainRun run = SUREFOOT_TRY(LoadTerrainRun(imu, wheels));
    if (!run.alignment.known) {
      unaligned_ += (unaligned_.empty() ? "" : ", ") + run.name();
    }
    data_->runs.push_back(std::move(run));
    data_->files.push_back(imu);
    data_->files.push_back(wheels);
    return Status();
  }

  const std::string& robot_;
  const LogNames& names_;
  RealData* data_;
  std::set<std::string> seen_;
  int passed_over_ = 0;
  std::string unaligned_;
};

}  // namespace

Result<RealData> LoadRealData(const std::vector<std::string>& paths, const std::string& robot,
                              const LogNames& names) {
  RealData data;
  Loader loader(robot, names, &data);
  for (const std::string& path : paths) {
    std::error_code ignored;
    const bool is_folder = fs::is_directory(path, ignored);
    std::vector<std::string> files = {path};
    if (is_folder) files = SUREFOOT_TRY(FilesBelow(path));
    for (const std::string& file : files) SUREFOOT_TRY(loader.Add(file, !is_folder));
  }
  loader.Finish();
  if (data.drives.empty() && data.runs.empty()) {
    return Error{
        "no recordings in " + (paths.empty() ? "nothing" : paths.front()) +
        (paths.size() > 1 ? " and the others" : "") +
        "; accepted are windows of DRIVE, runs of BorealTC and MCAP files (docs/guides/gap.md)"};
  }
  return data;
}

}  // namespace surefoot::gap
