#include "surefoot/gateways/audit_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include "surefoot/gateways/addresses.h"
#include "surefoot/msgs/json_text.h"

// The file is opened with O_NOFOLLOW and rotated by renaming. Texts of clients are escaped and
// shortened, so that one event is always one line.

namespace surefoot::gateways {
namespace {

/// Characters of one field. Names and reasons come from clients; only a hostile client sends longer
/// ones.
constexpr std::size_t kMaxText = 200;
/// Bytes of lines kept in memory until Open; more are counted as lost.
constexpr std::size_t kMaxWaiting = 64 * 1024;
/// Upper bound of the tables of events and of addresses.
constexpr std::size_t kMaxRemembered = 4096;

/// UTC in the form of RFC 3339, "2026-11-18T17:33:43.250Z".
std::string TimeText(double seconds) {
  const auto whole = static_cast<std::time_t>(std::floor(seconds));
  std::tm parts{};
  gmtime_r(&whole, &parts);
  char text[64];
  const std::size_t size = std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts);
  const int millis = static_cast<int>((seconds - std::floor(seconds)) * 1000.0);
  std::snprintf(text + size, sizeof(text) - size, ".%03dZ", millis);
  return text;
}

std::string KeyOf(const AuditEvent& event) {
  const std::string who = event.client.empty() ? event.address : event.client;
  return who + '\n' + event.action + '\n' + event.name + '\n' + event.reason;
}

}  // namespace

AuditLog::AuditLog(AuditOptions options) : options_(std::move(options)) {}

std::unique_ptr<AuditLog> AuditLog::Make(AuditOptions options) {
  if (options.path.empty()) return nullptr;
  return std::make_unique<AuditLog>(std::move(options));
}

AuditLog::~AuditLog() {
  const std::lock_guard lock(mutex_);
  FlushRepeats(Now(), true);
  if (file_ >= 0) ::close(file_);
}

double AuditLog::Now() const {
  if (options_.clock) return options_.clock();
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Status AuditLog::Open() {
  const std::lock_guard lock(mutex_);
  // O_NONBLOCK: opening a named pipe without a reader would block. O_NOFOLLOW: a symbolic link in
  // the log folder must not redirect the log to another file.
  const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  const int file = ::open(options_.path.c_str(), flags, S_IRUSR | S_IWUSR);
  if (file < 0) {
    return Error{"'" + options_.path + "' cannot be opened: " + std::strerror(errno)};
  }
  struct stat info {};
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(file);
    return Error{"'" + options_.path +
                 "' is not a regular file, so it cannot be rotated; give the path of a file"};
  }
  if (file_ >= 0) ::close(file_);
  file_ = file;
  size_ = static_cast<std::uint64_t>(info.st_size);
  if (!std::exchange(opened_, true)) Append(std::exchange(waiting_, ""));
  return Status();
}

void AuditLog::Hide(const std::string& secret) {
  const std::lock_guard lock(mutex_);
  if (!secret.empty()) secrets_.push_back(secret);
}

void AuditLog::Joined(const AuditEvent& connect) {
  const std::lock_guard lock(mutex_);
  clients_[connect.client] = connect;
  WriteLocked(connect);
}

void AuditLog::Left(const std::string& client) {
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  AuditEvent event = found->second;
  event.action = "disconnect";
  WriteLocked(event);
  clients_.erase(found);
}

void AuditLog::Write(AuditEvent event) {
  const std::lock_guard lock(mutex_);
  WriteLocked(std::move(event));
}

void AuditLog::WriteLocked(AuditEvent event) {
  const auto known = clients_.find(event.client);
  if (event.address.empty() && known != clients_.end()) event.address = known->second.address;
  if (event.gateway.empty()) event.gateway = event.client.substr(0, event.client.find(':'));
  const double now = Now();
  FlushRepeats(now, false);
  const auto [repeat, is_new] = repeats_.try_emplace(KeyOf(event), Repeat{now, 0, event});
  if (!is_new) {
    ++repeat->second.count;
    return;
  }
  WriteLine(event, now, 1);
}

/// Writes the counts of repeated events whose period is over; at most once per second, because it
/// visits the whole table.
void AuditLog::FlushRepeats(double now, bool all) {
  all = all || repeats_.size() >= kMaxRemembered;
  if (!all && now - flushed_ < 1.0) return;
  flushed_ = now;
  for (auto it = repeats_.begin(); it != repeats_.end();) {
    Repeat& repeat = it->second;
    if (!all && std::abs(now - repeat.since) < kPeriod) {
      ++it;
      continue;
    }
    if (repeat.count > 0) WriteLine(repeat.event, now, repeat.count);
    it = repeats_.erase(it);
  }
}

