#pragma once

#include <set>
#include <string>
#include <vector>

#include "surefoot/gateways/files.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/worker.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

/// What people can put into a world or load: the models and worlds that come along and those of
/// SUREFOOT_PATH, with pictures of them. Pictures are drawn after they were first asked for.
class Library {
 public:
  Library(const Parts& parts, gateways::Files* files, std::function<void()> wake)
      : parts_(parts), files_(files), worker_(std::move(wake)) {}

  /// What there is. Looks into many files: on any thread.
  struct Entry {
    msgs::surefoot_msgs::LibraryItem item;
    /// Models that move are drawn before what stands still and before worlds.
    bool soon = false;
  };
  static std::vector<Entry> Find(const Parts& parts);
  /// Those of them that can be loaded, as far as is known; begins to draw their pictures.
  std::vector<msgs::surefoot_msgs::LibraryItem> Take(std::vector<Entry> entries);
  void Pump() { worker_.Pump(); }

 private:
  void Draw(const msgs::surefoot_msgs::LibraryItem& item);

  Parts parts_;
  gateways::Files* files_;
  /// Names of pictures that were begun.
  std::set<std::string> begun_;
  /// Of things that cannot be loaded.
  std::set<std::string> broken_;
  Worker worker_;
};

/// A picture of a model or world as PNG, about 240 x 180.
Result<std::string> PictureOf(const Parts& parts, const std::string& uri, bool is_model);

}  // namespace surefoot::serve
