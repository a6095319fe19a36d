#pragma once

/// Numbers about a running server, in the text form of Prometheus. Any thread.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace surefoot::gateways {

class Metrics {
 public:
  enum class Kind { kCounter, kGauge };
  /// Add and Set never wait.
  class Value {
   public:
    void Add(double amount = 1.0);
    void Set(double value) { value_.store(value, std::memory_order_relaxed); }
    double value() const { return value_.load(std::memory_order_relaxed); }

   private:
    std::atomic<double> value_{0.0};
  };

  /// The value of this name ("surefoot_web_clients") and labels ("reason=\"too big\"", may be
  /// empty), made at the first call. Valid as long as the metrics are.
  Value* Find(const std::string& name, Kind kind, const std::string& help,
              const std::string& labels = "");

  /// All of them, sorted by name.
  std::string Text() const;

 private:
  struct Family {
    Kind kind = Kind::kCounter;
    std::string help;
    std::map<std::string, std::unique_ptr<Value>> values;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Family> families_;
};

}  // namespace surefoot::gateways
