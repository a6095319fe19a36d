#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/serve/library/zip.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

/// Files that clients bring: in a folder of the server's own, which goes away with it. A file is
/// named "upload://BATCH/PATH"; files of one batch find each other.
class Uploads {
 public:
  static constexpr std::size_t kMostChunk = 1 << 20;
  static constexpr std::int64_t kMostFile = std::int64_t{1} << 30;
  static constexpr std::int64_t kMostBytes = std::int64_t{4} << 30;
  static constexpr std::size_t kMostFiles = 10000;
  /// Of one zip file.
  static constexpr std::size_t kMaxUnpackedFiles = 2000;

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
  Result<Stored> Add(const Chunk& chunk, const Bytes& data);

  /// A zip file whose last chunk is there is to be unpacked: BeginUnpack, then UnpackZip with what
  /// it gives on any thread, then EndUnpack. Room is reserved meanwhile, and the file cannot be
  /// changed.
  struct Unpacking {
    std::string batch;
    /// The zip file's path in the batch, its file, where it is unpacked.
    std::string path;
    std::string file;
    std::string folder;
    ZipLimits limits;
  };
  static bool IsZip(const std::string& path);
  Result<Unpacking> BeginUnpack(const std::string& batch, const std::string& path);
  /// Gives the address of the one description in it, or else of the folder it was unpacked into.
  /// The zip file is gone.
  using Unpacked = Result<std::vector<std::pair<std::string, std::int64_t>>>;
  Result<Stored> EndUnpack(const Unpacking& unpacking, const Unpacked& unpacked);

  /// Replaces a line, counted from 1, of a text file.
  Status ReplaceLine(const std::string& uri, int line, const std::string& text);

  static bool IsUpload(const std::string& uri) { return uri.starts_with("upload://"); }
  /// The file that an upload's address means; other addresses stay as they are. A mesh stands for
  /// a model made of it (mesh_model.h), which takes long: NeedsModel.
  Result<std::string> PathOf(const std::string& uri) const;
  /// Whether what PathOf gave for the address is a mesh, to be replaced by ModelOfMesh.
  static bool NeedsModel(const std::string& uri, const std::string& path);
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

  std::string folder_;
  std::int64_t batches_ = 0;
  /// Those that are reserved included.
  std::int64_t bytes_ = 0;
  std::size_t reserved_files_ = 0;
  /// Batches in which a zip file is unpacked; nothing else is written there meanwhile.
  std::set<std::string> unpacking_;
  /// By "BATCH/PATH".
  std::map<std::string, File> files_;
};

/// A path that stays in its folder: relative, without "..", empty parts and control characters.
Status CheckUploadPath(const std::string& path);

}  // namespace surefoot::serve
