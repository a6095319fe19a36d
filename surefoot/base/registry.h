#pragma once

/// A list of named factories with their help texts: engines, formats, sensors, gateways. Filled
/// explicitly by one register.cc for each family; there is no automatic registration.

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/check.h"
#include "surefoot/base/text.h"

namespace surefoot {

template <typename T>
class Registry {
 public:
  void Add(std::string name, T entry) {
    SUREFOOT_CHECK(Find(name) == nullptr, "registered twice: " + name);
    entries_.emplace_back(std::move(name), std::move(entry));
  }

  /// nullptr if there is no entry with that name.
  const T* Find(const std::string& name) const {
    for (const auto& entry : entries_) {
      if (entry.first == name) return &entry.second;
    }
    return nullptr;
  }

  /// In the order of registration.
  const std::vector<std::pair<std::string, T>>& entries() const { return entries_; }

  /// "a, b, c", for messages that list the accepted values.
  std::string NameList() const {
    return Joined(entries_, [](const auto& entry) { return entry.first; });
  }

 private:
  std::vector<std::pair<std::string, T>> entries_;
};

}  // namespace surefoot
