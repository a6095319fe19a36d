#include "surefoot/evaluation/studies/study_tools.h"

#include <mutex>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/run/in_parallel.h"

// Studies run inside one process, in contrast to trials: their simulations take milliseconds to
// seconds, so a process for each would cost more than the work.

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
                                const std::vector<double>& fallback, double min, double max) {
  if (!reader.Has(key)) return fallback;
  const world::Element& list = reader.Child(key).element();
  std::vector<double> numbers;
  const auto add = [&](const world::Element& item) {
    double value = 0.0;
    if (!FromChars(item.text, &value) || !(value >= min && value <= max)) {
      reader.problems()->Error(item.source,
                               "'" + key + "' has numbers from " + report::ShortNumber(min) +
                                   " to " + report::ShortNumber(max),
                               item.text);
      return;
    }
    numbers.push_back(value);
  };
  for (const world::Element& item : list.children) add(item);
  if (list.children.empty()) add(list);
  return numbers;
}

std::vector<double> Scaled(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

std::string PlainNumber(double value) { return NumberText(value, 6); }

}  // namespace surefoot::studies
