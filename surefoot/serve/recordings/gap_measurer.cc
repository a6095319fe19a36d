#include "surefoot/serve/recordings/gap_measurer.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "surefoot/base/process/background_child.h"
#include "surefoot/base/text.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/session/save.h"
#include "surefoot/world/world.h"

// The measurement runs in a child process at low priority on a copy of the world, so that the
// simulation continues at full speed.

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;
namespace sm = msgs::surefoot_msgs;
using Clock = std::chrono::steady_clock;

/// Period of looking for progress.
constexpr std::chrono::milliseconds kLook(100);
/// Time after SIGTERM until the program is killed.
constexpr std::chrono::seconds kKillDelay(3);
/// Bytes of a result and of the log's end, number of options and characters of each. The result is
/// one message to the page; the options come from a client.
constexpr std::uintmax_t kMaxResult = 64U << 20U;
constexpr std::size_t kMaxLog = 64U << 10U;
constexpr std::size_t kMaxOptions = 50;
constexpr std::size_t kMaxOption = 200;

/// A temporary folder, private to this user and removed by the destructor.
class Folder {
 public:
  Folder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "surefoot_gap_XXXXXX").string();
    if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The end of a file, at most `max` bytes.
std::string EndOf(const fs::path& file, std::uintmax_t max) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  std::ifstream in(file, std::ios::binary);
  if (error || !in) return {};
  const std::uintmax_t length = std::min(size, max);
  std::string text(length, '\0');
  in.seekg(static_cast<std::streamoff>(size - length));
  in.read(text.data(), static_cast<std::streamsize>(length));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return text;
}

/// The last complete, non-empty line. Lines of a JSON result are skipped.
std::string LastLine(const std::string& text) {
  std::size_t end = text.find_last_of('\n');
  while (end != std::string::npos && end > 0) {
    const std::size_t before = text.find_last_of('\n', end - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    if (end > begin && text[begin] != '{' && end - begin < 400) {
      return text.substr(begin, end - begin);
    }
    end = before;
  }
  return {};
}

/// Replaces a path in a message by a name: clients must not learn the server's paths.
Error Named(Error error, const std::string& path, const std::string& name) {
  for (std::size_t at = error.message.find(path); at != std::string::npos && !path.empty();
       at = error.message.find(path, at + name.size())) {
    error.message.replace(at, path.size(), name);
  }
  return error;
}

struct Measured {
  std::string json;
  std::shared_ptr<const Bytes> report;
};

/// Runs the program to its end and reports its last line as progress. On the worker's thread.
Status RunProgram(const std::vector<std::string>& arguments, const fs::path& log,
                  GapMeasurer::Job* job, const std::atomic<bool>& stop,
                  const std::function<void()>& wake) {
  BackgroundChildOptions options;
  options.arguments = arguments;
  options.log_file = log.string();
  auto child = BackgroundChild::Start(options);
  if (!child.ok()) return child.error();
  Clock::time_point kill_at = Clock::time_point::max();
  while (!child.value()->HasEnded()) {
    std::this_thread::sleep_for(kLook);
    if ((job->cancelled || stop) && kill_at == Clock::time_point::max()) {
      child.value()->AskToEnd();
      kill_at = Clock::now() + (stop ? std::chrono::seconds(0) : kKillDelay);
    }
    if (Clock::now() >= kill_at) child.value()->Kill();
    std::string line = LastLine(EndOf(log, 4096));
    const std::lock_guard<std::mutex> lock(job->mutex);
    if (line.empty() || line == job->news) continue;
    job->news = std::move(line);
    job->has_news = true;
    wake();
  }
  if (job->cancelled) return Error{"the measurement was given up"};
  if (child.value()->ended_well()) return Status();
  return Error{GapFailure(EndOf(log, kMaxLog), child.value()->HowItEnded())};
}

Result<Measured> RunGap(std::vector<std::string> arguments, const GapMeasurer::Task& task,
                        GapMeasurer::Job* job, const std::atomic<bool>& stop,
                        const std::function<void()>& wake) {
  if (job->cancelled) return Error{"the measurement was given up"};
  const Result<std::string> recording = task.recording();
  if (!recording.ok()) return recording.error();
  const Folder folder;
  if (folder.path().empty()) return Error{"cannot create a folder for the measurement"};
  const auto world = world::MakeWorld(task.world, nullptr);
  if (!world.ok()) return world.error();
  const fs::path file = folder.path() / "world.sdf";
  const Status saved = SaveWorld(task.parts, **world, file.string());
  if (!saved.ok()) return saved.error().Within("the present world");
  const fs::path out = folder.path() / "gap";
  for (const std::string& more :
       {std::string("--real"), recording.value(), std::string("--world"), file.string(),
        std::string("--out"), out.string(), std::string("--engine"), task.engine}) {
    arguments.push_back(more);
  }
  const Status ran = RunProgram(arguments, folder.path() / "log", job, stop, wake);
  if (!ran.ok()) {
    return Named(Named(ran.error(), recording.value(), task.name), file.string(), "the world");
  }
  std::error_code error;
  if (const auto size = fs::file_size(out / "gap.json", error); error || size > kMaxResult) {
    return Error{error ? "surefoot gap wrote no gap.json"
                       : "the result is too large for the page; request fewer restarts (every)"};
  }
  Measured measured;
  measured.json = EndOf(out / "gap.json", kMaxResult);
  const std::string page = EndOf(out / "gap.html", kMaxResult);
  if (!page.empty()) measured.report = std::make_shared<const Bytes>(page.begin(), page.end());
  return measured;
}

Status AddOption(const char* name, const std::string& value, std::vector<std::string>* arguments) {
  if (value.empty()) return Status();
  // A value with a leading '-' would be read as another option of the program.
  if (value.size() > kMaxOption || value[0] == '-' || value.find('\n') != std::string::npos) {
    return Error{std::string(name) + ": '" + value.substr(0, kMaxOption) +
                 "' is not a valid value; give at most 200 characters, without line breaks and "
                 "not beginning with '-'"};
  }
  arguments->push_back(name);
  arguments->push_back(value);
  return Status();
}

Status AddNumber(const char* name, double value, std::vector<std::string>* arguments) {
  if (value == 0.0) return Status();
  if (!std::isfinite(value) || value < 0.0) {
    return Error{std::string(name) + " must be a positive number of seconds, or 0 for the default"};
  }
  const std::string text = NumberText(value, 9);
  return AddOption(name, text, arguments);
}

}  // namespace

