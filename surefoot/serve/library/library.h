#pragma once

#include <set>
#include <string>
#include <vector>

#include "surefoot/gateways/files.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/worker.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

/// The library that people choose models and worlds from: those of the installation and those of
/// SUREFOOT_PATH, with pictures. Pictures are drawn on a worker thread after the first request and
/// cached on disk; until then their address answers 404 and the page asks again. Server thread,
/// except Find.
///
///   worker: entries = Library::Find(parts);
///   server: response.items = library.Take(std::move(entries));
class Library {
 public:
  Library(const Parts& parts, gateways::Files* files, std::function<void()> wake)
      : parts_(parts), files_(files), worker_(std::move(wake)) {}

  /// All models and worlds. Reads many files; any thread.
  struct Entry {
    msgs::surefoot_msgs::LibraryItem item;
    /// Models that can move are drawn first, because people look for robots.
    bool soon = false;
  };
  static std::vector<Entry> Find(const Parts& parts);
  /// Returns the entries, without those known to be broken, and starts drawing their pictures.
  std::vector<msgs::surefoot_msgs::LibraryItem> Take(std::vector<Entry> entries);
  /// Call often, between two steps.
  void Pump() { worker_.Pump(); }

 private:
  void Draw(const msgs::surefoot_msgs::LibraryItem& item);

  Parts parts_;
  gateways::Files* files_;
  /// Names of pictures whose drawing has been started.
  std::set<std::string> begun_;
  /// Names of pictures of things that cannot be loaded.
  std::set<std::string> broken_;
  Worker worker_;
};

/// Renders a model or world as PNG, 240 x 180 pixels. Slow; any thread.
Result<std::string> PictureOf(const Parts& parts, const std::string& uri, bool is_model);

}  // namespace surefoot::serve
