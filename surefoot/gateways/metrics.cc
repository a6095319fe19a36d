#include "surefoot/gateways/metrics.h"

#include <array>
#include <utility>

#include "surefoot/base/old_name.h"
#include "surefoot/base/text.h"

// Text in Prometheus' exposition format. Values are atomic, because network threads and the
// server's thread both change them.

namespace surefoot::gateways {
namespace {

/// Values that were renamed, which are given by both names (base/old_name.h).
constexpr std::array<std::pair<const char*, const char*>, 3> kOldNames = {
    {{"surefoot_lockstep_timeouts_total", "surefoot_lockstep_late_total"},
     {"surefoot_web_http_responses_total", "surefoot_web_http_total"},
     {"surefoot_web_throttled_total", "surefoot_web_slowed_total"}}};

}  // namespace

void Metrics::Value::Add(double amount) {
  // Lock-free addition by compare-and-swap. Relaxed order suffices: values are independent.
  double seen = value_.load(std::memory_order_relaxed);
  while (!value_.compare_exchange_weak(seen, seen + amount, std::memory_order_relaxed)) {
  }
}

Metrics::Value* Metrics::Find(const std::string& name, Kind kind, const std::string& help,
                              const std::string& labels) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Family& family = families_[name];
  if (family.values.empty()) {
    family.kind = kind;
    family.help = help;
  }
  std::unique_ptr<Value>& value = family.values[labels];
  if (value == nullptr) value = std::make_unique<Value>();
  return value.get();
}

std::string Metrics::TextOf(const std::string& name, const std::string& help,
                            const Family& family) {
  std::string text = "# HELP " + name + " " + help + "\n# TYPE " + name +
                     (family.kind == Kind::kCounter ? " counter\n" : " gauge\n");
  for (const auto& [labels, value] : family.values) {
    text += name + (labels.empty() ? "" : "{" + labels + "}") + " " +
            NumberText(value->value(), 17) + "\n";
  }
  return text;
}

std::string Metrics::Text() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string text;
  for (const auto& [name, family] : families_) {
    text += TextOf(name, family.help, family);
    for (const auto& [new_name, old_name] : kOldNames) {
      if (name != new_name) continue;
      text += TextOf(old_name, OldNameMessage(old_name, name) + ", until version 0.4.", family);
    }
  }
  return text;
}

}  // namespace surefoot::gateways
