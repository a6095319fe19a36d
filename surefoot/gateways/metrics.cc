#include "surefoot/gateways/metrics.h"

#include <array>

#include "surefoot/base/text.h"

namespace surefoot::gateways {

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

std::string Metrics::Text() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string text;
  for (const auto& [name, family] : families_) {
    text += "# HELP " + name + " " + family.help + "\n# TYPE " + name +
            (family.kind == Kind::kCounter ? " counter\n" : " gauge\n");
    for (const auto& [labels, value] : family.values) {
      text += name + (labels.empty() ? "" : "{" + labels + "}") + " " +
              NumberText(value->value(), 17) + "\n";
    }
  }
  return text;
}

}  // namespace surefoot::gateways
