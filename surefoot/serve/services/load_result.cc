#include "surefoot/serve/services/load_result.h"

#include <filesystem>

#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

/// What formats/ says of files that a description names.
bool IsAssetMissing(const Problem& problem) {
  return problem.message.find("was not found") != std::string::npos;
}

bool IsAssetUnreadable(const Problem& problem) {
  for (const char* what : {"the mesh", "the picture", "the texture", "the height map"}) {
    if (problem.message.starts_with(what)) return true;
  }
  return false;
}

}  // namespace

ResultMessage CheckResource(const Parts& parts,
                            const msgs::simulation_interfaces::Resource& resource,
                            const LoadCodes& codes) {
  if (!resource.uri.empty()) return MakeResult(Status());
  const std::string& text = resource.resource_string;
  if (text.empty()) return MakeResult(codes.no_resource, "uri and resource_string are both empty");
  for (const auto& [name, format] : parts.formats.entries()) {
    if (format.matches != nullptr && format.matches(text)) return MakeResult(Status());
  }
  return MakeResult(codes.unsupported_format, "the text is of no format that is known; accepted: " +
                                                  parts.formats.NameList());
}

ResultMessage LoadFailure(const Error& error, const Problems& problems, const LoadCodes& codes) {
  std::uint8_t code = ResultMessage::RESULT_OPERATION_FAILED;
  for (const Problem& problem : problems.all()) {
    if (problem.severity != Severity::kError) continue;
    std::error_code ignored;
    const bool is_file = problem.source.line == 0 && problem.source.element.empty();
    if (is_file && !std::filesystem::exists(problem.source.file, ignored)) {
      code = ResultMessage::RESULT_NOT_FOUND;
    } else if (problem.message.starts_with("the file's format is not known")) {
      code = codes.unsupported_format;
    } else if (IsAssetMissing(problem)) {
      code = codes.missing_assets;
    } else if (IsAssetUnreadable(problem)) {
      code = codes.unsupported_assets;
    } else {
      // What is wrong in the text itself matters more than what it names.
      return MakeResult(codes.parse_error, error.message);
    }
  }
  return MakeResult(code, error.message);
}

}  // namespace surefoot::serve
