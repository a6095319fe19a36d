#pragma once

/// Counters and gauges of a running server, in the text format of Prometheus (version 0.0.4).
/// Thread-safe. GET /metrics of a running server lists all names with their meaning.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace surefoot::gateways {

/// Registry of named values. Look a value up once and keep the pointer: Find takes a mutex, Add and
/// Set do not.
///
///   Metrics::Value* clients = metrics.Find("surefoot_web_clients", Kind::kGauge, "Clients now.");
///   clients->Set(3.0);
class Metrics {
 public:
  enum class Kind { kCounter, kGauge };
  /// Add and Set are lock-free.
  class Value {
   public:
    void Add(double amount = 1.0);
    void Set(double value) { value_.store(value, std::memory_order_relaxed); }
    double value() const { return value_.load(std::memory_order_relaxed); }

   private:
    std::atomic<double> value_{0.0};
  };

  /// The value with this name ("surefoot_web_clients") and labels ("reason=\"too big\"", may be
  /// empty), created at the first call. Valid as long as the Metrics object.
  Value* Find(const std::string& name, Kind kind, const std::string& help,
              const std::string& labels = "");

  /// The answer to GET /metrics: all values, sorted by name.
  std::string Text() const;

 private:
  /// All values of one name, by their labels.
  struct Family {
    Kind kind = Kind::kCounter;
    std::string help;
    std::map<std::string, std::unique_ptr<Value>> values;
  };

  static std::string TextOf(const std::string& name, const std::string& help, const Family& family);

  mutable std::mutex mutex_;
  std::map<std::string, Family> families_;
};

}  // namespace surefoot::gateways
