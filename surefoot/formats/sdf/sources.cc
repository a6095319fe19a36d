#include "surefoot/formats/sdf/sources.h"

#include <sdf/Element.hh>
#include <sdf/Error.hh>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

/// The line that SdfText wrote into an element that libsdformat copies without one; 0: none.
int WrittenLine(const sdf::Element& element) {
  const sdf::ParamPtr attribute = element.GetAttribute(SdfText::line_attribute());
  if (attribute == nullptr) return 0;
  Problems ignored;
  return static_cast<int>(
      ParseInteger(attribute->GetAsString(), 0, 1 << 30, Source{}, &ignored).value_or(0));
}

std::string NameOf(const sdf::Element& element) {
  const sdf::ParamPtr name = element.GetAttribute("name");
  return name != nullptr && name->GetSet() ? name->GetAsString() : std::string();
}

/// libsdformat writes /sdf/world[@name="w"]/link[@name="l"]; we write world[w]/link[l].
std::string ShortPath(std::string path) {
  if (path.rfind("/sdf/", 0) == 0) path.erase(0, 5);
  const std::string opening = "[@name=\"";
  for (std::size_t at = path.find(opening); at != std::string::npos; at = path.find(opening, at)) {
    path.replace(at, opening.size(), "[");
    const std::size_t closing = path.find("\"]", at);
    if (closing != std::string::npos) path.erase(closing, 1);
  }
  return path;
}

}  // namespace

Source SdfSources::At(const std::string& library_file, int line) const {
  const SdfText* text = text_;
  for (const auto& side : loader_->side_files()) {
    if (side->path() == library_file) text = &side->text();
  }
  const SdfPlace place = text->Locate(line);
  Source source;
  if (place.file >= 0) {
    source.file = loader_->files()[static_cast<std::size_t>(place.file)];
    source.line = place.line;
  } else {
    source.file = loader_->files().front();
  }
  return source;
}

Source SdfSources::Of(const sdf::Element& element) const {
  Source source;
  source.file = loader_->files().front();
  int line = WrittenLine(element);
  if (line == 0) line = element.LineNumber().value_or(0);
  if (line > 0) {
    source = At(element.FilePath(), line);
  } else if (element.GetParent() != nullptr) {
    source = Of(*element.GetParent());
  }
  source.element = SdfElementPath(element);
  return source;
}

Source SdfSources::Of(const sdf::Error& error) const {
  Source source;
  source.file = loader_->files().front();
  if (error.LineNumber()) source = At(error.FilePath().value_or(""), *error.LineNumber());
  source.element = ShortPath(error.XmlPath().value_or(""));
  return source;
}

world::Element SdfSources::Keep(const sdf::ElementPtr& element) const {
  world::Element kept;
  kept.name = element->GetName();
  kept.text = SdfTextOf(*element);
  kept.source = Of(*element);
  for (const sdf::ParamPtr& attribute : element->GetAttributes()) {
    if (!attribute->GetSet() || attribute->GetKey() == SdfText::line_attribute()) continue;
    kept.attributes.emplace_back(attribute->GetKey(), attribute->GetAsString());
  }
  for (const sdf::ElementPtr& child : SdfChildren(*element)) kept.children.push_back(Keep(child));
  return kept;
}

std::string SdfElementPath(const sdf::Element& element) {
  const std::string name = NameOf(element);
  std::string path = name.empty() ? element.GetName() : element.GetName() + "[" + name + "]";
  const sdf::ElementPtr parent = element.GetParent();
  if (parent == nullptr || parent->GetName() == "sdf") return path;
  return SdfElementPath(*parent) + "/" + path;
}

std::vector<sdf::ElementPtr> SdfChildren(const sdf::Element& element, const std::string& name) {
  std::vector<sdf::ElementPtr> children;
  for (sdf::ElementPtr child = element.GetFirstElement(); child != nullptr;
       child = child->GetNextElement()) {
    if (!child->GetExplicitlySetInFile()) continue;
    if (name.empty() || child->GetName() == name) children.push_back(child);
  }
  return children;
}

sdf::ElementPtr SdfFind(const sdf::ElementPtr& element, const std::vector<std::string>& path) {
  sdf::ElementPtr found = element;
  for (const std::string& name : path) {
    if (found == nullptr) return nullptr;
    const std::vector<sdf::ElementPtr> children = SdfChildren(*found, name);
    found = children.empty() ? nullptr : children.front();
  }
  return found;
}

std::string SdfTextOf(const sdf::Element& element) {
  const sdf::ParamPtr value = element.GetValue();
  return value != nullptr ? Trimmed(value->GetAsString()) : std::string();
}

double SdfNumber(const sdf::ElementPtr& element, const std::string& child, double fallback) {
  const sdf::ElementPtr found = SdfFind(element, {child});
  if (found == nullptr) return fallback;
  Problems ignored;
  return ParseLimit(SdfTextOf(*found), Source{}, &ignored).value_or(fallback);
}

bool SdfFlag(const sdf::ElementPtr& element, const std::string& child, bool fallback) {
  const sdf::ElementPtr found = SdfFind(element, {child});
  if (found == nullptr) return fallback;
  Problems ignored;
  return ParseBool(SdfTextOf(*found), Source{}, &ignored).value_or(fallback);
}

}  // namespace surefoot::formats
