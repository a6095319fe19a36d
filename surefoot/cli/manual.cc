#include "surefoot/cli/manual.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <sstream>

#include "surefoot/cli/option_data.h"
#include "surefoot/cli/version.h"

namespace surefoot::cli {
namespace {

/// Text of a roff line. A hyphen-minus is escaped, or it would become a hyphen that cannot be
/// copied into a shell; a dot or an apostrophe at the beginning of a line would be a request.
std::string Escaped(const std::string& line) {
  std::string text;
  for (const char c : line) {
    if (c == '\\') {
      text += "\\e";
    } else if (c == '-') {
      text += "\\-";
    } else {
      text += c;
    }
  }
  if (!text.empty() && (text[0] == '.' || text[0] == '\'')) text.insert(0, "\\&");
  return text;
}

std::string Upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// A help text whose lines were broken for 80 columns, as one paragraph.
std::string Paragraph(std::string help) {
  std::replace(help.begin(), help.end(), '\n', ' ');
  return Escaped(help) + "\n";
}

/// Free text after the options: indented lines are examples and keep their line breaks.
std::string FooterText(const std::string& footer) {
  std::string text;
  bool example = false;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    const bool indented = line.compare(0, 2, "  ") == 0;
    if (indented != example) text += indented ? ".RS 4\n.nf\n" : ".fi\n.RE\n";
    example = indented;
    if (indented) line.erase(0, 2);
    text += line.empty() ? ".PP\n" : Escaped(line) + "\n";
  }
  return text + (example ? ".fi\n.RE\n" : "");
}

/// "-j, --jobs NUMBER" and the description, as a tagged paragraph.
std::string OptionText(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) {
    names += (names.empty() ? "" : ", ") + ("\\fB" + Escaped("-" + name) + "\\fR");
  }
  for (const std::string& name : option.get_lnames()) {
    names += (names.empty() ? "" : ", ") + ("\\fB" + Escaped("--" + name) + "\\fR");
  }
  if (option.get_positional()) names = "\\fI" + Escaped(option.get_name(true)) + "\\fR";
  if (!option.get_positional() && TakesValue(option)) {
    names += " \\fI" + Escaped(Placeholder(option)) + "\\fR";
  }
  return ".TP\n" + names + "\n" + Paragraph(option.get_description());
}

/// A section of all arguments (`positional`) or of all options; "" if there are none.
std::string OptionsText(const std::string& heading, const CLI::App& command, bool positional) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    const bool hidden = option->get_group().empty();
    if (!hidden && option->get_positional() == positional) text += OptionText(*option);
  }
  return text.empty() ? "" : ".SH " + heading + "\n" + text;
}

/// The usage line; required arguments without brackets, "..." after those that accept several
/// values.
std::string Synopsis(const std::string& name, const CLI::App& command) {
  std::string text = ".SH SYNOPSIS\n\\fB" + Escaped(name) + "\\fR [\\fIOPTIONS\\fR]";
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string argument = "\\fI" + Escaped(option->get_name(true)) + "\\fR";
    text += option->get_required() ? " " + argument : " [" + argument + "]";
    if (option->get_items_expected_max() > 1) text += "...";
  }
  return text + "\n";
}

/// The list of commands on the page of the program, with the names of their pages.
std::string CommandsText(const CLI::App& app) {
  std::string text = ".SH COMMANDS\n";
  for (const CLI::App* command : VisibleCommands(app)) {
    text += ".TP\n\\fB" + Escaped(command->get_name()) + "\\fR\n" +
            Paragraph(command->get_description()) + Escaped("See surefoot-" + command->get_name()) +
            "(1).\n";
  }
  return text;
}

}  // namespace

std::string ManualPage(const CLI::App& app, const CLI::App* command) {
  const CLI::App& shown = command != nullptr ? *command : app;
  const std::string name = command != nullptr ? "surefoot " + shown.get_name() : "surefoot";
  const std::string page = command != nullptr ? "surefoot-" + shown.get_name() : "surefoot";
  std::string text = ".TH " + Upper(Escaped(page)) + " 1 \"\" \"surefoot " + Version() +
                     "\" \"Surefoot manual\"\n.SH NAME\n" + Escaped(page) + " \\- " +
                     Paragraph(shown.get_description());
  text += Synopsis(command != nullptr ? name : name + " COMMAND", shown);
  if (command == nullptr) text += CommandsText(app);
  text += OptionsText("ARGUMENTS", shown, true) + OptionsText("OPTIONS", shown, false);
  if (!shown.get_footer().empty()) text += ".SH NOTES\n" + FooterText(shown.get_footer());
  if (command != nullptr) {
    text +=
        ".SH EXIT STATUS\n0: done. 1: failed, or the output could not be written. 2: the input was "
        "wrong or could not be run.\n.SH SEE ALSO\n\\fBsurefoot\\fR(1)\n";
  }
  return text;
}

}  // namespace surefoot::cli
