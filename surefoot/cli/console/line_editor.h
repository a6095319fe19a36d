#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace surefoot::cli {

/// Asks for lines at a terminal: with editing, a history and completion by the tabulator key.
class LineEditor {
 public:
  /// All words that the last one of a line may become.
  using Completer = std::function<std::vector<std::string>(const std::string& line)>;

  explicit LineEditor(Completer completer);
  ~LineEditor();

  /// Absent at the end of the input.
  std::optional<std::string> Ask(const std::string& prompt);
};

}  // namespace surefoot::cli
