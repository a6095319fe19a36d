#pragma once

#include <string>
#include <vector>

#include "surefoot/base/file_scope.h"
#include "surefoot/serve/library/uploads.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

/// The folders where model:// and the names of grounds, soils and range sensors are looked for.
/// Those that come along may be links, as they are in a build tree.
FileScope LibraryScope(const Parts& parts);

/// Which files the descriptions of clients may be and name. The world that the owner gave at start
/// is not bound by it.
///
///   LoadForSpawn(parts, file, &problems, scope.ForFile(uploads, file));
class ClientScope {
 public:
  /// `world`: the file that the owner named; its folder is served. Empty: there is none.
  ClientScope(const Parts& parts, const std::string& world);

  /// For a text: the library, which is where model:// is looked for.
  const FileScope& library() const { return library_; }
  /// For a file: the library, the served folder, worlds saved here, and the batch of the file when
  /// it was uploaded.
  FileScope ForFile(const Uploads& uploads, const std::string& file) const;
  /// The same with all batches, for worlds that models of several were put into.
  FileScope ForAll(const Uploads& uploads) const;

  /// A world that was saved here can be loaded again.
  void AddSaved(const std::string& file);

 private:
  FileScope Base() const;

  FileScope library_;
  std::vector<std::string> served_;
};

}  // namespace surefoot::serve
