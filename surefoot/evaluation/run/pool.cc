#include "surefoot/evaluation/run/pool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include "surefoot/base/process/child_process.h"
#include "surefoot/evaluation/run/in_parallel.h"
#include "surefoot/evaluation/run/input_files.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/seal.h"

// Each trial is a child process. That costs a few milliseconds and gives isolation: a crash, a
// leak or global state of an engine cannot affect another trial. The parent reads only the result
// file, so that trials could also be run elsewhere.

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

/// The end of a process's standard error, where the reason of a failure usually is.
std::string Tail(const std::string& text) {
  constexpr std::size_t kMax = 2000;
  const std::string tail = text.size() > kMax ? text.substr(text.size() - kMax) : text;
  const std::size_t end = tail.find_last_not_of(" \n");
  return end == std::string::npos ? "" : tail.substr(0, end + 1);
}

/// Reason why a process left no result, with the end of its error output.
std::string WhyNoResult(const Trial& trial, const ChildResult& child) {
  std::string why;
  if (child.timed_out) {
    why = "it took longer than its wall_limit of " + std::to_string(trial.wall_limit) + " s";
  } else if (child.signal != 0) {
    why = std::string("its process was ended by a signal: ") + ::strsignal(child.signal);
  } else {
    why = "its process left no result, exit status " + std::to_string(child.exit_status);
  }
  const std::string tail = Tail(child.errors);
  return tail.empty() ? why : why + "\n" + tail;
}

/// One run of the pool. Callbacks and results are guarded by one mutex.
class Pool {
 public:
  Pool(const std::vector<Trial>& trials, const TrialFolder& folder, const PoolOptions& options)
      : trials_(trials), folder_(folder), options_(options), results_(trials.size()) {}

  std::vector<TrialResult> Run() {
    std::vector<std::size_t> together, alone;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      (trials_[i].timing == Timing::kNone ? together : alone).push_back(i);
    }
    RunAll(together, options_.jobs);
    RunAll(alone, 1);
    return std::move(results_);
  }

 private:
  bool Cancelled() const { return options_.cancelled && options_.cancelled(); }

  /// Runs trials, `jobs` at a time.
  void RunAll(const std::vector<std::size_t>& queue, int jobs) {
    InParallel(queue.size(), std::max(1, jobs), [&](std::size_t i) {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (Cancelled()) return false;
        if (options_.begun) options_.begun(trials_[queue[i]]);
      }
      RunOne(queue[i]);
      return true;
    });
  }

  /// Prepares the trial's folder, runs it and stores the result.
  void RunOne(std::size_t index) {
    const Trial& trial = trials_[index];
    TrialResult result;
    result.id = trial.id;
    result.key = trial.key;
    const Status prepared = folder_.Prepare(trial);
    if (!prepared.ok()) {
      result.error = prepared.error().message;
    } else if (!RunProcess(trial, &result)) {
      return;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    results_[index] = result;
    if (options_.finished) options_.finished(trial, result);
  }

  /// Runs the trial's process and fills in its result. A failure is written as a result file too,
  /// so that every trial has one. False when the run was cancelled.
  bool RunProcess(const Trial& trial, TrialResult* result) {
    const std::string path = folder_.Of(trial.id);
    ChildOptions child;
    child.arguments = {options_.program, "trial", path + "/" + kTrialFile};
    child.timeout = trial.wall_limit;
    child.cancelled = options_.cancelled;
    const Result<ChildResult> ended = RunChild(child);
    if (!ended.ok()) {
      result->error = ended.error().message;
      return true;
    }
    if (ended->cancelled || (ended->signal == SIGINT && Cancelled())) return false;
    const std::string result_file = path + "/" + kResultFile;
    const Result<TrialResult> read = ReadTrialResult(result_file);
    if (read.ok() && read->key == trial.key) {
      *result = *read;
      return true;
    }
    result->error = WhyNoResult(trial, ended.value());
    const Status written = WriteFileAtOnce(result_file, Sealed(ToJson(*result)));
    if (!written.ok()) result->error += "\n" + written.error().message;
    return true;
  }

  const std::vector<Trial>& trials_;
  const TrialFolder& folder_;
  const PoolOptions& options_;
  std::mutex mutex_;
  std::vector<TrialResult> results_;
};

}  // namespace

std::optional<TrialResult> TrialFolder::Finished(const Trial& trial, std::string* damage) const {
  const fs::path folder = Of(trial.id);
  const std::string path = (folder / kResultFile).string();
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  Result<TrialResult> result = ReadTrialResult(path);
  if (!result.ok()) {
    *damage = result.error().message;
    return std::nullopt;
  }
  if (result->key != trial.key || !result->error.empty()) return std::nullopt;
  for (const auto& [name, hash] : result->files) {
    const std::string file = (folder / name).string();
    const Result<std::string> now = Sha256OfFile(file);
    if (now.ok() && *now == hash) continue;
    *damage = now.ok() ? "the file '" + file + "' is damaged: its checksum is " + *now + ", " +
                             path + " has " + hash
                       : now.error().message;
    return std::nullopt;
  }
  return std::move(result).value();
}

Status TrialFolder::Prepare(const Trial& trial) const {
  const fs::path path = Of(trial.id);
  std::error_code error;
  fs::remove_all(path, error);
  fs::create_directories(path, error);
  if (error) return Error{"the folder '" + path.string() + "' cannot be made: " + error.message()};
  return WriteFileAtOnce((path / kTrialFile).string(), Sealed(ToJson(trial)));
}

std::vector<TrialResult> RunPool(const std::vector<Trial>& trials, const TrialFolder& folder,
                                 const PoolOptions& options) {
  return Pool(trials, folder, options).Run();
}

Status WriteFileAtOnce(const std::string& path, const std::string& text) {
  const std::string next = path + ".new";
  const int file = ::open(next.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  bool ok = file >= 0;
  for (std::size_t at = 0; ok && at < text.size();) {
    const ssize_t count = ::write(file, text.data() + at, text.size() - at);
    if (count < 0 && errno == EINTR) continue;
    ok = count > 0;
    if (ok) at += static_cast<std::size_t>(count);
  }
  // Data must be on disk before the rename: otherwise a power failure could leave an empty file
  // with the final name.
  ok = ok && ::fsync(file) == 0;
  const int failure = errno;
  if (file >= 0) ::close(file);
  if (ok && ::rename(next.c_str(), path.c_str()) == 0) return Status();
  const std::string why = std::strerror(ok ? errno : failure);
  return Error{"the file '" + path + "' cannot be written: " + why};
}

std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace surefoot::experiment
