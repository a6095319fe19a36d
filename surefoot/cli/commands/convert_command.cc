#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/session/save.h"

namespace surefoot::cli {
namespace {

/// Conversions of large models repeat the same warning for each link.
constexpr int kMaxWarnings = 10;

std::string Report(const ConvertOptions& options, const Conversion& conversion) {
  const std::string what =
      conversion.is_model ? std::string("a model") : Counted(conversion.models, "model");
  return options.out + ": " + what + " with " + Counted(conversion.links, "link") + " and " +
         Counted(conversion.joints, "joint") + ", from " + conversion.from_format +
         StrFormat(", hash %016llx\n", static_cast<unsigned long long>(conversion.hash));
}

}  // namespace

int ConvertCommand(const Parts& parts, const ConvertOptions& options) {
  std::error_code ignored;
  if (!options.force && std::filesystem::exists(options.out, ignored)) {
    PrintError("'" + options.out + "' exists; --force replaces it");
    return kBadInput;
  }
  formats::WriteOptions write;
  write.copy_files = options.copy_meshes;
  write.overwrite = options.force;
  Problems problems;
  const Result<Conversion> conversion =
      ConvertFile(parts, options.in, options.out, write, &problems);
  if (!options.quiet) PrintProblems(problems, Severity::kWarning, kMaxWarnings, options.in);
  if (!conversion.ok()) {
    PrintError(conversion.error().message);
    return kBadInput;
  }
  // The file stays for the report of this defect.
  if (conversion->hash != conversion->hash_read_back) {
    PrintError("'" + options.out + "' was written, but does not describe the same as '" +
               options.in + "'");
    return kFailed;
  }
  return options.quiet || WriteResult(Report(options, *conversion)) ? kDone : kFailed;
}

void AddArguments(CommandArguments command, ConvertOptions* options) {
  command.Positional("IN", &options->in, "World or model, in any supported format");
  command.Names("IN", NameKind::kWorlds);
  command.Names("IN", NameKind::kModels);
  command.Positional("OUT", &options->out, "File to write; its ending determines the format: .sdf");
  command.Flag("--copy-meshes", &options->copy_meshes,
               "Put meshes, textures and height maps beside OUT,\n"
               "into NAME_files/; otherwise OUT refers to the originals");
  command.Flag("--force", &options->force, "Replace files that exist");
  command.Flag("--quiet", &options->quiet, "Print nothing but errors");
  command.Footer(
      "The written file is read again and compared: it describes exactly the same.\n"
      "A model stays a model, a world a world.\n\n"
      "Examples:\n"
      "  surefoot convert robot.urdf robot.sdf\n"
      "  surefoot convert worlds/husky_lab.sdf elsewhere/lab.sdf --copy-meshes");
}

}  // namespace surefoot::cli
