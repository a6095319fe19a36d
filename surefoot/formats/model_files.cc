#include "surefoot/formats/model_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/world/element_reader.h"

// Motions and range sensors may be in files beside a model. They are added to the model's
// description when it is loaded, so that the rest of the program finds everything in the
// description.

namespace surefoot::formats {
namespace {

using world::Element;

/// Limit on the table of a motion.
constexpr std::size_t kMaxTableBytes = 4 << 20;

/// Edits copies of the models for which `concerns` is true. Instances that share a description
/// still share one afterwards.
void EditModels(const std::function<bool(const world::Model&)>& concerns,
                const std::function<void(world::Model*)>& edit, world::WorldSpec* spec) {
  std::map<const world::Model*, std::shared_ptr<const world::Model>> changed;
  for (world::ModelInstance& instance : spec->models) {
    if (instance.model == nullptr || !concerns(*instance.model)) continue;
    std::shared_ptr<const world::Model>& now = changed[instance.model.get()];
    if (now == nullptr) {
      auto model = std::make_shared<world::Model>(*instance.model);
      edit(model.get());
      now = std::move(model);
    }
    instance.model = now;
  }
}

/// True for the name with or without "surefoot:".
bool IsNamed(const Element& element, const std::string& name) {
  return element.name == name || element.name == "surefoot:" + name;
}

/// True for a motion whose file has not been read yet.
bool NamesFile(const Element& motion) {
  Problems ignored;
  const world::ElementReader reader(motion, &ignored);
  return IsNamed(motion, "motion") && reader.Has("file") && !reader.Has("table");
}

bool NamesMotions(const world::Model& model) {
  return std::any_of(model.extensions.begin(), model.extensions.end(), [](const Element& drive) {
    return IsNamed(drive, "drive") &&
           std::any_of(drive.children.begin(), drive.children.end(), NamesFile);
  });
}

/// The text as XML would preserve it: lines end with \n only. std::nullopt for binary data.
std::optional<std::string> AsKeptText(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t';
  };
  if (std::any_of(text.begin(), text.end(), is_control)) return std::nullopt;
  return text;
}

std::optional<Element> ReadTable(const std::string& file, Problems* problems) {
  const std::optional<std::string> bytes = ReadTextFile(file, problems);
  if (!bytes) return std::nullopt;
  const Source source{file, 1, "table"};
  if (bytes->size() > kMaxTableBytes) {
    return problems->Error(source, "the table of a motion is too large",
                           std::to_string(bytes->size()) + " bytes", "at most 4 MiB are accepted");
  }
  const std::optional<std::string> text = AsKeptText(*bytes);
  if (!text) {
    return problems->Error(source, "the table of a motion is not text", "",
                           "save it as UTF-8 text");
  }
  Element table;
  table.name = "table";
  table.text = world::Trimmed(*text);
  table.source = source;
  const std::size_t first = std::min(text->find(table.text), text->size());
  table.source.line += static_cast<int>(
      std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(first), '\n'));
  return table;
}

void AddTable(const UriResolver& resolver, const std::string& path, Element* motion,
              Problems* problems) {
  const world::ElementReader reader(*motion, problems);
  const std::string uri = reader.Text("file");
  if (!reader.OwnText().empty()) {
    return reader.Error("file", "the table of a motion is either in a file or inline, not both",
                        uri);
  }
  const std::string& from = motion->source.file.empty() ? path : motion->source.file;
  const Result<std::string> file = uri.size() > 4 && uri.ends_with(".csv")
                                       ? resolver.Resolve(uri, from)
                                       : Error{"its name does not end in .csv"};
  if (!file.ok()) {
    return reader.Error("file", "cannot find the table of a motion: " + file.error().message, uri,
                        "name a .csv file by a path relative to this file, or by model://");
  }
  auto table = ReadTable(file.value(), problems);
  if (table) motion->children.push_back(std::move(*table));
}

constexpr const char* kFolder = "range_sensors";

/// A name must not lead out of the folder.
bool IsPlainName(const std::string& name) {
  return !name.empty() && name.size() < 100 && name[0] != '.' &&
         name.find_first_of("/\\:") == std::string::npos;
}

bool IsRangeSensor(const std::string& type) {
  return IsOneOf(type, {"sonar", "ultrasonic", "infrared", "ir", "range"});
}

/// The child that names a file; nullptr when there is none, or when the file has been read.
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

bool NamesSensors(const world::Model& model) {
  for (const world::Link& link : model.links) {
    for (const world::Sensor& sensor : link.sensors) {
      if (NameElement(sensor) != nullptr) return true;
    }
  }
  return false;
}

std::optional<world::Element> ReadFrom(const std::string& file, Problems* problems) {
  std::optional<world::Element> element = ReadElementFile(file, problems);
  if (!element) return std::nullopt;
  if (element->name != "range_sensor" && element->name != "surefoot:range_sensor") {
    return problems->Error(element->source,
                           "the root element of a range sensor file must be <range_sensor>",
                           element->name);
  }
  element->name = "surefoot:range_sensor";
  return element;
}

}  // namespace

void AddMotionFiles(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                    Problems* problems) {
  const auto add = [&](world::Model* model) {
    for (Element& drive : model->extensions) {
      if (!IsNamed(drive, "drive")) continue;
      for (Element& motion : drive.children) {
        if (NamesFile(motion)) AddTable(resolver, path, &motion, problems);
      }
    }
  };
  EditModels(NamesMotions, add, spec);
}

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
  const bool is_file = name.size() > 4 && name.ends_with(".xml");
  if (is_file || IsPlainName(name)) {
    const std::string uri = is_file ? name : std::string(kFolder) + "/" + name + ".xml";
    const Result<std::string> file = resolver.Resolve(uri, path);
    if (file.ok()) return ReadFrom(file.value(), problems);
  }
  return problems->Error(
      source, is_file ? "the range sensor file was not found" : "unknown range sensor preset",
      name.substr(0, 100),
      is_file ? "paths are relative to the file that names it, or to SUREFOOT_PATH"
              : world::NameAdvice(name, RangeSensorNames(resolver)) +
                    " (or the path of a file that ends in .xml)");
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
  EditModels(NamesSensors, add, spec);
}

}  // namespace surefoot::formats