bool AuditLog::MaySpend(const AuditEvent& event, double now, std::uint64_t* suppressed) {
  const double burst = event.allowed ? kChangeBurst : kRefusalBurst;
  const double rate = event.allowed ? kChangeRate : kRefusalRate;
  const std::string who = event.address.empty() ? event.client : AddressGroup(event.address);
  // Sources whose bucket is full again carry no information.
  if (sources_.size() >= kMaxRemembered) {
    std::erase_if(sources_, [&](const auto& entry) {
      return entry.second.suppressed == 0 && now - entry.second.at > kChangeBurst / kChangeRate;
    });
  }
  // Still full of suppressed sources: starting over forgets counts, but bounds the memory.
  if (sources_.size() >= kMaxRemembered) sources_.clear();
  Source& source =
      sources_.try_emplace((event.allowed ? "+" : "-") + who, Source{burst, now, 0}).first->second;
  source.left = std::min(burst, source.left + std::max(now - source.at, 0.0) * rate);
  source.at = now;
  if (source.left < 1.0) {
    ++source.suppressed;
    return false;
  }
  source.left -= 1.0;
  *suppressed = std::exchange(source.suppressed, 0);
  return true;
}

/// Keeps printable ASCII only, so that text from clients cannot inject line breaks or terminal
/// escape sequences, and removes tokens.
std::string AuditLog::Cleaned(const std::string& text) const {
  std::string clean = text;
  for (const std::string& secret : secrets_) {
    for (std::size_t at = 0; (at = clean.find(secret, at)) != clean.npos; at += 3) {
      clean.replace(at, secret.size(), "***");
    }
  }
  if (clean.size() > kMaxText) clean = clean.substr(0, kMaxText) + "...";
  for (char& c : clean) {
    if (c < ' ' || c > '~') c = '?';
  }
  return clean;
}

void AuditLog::WriteLine(const AuditEvent& event, double now, std::uint64_t count) {
  std::uint64_t suppressed = 0;
  if (!MaySpend(event, now, &suppressed)) return;
  msgs::JsonText json;
  json.BeginObject().Text("time", TimeText(now)).Text("gateway", Cleaned(event.gateway));
  json.Text("client", Cleaned(event.client)).Text("role", event.role.empty() ? "none" : event.role);
  json.Text("address", Cleaned(event.address)).Text("action", event.action);
  json.Text("name", Cleaned(event.name)).Text("outcome", event.allowed ? "allowed" : "refused");
  if (!event.reason.empty()) json.Text("reason", Cleaned(event.reason));
  if (count > 1) json.Integer("count", static_cast<long long>(count));
  if (suppressed > 0) json.Integer("suppressed", static_cast<long long>(suppressed));
  if (lost_ > 0 && opened_) json.Integer("lost", static_cast<long long>(lost_));
  json.EndObject();
  Append(json.text() + "\n");
}

/// One write() per line, so that lines are whole even if the process is killed. After a failure the
/// count of lost lines goes into the next line that can be written.
void AuditLog::Append(const std::string& line) {
  if (line.empty()) return;
  if (!opened_) {
    if (waiting_.size() + line.size() <= kMaxWaiting) {
      waiting_ += line;
    } else {
      ++lost_;
    }
    return;
  }
  const bool fits = size_ == 0 || size_ + line.size() <= options_.max_bytes || Rotate();
  const ssize_t written = fits ? ::write(file_, line.data(), line.size()) : -1;
  if (written == static_cast<ssize_t>(line.size())) {
    size_ += line.size();
    lost_ = 0;
    complained_ = false;
    return;
  }
  ++lost_;
  if (written > 0) {
    // An incomplete line would make the next one unreadable as JSON.
    if (::ftruncate(file_, static_cast<off_t>(size_)) != 0)
      size_ += static_cast<std::uint64_t>(written);
  }
  if (std::exchange(complained_, true) || !options_.complain) return;
  options_.complain("WARNING: the audit log '" + options_.path +
                    "' cannot be written: " + std::strerror(errno) + "; lines are lost");
}

/// FILE becomes FILE.0 first and the older files move only if that succeeded: in a folder without
/// write permission nothing is lost. The oldest file is overwritten by the last rename.
bool AuditLog::Rotate() {
  const auto name = [this](int number) { return options_.path + "." + std::to_string(number); };
  const bool moved = std::rename(options_.path.c_str(), name(0).c_str()) == 0;
  // ENOENT: another program, such as logrotate, has moved the file away.
  if (!moved && errno != ENOENT) return false;
  for (int number = options_.kept_files; moved && number > 0; --number) {
    // Fails for files that do not exist yet.
    (void)std::rename(name(number - 1).c_str(), name(number).c_str());
  }
  if (moved && options_.kept_files == 0) ::unlink(name(0).c_str());
  const int flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
  const int file = ::open(options_.path.c_str(), flags, S_IRUSR | S_IWUSR);
  if (file < 0) return false;
  ::close(file_);
  file_ = file;
  size_ = 0;
  return true;
}

}  // namespace surefoot::gateways
