#include "surefoot/evaluation/recordings/file_text.h"

#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace surefoot::gap {
namespace {

constexpr std::size_t kBlock = 1 << 16;

Error TooLarge(const std::string& path, std::size_t most) {
  return Error{path + ": more than " + std::to_string(most >> 20) +
               " MiB of text; cut the recording into parts"};
}

Result<std::ifstream> OpenRegular(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return Error{path + ": no such file"};
  if (!std::filesystem::is_regular_file(status)) {
    return Error{path + ": not a regular file; give a recording"};
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": cannot be opened for reading"};
  return file;
}

Result<std::string> ReadRaw(const std::string& path, std::size_t most) {
  Result<std::ifstream> file = OpenRegular(path);
  if (!file.ok()) return file.error();
  std::string bytes;
  char block[kBlock];
  while (file->read(block, kBlock), file->gcount() > 0) {
    if (bytes.size() + static_cast<std::size_t>(file->gcount()) > most) return TooLarge(path, most);
    bytes.append(block, static_cast<std::size_t>(file->gcount()));
  }
  if (file->bad()) return Error{path + ": cannot be read to its end"};
  return bytes;
}

/// Takes the members of a gzip file one after the other, as gzip itself does.
class Unpacker {
 public:
  explicit Unpacker(const std::string& packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    constexpr int kGzip = 15 + 16;
    ready_ = inflateInit2(&stream_, kGzip) == Z_OK;
  }
  ~Unpacker() { inflateEnd(&stream_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  Result<std::string> Run(const std::string& path, std::size_t most) {
    std::string text;
    char block[kBlock];
    while (ready_) {
      stream_.next_out = reinterpret_cast<Bytef*>(block);
      stream_.avail_out = kBlock;
      const int state = inflate(&stream_, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END) break;
      text.append(block, kBlock - stream_.avail_out);
      if (text.size() > most) return TooLarge(path, most);
      if (state == Z_STREAM_END && stream_.avail_in == 0) return text;
      if (state == Z_STREAM_END) ready_ = inflateReset(&stream_) == Z_OK;
    }
    return Error{path + ": damaged or cut off inside its gzip packing, after " +
                 std::to_string(text.size()) + " bytes of text; copy the file again"};
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace

Result<std::string> ReadFileText(const std::string& path, std::size_t most) {
  Result<std::string> bytes = ReadRaw(path, most);
  if (!bytes.ok() || bytes->compare(0, 2, "\x1f\x8b") != 0) return bytes;
  return Unpacker(*bytes).Run(path, most);
}

Result<bool> IsMcap(const std::string& path) {
  Result<std::ifstream> file = OpenRegular(path);
  if (!file.ok()) return file.error();
  constexpr std::string_view kMagic("\x89MCAP0\r\n", 8);
  char start[kMagic.size()] = {};
  file->read(start, sizeof start);
  return std::string_view(start, sizeof start) == kMagic;
}

}  // namespace surefoot::gap
