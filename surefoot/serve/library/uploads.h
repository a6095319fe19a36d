#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

class ClientScope;

/// Files that clients bring: in a folder of the server's own, which goes away with it. A file is
/// named "upload://BATCH/PATH"; files of one batch find each other.
class Uploads {
 public:
  static constexpr std::size_t kMostChunk = 1 << 20;
  static constexpr std::int64_t kMostFile = std::int64_t{1} << 30;
  static constexpr std::int64_t kMostBytes = std::int64_t{4} << 30;
  static constexpr std::size_t kMostFiles = 10000;

  Uploads() = default;
  ~Uploads();
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  struct Chunk {
    /// Empty: a new one.
    std::string batch;
    std::string path;
    /// Chunks follow each other; one at 0 begins the file anew.
    std::int64_t offset = 0;
    bool last = false;
  };
  struct Stored {
    std::string batch;
    std::string uri;
  };
  /// A zip file is unpacked when its last chunk is there: the address is then that of the one
  /// description in it, or else of the folder it was unpacked into.
  Result<Stored> Add(const Chunk& chunk, const Bytes& data);

  /// Replaces a line, counted from 1, of a text file.
  Status ReplaceLine(const std::string& uri, int line, const std::string& text);

  static bool IsUpload(const std::string& uri) { return uri.starts_with("upload://"); }
  /// The file that an upload's address means; other addresses stay as they are. A mesh stands for
  /// a model made of it (mesh_model.h).
  Result<std::string> FileOf(const Parts& parts, const ClientScope& scope,
                             const std::string& uri) const;
  /// The same without a model for a mesh.
  Result<std::string> PathOf(const std::string& uri) const;
  /// The address of a file; as it is when it was not uploaded.
  std::string UriOf(const std::string& file) const;
  bool Holds(const std::string& file) const;
  /// Where all uploads are; empty as long as there are none.
  const std::string& folder() const { return folder_; }
  /// The folder of the batch that an uploaded file is in; empty for other files.
  std::string BatchFolderOf(const std::string& file) const;

  /// Complete ones that end in .mcap, sorted: addresses and files.
  std::vector<std::pair<std::string, std::string>> Recordings() const;

 private:
  struct File {
    std::int64_t size = 0;
    bool complete = false;
  };
  Status MakeFolder();
  Status Append(const std::string& path, const Bytes& data, bool anew);
  Result<Stored> Unpack(const std::string& batch, const std::string& zip);

  std::string folder_;
  std::int64_t batches_ = 0;
  std::int64_t bytes_ = 0;
  /// By "BATCH/PATH".
  std::map<std::string, File> files_;
};

/// A path that stays in its folder: relative, without "..", empty parts and control characters.
Status CheckUploadPath(const std::string& path);

}  // namespace surefoot::serve
