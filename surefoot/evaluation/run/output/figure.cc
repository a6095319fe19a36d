#include "surefoot/evaluation/run/output/figure.h"

#include "surefoot/evaluation/report/table.h"

namespace surefoot::experiment {

Figure ToFigure(const std::vector<report::LinePlot>& plots) {
  Figure figure;
  for (const report::LinePlot& plot : plots) {
    figure.svgs.push_back(ToSvg(plot));
    std::string name = "series";
    if (plots.size() > 1) name += "_" + std::to_string(figure.svgs.size());
    figure.data.emplace_back(name, report::ToCsv(plot));
  }
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
