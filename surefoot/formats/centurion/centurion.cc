#include "surefoot/formats/centurion/centurion.h"

#include <tinyxml2.h>

#include <cstring>

#include "surefoot/formats/centurion/document.h"
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats {
namespace centurion {
namespace {

constexpr const char* kRoot = "centurion_config";
/// 10,000 robots with their obstacles need less than a tenth.
constexpr long long kMaxElements = 1'000'000;

/// Decides by the root element, because the files usually end in `.xml` like those of MJCF.
bool Matches(const std::string& head) { return RootElementName(head) == kRoot; }

/// Reads the file into `spec`. Returns false after reporting an error; all errors of the document
/// are reported, not only the first.
bool Read(const std::string& path, const ReadContext& context, world::WorldSpec* spec,
          bool* is_model) {
  const auto text = ReadTextFile(path, context.problems);
  if (!text) return false;
  if (!CheckElementCount(*text, kMaxElements, path, context.problems)) return false;
  tinyxml2::XMLDocument document;
  if (!ParseXml(*text, path, context.problems, &document)) return false;
  const tinyxml2::XMLElement& root = *document.RootElement();
  if (std::strcmp(root.Name(), kRoot) != 0) {
    return context.problems->Error(
        Source{path, root.GetLineNum(), root.Name()},
        "not a Centurion file: the root element is not <centurion_config>", root.Name());
  }
  // Errors of earlier files in the same load do not count against this one.
  const int errors = context.problems->error_count();
  const Document read = ReadDocument(root, path, context.problems);
  if (context.problems->error_count() > errors) return false;
  BuildWorld(read, path, context.problems, spec);
  *is_model = false;
  return context.problems->error_count() == errors;
}

}  // namespace
}  // namespace centurion

/// The ending `.centurion` is Surefoot's own: the simulator's files end in `.xml`, which MJCF uses,
/// too.
Format MakeCenturionFormat() {
  Format format;
  format.help = "arenas and two-wheel robots of the simulator Centurion";
  format.endings = {"centurion"};
  format.matches = &centurion::Matches;
  format.read = &centurion::Read;
  return format;
}

}  // namespace surefoot::formats