Result<std::vector<std::string>> GapArguments(const GapMeasurer::Request& request) {
  std::vector<std::string> arguments;
  Status status = AddOption("--model", request.robot, &arguments);
  const auto next = [&status](Status more) {
    if (status.ok()) status = std::move(more);
  };
  next(AddOption("--truth", request.pose_topic, &arguments));
  next(AddOption("--commands", request.command_topic, &arguments));
  next(AddNumber("--horizon", request.horizon, &arguments));
  next(AddNumber("--interval", request.interval, &arguments));
  if (request.seeds > 0) next(AddNumber("--seeds", request.seeds, &arguments));
  if (request.tolerance.size() + request.set.size() > kMaxOptions) {
    return Error{"at most " + std::to_string(kMaxOptions) + " tolerances and changes are accepted"};
  }
  for (const std::string& tolerance : request.tolerance) {
    next(AddOption("--tolerance", tolerance, &arguments));
  }
  for (const std::string& change : request.set) next(AddOption("--set", change, &arguments));
  if (request.close_gap) arguments.push_back("--close-gap");
  if (!status.ok()) return status.error();
  return arguments;
}

std::string GapFailure(const std::string& log, const std::string& how_it_ended) {
  const std::string mark = "surefoot: error: ";
  const std::size_t found = log.rfind(mark);
  if (found == std::string::npos) return "surefoot gap failed: " + how_it_ended;
  const std::size_t begin = found + mark.size();
  return log.substr(begin, log.find('\n', begin) - begin);
}

void GapMeasurer::Measure(const std::shared_ptr<graph::Call>& call, Task task) {
  sm::MeasureGap::Response refusal;
  const auto refuse = [&](const Error& error) {
    SetResult(Status(error), &refusal);
    call->Respond(&refusal);
  };
  if (program_.empty()) return refuse(Error{"this server cannot run surefoot gap"});
  if (running() && job_->client != call->client() && !job_->cancelled) {
    return refuse(Error{"another client's measurement is under way; try again when it is done"});
  }
  Result<std::vector<std::string>> options =
      GapArguments(*static_cast<const Request*>(call->request()));
  if (!options.ok()) return refuse(options.error());
  if (job_ != nullptr) job_->cancelled = true;
  job_ = std::make_shared<Job>();
  job_->client = call->client();
  std::vector<std::string> arguments = {program_, "gap", "--json"};
  arguments.insert(arguments.end(), options->begin(), options->end());
  const std::string report = "gap/report-" + std::to_string(++reports_) + ".html";
  // Only the last eight reports are kept in memory.
  files_->Remove("gap/report-" + std::to_string(reports_ - 8) + ".html");
  worker_.Post([call, job = job_, report, files = files_, wake = wake_,
                arguments = std::move(arguments),
                task = std::move(task)](const std::atomic<bool>& stop) -> Worker::Done {
    auto measured =
        std::make_shared<Result<Measured>>(RunGap(arguments, task, job.get(), stop, wake));
    return [call, job, measured, report, files] {
      job->done = true;
      sm::MeasureGap::Response response;
      SetResult(measured->ok() ? Status() : Status(measured->error()), &response);
      if (measured->ok()) response.json = std::move((*measured)->json);
      if (measured->ok() && (*measured)->report != nullptr) {
        files->Put(report, {"text/html", (*measured)->report, "", false, "reality_gap.html"});
        response.report = report;
      }
      call->Respond(&response);
    };
  });
}

bool GapMeasurer::Cancel(const std::string& client) {
  if (!running() || job_->client != client) return false;
  job_->cancelled = true;
  return true;
}

void GapMeasurer::Pump(const std::function<void(const std::string&)>& progress) {
  worker_.Pump();
  if (job_ == nullptr || job_->done || !job_->has_news.exchange(false)) return;
  std::string news;
  {
    const std::lock_guard<std::mutex> lock(job_->mutex);
    news = job_->news;
  }
  progress(news);
}

}  // namespace surefoot::serve
