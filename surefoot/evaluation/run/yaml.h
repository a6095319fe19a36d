#pragma once

/// Experiment files: YAML as elements, read strictly.

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

/// The element as JSON, which ParseYaml reads back to the same. All values are strings.
std::string ToJson(const world::Element& element);

/// Reports keys that no getter of the reader was asked for and that are not in `also`, with the
/// nearest one that is known. To be called when all is read.
void RefuseUnknown(const world::ElementReader& reader, const std::vector<std::string>& also = {});

/// A text that must be there; an error with `example` when it is not.
std::string RequiredText(const world::ElementReader& reader, const std::string& name,
                         const std::string& example);

/// "file.yaml:12", for errors that show only when the trial runs.
std::string PlaceOf(const world::Element& element);

/// Entries of a list; a single value is a list of one. Empty when there is no such child.
std::vector<std::string> Texts(const world::ElementReader& reader, const std::string& name);

}  // namespace surefoot::experiment
