#include "surefoot/formats/urdf/xacro.h"

#include <glob.h>
#include <tinyxml2.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

#include "surefoot/base/check.h"
#include "surefoot/base/process/child_process.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/urdf_file.h"
#include "surefoot/formats/urdf/xacro/expander.h"
#include "surefoot/formats/xml_file.h"

// A file that needs Python is passed to the original program, if the owner's own files ask for it
// and it is installed. It runs in a child process with limits of time and memory.

namespace surefoot::formats::urdf {
namespace {

namespace fs = std::filesystem;

/// Limits on the program xacro: time (s), bytes of output and of memory. Its files can be hostile
/// or simply recursive. An error shows the last lines of its output.
constexpr double kTimeout = 30.0;
constexpr std::size_t kMaxOutput = 64u << 20;
constexpr std::size_t kMaxMemory = std::size_t{4} << 30;
constexpr std::size_t kMaxErrorLines = 6;

/// xacro imports this Python module of ROS 2 for $(find PACKAGE); without ROS it does not exist,
/// so a replacement is provided. It searches the folders where package:// is searched too.
constexpr const char* kPackagesModule = R"(import os
import re


def _is_package(folder, name):
    try:
        with open(os.path.join(folder, 'package.xml'), errors='replace') as f:
            found = re.search(r'<name>\s*(.*?)\s*</name>', f.read(1 << 20))
    except OSError:
        return False
    return found is not None and found.group(1) == name


def _in_folder(folder, name):
    if os.path.basename(folder) == name or _is_package(folder, name):
        return folder
    if os.path.isdir(os.path.join(folder, name)):
        return os.path.join(folder, name)
    try:
        entries = sorted(os.listdir(folder))[:5000]
    except OSError:
        return None
    for entry in entries:
        if _is_package(os.path.join(folder, entry), name):
            return os.path.join(folder, entry)
    return None


class PackageNotFoundError(KeyError):
    pass


def get_package_share_directory(name, print_warning=True):
    for prefix in os.environ.get('AMENT_PREFIX_PATH', '').split(':'):
        if prefix and os.path.isdir(os.path.join(prefix, 'share', name)):
            return os.path.join(prefix, 'share', name)
    for folder in os.environ.get('SUREFOOT_XACRO_FOLDERS', '').split(':'):
        found = _in_folder(folder, name) if folder else None
        if found is not None:
            return found
    raise PackageNotFoundError(
        "package '%s' was not found; put the folder that holds it into SUREFOOT_PATH" % name)


def get_package_prefix(name):
    return get_package_share_directory(name)
)";

/// A temporary folder with the module above, removed by the destructor.
class ModuleFolder {
 public:
  ModuleFolder() {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "surefoot-xacro-XXXXXX").string();
    if (error || ::mkdtemp(pattern.data()) == nullptr) return;
    path_ = pattern;
    const fs::path module = fs::path(path_) / "ament_index_python";
    fs::create_directory(module, error);
    std::ofstream(module / "__init__.py") << "from .packages import *  # noqa\n";
    std::ofstream(module / "packages.py") << kPackagesModule;
  }
  ~ModuleFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  ModuleFolder(const ModuleFolder&) = delete;
  ModuleFolder& operator=(const ModuleFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// `value`, then the variable's present value: the user's own settings stay in effect.
std::string WithOld(const std::string& value, const char* variable) {
  const char* old = std::getenv(variable);
  if (old == nullptr || *old == '\0') return value;
  return value.empty() ? old : value + ":" + old;
}

/// The parent folders of the file and the search path, separated by colons.
std::string PackageFolders(const UrdfFile& file) {
  std::string folders;
  std::error_code error;
  fs::path folder = fs::absolute(file.path(), error).lexically_normal().parent_path();
  while (folder.has_relative_path()) {
    folders += folder.string() + ":";
    folder = folder.parent_path();
  }
  for (const std::string& place : file.context().resolver->search_path()) folders += place + ":";
  if (!folders.empty()) folders.pop_back();
  return folders;
}

/// The folder that contains the file's package, where other packages usually are: ROS 1 searches
/// everything below it.
std::string WorkspaceOf(const UrdfFile& file) {
  std::error_code error;
  fs::path folder = fs::absolute(file.path(), error).lexically_normal().parent_path();
  while (folder.has_relative_path()) {
    if (fs::is_regular_file(folder / "package.xml", error)) return folder.parent_path().string();
    folder = folder.parent_path();
  }
  return "";
}

/// The child gets the packages' folders in its environment and writes no bytecode beside the
/// modules.
ChildOptions MakeOptions(const std::string& program, const std::string& modules,
                         const UrdfFile& file) {
  ChildOptions options;
  options.arguments = {program, file.path()};
  // A file name must not look like an option.
  if (file.path()[0] == '-') options.arguments[1] = "./" + file.path();
  for (const auto& [name, value] : file.context().arguments) {
    options.arguments.push_back(name + ":=" + value);
  }
  options.environment = {{"PYTHONPATH", WithOld(modules, "PYTHONPATH")},
                         {"PYTHONDONTWRITEBYTECODE", "1"},
                         {"PYTHONIOENCODING", "utf-8"},
                         {"ROS_PACKAGE_PATH", WithOld(WorkspaceOf(file), "ROS_PACKAGE_PATH")},
                         {"SUREFOOT_XACRO_FOLDERS", PackageFolders(file)}};
  options.timeout = kTimeout;
  options.max_output = kMaxOutput;
  options.max_memory = kMaxMemory;
  return options;
}

/// The last non-empty lines, without terminal colours.
std::string LastLines(const std::string& text) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '\033') {
      i = std::min(text.find('m', i), text.size());
    } else if (i < text.size() && text[i] != '\n') {
      line += text[i];
    } else {
      if (!Trimmed(line).empty()) lines.push_back(Trimmed(line));
      line.clear();
    }
  }
  std::string last;
  const std::size_t first = lines.size() > kMaxErrorLines ? lines.size() - kMaxErrorLines : 0;
  for (std::size_t i = first; i < lines.size(); ++i) {
    last += (i > first ? "\n" : "") + lines[i].substr(0, 300);
  }
  return last;
}

