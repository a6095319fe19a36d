#include "surefoot/formats/motion_files.h"

#include <algorithm>
#include <optional>

#include "surefoot/formats/edit_models.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/parse.h"

namespace surefoot::formats {
namespace {

using world::Element;

constexpr std::size_t kMostBytes = 4 << 20;

/// With or without "surefoot:".
bool IsNamed(const Element& element, const std::string& name) {
  return element.name == name || element.name == "surefoot:" + name;
}

bool EndsWithCsv(const std::string& name) {
  return name.size() > 4 && name.compare(name.size() - 4, 4, ".csv") == 0;
}

/// A motion whose file was not read yet.
bool NamesFile(const Element& motion) {
  Problems ignored;
  const world::ElementReader reader(motion, &ignored);
  return IsNamed(motion, "motion") && reader.Has("file") && !reader.Has("table");
}

bool NamesAny(const world::Model& model) {
  return std::any_of(model.extensions.begin(), model.extensions.end(), [](const Element& drive) {
    return IsNamed(drive, "drive") &&
           std::any_of(drive.children.begin(), drive.children.end(), NamesFile);
  });
}

/// As XML gives a text back: lines end with \n only. Nothing when it is no text.
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
  if (bytes->size() > kMostBytes) {
    problems->Error(source, "the table of a motion is too large",
                    std::to_string(bytes->size()) + " bytes", "at most 4 MiB are accepted");
    return std::nullopt;
  }
  const std::optional<std::string> text = AsKeptText(*bytes);
  if (!text) {
    problems->Error(source, "the table of a motion is not text", "", "save it as UTF-8 text");
    return std::nullopt;
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
    return reader.Error("file", "a motion has its table in a file or in itself, not in both", uri);
  }
  const std::string& from = motion->source.file.empty() ? path : motion->source.file;
  const Result<std::string> file =
      EndsWithCsv(uri) ? resolver.Resolve(uri, from) : Error{"its name does not end in .csv"};
  if (!file.ok()) {
    return reader.Error("file", "there is no such file of a motion: " + file.error().message, uri,
                        "name a .csv file by its path from this file, or by model://");
  }
  auto table = ReadTable(file.value(), problems);
  if (table) motion->children.push_back(std::move(*table));
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
  EditModels(NamesAny, add, spec);
}

}  // namespace surefoot::formats
