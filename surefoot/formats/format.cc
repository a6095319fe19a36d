#include "surefoot/formats/format.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <sstream>

#include "surefoot/base/text.h"
#include "surefoot/formats/assets.h"
#include "surefoot/formats/grounds.h"
#include "surefoot/formats/model_files.h"
#include "surefoot/formats/written.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/geometry/mesh/uri_options.h"

// Chooses the reader by ending and content, and guards it: whatever a reader throws becomes an
// error of the file.

namespace surefoot::formats {
namespace {

/// How much of a file is examined: enough for long comments at its beginning.
constexpr std::size_t kHeadBytes = 64 * 1024;

/// "sdf (.sdf, .world), urdf (.urdf)".
/// For messages: the formats in the order of registration, with their extensions.
std::string FormatList(const FormatRegistry& registry) {
  const auto dotted = [](const std::string& ending) { return "." + ending; };
  return Joined(registry.entries(), [&](const auto& entry) {
    return entry.first + " (" + Joined(entry.second.endings, dotted) + ")";
  });
}

using NamedFormat = std::pair<std::string, Format>;

/// By the extension if only one format has it, else by the content, formats with the extension
/// first. ".xml" says nothing, so the content decides.
const NamedFormat* FindFormat(const FormatRegistry& registry, const std::string& path,
                              const std::string& head) {
  const std::string ending = LowerEnding(path);
  std::vector<const NamedFormat*> by_ending;
  for (const NamedFormat& entry : registry.entries()) {
    if (entry.second.HasEnding(ending)) by_ending.push_back(&entry);
  }
  if (by_ending.size() == 1 && ending != "xml") return by_ending.front();
  for (const NamedFormat* entry : by_ending) {
    if (entry->second.matches != nullptr && entry->second.matches(head)) return entry;
  }
  for (const NamedFormat& entry : registry.entries()) {
    if (entry.second.matches != nullptr && entry.second.matches(head)) return &entry;
  }
  return by_ending.size() == 1 ? by_ending.front() : nullptr;
}

/// The last line of defence: readers must not throw, but no file may crash the program.
bool ReadGuarded(const Format& format, const std::string& path, const ReadContext& context,
                 ReadResult* result) {
  try {
    return format.read(path, context, &result->spec, &result->is_model);
  } catch (const std::exception& failure) {
    return context.problems->Error(Source{path, 0, ""},
                                   std::string("the file cannot be read: ") + failure.what());
  }
}

/// Removes "?name=value&name=value" from a path, unless a file has the whole name.
std::string TakeArguments(const std::string& path, ReadContext* context) {
  std::error_code error;
  const std::size_t mark = path.rfind('?');
  if (mark == std::string::npos || std::filesystem::exists(path, error)) return path;
  std::istringstream text(path.substr(mark + 1));
  for (std::string pair; std::getline(text, pair, '&');) {
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string value = equals < pair.size() ? pair.substr(equals + 1) : "";
    if (!pair.empty()) context->arguments.emplace_back(pair.substr(0, equals), value);
  }
  return path.substr(0, mark);
}

}  // namespace

ReadResult ReadFileWith(const FormatRegistry& registry, const ReadContext& given,
                        const std::string& given_path) {
  ReadResult result;
  ReadContext context = given;
  context.arguments.clear();
  const std::string path = TakeArguments(given_path, &context);
  const std::optional<std::string> head = ReadTextFileHead(path, kHeadBytes, context.problems);
  if (!head) return result;
  const NamedFormat* entry = FindFormat(registry, path, *head);
  if (entry == nullptr || entry->second.read == nullptr) {
    context.problems->Error(Source{path, 0, ""}, "unknown file format", LowerEnding(path),
                            "accepted: " + FormatList(registry));
    return result;
  }
  result.format = entry->first;
  const int errors_before = context.problems->error_count();
  const bool read = ReadGuarded(entry->second, path, context, &result);
  result.ok = read && context.problems->error_count() == errors_before;
  return result;
}

/// The reader gives the description of the file; the steps after it add data files that the
/// description refers to by name.
ReadResult ReadFile(const FormatRegistry& registry, const UriResolver& resolver,
                    const std::string& path, Problems* problems) {
  Problems own;
  AssetCache assets;
  ReadContext context;
  context.resolver = &resolver;
  context.problems = problems != nullptr ? problems : &own;
  context.assets = &assets;
  context.formats = &registry;
  ReadResult result = ReadFileWith(registry, context, path);
  if (!result.ok) return result;
  const int errors_before = context.problems->error_count();
  FinishReading(&result.spec, &result.is_model, context.problems);
  AddGrounds(resolver, path, &result.spec, context.problems);
  AddRangeSensors(resolver, path, &result.spec, context.problems);
  AddMotionFiles(resolver, path, &result.spec, context.problems);
  result.ok = context.problems->error_count() == errors_before;
  return result;
}

}  // namespace surefoot::formats