/// SUREFOOT_XACRO, else xacro in PATH, else the newest ROS installation; empty when there is none.
std::string FindXacroProgram() {
  const char* given = std::getenv("SUREFOOT_XACRO");
  if (given != nullptr && *given != '\0') return given;
  const std::string found = FindProgram("xacro");
  if (!found.empty()) return found;
  glob_t matches = {};
  std::string newest;
  if (::glob("/opt/ros/*/bin/xacro", 0, nullptr, &matches) == 0 && matches.gl_pathc > 0) {
    newest = matches.gl_pathv[matches.gl_pathc - 1];
  }
  ::globfree(&matches);
  return newest;
}

/// Runs the program on the file with the context's arguments and returns the URDF text;
/// std::nullopt after reporting. Must not be called for files from clients: xacro executes Python
/// code from them.
std::optional<std::string> RunXacro(const std::string& program, UrdfFile* file) {
  const Source source{file->path(), 0, ""};
  SUREFOOT_CHECK(
      !file->context().resolver->scope().restricted(),
      "a file from a client must not be passed to xacro, which runs Python code from it");
  const ModuleFolder modules;
  const Result<ChildResult> run = RunChild(MakeOptions(program, modules.path(), *file));
  if (!run.ok()) {
    file->problems().Error(source, "xacro could not be run: " + run.error().message, program,
                           "correct SUREFOOT_XACRO or PATH");
  } else if (run->timed_out) {
    file->problems().Error(source, "xacro did not finish within 30 s and was stopped", program,
                           "look for macros that call each other endlessly");
  } else if (run->too_much_output) {
    file->problems().Error(source, "xacro wrote more than 64 MiB and was stopped", program,
                           "look for macros that call each other endlessly");
  } else if (run->exit_status != 0) {
    file->problems().Error(source, "xacro rejected the file: " + LastLines(run->errors), program,
                           "correct the file; arguments are passed as FILE.xacro?name=value");
  } else {
    return run->output;
  }
  return std::nullopt;
}

/// The next element in document order; with `skip` the children of `node` are skipped.
const XmlElement* Next(const XmlElement* node, const XmlElement& root, bool skip) {
  if (!skip && node->FirstChildElement() != nullptr) return node->FirstChildElement();
  while (node != nullptr && node != &root) {
    if (node->NextSiblingElement() != nullptr) return node->NextSiblingElement();
    node = node->Parent()->ToElement();
  }
  return nullptr;
}

/// Plugins and ros2_control may contain "${...}" of their own.
bool IsForeign(const XmlElement& element) {
  // The content of these elements is for other programs and may contain any text.
  return IsOneOf(element.Name(), {"plugin", "transmission", "ros2_control"});
}

