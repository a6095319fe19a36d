#include "surefoot/formats/urdf/urdf.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "surefoot/formats/assets.h"
#include "surefoot/formats/urdf/parts.h"
#include "surefoot/formats/urdf/xacro.h"
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats {
namespace urdf {
namespace {

/// About as many opening brackets as a robot of 100,000 links has; more cost gigabytes.
constexpr std::ptrdiff_t kMaxBrackets = 4'000'000;
/// What SRDF, which begins like URDF, says of a robot.
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
  std::string advice = "a URDF file begins with <robot name=\"...\">";
  std::string message = "not a URDF file: its first element is not <robot>";
  if (std::strcmp(root.Name(), "sdf") == 0) advice = "this is SDF; name the file .sdf";
  if (std::strcmp(root.Name(), "mujoco") == 0) advice = "this is MJCF";
  if (robot) {
    message = "this is SRDF, which tells MoveIt about a robot; it describes none";
    advice = "load the robot's .urdf";
  }
  return file->Error(root, message, root.Name(), advice);
}

/// False after reporting.
bool Parse(const std::string& text, UrdfFile* file, tinyxml2::XMLDocument* document) {
  const std::ptrdiff_t brackets = std::count(text.begin(), text.end(), '<');
  if (brackets > kMaxBrackets) {
    return file->Error(Source{file->path(), 0, ""}, "the file has too many elements",
                       std::to_string(brackets),
                       "at most " + std::to_string(kMaxBrackets / 2) + " are accepted");
  }
  return ParseXml(text, file->path(), &file->problems(), document) &&
         CheckRoot(*document->RootElement(), file);
}

/// Parses, and when it is xacro, has it expanded and parses that. False after reporting.
bool ParseExpanded(const std::string& text, UrdfFile* file, tinyxml2::XMLDocument* document) {
  if (!Parse(text, file, document)) return false;
  if (FindXacro(*document->RootElement()) == nullptr) return true;
  return ExpandXacro(file, document) && CheckRoot(*document->RootElement(), file);
}

/// Some files begin with a comment; the parser wants <?xml ...?> first, and does not need it.
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
  // Some programs fill their files up with zeros.
  while (text && !text->empty() && text->back() == '\0') text->pop_back();
  if (text) BlankLateDeclaration(&*text);
  tinyxml2::XMLDocument document;
  if (!text || !ParseExpanded(*text, &file, &document)) return false;
  WarnOfLeftovers(*document.RootElement(), &file);
  world::Model model;
  const bool read = ReadRobot(*document.RootElement(), &model, &file);
  file.TellRepeated();
  if (!read) return false;
  world::ModelInstance instance;
  instance.name = model.name;
  instance.model = std::make_shared<const world::Model>(std::move(model));
  spec->models = {std::move(instance)};
  *is_model = true;
  return true;
}

/// True when the first element is <robot>.
bool Matches(const std::string& head) { return RootElementName(head) == "robot"; }

}  // namespace
}  // namespace urdf

Format MakeUrdfFormat() {
  Format format;
  format.help = "URDF, the robot description of ROS, with <gazebo> tags and xacro";
  format.endings = {"urdf", "xacro"};
  format.matches = &urdf::Matches;
  format.read = &urdf::Read;
  return format;
}

}  // namespace surefoot::formats
