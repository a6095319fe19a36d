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

/// Files uploaded by clients, stored in a temporary folder that the destructor removes. A file is
/// named "upload://BATCH/PATH"; files of one batch can refer to each other. Server thread, except
/// UnpackZip and ReplaceLine, which work on files only.
class Uploads {
 public:
  /// Bytes of a chunk, which is one message; of a file; of all files; and number of files. They
  /// keep a client from filling the disk.
  static constexpr std::size_t kMaxChunk = 1 << 20;
  static constexpr std::int64_t kMaxFile = std::int64_t{1} << 30;
  static constexpr std::int64_t kMaxBytes = std::int64_t{4} << 30;
  static constexpr std::size_t kMaxFiles = 10000;
  /// Files in one zip file.
  static constexpr std::size_t kMaxUnpackedFiles = 2000;

  Uploads() = default;
  ~Uploads();
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  /// A part of a file. Chunks of a file are sent in order; one with offset 0 starts the file again.
  struct Chunk {
    /// Empty for a new batch.
    std::string batch;
    std::string path;
    /// Position in bytes: the number of bytes sent before.
    std::int64_t offset = 0;
    bool last = false;
  };
  /// Where a chunk was stored: the batch, and the file's address.
  struct Stored {
    std::string batch;
    std::string uri;
  };
  Result<Stored> Add(const Chunk& chunk, const Bytes& data);

  /// Unpacking a complete zip file: BeginUnpack, then UnpackZip with its result on any thread, then
  /// EndUnpack. Meanwhile the space is reserved and the batch cannot be changed.
  struct Unpacking {
    std::string batch;
    /// The zip file's path in the batch, its file on disk, and the folder to unpack into.
    std::string path;
    std::string file;
    std::string folder;
    ZipLimits limits;
  };
  static bool IsZip(const std::string& path);
  Result<Unpacking> BeginUnpack(const std::string& batch, const std::string& path);
  /// Registers the unpacked files and removes the zip file. Returns the address of the only
  /// description in it, otherwise of the folder.
  using Unpacked = Result<std::vector<std::pair<std::string, std::int64_t>>>;
  Result<Stored> EndUnpack(const Unpacking& unpacking, const Unpacked& unpacked);

  /// Replacing a line of an uploaded text file: BeginFix, then ReplaceLine with its result on any
  /// thread, then EndFix. Meanwhile the batch cannot be changed.
  struct Fixing {
    std::string batch;
    /// "BATCH/PATH", and the file on disk.
    std::string key;
    std::string file;
    /// Bytes that it may have after the change.
    std::int64_t max_bytes = 0;
  };
  Result<Fixing> BeginFix(const std::string& uri, const std::string& text);
  /// `size`: the result of ReplaceLine.
  Status EndFix(const Fixing& fixing, const Result<std::int64_t>& size);

  static bool IsUpload(const std::string& uri) { return uri.starts_with("upload://"); }
  /// The file of an upload's address; other addresses are returned unchanged. A mesh has to be
  /// replaced by a model made of it (mesh_model.h), which is slow; see NeedsModel.
  Result<std::string> PathOf(const std::string& uri) const;
  /// Whether the file that PathOf returned is a mesh, to be replaced by ModelOfMesh.
  static bool NeedsModel(const std::string& uri, const std::string& path);
  /// The address of an uploaded file; other paths are returned unchanged.
  std::string UriOf(const std::string& file) const;
  /// Whether a file on disk is an upload.
  bool Holds(const std::string& file) const;
  /// The folder of all uploads; empty before the first one.
  const std::string& folder() const { return folder_; }
  /// The folder of an uploaded file's batch; empty for other files.
  std::string BatchFolderOf(const std::string& file) const;

  /// Complete uploads that end in .mcap, sorted: addresses and files.
  std::vector<std::pair<std::string, std::string>> Recordings() const;

 private:
  struct File {
    std::int64_t size = 0;
    bool complete = false;
  };
  Status MakeFolder();
  Status Append(const std::string& path, const Bytes& data, bool truncate);

  std::string folder_;
  std::int64_t batches_ = 0;
  /// Bytes and files including reserved ones.
  std::int64_t bytes_ = 0;
  std::size_t reserved_files_ = 0;
  /// Batches in which a zip file is being unpacked or a line replaced; nothing else is written
  /// there meanwhile.
  std::set<std::string> busy_;
  /// By "BATCH/PATH".
  std::map<std::string, File> files_;
};

/// Replaces a line of a text file, counted from 1, and returns the file's new size. The file stays
/// as it was on failure.
Result<std::int64_t> ReplaceLine(const std::string& file, int line, const std::string& text,
                                 std::int64_t max_bytes);

/// Checks that a path stays in its folder: relative, without "..", empty parts and control
/// characters. Prevents path traversal, also by names in zip files ("zip slip").
Status CheckUploadPath(const std::string& path);

}  // namespace surefoot::serve