bool IsXacroElement(const XmlElement& element) {
  return std::strncmp(element.Name(), "xacro:", 6) == 0;
}

/// Elements that only xacro can execute. Others with the prefix are macro calls.
bool IsXacroStatement(const XmlElement& element) {
  return IsXacroElement(element) &&
         IsOneOf(element.Name() + 6, {"macro", "include", "property", "arg", "if", "unless", "call",
                                      "insert_block", "element", "attribute"});
}

/// True for "${...}" and "$(arg ...)". $(find ...), $(env ...) and $(optenv ...) are also read
/// without xacro.
bool IsExpression(const char* text) {
  if (text == nullptr) return false;
  if (std::strstr(text, "${") != nullptr) return true;
  const char* dollar = std::strstr(text, "$(");
  if (dollar == nullptr) return false;
  for (const char* known : {"$(find ", "$(optenv ", "$(env "}) {
    if (std::strncmp(dollar, known, std::strlen(known)) == 0) return false;
  }
  return true;
}

bool IsXacro(const XmlElement& element) {
  if (IsXacroStatement(element) || IsExpression(element.GetText())) return true;
  for (const auto* attribute = element.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    if (IsExpression(attribute->Value())) return true;
  }
  return false;
}

/// The path of the program that takes over from Surefoot's evaluator; empty when it must not or
/// cannot.
std::string ProgramFor(const Failure& failure, const UrdfFile& file) {
  // Never for a file from a client: Python's eval would run commands from it.
  const bool owner = !file.context().resolver->scope().restricted();
  return owner && failure.kind == Failure::Kind::kUnsupported ? FindXacroProgram() : "";
}

/// Clients cannot install programs on the server, so they get other advice than local users.
std::string AdviceFor(const Failure& failure, const UrdfFile& file) {
  std::string advice = failure.advice;
  if (failure.kind != Failure::Kind::kUnsupported) return advice;
  if (!advice.empty()) advice += "; ";
  if (file.context().resolver->scope().restricted()) {
    return advice + "or expand the file with xacro first and send the result";
  }
  return advice +
         "or install the program xacro (\"pip install xacro\", or ROS) so that it is in PATH, or "
         "name it in SUREFOOT_XACRO";
}

/// The program's output has its own line numbers, which the note says.
bool ExpandByProgram(const std::string& program, const Expander& expander, UrdfFile* file,
                     tinyxml2::XMLDocument* document) {
  file->problems().Note(expander.source(),
                        "expanded by the program xacro, because " + expander.failure().message +
                            "; line numbers are those of the expanded text",
                        expander.failure().value, "run \"xacro FILE\" to see that text");
  const std::optional<std::string> text = RunXacro(program, file);
  document->Clear();
  if (!text || !ParseXml(*text, file->path(), &file->problems(), document)) return false;
  if (const XmlElement* left = FindXacro(*document->RootElement())) {
    file->problems().Error(file->SourceOf(*left), "xacro did not expand this element", left->Name(),
                           "check that <robot> has xmlns:xacro=\"http://www.ros.org/wiki/xacro\"");
    return false;
  }
  return true;
}

}  // namespace

const XmlElement* FindXacro(const XmlElement& root) {
  bool skip = false;
  for (const XmlElement* element = &root; element != nullptr; element = Next(element, root, skip)) {
    skip = IsForeign(*element);
    if (!skip && IsXacro(*element)) return element;
  }
  return nullptr;
}

void WarnOfLeftovers(const XmlElement& root, UrdfFile* file) {
  bool skip = false;
  for (const XmlElement* element = &root; element != nullptr; element = Next(element, root, skip)) {
    skip = IsForeign(*element);
    if (skip || !IsXacroElement(*element)) continue;
    file->WarnRepeated(std::string("xacro ") + element->Name(), file->SourceOf(*element),
                       "a xacro macro that was not expanded is ignored", element->Name(),
                       "run xacro again with the file that defines the macro");
  }
}

bool ExpandXacro(UrdfFile* file, tinyxml2::XMLDocument* document) {
  Expander expander(file, Limits());
  if (expander.Expand(*document->RootElement(), document)) return true;
  const Failure& failure = expander.failure();
  const std::string program = ProgramFor(failure, *file);
  if (!program.empty()) return ExpandByProgram(program, expander, file, document);
  file->problems().Error(expander.source(), failure.message, failure.value,
                         AdviceFor(failure, *file));
  return false;
}

}  // namespace surefoot::formats::urdf
