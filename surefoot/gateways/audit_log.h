#pragma once

/// Audit log for administrators: which client did what. One JSON object per line;
/// docs/guides/deploy.md describes the fields.

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gateways {

/// Something that a client did or was refused. Texts may come from clients and are sanitized when
/// they are written.
struct AuditEvent {
  /// "connect", "disconnect", "auth", "http", "call", "goal", "publish", "advertise", "offer".
  std::string action = {};
  /// Name of the service, topic or action; for HTTP the path without the query, which may contain a
  /// token.
  std::string name = {};
  bool allowed = true;
  /// Reason for the refusal; empty if allowed.
  std::string reason = {};
  /// Name of the client, "web:3"; empty before it has one.
  std::string client = {};
  /// "owner", "driver" or "viewer"; empty for none.
  std::string role = {};
  /// Network address; empty for the one from which the client connected.
  std::string address = {};
  /// Empty for the part of `client` before the colon.
  std::string gateway = {};
};

/// Where and how much is written.
struct AuditOptions {
  std::string path;
  /// Size at which the file becomes FILE.1, that one FILE.2 and so on.
  std::uint64_t max_bytes = std::uint64_t{10} << 20;
  /// Number of rotated files; older ones are deleted.
  int kept_files = 4;
  /// Seconds since 1970; absent for the system clock. For tests.
  std::function<double()> clock = nullptr;
  /// Called for the first line that cannot be written, until one can be again; on the thread that
  /// wrote. May be absent.
  std::function<void(const std::string&)> complain = nullptr;
};

/// Writes audit events to a rotated file. A client must not be able to push its own actions out of
/// the rotated files by causing many other lines. Therefore the same event of a client is written
/// once per period with the number of repetitions ("count"), and each address has a limited rate of
/// lines, separately for refusals and for allowed actions; the lines left out are counted
/// ("suppressed").
///
/// Thread-safe: gateways call it from their network threads, the server from its own. A mutex
/// guards all members, and writing is synchronous.
///
///   log.Write({.action = "call", .name = "/load_world", .client = "web:3", .role = "owner"});
class AuditLog {
 public:
  /// Seconds within which the same event is written once.
  static constexpr double kPeriod = 10.0;
  /// Token buckets per address: burst in lines, rate in lines per second. Refusals have a lower
  /// rate, because guessing programs cause many of them.
  static constexpr double kRefusalBurst = 100.0;
  static constexpr double kRefusalRate = 2.0;
  static constexpr double kChangeBurst = 1000.0;
  static constexpr double kChangeRate = 20.0;

  /// Returns nullptr if `options.path` is empty.
  static std::unique_ptr<AuditLog> Make(AuditOptions options);
  explicit AuditLog(AuditOptions options);
  /// Writes the pending counts.
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  /// Opens the file. Called after the process has given up its privileges, so that the file belongs
  /// to the user the server runs as; lines written before wait in memory.
  Status Open();
  /// Records an event; a repetition within kPeriod is only counted.
  void Write(AuditEvent event);
  /// Writes `connect` and remembers the client's address until Left.
  void Joined(const AuditEvent& connect);
  /// Forgets the client's address and writes its disconnection.
  void Left(const std::string& client);
  /// Registers a token, which is replaced by "***" wherever it occurs in a text.
  void Hide(const std::string& secret);

 private:
  /// An event that was written, and how often it happened again since.
  struct Repeat {
    double since = 0.0;
    std::uint64_t count = 0;
    AuditEvent event;
  };
  /// Token bucket of one address; times in seconds since 1970.
  struct Source {
    double left = 0.0;
    double at = 0.0;
    std::uint64_t suppressed = 0;
  };

  // All of these require mutex_ to be held.
  void WriteLocked(AuditEvent event);
  double Now() const;
  void FlushRepeats(double now, bool all);
  bool MaySpend(const AuditEvent& event, double now, std::uint64_t* suppressed);
  void WriteLine(const AuditEvent& event, double now, std::uint64_t count);
  void Append(const std::string& line);
  bool Rotate();
  std::string Cleaned(const std::string& text) const;

  AuditOptions options_;
  std::mutex mutex_;
  int file_ = -1;
  std::uint64_t size_ = 0;
  bool opened_ = false;
  bool complained_ = false;
  /// Lines written before Open, at most kMaxWaiting bytes.
  std::string waiting_;
  std::uint64_t lost_ = 0;
  std::vector<std::string> secrets_;
  std::map<std::string, AuditEvent> clients_;
  std::map<std::string, Repeat> repeats_;
  double flushed_ = 0.0;
  std::map<std::string, Source> sources_;
};

}  // namespace surefoot::gateways
