#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/geometry/mesh/uri_options.h"
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

/// OUT as given, or "NAME.urdf" with --to urdf, where NAME is the model's or that of the input.
Result<std::string> OutputOf(const Parts& parts, const ConvertOptions& options) {
  const std::string ending = Lower(options.to);
  if (options.to.empty() && options.out.empty()) {
    return Error{"no output: give a second file, or --to FORMAT"};
  }
  if (options.to.empty()) return options.out;
  if (formats::FindWriter(parts.formats, ending) == nullptr) {
    return Error{"--to " + options.to + ": this format cannot be written; accepted: sdf, urdf"};
  }
  if (!options.out.empty()) {
    if (LowerEnding(options.out) == ending) return options.out;
    return Error{"'" + options.out + "' does not end in ." + ending + ", as --to " + options.to +
                 " requires"};
  }
  std::filesystem::path in(WithoutOptions(options.in));
  if (!in.has_filename()) in = in.parent_path();
  // Models of the library are folders whose file is always named model.sdf.
  if (in.stem() == "model" && in.has_parent_path()) in = in.parent_path();
  const std::string name = options.model.empty() ? in.stem().string() : options.model;
  return name + "." + ending;
}

int Convert(const Parts& parts, const ConvertOptions& options) {
  std::error_code ignored;
  if (!options.force && std::filesystem::exists(options.out, ignored)) {
    PrintError("'" + options.out + "' exists; --force replaces it");
    return kBadInput;
  }
  formats::WriteOptions write;
  write.copy_files = options.copy_meshes;
  write.overwrite = options.force;
  if (options.file_uris) write.uri_of = formats::FileUri;
  Problems problems;
  const Result<Conversion> conversion =
      ConvertFile(parts, options.in, options.out, write, &problems, options.model);
  if (!options.quiet) PrintProblems(problems, Severity::kWarning, kMaxWarnings, options.in);
  if (!conversion.ok()) {
    PrintError(conversion.error().message);
    return kBadInput;
  }
  // The file stays for the report of this defect.
  if (conversion->writes_everything && conversion->hash != conversion->hash_read_back) {
    PrintError("'" + options.out + "' was written, but does not describe the same as '" +
               options.in + "'");
    return kFailed;
  }
  return options.quiet || WriteResult(Report(options, *conversion)) ? kDone : kFailed;
}

}  // namespace

int ConvertCommand(const Parts& parts, const ConvertOptions& options) {
  const Result<std::string> out = OutputOf(parts, options);
  if (!out.ok()) {
    PrintError(out.error().message);
    return kBadInput;
  }
  ConvertOptions complete = options;
  complete.out = out.value();
  return Convert(parts, complete);
}

void AddArguments(CommandArguments command, ConvertOptions* options) {
  command.Positional("IN", &options->in, "World or model, in any supported format");
  command.Names("IN", NameKind::kWorlds);
  command.Names("IN", NameKind::kModels);
  command.OptionalPositional("OUT", &options->out,
                             "File to write; its ending determines the format: .sdf, .urdf");
  command.Option("--to", &options->to, "sdf|urdf",
                 "Format; without OUT the file is NAME.sdf or NAME.urdf here");
  command.Option("--model", &options->model, "NAME", "Write only this model of the world");
  command.Flag("--file-uris", &options->file_uris,
               "Refer to meshes as file:///PATH, which ROS programs need,\n"
               "instead of relative to OUT");
  command.Flag("--copy-meshes", &options->copy_meshes,
               "Put meshes, textures and height maps beside OUT,\n"
               "into NAME_files/; otherwise OUT refers to the originals");
  command.Flag("--force", &options->force, "Replace files that exist");
  command.Flag("--quiet", &options->quiet, "Print nothing but errors");
  command.Footer(
      "The written file is read again and compared: SDF describes exactly the same.\n"
      "A model stays a model, a world a world. URDF describes one robot, and less of it;\n"
      "warnings list what is lost.\n\n"
      "Examples:\n"
      "  surefoot convert robot.urdf robot.sdf\n"
      "  surefoot convert husky --to urdf --file-uris\n"
      "  surefoot convert worlds/husky_lab.sdf elsewhere/lab.sdf --copy-meshes");
}

}  // namespace surefoot::cli
