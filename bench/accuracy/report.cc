#include "bench/accuracy/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include "surefoot/base/text.h"

namespace surefoot::accuracy {
namespace {

constexpr const char* kHeadings =
    "task,engine,version,step_s,ending,squared_error,simulated_s,cpu_s,cpu_s_per_simulated_s,"
    "real_time_factor,us_per_step,note";

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "\"";
}

std::string JsonString(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted + "\"";
}

std::vector<std::string> SplitCsv(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += line[i++];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

double CpuPerSecond(const Outcome& o) { return o.simulated > 0.0 ? o.cpu / o.simulated : 0.0; }

/// At most three digits: 0.42, 7.3, 85, 1200.
std::string Short(double value) {
  if (value >= 100.0) {
    const double scale = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
    return StrFormat("%.0f", std::round(value / scale) * scale);
  }
  return StrFormat(value >= 10.0 ? "%.0f" : value >= 1.0 ? "%.1f" : "%.2f", value);
}

std::string Milliseconds(double seconds) { return StrFormat("%g ms", 1000.0 * seconds); }

/// The error message without the step in which it occurred and without advice.
std::string FirstWords(const std::string& note) {
  return note.substr(0, std::min(note.find(';'), note.find(" in step ")));
}

/// "1.2e-05, 340x".
std::string Cell(const Outcome& o, std::vector<std::string>* notes) {
  const auto mark = [&](const std::string& note) {
    auto it = std::find(notes->begin(), notes->end(), note);
    if (it == notes->end()) it = notes->insert(notes->end(), note);
    return " [" + std::to_string(it - notes->begin() + 1) + "]";
  };
  switch (o.ending) {
    case Ending::kUnsupported:
      return "cannot" + mark(o.engine + ": " + o.note);
    case Ending::kFailed:
      return StrFormat("failed at %.2g s", o.simulated) +
             mark(o.engine + ": " + FirstWords(o.note));
    case Ending::kCut:
      return StrFormat("%.1e", o.error) + ", " + Short(o.speed()) + "x" +
             StrFormat(" (%.2g s)", o.simulated);
    case Ending::kDone:
      break;
  }
  return StrFormat("%.1e", o.error) + ", " + Short(o.speed()) + "x";
}

}  // namespace

std::vector<std::string> EnginesOf(const std::vector<Outcome>& outcomes) {
  std::vector<std::string> engines;
  for (const Outcome& o : outcomes) {
    if (std::find(engines.begin(), engines.end(), o.engine) == engines.end()) {
      engines.push_back(o.engine);
    }
  }
  return engines;
}

std::string ToCsv(const std::vector<Outcome>& outcomes) {
  std::string text = std::string(kHeadings) + "\n";
  for (const Outcome& o : outcomes) {
    text += o.task + "," + o.engine + "," + Quoted(o.version) + "," + StrFormat("%g", o.step) +
            "," + EndingName(o.ending) + "," + StrFormat("%.6g", o.error) + "," +
            StrFormat("%.6g", o.simulated) + "," + StrFormat("%.6g", o.cpu) + "," +
            StrFormat("%.6g", CpuPerSecond(o)) + "," + StrFormat("%.6g", o.speed()) + "," +
            StrFormat("%.6g", 1e6 * o.step * CpuPerSecond(o)) + "," + Quoted(o.note) + "\n";
  }
  return text;
}

Result<std::vector<Outcome>> FromCsv(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != kHeadings) {
    return Error{"not a table of engine_accuracy: its first line is not '" +
                 std::string(kHeadings) + "'"};
  }
  std::vector<Outcome> outcomes;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = SplitCsv(line);
    if (fields.size() != 12) {
      return Error{"line " + std::to_string(outcomes.size() + 2) + " has " +
                   std::to_string(fields.size()) + " fields instead of 12"};
    }
    Outcome o;
    o.task = fields[0];
    o.engine = fields[1];
    o.version = fields[2];
    o.step = std::strtod(fields[3].c_str(), nullptr);
    o.ending = EndingFrom(fields[4]);
    o.error = std::strtod(fields[5].c_str(), nullptr);
    o.simulated = std::strtod(fields[6].c_str(), nullptr);
    o.cpu = std::strtod(fields[7].c_str(), nullptr);
    o.note = fields[11];
    outcomes.push_back(o);
  }
  return outcomes;
}

