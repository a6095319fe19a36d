#include "surefoot/evaluation/run/input_files.h"

#include <openssl/evp.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"

// Hashes are cached by path: a hundred trials of one world refer to the same meshes. SHA-256 is
// OpenSSL's.

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

/// SHA-256 of data that is added in pieces, so that large files need not fit into memory.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
  ~Digest() { EVP_MD_CTX_free(context_); }
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void Add(const char* data, std::size_t size) { EVP_DigestUpdate(context_, data, size); }

  std::string Text() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    EVP_DigestFinal_ex(context_, bytes.data(), &size);
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
      text += kDigits[bytes[i] >> 4];
      text += kDigits[bytes[i] & 15];
    }
    return text;
  }

 private:
  EVP_MD_CTX* context_;
};

}  // namespace

std::string Sha256(const std::string& text) {
  Digest digest;
  digest.Add(text.data(), text.size());
  return digest.Text();
}

Result<std::string> Sha256OfFile(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  if (file == nullptr) return Error{"the file '" + path + "' cannot be read"};
  Digest digest;
  std::vector<char> buffer(1 << 20);
  std::size_t count = 0;
  while ((count = std::fread(buffer.data(), 1, buffer.size(), file.get())) > 0) {
    digest.Add(buffer.data(), count);
  }
  if (std::ferror(file.get()) != 0) return Error{"the file '" + path + "' cannot be read"};
  return digest.Text();
}

Result<std::string> InputFiles::Add(const std::string& path) {
  const auto known = files_.find(path);
  if (known != files_.end()) return known->second.sha256;
  std::string hash = SUREFOOT_TRY(Sha256OfFile(path));
  std::error_code error;
  files_[path] = InputFile{path, hash, fs::file_size(path, error)};
  return hash;
}

std::vector<InputFile> InputFiles::all() const {
  return Mapped<InputFile>(files_, [&](const auto& entry) { return entry.second; });
}

std::vector<std::string> ProgramFiles() {
  std::error_code error;
  std::set<std::string> files = {fs::read_symlink("/proc/self/exe", error).string()};
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t path = line.find('/');
    if (path == std::string::npos) continue;
    const std::string file = line.substr(path);
    const bool ours = file.rfind("libsurefoot") != std::string::npos;
    if (ours && fs::is_regular_file(file, error)) files.insert(file);
  }
  return std::vector<std::string>(files.begin(), files.end());
}

}  // namespace surefoot::experiment
