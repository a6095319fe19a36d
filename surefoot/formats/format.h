#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/registry.h"
#include "surefoot/base/result.h"
#include "surefoot/formats/uri.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

struct Format;
struct WriteContext;
struct WrittenFile;
using FormatRegistry = Registry<Format>;

/// What a reader needs besides the file, and where it reports problems.
struct ReadContext {
  const UriResolver* resolver = nullptr;
  Problems* problems = nullptr;
  class AssetCache* assets = nullptr;
  /// For files that include files of other formats; nullptr if they cannot.
  const FormatRegistry* formats = nullptr;
  /// Values for a file that takes arguments ("robot.xacro?arm=left"): names and values.
  std::vector<std::pair<std::string, std::string>> arguments;
};

/// A file format. `read` converts a file to a description and reports all problems to the context;
/// it returns false when the result cannot be used. A file that contains one model and no world
/// gives a WorldSpec with only that model, and `is_model` is true.
///
/// Adding a format: docs/development/adding_a_format.md.
struct Format {
  std::string help;
  /// File name extensions in lower case, without the dot.
  std::vector<std::string> endings;
  bool HasEnding(const std::string& ending) const {
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
  }
  /// True when the beginning of a file looks like this format (for "xml" and unknown extensions).
  bool (*matches)(const std::string& head_of_file) = nullptr;
  bool (*read)(const std::string& path, const ReadContext& context, world::WorldSpec* spec,
               bool* is_model) = nullptr;
  /// Converts a description to files (write.h); nullptr when the format is only read. Returns
  /// false after reporting.
  bool (*write)(const world::WorldSpec& spec, const WriteContext& context,
                std::vector<WrittenFile>* files) = nullptr;
  /// Reading a written file gives exactly the same description. Otherwise `write` warns of all that
  /// is lost.
  bool writes_everything = true;
};

/// A description that was read from a file.
struct ReadResult {
  bool ok = false;
  world::WorldSpec spec;
  bool is_model = false;
  std::string format;
};

/// Determines the format by the extension, then by the content, and reads the file. Arguments of
/// the file follow a question mark: "robot.xacro?arm=left&wheels=6". The result has the canonical
/// form that FinishReading() (written.h) produces.
ReadResult ReadFile(const FormatRegistry& registry, const UriResolver& resolver,
                    const std::string& path, Problems* problems);

/// The same during the load of another file, with which meshes are shared.
ReadResult ReadFileWith(const FormatRegistry& registry, const ReadContext& context,
                        const std::string& path);

}  // namespace surefoot::formats
