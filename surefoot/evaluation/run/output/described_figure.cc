#include <cmath>

#include "surefoot/evaluation/run/output/described_report.h"
#include "surefoot/evaluation/run/output/report_parts.h"
#include "surefoot/evaluation/run/yaml.h"

// Figures of descriptions: entries `lines`, `bars` and `ranges` become plots. Errors in entries
// are reported when the description is checked, before any trial runs; here wrong entries only
// give empty plots.

namespace surefoot::experiment {
namespace {

using report::Line;
using report::LinePlot;
using report::Tone;
using world::Element;
using world::ElementReader;

/// Reads the keys of an entry; names are looked up in a scope.
class EntryReader {
 public:
  EntryReader(const Element& entry, const Scope& scope) : entry_(&entry), scope_(&scope) {}

  bool Has(const std::string& key) const { return entry_->Child(key) != nullptr; }
  std::string Raw(const std::string& key) const { return Has(key) ? entry_->Child(key)->text : ""; }
  std::string Text(const std::string& key) const { return Fill(Raw(key), *scope_).text; }
  bool Flag(const std::string& key) const { return Raw(key) == "true"; }
  double Number(const std::string& key) const { return scope_->Number(Text(key)); }

  /// Numbers of a key: a curve by name, a scalar as one point, or a list of numbers and names.
  std::vector<double> Values(const std::string& key) const {
    if (!Has(key)) return {};
    const Element& entry = *entry_->Child(key);
    if (entry.children.empty()) {
      const std::string name = Fill(entry.text, *scope_).text;
      std::vector<double> curve = scope_->Curve(name);
      const double number = scope_->Number(name);
      return curve.empty() && !std::isnan(number) ? std::vector<double>{number} : curve;
    }
    std::vector<double> values;
    for (const Element& item : entry.children) values.push_back(scope_->Number(item.text));
    return values;
  }

  /// Tone of a key: a name, or a number that cycles through the tones of series.
  Tone ToneOr(std::size_t index) const {
    const std::string text = Text("tone");
    if (text == "real") return Tone::kReal;
    if (text == "faint") return Tone::kFaint;
    return EngineTone(text.empty() ? index : static_cast<std::size_t>(std::atoi(text.c_str())));
  }

