#include "surefoot/formats/range_sensors.h"

#include <tinyxml2.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "surefoot/formats/edit_models.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/parse.h"

namespace surefoot::formats {
namespace {

constexpr const char* kFolder = "range_sensors";

bool EndsWithXml(const std::string& name) {
  return name.size() > 4 && name.compare(name.size() - 4, 4, ".xml") == 0;
}

/// No way out of the folder.
bool IsPlainName(const std::string& name) {
  return !name.empty() && name.size() < 100 && name[0] != '.' &&
         name.find_first_of("/\\:") == std::string::npos;
}

bool IsRangeSensor(const std::string& type) {
  for (const char* known : {"sonar", "ultrasonic", "infrared", "ir", "range"}) {
    if (type == known) return true;
  }
  return false;
}

/// The child that names a file; nullptr when there is none, or when it was read already.
const world::Element* NameElement(const world::Sensor& sensor) {
  if (!IsRangeSensor(sensor.type)) return nullptr;
  const world::Element* found = nullptr;
  for (const world::Element& child : sensor.element.children) {
    if (child.name == "surefoot:range_sensor" || child.name == "range_sensor") return nullptr;
    for (const char* name : {"preset", "surefoot:preset", "model", "surefoot:model"}) {
      if (child.name == name && found == nullptr) found = &child;
    }
  }
  return found;
}

bool NamesAny(const world::Model& model) {
  for (const world::Link& link : model.links) {
    for (const world::Sensor& sensor : link.sensors) {
      if (NameElement(sensor) != nullptr) return true;
    }
  }
  return false;
}

std::optional<world::Element> ReadFrom(const std::string& file, Problems* problems) {
  tinyxml2::XMLDocument document;
  if (!ReadXmlFile(file, problems, &document)) return std::nullopt;
  world::Element element = KeepElement(*document.RootElement(), [&](const tinyxml2::XMLElement& e) {
    return Source{file, e.GetLineNum(), e.Name()};
  });
  if (element.name != "range_sensor" && element.name != "surefoot:range_sensor") {
    problems->Error(element.source, "a range sensor's file begins with <range_sensor>",
                    element.name);
    return std::nullopt;
  }
  element.name = "surefoot:range_sensor";
  return element;
}

}  // namespace

std::vector<std::string> RangeSensorNames(const UriResolver& resolver) {
  std::set<std::string> names;
  for (const std::string& folder : resolver.search_path()) {
    std::error_code error;
    const std::filesystem::path place = std::filesystem::path(folder) / kFolder;
    for (const auto& entry : std::filesystem::directory_iterator(place, error)) {
      if (entry.path().extension() == ".xml") names.insert(entry.path().stem().string());
    }
  }
  return {names.begin(), names.end()};
}

std::optional<world::Element> FindRangeSensor(const UriResolver& resolver, const std::string& path,
                                              const std::string& name, const Source& source,
                                              Problems* problems) {
  const bool is_file = EndsWithXml(name);
  if (is_file || IsPlainName(name)) {
    const std::string uri = is_file ? name : std::string(kFolder) + "/" + name + ".xml";
    const Result<std::string> file = resolver.Resolve(uri, path);
    if (file.ok()) return ReadFrom(file.value(), problems);
  }
  problems->Error(source,
                  is_file ? "there is no such file of a range sensor"
                          : "there is no such preset of a range sensor",
                  name.substr(0, 100),
                  is_file ? "paths are relative to the file that names it, or to SUREFOOT_PATH"
                          : world::NameAdvice(name, RangeSensorNames(resolver)) +
                                " (or the path of a file that ends in .xml)");
  return std::nullopt;
}

void AddRangeSensors(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                     Problems* problems) {
  const auto add = [&](world::Model* model) {
    for (world::Link& link : model->links) {
      for (world::Sensor& sensor : link.sensors) {
        const world::Element* named = NameElement(sensor);
        if (named == nullptr) continue;
        const std::string& from = named->source.file.empty() ? path : named->source.file;
        auto found =
            FindRangeSensor(resolver, from, world::Trimmed(named->text), named->source, problems);
        if (found) sensor.element.children.push_back(std::move(*found));
      }
    }
  };
  EditModels(NamesAny, add, spec);
}

}  // namespace surefoot::formats
