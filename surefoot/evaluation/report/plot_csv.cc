#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/table.h"

namespace surefoot::report {
namespace {

/// All digits that matter to a reader of a figure; nothing for a gap.
Cell Value(double value) {
  if (!std::isfinite(value)) return Cell();
  const std::string text = NumberText(value, 9);
  return Cell(text);
}

std::string NameOf(const Band& band, const LinePlot& plot) {
  if (!band.name.empty()) return band.name;
  for (const Line& line : plot.lines) {
    if (line.tone == band.tone && !line.name.empty()) return line.name;
  }
  return "band";
}

}  // namespace

std::string ToCsv(const LinePlot& plot) {
  Table table;
  table.header = {"series", "x", "y", "low", "high"};
  std::string name;
  for (const Line& line : plot.lines) {
    if (!line.name.empty()) name = line.name;
    const std::size_t count = std::min(line.x.size(), line.y.size());
    for (std::size_t i = 0; i < count; ++i) {
      table.rows.push_back({name, Value(line.x[i]), Value(line.y[i]), Cell(), Cell()});
    }
  }
  for (const Band& band : plot.bands) {
    const std::size_t count = std::min({band.x.size(), band.low.size(), band.high.size()});
    const std::string of = NameOf(band, plot) + (band.strong ? ", inner" : ", outer");
    for (std::size_t i = 0; i < count; ++i) {
      table.rows.push_back({of, Value(band.x[i]), Cell(), Value(band.low[i]), Value(band.high[i])});
    }
  }
  return ToCsv(table);
}

}  // namespace surefoot::report
