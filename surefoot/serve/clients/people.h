#pragma once

#include <map>
#include <string>
#include <vector>

namespace surefoot::serve {

/// Names of the people behind clients, as they entered them on the page. Server thread.
class People {
 public:
  /// Sets a client's name: without control characters, at most 40 characters. If nothing is left,
  /// the client's own name, "web:3", is used.
  void Join(const std::string& client, const std::string& name);
  void Leave(const std::string& client) { names_.erase(client); }

  bool Has(const std::string& client) const { return names_.count(client) != 0; }
  /// Whether the client has a name of its own, known to others.
  bool IsNamed(const std::string& client) const { return NameOf(client) != client; }
  /// The name; the client's own if it has given none.
  std::string NameOf(const std::string& client) const;
  /// Name by client.
  const std::map<std::string, std::string>& all() const { return names_; }

 private:
  std::map<std::string, std::string> names_;
};

}  // namespace surefoot::serve
