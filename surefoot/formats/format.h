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

/// What a reader needs beside the file, and where it reports.
struct ReadContext {
  const UriResolver* resolver = nullptr;
  Problems* problems = nullptr;
  class AssetCache* assets = nullptr;
  /// For files that include others of another format; nullptr: they cannot.
  const FormatRegistry* formats = nullptr;
  /// Values for a file that takes arguments ("robot.xacro?arm=left"): names and values.
  std::vector<std::pair<std::string, std::string>> arguments;
};

/// A file format. `read` turns a file into a description and reports every finding to the
/// context; it returns false when nothing usable came out. A file that holds a model and no world
/// gives a WorldSpec with that one model (`is_model` true) and nothing else.
struct Format {
  std::string help;
  /// Lower case, without dot.
  std::vector<std::string> endings;
  bool HasEnding(const std::string& ending) const {
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
  }
  /// True when the text looks like this format (for "xml" and unknown endings).
  bool (*matches)(const std::string& head_of_file) = nullptr;
  bool (*read)(const std::string& path, const ReadContext& context, world::WorldSpec* spec,
               bool* is_model) = nullptr;
  /// Turns a description into files (write.h); nullptr when the format is only read. False after
  /// reporting.
  bool (*write)(const world::WorldSpec& spec, const WriteContext& context,
                std::vector<WrittenFile>* files) = nullptr;
};

/// A description as read from a file.
struct ReadResult {
  bool ok = false;
  world::WorldSpec spec;
  bool is_model = false;
  std::string format;
};

/// Finds the format by ending, then by content, and reads. Findings go to `problems`. Arguments of
/// the file stand behind a question mark: "robot.xacro?arm=left&wheels=6".
/// What comes out has the one form that FinishReading (written.h) gives.
ReadResult ReadFile(const FormatRegistry& registry, const UriResolver& resolver,
                    const std::string& path, Problems* problems);

/// The same within another file's load: meshes are shared with it.
ReadResult ReadFileWith(const FormatRegistry& registry, const ReadContext& context,
                        const std::string& path);

}  // namespace surefoot::formats
