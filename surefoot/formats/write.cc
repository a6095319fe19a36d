#include "surefoot/formats/write.h"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh/uri_options.h"

// Files are written under temporary names and renamed at the end, so that an error leaves the old
// ones in place.

namespace surefoot::formats {
namespace {

namespace fs = std::filesystem;

/// Extension of temporary files.
constexpr const char* kTemporarySuffix = ".part";

std::string WriterList(const FormatRegistry& registry) {
  std::string list;
  for (const auto& [name, format] : registry.entries()) {
    if (format.write == nullptr || format.endings.empty()) continue;
    list += (list.empty() ? "." : ", .") + format.endings.front();
  }
  return list;
}

Error SystemError(const std::string& what, const std::string& path, int code) {
  return Error{what + " '" + path + "': " + std::strerror(code)};
}

Status WriteText(const std::string& path, const std::string& content) {
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "wb"));
  if (!file) return SystemError("cannot write", path, errno);
  if (std::fwrite(content.data(), 1, content.size(), file.get()) != content.size() ||
      std::fflush(file.get()) != 0) {
    return SystemError("cannot write", path, errno);
  }
  return {};
}

/// Writes the file under its temporary name.
Status Prepare(const WrittenFile& file) {
  std::error_code error;
  fs::create_directories(fs::path(file.path).parent_path(), error);
  if (error) {
    return SystemError("cannot create the folder of", file.path, error.value());
  }
  const std::string beside = file.path + kTemporarySuffix;
  if (file.copy_of.empty()) return WriteText(beside, file.content);
  fs::copy_file(file.copy_of, beside, fs::copy_options::overwrite_existing, error);
  if (error) return SystemError("cannot copy '" + file.copy_of + "' to", beside, error.value());
  return {};
}

void RemovePrepared(const std::vector<WrittenFile>& files) {
  for (const WrittenFile& file : files) {
    std::error_code ignored;
    fs::remove(file.path + kTemporarySuffix, ignored);
  }
}

/// True for a copy whose source is the destination itself: it is neither copied nor rejected.
bool IsInPlace(const WrittenFile& file) {
  std::error_code error;
  return !file.copy_of.empty() && fs::equivalent(file.copy_of, file.path, error) && !error;
}

Status CheckPlaces(const std::vector<WrittenFile>& files, bool overwrite) {
  for (const WrittenFile& file : files) {
    std::error_code error;
    const fs::file_status status = fs::status(file.path, error);
    if (!fs::exists(status)) continue;
    if (!fs::is_regular_file(status)) {
      return Error{"'" + file.path + "' is not a regular file; choose another name"};
    }
    if (!overwrite) {
      return Error{"'" + file.path + "' exists; choose another name or allow it to be replaced"};
    }
  }
  return {};
}

/// Two passes: nothing is renamed before all files have been written, so a full disk leaves the
/// old files intact.
Status PutInPlace(const std::vector<WrittenFile>& files) {
  for (const WrittenFile& file : files) {
    Status prepared = Prepare(file);
    if (!prepared.ok()) {
      RemovePrepared(files);
      return prepared;
    }
  }
  for (const WrittenFile& file : files) {
    std::error_code error;
    fs::rename(file.path + kTemporarySuffix, file.path, error);
    if (!error) continue;
    RemovePrepared(files);
    return SystemError("cannot write", file.path, error.value());
  }
  return {};
}

}  // namespace

const Format* FindWriter(const FormatRegistry& registry, const std::string& ending) {
  for (const auto& [name, format] : registry.entries()) {
    if (format.write != nullptr && format.HasEnding(ending)) return &format;
  }
  return nullptr;
}

/// All bytes but the unreserved ones of RFC 3986 and "/" are percent-encoded.
std::string FileUri(const std::string& path) {
  std::string uri = "file://";
  for (const char c : path) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("/-._~", c) != nullptr;
    uri += plain ? std::string(1, c) : StrFormat("%%%02X", static_cast<unsigned char>(c));
  }
  return uri;
}

Status WriteFile(const FormatRegistry& registry, const world::WorldSpec& spec,
                 const std::string& path, const WriteOptions& options, Problems* lost) {
  const Format* format = FindWriter(registry, LowerEnding(path));
  if (format == nullptr) {
    return Error{"cannot write '" + path + "': no format with this extension can be written; use " +
                 WriterList(registry)};
  }
  if (lost == nullptr && !format->writes_everything) {
    return Error{"cannot write '" + path +
                 "': this format cannot hold everything; use .sdf, or surefoot convert"};
  }
  std::error_code error;
  Problems problems;
  WriteContext context;
  // Without symbolic links, so that relative paths are correct from either side of a link.
  context.path = fs::weakly_canonical(fs::absolute(path, error), error).string();
  if (error) return SystemError("cannot write", path, error.value());
  context.options = options;
  context.problems = &problems;
  std::vector<WrittenFile> files;
  if (!format->write(spec, context, &files) || !problems.ok()) {
    return Error{"cannot write '" + path + "':\n" + problems.ErrorText()};
  }
  for (const Problem& problem : problems.all()) {
    if (lost == nullptr) break;
    lost->Add(problem.severity, problem.source, problem.message, problem.value, problem.advice);
  }
  std::erase_if(files, IsInPlace);
  const Status places = CheckPlaces(files, options.overwrite);
  if (!places.ok()) return places;
  return PutInPlace(files);
}

}  // namespace surefoot::formats
