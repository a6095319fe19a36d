#include "surefoot/experiment/figure.h"

#include "surefoot/report/table.h"

namespace surefoot::experiment {

Figure ToFigure(const std::vector<report::LinePlot>& plots) {
  Figure figure;
  report::Table data;
  data.header = {"plot", "line", "time", "value"};
  for (const report::LinePlot& plot : plots) {
    figure.svgs.push_back(ToSvg(plot));
    for (const report::Line& line : plot.lines) {
      for (std::size_t i = 0; i < line.x.size(); ++i) {
        data.rows.push_back({plot.title, line.name, report::Cell::Number(line.x[i], 6),
                             report::Cell::Number(line.y[i], 6)});
      }
    }
  }
  figure.data.emplace_back("series", ToCsv(data));
  return figure;
}

Figure ToFigure(const std::vector<report::RangePlot>& plots) {
  Figure figure;
  report::Table data;
  data.header = {"plot", "group", "name", "low", "mean", "high"};
  for (const report::RangePlot& plot : plots) {
    figure.svgs.push_back(ToSvg(plot));
    for (const report::RangeGroup& group : plot.groups) {
      for (const report::RangeBar& bar : group.bars) {
        data.rows.push_back({plot.title, group.label, bar.name, report::Cell::Number(bar.low, 6),
                             report::Cell::Number(bar.mean, 6), report::Cell::Number(bar.high, 6)});
      }
    }
  }
  figure.data.emplace_back("ranges", ToCsv(data));
  return figure;
}

}  // namespace surefoot::experiment
