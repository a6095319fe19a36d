#pragma once

/// Who did what: a file for administrators, one JSON object a line. docs/guides/deploy.md describes
/// the fields.

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

/// Something that a client did or was refused. Texts may come from clients.
struct AuditEvent {
  /// "connect", "disconnect", "auth", "http", "call", "goal", "publish", "advertise", "offer".
  std::string action = {};
  /// Of the service, topic or action; of HTTP the path without its query.
  std::string name = {};
  bool allowed = true;
  /// Why it was refused.
  std::string reason = {};
  /// "web:3"; empty where it has no name yet.
  std::string client = {};
  /// "owner", "driver", "viewer"; empty: none.
  std::string role = {};
  /// Empty: that of the client, as it connected.
  std::string address = {};
  /// Empty: what stands before the colon of the client's name.
  std::string gateway = {};
};

struct AuditOptions {
  std::string path;
  /// Beyond, the file becomes FILE.1, that FILE.2 and so on.
  std::uint64_t max_bytes = std::uint64_t{10} << 20;
  /// Those before are deleted.
  int kept_files = 4;
  /// Seconds since 1970 and a fraction; absent: the system's clock.
  std::function<double()> clock = nullptr;
  /// When lines cannot be written. Any thread.
  std::function<void(const std::string&)> complain = nullptr;
};

/// A client must not be able to push what it did out of the files by other lines: the same event of
/// a client is written once in a period, with the number of times ("count"), and each address has a
/// limited number of lines, of refusals and of others apart; what was left out is counted
/// ("suppressed"). Any thread.
class AuditLog {
 public:
  static constexpr double kPeriod = 10.0;
  /// Lines of one address at once and in a second.
  static constexpr double kRefusalBurst = 100.0;
  static constexpr double kRefusalRate = 2.0;
  static constexpr double kChangeBurst = 1000.0;
  static constexpr double kChangeRate = 20.0;

  /// nullptr without a path.
  static std::unique_ptr<AuditLog> Make(AuditOptions options);
  explicit AuditLog(AuditOptions options);
  /// Writes what was counted.
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  /// Lines before it wait: the file is opened with the rights that the server keeps.
  Status Open();
  void Write(AuditEvent event);
  /// Remembers where the client is until it leaves.
  void Joined(const AuditEvent& connect);
  void Left(const std::string& client);
  /// Is written as "***" wherever a text holds it.
  void Hide(const std::string& secret);

 private:
  struct Repeat {
    double since = 0.0;
    std::uint64_t count = 0;
    AuditEvent event;
  };
  struct Source {
    double left = 0.0;
    double at = 0.0;
    std::uint64_t suppressed = 0;
  };

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
  /// Before Open, bounded.
  std::string waiting_;
  std::uint64_t lost_ = 0;
  std::vector<std::string> secrets_;
  std::map<std::string, AuditEvent> clients_;
  std::map<std::string, Repeat> repeats_;
  double flushed_ = 0.0;
  std::map<std::string, Source> sources_;
};

}  // namespace surefoot::gateways
