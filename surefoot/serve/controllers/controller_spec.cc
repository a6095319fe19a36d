#include "surefoot/serve/controllers/controller_spec.h"

#include <cctype>
#include <filesystem>

#include "surefoot/world/element_reader.h"

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;

ControllerSpec ReadOne(const std::string& robot, const world::ElementReader& reader) {
  ControllerSpec spec;
  spec.robot = robot;
  const std::string command = reader.Text("command");
  if (!SplitWords(command, &spec.arguments)) {
    reader.Error("command", "a quote does not end", command);
  } else if (spec.arguments.empty() || spec.arguments[0].empty()) {
    reader.Error("command", "a controller needs a command", command,
                 "write the program and its arguments: python3 drive.py");
  }
  fs::path folder = fs::path(reader.element().source.file).parent_path();
  folder /= reader.Text("folder");
  spec.folder = folder.string();
  std::error_code ignored;
  if (!spec.folder.empty() && !fs::is_directory(spec.folder, ignored)) {
    reader.Error("folder", "there is no such folder", spec.folder);
  }
  for (const world::ElementReader& variable : reader.Children("environment")) {
    const std::string name = variable.Text("name");
    if (name.empty() || name.find('=') != std::string::npos) {
      variable.Error("name", "a variable needs a name without '='", name);
      continue;
    }
    spec.environment.push_back({name, variable.Text("value")});
  }
  spec.restarts = static_cast<int>(reader.Integer("restarts", spec.restarts, 0, 1000000));
  spec.restart_delay = reader.Number("restart_delay", spec.restart_delay, 0.0, 3600.0);
  reader.WarnMisspelt({"command", "folder", "environment", "restarts", "restart_delay"});
  return spec;
}

}  // namespace

bool SplitWords(const std::string& text, std::vector<std::string>* words) {
  char quote = 0;
  bool in_word = false;
  const auto add = [&](char letter) {
    if (!in_word) words->emplace_back();
    in_word = true;
    if (letter != 0) words->back() += letter;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '\\' && quote != '\'' && i + 1 < text.size()) {
      add(text[++i]);
    } else if (quote != 0) {
      if (letter == quote) {
        quote = 0;
      } else {
        add(letter);
      }
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
      add(0);
    } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
      in_word = false;
    } else {
      add(letter);
    }
  }
  return quote == 0;
}

std::vector<ControllerSpec> ReadControllers(const world::World& world, Problems* problems) {
  std::vector<ControllerSpec> specs;
  for (int model = 0; model < world.model_count(); ++model) {
    const std::string& robot = world.instance(model).name;
    int count = 0;
    for (const world::Element& element : world.model(model).extensions) {
      if (element.name != "surefoot:controller") continue;
      specs.push_back(ReadOne(robot, world::ElementReader(element, problems)));
      ++count;
      specs.back().name = count == 1 ? robot : robot + "_" + std::to_string(count);
    }
  }
  return specs;
}

}  // namespace surefoot::serve