 private:
  const Element* entry_;
  const Scope* scope_;
};

/// Appends values.
void Append(const std::vector<double>& values, std::vector<double>* all) {
  all->insert(all->end(), values.begin(), values.end());
}

/// Adds a band around a line.
void AddBand(const Line& line, std::vector<double> low, std::vector<double> high, bool strong,
             LinePlot* plot) {
  if (low.empty()) return;
  plot->bands.push_back({"", line.tone, line.x, std::move(low), std::move(high), strong});
}

/// Adds the line of one record and its bands, or appends its points to `joined` when that is given.
void AddLine(const Element& entry, const Scope& scope, std::size_t index, Line* joined,
             LinePlot* plot) {
  const EntryReader reader(entry, scope);
  std::vector<double> x = reader.Values("x");
  std::vector<double> y = reader.Values("y");
  if (x.empty() || y.empty()) return;
  if (joined != nullptr && !joined->x.empty()) {
    // Curves of several records are separated by a gap; single points are connected.
    if (x.size() > 1) Append({std::nan("")}, &joined->x);
    if (x.size() > 1) Append({std::nan("")}, &joined->y);
    Append(x, &joined->x);
    Append(y, &joined->y);
    return;
  }
  Line line{reader.Text("name"), reader.ToneOr(index), std::move(x), std::move(y),
            reader.Flag("dashed")};
  if (reader.Raw("symbols") == "none") line.symbols = Line::Symbols::kNone;
  if (reader.Raw("symbols") == "only") line.symbols = Line::Symbols::kOnly;
  if (reader.Has("bands")) {
    const auto at = [&](const char* end) { return scope.Curve(reader.Raw("bands") + end); };
    AddBand(line, at(".q05"), at(".q95"), false, plot);
    AddBand(line, at(".q25"), at(".q75"), true, plot);
  }
  if (const Element* band = entry.Child("band")) {
    AddBand(line, scope.Curve(band->children.at(0).text), scope.Curve(band->children.at(1).text),
            false, plot);
  }
  if (joined != nullptr) {
    *joined = std::move(line);
  } else {
    plot->lines.push_back(std::move(line));
  }
}

/// Adds a line for each record of a set; with `join`, one for all records with the same name.
void AddLines(const Element& entry, const Scope& scope, LinePlot* plot) {
  if (!Holds(entry.Child("when"), scope, scope)) return;
  const bool join = EntryReader(entry, scope).Flag("join");
  std::vector<std::pair<std::string, Line>> joined;
  for (const Scope& one : Chosen(entry, scope)) {
    if (!join) {
      AddLine(entry, one, plot->lines.size(), nullptr, plot);
      continue;
    }
    const std::string name = EntryReader(entry, one).Text("name");
    if (joined.empty() || joined.back().first != name) joined.push_back({name, Line()});
    AddLine(entry, one, plot->lines.size() + joined.size() - 1, &joined.back().second, plot);
  }
  for (auto& [name, line] : joined) {
    if (!line.x.empty()) plot->lines.push_back(std::move(line));
  }
}

/// Axis with label, range and scale.
report::Axis AxisOf(const Element& entry, const std::string& key, const Scope& scope) {
  const EntryReader reader(entry, scope);
  report::Axis axis;
  axis.label = reader.Text(key);
  const std::vector<double> range = reader.Values(key + "_range");
  if (range.size() == 2) axis.range = {range[0], range[1]};
  axis.logarithmic = reader.Raw("logarithmic").find(key) != std::string::npos;
  return axis;
}

/// A plot of `lines`.
LinePlot LinePlotOf(const Element& entry, const Scope& scope) {
  LinePlot plot;
  plot.title = EntryReader(entry, scope).Text("title");
  plot.x = AxisOf(entry, "x", scope);
  plot.y = AxisOf(entry, "y", scope);
  plot.equal_scales = EntryReader(entry, scope).Flag("equal_scales");
  for (const Element& line : entry.Child("lines")->children) AddLines(line, scope, &plot);
  return plot;
}

/// A plot of `bars`.
report::BarPlot BarPlotOf(const Element& entry, const Scope& scope) {
  report::BarPlot plot;
  plot.title = EntryReader(entry, scope).Text("title");
  plot.y = AxisOf(entry, "y", scope);
  for (const Element& bars : entry.Child("bars")->children) {
    for (const Scope& one : Chosen(bars, scope)) {
      const EntryReader reader(bars, one);
      report::Bar bar{
          reader.Text("name"), reader.ToneOr(plot.bars.size()), reader.Number("value"), {}};
      if (reader.Has("low")) bar.interval = {reader.Number("low"), reader.Number("high")};
      plot.bars.push_back(std::move(bar));
    }
  }
  return plot;
}

/// A plot of `ranges`.
report::RangePlot RangePlotOf(const Element& entry, const Scope& scope) {
  report::RangePlot plot;
  plot.title = EntryReader(entry, scope).Text("title");
  plot.y = AxisOf(entry, "y", scope);
  for (const Element& ranges : entry.Child("ranges")->children) {
    for (const Scope& one : Chosen(ranges, scope)) {
      const EntryReader reader(ranges, one);
      const std::string group = reader.Text("group");
      if (plot.groups.empty() || plot.groups.back().label != group) {
        plot.groups.push_back({group, {}});
      }
      std::vector<report::RangeBar>& bars = plot.groups.back().bars;
      bars.push_back({reader.Text("name"), reader.ToneOr(bars.size()), reader.Number("low"),
                      reader.Number("high"), reader.Number("mean")});
    }
  }
  return plot;
}

/// Further CSV files of a figure, besides those of its plots.
void AddFiles(const Element& entry, const Scope& scope, Figure* figure) {
  const Element* files = entry.Child("files");
  if (files == nullptr) return;
  for (const Scope& one : Chosen(*files, scope)) {
    const EntryReader reader(*files, one);
    figure->data.emplace_back(reader.Text("name"), reader.Text("text"));
  }
}

}  // namespace

Figure DescribedFigure(const Element& entry, const Scope& scope) {
  Figure figure;
  std::vector<report::RangePlot> ranges;
  for (const Element& plot : entry.Child("plots")->children) {
    for (const Scope& one : Chosen(plot, scope, "each")) {
      if (!Holds(plot.Child("when"), one, one)) continue;
      if (plot.Child("ranges") != nullptr) ranges.push_back(RangePlotOf(plot, one));
      if (plot.Child("bars") != nullptr) figure.svgs.push_back(ToSvg(BarPlotOf(plot, one)));
      if (plot.Child("lines") == nullptr) continue;
      const LinePlot lines = LinePlotOf(plot, one);
      figure.svgs.push_back(ToSvg(lines));
      figure.data.emplace_back("plot_" + std::to_string(figure.svgs.size()), ToCsv(lines));
    }
  }
  if (!ranges.empty()) {
    const Figure more = ToFigure(ranges);
    figure.svgs.insert(figure.svgs.end(), more.svgs.begin(), more.svgs.end());
    figure.data.insert(figure.data.end(), more.data.begin(), more.data.end());
  }
  AddFiles(entry, scope, &figure);
  return figure;
}

void CheckFigure(const Element& entry, Problems* problems) {
  const auto refuse = [&](const Element& one, const std::vector<std::string>& keys) {
    RefuseUnknown(ElementReader(one, problems), keys);
  };
  refuse(entry, {"caption", "each", "where", "when", "plots", "files"});
  if (entry.Child("plots") == nullptr) {
    problems->Error(entry.source, "a figure needs 'plots'");
    return;
  }
  for (const Element& plot : entry.Child("plots")->children) {
    refuse(plot, {"title", "each", "where", "when", "x", "y", "x_range", "y_range", "logarithmic",
                  "equal_scales", "lines", "bars", "ranges"});
    for (const Element& part : plot.children) {
      for (const Element& one : part.children) {
        if (part.name == "lines") {
          refuse(one, {"of", "where", "when", "name", "x", "y", "tone", "dashed", "symbols",
                       "bands", "band", "join"});
        } else if (part.name == "bars") {
          refuse(one, {"of", "where", "name", "value", "low", "high", "tone"});
        } else if (part.name == "ranges") {
          refuse(one, {"of", "where", "group", "name", "low", "high", "mean", "tone"});
        }
      }
    }
  }
}

}  // namespace surefoot::experiment
