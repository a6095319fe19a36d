#include "surefoot/base/process/line_child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "surefoot/base/process/spawn.h"
#include "surefoot/base/text.h"

// The protocol of controllers: one line to the child, one line back. Pipes are non-blocking, and
// every wait has a deadline, because the child may hang, flood its output or end at any time.

namespace surefoot {

struct LineChild::Streams {
  Pipe input;
  Pipe output;
  Pipe errors;
  Descriptor log;
};

namespace {

constexpr std::size_t kTailBytes = 2000;
constexpr int kTailLines = 6;
/// Interval for checking whether the child has ended, in case nothing else reports it.
constexpr std::chrono::milliseconds kGlance(5);

/// Writing to a pipe without a reader must not end this process: SIGPIPE is blocked and consumed.
class NoPipeSignal {
 public:
  /// Blocks SIGPIPE in this thread, unless it is pending already.
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  /// Removes a SIGPIPE that writing caused, then restores the mask. errno stays that of the write.
  ~NoPipeSignal() {
    const timespec now = {0, 0};
    const int error = errno;
    if (!was_pending_) {
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_ = false;
};

void SetNonBlocking(const Descriptor& descriptor) {
  ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

/// Reads the available input, up to `max`; closes at the end.
std::string ReadNow(Descriptor* from, std::size_t max) {
  std::string text;
  char buffer[1 << 16];
  while (from->open() && text.size() < max) {
    const ssize_t count = ::read(from->get(), buffer, sizeof buffer);
    if (count > 0) {
      text.append(buffer, static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      from->Close();
    } else if (errno == EAGAIN) {
      break;
    }
  }
  return text;
}

/// The last lines, for errors.
std::string LastLines(const std::string& text) {
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] == '\n') --end;
  std::size_t first = end;
  for (int lines = 0; first > 0; --first) {
    if (text[first - 1] == '\n' && ++lines == kTailLines) break;
  }
  return text.substr(first, end - first);
}

std::string Shortened(const std::string& line) {
  constexpr std::size_t kMaxShown = 200;
  return line.size() <= kMaxShown ? line : line.substr(0, kMaxShown).append("...");
}

}  // namespace

LineChild::LineChild(const LineChildOptions& options)
    : options_(options), streams_(std::make_unique<Streams>()) {}

LineChild::~LineChild() { Kill(); }

// Errors name what cannot be started and why.
Result<std::unique_ptr<LineChild>> LineChild::Start(const LineChildOptions& options) {
  if (options.arguments.empty() || options.arguments[0].empty()) return Error{"no program to run"};
  std::unique_ptr<LineChild> child(new LineChild(options));
  const Status status = child->Launch();
  if (!status.ok()) return status.error();
  return child;
}

// Pipes for all three streams; those of the parent do not block.
Status LineChild::Launch() {
  Streams& s = *streams_;
  if (!s.input.Open() || !s.output.Open() || !s.errors.Open()) {
    return Error{std::string("no pipe: ") + std::strerror(errno)};
  }
  if (!options_.log_file.empty()) {
    s.log.Set(::open(options_.log_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!s.log.open()) {
      return Error{"'" + options_.log_file + "' cannot be written: " + std::strerror(errno)};
    }
  }
  SpawnOptions spawn;
  spawn.arguments = options_.arguments;
  spawn.environment = options_.environment;
  spawn.folder = options_.folder;
  spawn.input = s.input.read.get();
  spawn.output = s.output.write.get();
  spawn.errors = s.errors.write.get();
  spawn.own_group = true;
  const int failure = Spawn(spawn, &child_);
  if (failure != 0) {
    child_ = -1;
    const std::string where = options_.folder.empty() ? "" : " in '" + options_.folder + "'";
    return Error{"the program '" + options_.arguments[0] + "' cannot be run" + where + ": " +
                 std::strerror(failure)};
  }
  s.input.read.Close();
  s.output.write.Close();
  s.errors.write.Close();
  SetNonBlocking(s.input.write);
  SetNonBlocking(s.output.read);
  SetNonBlocking(s.errors.read);
  return Status();
}

// Writes what the pipe accepts now.
void LineChild::Write() {
  const NoPipeSignal no_signal;
  Descriptor& to = streams_->input.write;
  while (!to_write_.empty() && to.open()) {
    const ssize_t count = ::write(to.get(), to_write_.data(), to_write_.size());
    if (count > 0) {
      to_write_.erase(0, static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      // It does not read any more; whether that is an error is decided by its response.
      to.Close();
      to_write_.clear();
    }
  }
}

void LineChild::ReadOutput() { output_ += ReadNow(&streams_->output.read, options_.max_line + 1); }

// Keeps only the end for messages; the log has everything up to its limit.
void LineChild::ReadErrors() {
  const std::string text = ReadNow(&streams_->errors.read, 1u << 20);
  errors_ += text;
  if (errors_.size() > 2 * kTailBytes) errors_.erase(0, errors_.size() - kTailBytes);
  if (!streams_->log.open() || logged_ >= options_.max_log) return;
  const std::size_t size = std::min(text.size(), options_.max_log - logged_);
  // A full disk must not end the run.
  WriteAll(streams_->log.get(), text.data(), size);
  logged_ += size;
}

// Reads and writes in one loop: waiting for one of them could block the child on the other.
bool LineChild::Pump(Clock::time_point until) {
  Streams& s = *streams_;
  Write();
  const int writer = to_write_.empty() ? -1 : s.input.write.get();
  pollfd polled[3] = {
      {s.output.read.get(), POLLIN, 0}, {s.errors.read.get(), POLLIN, 0}, {writer, POLLOUT, 0}};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  if (left.count() <= 0) return false;
  ::poll(polled, 3, static_cast<int>(std::min<long long>(left.count(), 1000)));
  if (polled[1].revents != 0) ReadErrors();
  if (polled[0].revents != 0) ReadOutput();
  if (polled[2].revents != 0) Write();
  return true;
}

// Accepts lines that end with CR LF.
bool LineChild::TakeLine(std::string* line) {
  const std::size_t end = output_.find('\n');
  if (end == std::string::npos) return false;
  *line = output_.substr(0, end);
  if (!line->empty() && line->back() == '\r') line->pop_back();
  output_.erase(0, end + 1);
  return true;
}

// One line for one line. Output before the question is an error, because answers would be shifted.
Result<std::string> LineChild::Ask(const std::string& line, double limit) {
  ReadOutput();
  std::string answer;
  if (TakeLine(&answer)) {
    return Explain("the program wrote a line without being asked: " + Shortened(answer) +
                   "; it must answer each line with one line, and write anything else to its "
                   "standard error");
  }
  to_write_ = line + "\n";
  const Clock::time_point until =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(std::min(limit, 1e6)));
  while (!TakeLine(&answer)) {
    if (output_.size() > options_.max_line) {
      Kill();
      return Explain("the program wrote more than " + std::to_string(options_.max_line) +
                     " bytes without an end of line, beginning with " + Shortened(output_));
    }
    if (!streams_->output.read.open() || HasEnded()) {
      ReadOutput();
      if (TakeLine(&answer)) break;
      return ExplainEnd();
    }
    if (!Pump(until)) {
      Kill();
      return Explain("the program gave no answer within " + NumberText(limit, 6) + " s");
    }
  }
  return answer;
}

/// Explains why there is no response.
Error LineChild::ExplainEnd() {
  // Its last output may arrive after it closed its standard output.
  const Clock::time_point last = Clock::now() + std::chrono::milliseconds(500);
  while (!HasEnded() && Clock::now() < last) Pump(std::min(last, Clock::now() + kGlance));
  const bool ended = HasEnded();
  Kill();
  return Explain(ended ? "the program ended (" + StatusText() + ") without an answer"
                       : std::string("the program closed its standard output"));
}

// Without collecting the child, so that its process id stays reserved.
bool LineChild::HasEnded() const {
  if (child_ < 0) return true;
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child_;
}

void LineChild::Kill() {
  if (child_ < 0) return;
  // Before the leader is collected: until then, its process id is not reused.
  ::kill(-child_, SIGKILL);
  status_ = WaitFor(child_);
  child_ = -1;
  ReadErrors();
}

Status LineChild::Finish(const std::string& line, double grace) {
  if (child_ < 0) return Status();
  to_write_ = line + "\n";
  const Clock::time_point until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     std::chrono::duration<double>(grace));
  while (!HasEnded() && Clock::now() < until) {
    if (to_write_.empty()) streams_->input.write.Close();
    Pump(std::min(until, Clock::now() + kGlance));
    // Its remaining output is discarded.
    output_.clear();
  }
  const bool by_itself = HasEnded();
  Kill();
  if (!by_itself || (WIFEXITED(status_) && WEXITSTATUS(status_) == 0)) return Status();
  return Explain("the program ended with " + StatusText());
}

std::string LineChild::StatusText() const {
  if (WIFEXITED(status_)) return "exit status " + std::to_string(WEXITSTATUS(status_));
  if (WIFSIGNALED(status_)) {
    return "signal " + std::to_string(WTERMSIG(status_)) + ", " + strsignal(WTERMSIG(status_));
  }
  return "unknown status";
}

// An error of the child is most often explained by what it printed last.
Error LineChild::Explain(const std::string& what) {
  ReadErrors();
  const std::string tail = LastLines(errors_);
  if (tail.empty()) return Error{what};
  const std::string log = options_.log_file.empty() ? "" : " (" + options_.log_file + ")";
  return Error{what + "; the end of its standard error" + log + ":\n" + tail};
}

}  // namespace surefoot