std::string ToJson(const std::vector<Outcome>& outcomes) {
  std::string text = "{\"results\":[";
  for (const Outcome& o : outcomes) {
    text += &o == outcomes.data() ? "\n" : ",\n";
    text += "{\"task\":" + JsonString(o.task) + ",\"engine\":" + JsonString(o.engine) +
            ",\"version\":" + JsonString(o.version) + ",\"step_s\":" + StrFormat("%g", o.step) +
            ",\"ending\":\"" + EndingName(o.ending) + "\"";
    if (o.measured()) {
      text += ",\"squared_error\":" + StrFormat("%.9g", o.error) +
              ",\"simulated_s\":" + StrFormat("%.9g", o.simulated) +
              ",\"cpu_s\":" + StrFormat("%.6g", o.cpu) +
              ",\"cpu_s_per_simulated_s\":" + StrFormat("%.6g", CpuPerSecond(o)) +
              ",\"real_time_factor\":" + StrFormat("%.6g", o.speed());
    }
    text += ",\"note\":" + JsonString(o.note) + "}";
  }
  return text + "\n]}\n";
}

std::string TextHeadings() {
  char line[160];
  std::snprintf(line, sizeof line, "%-12s %-9s %8s %12s %14s %10s %12s\n", "task", "engine",
                "step ms", "error", "CPU ms per s", "speed", "us per step");
  return line;
}

std::string TextLine(const Outcome& o) {
  char line[800];
  if (!o.measured()) {
    std::snprintf(line, sizeof line, "%-12s %-9s %8g %12s  %s\n", o.task.c_str(), o.engine.c_str(),
                  1000.0 * o.step, o.ending == Ending::kFailed ? "failed" : "cannot",
                  o.note.c_str());
    return line;
  }
  std::snprintf(
      line, sizeof line, "%-12s %-9s %8g %12.3g %14.3f %9sx %12.2f%s\n", o.task.c_str(),
      o.engine.c_str(), 1000.0 * o.step, o.error, 1000.0 * CpuPerSecond(o),
      Short(o.speed()).c_str(), 1e6 * o.step * CpuPerSecond(o),
      o.ending == Ending::kCut ? StrFormat("  cut off after %.3g s", o.simulated).c_str() : "");
  return line;
}

std::string ToMarkdown(const std::vector<Task>& tasks, const std::vector<Outcome>& outcomes) {
  std::string text = "One run with";
  for (const std::string& engine : EnginesOf(outcomes)) {
    const auto known = std::find_if(outcomes.begin(), outcomes.end(), [&](const Outcome& o) {
      return o.engine == engine && !o.version.empty();
    });
    text += " " + engine + (known == outcomes.end() ? "" : " " + known->version) + ",";
  }
  text.back() = '.';
  text += " Each field: error, speed.\n\n";
  std::vector<std::string> notes;
  for (const Task& task : tasks) {
    std::map<double, std::map<std::string, const Outcome*>, std::greater<>> by_step;
    for (const Outcome& o : outcomes) {
      if (o.task == task.name) by_step[o.step][o.engine] = &o;
    }
    if (by_step.empty()) continue;
    text += "**" + task.title + "** (`" + task.name + "`): mean " + task.measure + ", " +
            task.unit + "\n\n| engine |";
    std::string rule = "|---|";
    for (const auto& step : by_step) {
      text += " " + Milliseconds(step.first) + " |";
      rule += "---|";
    }
    text += "\n" + rule + "\n";
    for (const std::string& engine : EnginesOf(outcomes)) {
      text += "| " + engine + " |";
      for (const auto& step : by_step) {
        const auto found = step.second.find(engine);
        text += " " + (found == step.second.end() ? "" : Cell(*found->second, &notes)) + " |";
      }
      text += "\n";
    }
    text += "\n";
  }
  for (std::size_t i = 0; i < notes.size(); ++i) {
    text += "[" + std::to_string(i + 1) + "] " + notes[i] + "  \n";
  }
  return text;
}

}  // namespace surefoot::accuracy
