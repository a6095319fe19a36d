#include "surefoot/formats/urdf/xacro.h"

#include <tinyxml2.h>

#include <cstring>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/xacro/expander.h"
#include "surefoot/formats/urdf/xacro/program.h"
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats::urdf {
namespace {

/// Next in document order, the children of `node` left out when `skip` is set.
const XmlElement* Next(const XmlElement* node, const XmlElement& root, bool skip) {
  if (!skip && node->FirstChildElement() != nullptr) return node->FirstChildElement();
  while (node != nullptr && node != &root) {
    if (node->NextSiblingElement() != nullptr) return node->NextSiblingElement();
    node = node->Parent()->ToElement();
  }
  return nullptr;
}

bool IsForeign(const XmlElement& element) {
  // What others read may hold whatever they like.
  return IsOneOf(element.Name(), {"plugin", "transmission", "ros2_control"});
}

bool IsXacroElement(const XmlElement& element) {
  return std::strncmp(element.Name(), "xacro:", 6) == 0;
}

/// Elements that only xacro itself can carry out.
bool IsXacroStatement(const XmlElement& element) {
  return IsXacroElement(element) &&
         IsOneOf(element.Name() + 6, {"macro", "include", "property", "arg", "if", "unless", "call",
                                      "insert_block", "element", "attribute"});
}

/// "${...}" or "$(arg ...)". $(find ...) and $(optenv ...) are understood without xacro.
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

/// Whether the program may take over from Surefoot's evaluator, and its path.
std::string ProgramFor(const Failure& failure, const UrdfFile& file) {
  // A file of a client never reaches it: Python's eval would run commands from the file.
  const bool owner = !file.context().resolver->scope().restricted();
  return owner && failure.kind == Failure::Kind::kUnsupported ? FindXacroProgram() : "";
}

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

bool ExpandByProgram(const std::string& program, const Expander& expander, UrdfFile* file,
                     tinyxml2::XMLDocument* document) {
  file->problems().Note(expander.source(),
                        "expanded by the program xacro, because " + expander.failure().message +
                            "; line numbers are those of the expanded text",
                        expander.failure().value, "\"xacro FILE\" shows that text");
  const std::optional<std::string> text = RunXacro(program, file);
  document->Clear();
  if (!text || !ParseXml(*text, file->path(), &file->problems(), document)) return false;
  if (const XmlElement* left = FindXacro(*document->RootElement())) {
    file->problems().Error(file->SourceOf(*left), "xacro has left this as it was", left->Name(),
                           "is there xmlns:xacro=\"http://www.ros.org/wiki/xacro\" in <robot>?");
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
                       "a macro of xacro that was not expanded is ignored", element->Name(),
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
