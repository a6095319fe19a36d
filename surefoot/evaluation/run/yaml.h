#pragma once

/// Helpers for experiment files: YAML as elements, with strict checks of keys.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/yaml.h"
#include "surefoot/world/element.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

using formats::ParseYaml;

/// ParseYaml of a file.
std::optional<world::Element> ReadYaml(const std::string& path, Problems* problems);

/// The element as JSON with all values as strings; ParseYaml restores the same element.
std::string ToJson(const world::Element& element);

/// Reports keys that no getter of the reader was asked for and that are not in `also`, with the
/// nearest one that is known. To be called when all is read.
void RefuseUnknown(const world::ElementReader& reader, const std::vector<std::string>& also = {});

/// A required text; the error for a missing one shows `example`.
std::string RequiredText(const world::ElementReader& reader, const std::string& name,
                         const std::string& example);

/// "file.yaml:12", for errors that are only found when the trial runs.
std::string PlaceOf(const world::Element& element);

/// Entries of a list; a single value is a list of one. Empty when the child is missing.
std::vector<std::string> Texts(const world::ElementReader& reader, const std::string& name);

}  // namespace surefoot::experiment
