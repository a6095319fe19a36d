#pragma once

#include <map>
#include <string>
#include <vector>

namespace surefoot::serve {

/// Clients that are people and what they are called.
class People {
 public:
  /// The name as it is kept: without control characters, at most 40 characters; empty: the
  /// client's.
  void Join(const std::string& client, const std::string& name);
  void Leave(const std::string& client) { names_.erase(client); }

  bool Has(const std::string& client) const { return names_.count(client) != 0; }
  /// Whether others would know who it is: it has given a name of its own.
  bool IsNamed(const std::string& client) const { return NameOf(client) != client; }
  /// The client itself when it has no name.
  std::string NameOf(const std::string& client) const;
  /// Name by client.
  const std::map<std::string, std::string>& all() const { return names_; }

 private:
  std::map<std::string, std::string> names_;
};

}  // namespace surefoot::serve
