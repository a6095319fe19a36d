#include "surefoot/evaluation/studies/study_tools.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/run/in_parallel.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::studies {

Status DoAll(const StudyContext& context, const std::string& what, double from, double to,
             std::size_t count, const std::function<Status(std::size_t)>& work) {
  std::mutex mutex;
  std::size_t done = 0;
  std::vector<Status> results(count);
  const auto one = [&](std::size_t i) {
    if (context.cancelled && context.cancelled()) return false;
    results[i] = work(i);
    const std::lock_guard<std::mutex> lock(mutex);
    ++done;
    if (context.progress) {
      context.progress(what,
                       from + (to - from) * static_cast<double>(done) / static_cast<double>(count));
    }
    return true;
  };
  if (!experiment::InParallel(count, context.jobs, one)) return Error{"the study was stopped"};
  for (const Status& status : results) {
    if (!status.ok()) return status;
  }
  return Status();
}

std::vector<double> ReadNumbers(const world::ElementReader& reader, const std::string& key,
                                const std::vector<double>& fallback, double least, double most) {
  const world::Element* list = reader.element().Child(key);
  if (list == nullptr) return fallback;
  std::vector<double> numbers;
  const auto add = [&](const world::Element& item) {
    double value = 0.0;
    if (!FromChars(item.text, &value) || !(value >= least && value <= most)) {
      reader.problems()->Error(item.source,
                               "'" + key + "' has numbers from " + report::ShortNumber(least) +
                                   " to " + report::ShortNumber(most),
                               item.text);
      return;
    }
    numbers.push_back(value);
  };
  for (const world::Element& item : list->children) add(item);
  if (list->children.empty()) add(*list);
  return numbers;
}

Spread SpreadOf(const std::vector<std::vector<double>>& samples) {
  Spread spread;
  const std::size_t count = samples.empty() ? 0 : samples.front().size();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> values;
    for (const std::vector<double>& sample : samples) {
      if (i < sample.size() && std::isfinite(sample[i])) values.push_back(sample[i]);
    }
    spread.low90.push_back(gap::Quantile(values, 0.05));
    spread.low50.push_back(gap::Quantile(values, 0.25));
    spread.median.push_back(gap::Quantile(values, 0.5));
    spread.high50.push_back(gap::Quantile(values, 0.75));
    spread.high90.push_back(gap::Quantile(values, 0.95));
  }
  return spread;
}

void AddBands(const std::vector<double>& x, const Spread& spread, report::Tone tone,
              report::LinePlot* plot) {
  plot->bands.push_back({"", tone, x, spread.low90, spread.high90, false});
  plot->bands.push_back({"", tone, x, spread.low50, spread.high50, true});
}

experiment::Figure FigureOf(const std::vector<report::LinePlot>& plots) {
  experiment::Figure figure;
  int number = 0;
  for (const report::LinePlot& plot : plots) {
    figure.svgs.push_back(ToSvg(plot));
    figure.data.emplace_back("plot_" + std::to_string(++number), ToCsv(plot));
  }
  return figure;
}

std::string PlainNumber(double value) { return NumberText(value, 6); }

std::string RangeText(double low, double high, int decimals) {
  return report::FixedNumber(low, decimals) + " to " + report::FixedNumber(high, decimals);
}

report::Tone ToneOf(std::size_t index) {
  constexpr report::Tone kTones[] = {report::Tone::kFirst, report::Tone::kSecond,
                                     report::Tone::kThird, report::Tone::kFourth,
                                     report::Tone::kFifth, report::Tone::kSixth};
  return kTones[index % 6];
}

}  // namespace surefoot::studies
