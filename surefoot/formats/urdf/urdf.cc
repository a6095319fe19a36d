#include "surefoot/formats/urdf/urdf.h"

#include <tinyxml2.h>

#include <cstring>
#include <memory>

#include "surefoot/formats/assets.h"
#include "surefoot/formats/urdf/parts.h"
#include "surefoot/formats/urdf/write/write_parts.h"
#include "surefoot/formats/urdf/xacro.h"
#include "surefoot/formats/xml_file.h"

// The steps of reading URDF: parse, expand xacro if the file uses it, read links and joints, then
// what <gazebo> tags add to them.

namespace surefoot::formats {
namespace urdf {
namespace {

/// A robot of 100,000 links has about as many elements; more would take gigabytes.
constexpr long long kMaxElements = 2'000'000;
/// SRDF files also have the root <robot>; these elements only occur in SRDF.
bool IsSrdf(const XmlElement& root) {
  if (root.FirstChildElement("link") != nullptr) return false;
  for (const char* name :
       {"group", "group_state", "disable_collisions", "end_effector", "virtual_joint"}) {
    if (root.FirstChildElement(name) != nullptr) return true;
  }
  return false;
}

bool CheckRoot(const XmlElement& root, UrdfFile* file) {
  const bool robot = std::strcmp(root.Name(), "robot") == 0;
  if (robot && !IsSrdf(root)) return true;
  std::string advice = "the root of a URDF file is <robot name=\"...\">";
  std::string message = "not a URDF file: the root element is not <robot>";
  if (std::strcmp(root.Name(), "sdf") == 0) advice = "this is SDF; name the file .sdf";
  if (std::strcmp(root.Name(), "mujoco") == 0) advice = "this is MJCF";
  if (robot) {
    message = "this is SRDF, a configuration of MoveIt; it does not describe a robot";
    advice = "load the robot's .urdf file";
  }
  return file->Error(root, message, root.Name(), advice);
}

/// Returns false after reporting.
bool Parse(const std::string& text, UrdfFile* file, tinyxml2::XMLDocument* document) {
  return CheckElementCount(text, kMaxElements, file->path(), &file->problems()) &&
         ParseXml(text, file->path(), &file->problems(), document) &&
         CheckRoot(*document->RootElement(), file);
}

/// Parses the file and expands it if it uses xacro. Returns false after reporting.
bool ParseExpanded(const std::string& text, UrdfFile* file, tinyxml2::XMLDocument* document) {
  if (!Parse(text, file, document)) return false;
  if (FindXacro(*document->RootElement()) == nullptr) return true;
  return ExpandXacro(file, document) && CheckRoot(*document->RootElement(), file);
}

/// Some files have a comment before <?xml ...?>, which XML forbids. The declaration is replaced by
/// blanks, so line and column numbers stay correct.
void BlankLateDeclaration(std::string* text) {
  const std::size_t first = text->find("<?xml ");
  const std::size_t last = text->find("?>", first == std::string::npos ? 0 : first);
  const std::size_t root = text->find("<robot");
  if (first == std::string::npos || last == std::string::npos || last > root) return;
  for (std::size_t i = first; i < last + 2; ++i) {
    if ((*text)[i] != '\n') (*text)[i] = ' ';
  }
}

bool Read(const std::string& path, const ReadContext& given, world::WorldSpec* spec,
          bool* is_model) {
  AssetCache own_assets;
  ReadContext context = given;
  if (context.assets == nullptr) context.assets = &own_assets;
  UrdfFile file(path, context);
  auto text = ReadTextFile(path, context.problems);
  // Some programs pad their files with zero bytes.
  while (text && !text->empty() && text->back() == '\0') text->pop_back();
  if (text) BlankLateDeclaration(&*text);
  tinyxml2::XMLDocument document;
  if (!text || !ParseExpanded(*text, &file, &document)) return false;
  WarnOfLeftovers(*document.RootElement(), &file);
  world::Model model;
  const bool read = ReadRobot(*document.RootElement(), &model, &file);
  file.ReportRepeated();
  if (!read) return false;
  world::ModelInstance instance;
  instance.name = model.name;
  instance.model = std::make_shared<const world::Model>(std::move(model));
  spec->models = {std::move(instance)};
  *is_model = true;
  return true;
}

/// Decides by the root element, as the file names .xml and .urdf.xacro say little.
bool Matches(const std::string& head) { return RootElementName(head) == "robot"; }

}  // namespace
}  // namespace urdf

Format MakeUrdfFormat() {
  Format format;
  format.help = "URDF, the robot description of ROS, with <gazebo> tags and xacro";
  format.endings = {"urdf", "xacro"};
  format.matches = &urdf::Matches;
  format.read = &urdf::Read;
  format.write = &urdf::WriteUrdf;
  format.writes_everything = false;
  return format;
}

}  // namespace surefoot::formats
