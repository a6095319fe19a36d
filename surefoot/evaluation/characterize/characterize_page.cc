#include <cmath>

#include "surefoot/evaluation/characterize/characterize_tables.h"
#include "surefoot/evaluation/report/page.h"

namespace surefoot::experiment {
namespace {

using report::Page;
using report::ShortNumber;

/// More places than these would fill the page: the JSON has them.
constexpr std::size_t kMostRows = 200;

std::vector<std::string> Svgs(const std::vector<report::LinePlot>& plots) {
  std::vector<std::string> svgs;
  for (const report::LinePlot& plot : plots) svgs.push_back(report::ToSvg(plot));
  return svgs;
}

std::string Percent(double share) { return ShortNumber(100.0 * share, 3) + " %"; }

void AddHeadlines(const CharacterizeResult& result, Page* page) {
  const gap::Characterization& found = result.found;
  page->AddHeadline({std::to_string(found.samples.samples.size()),
                     "readings at " + std::to_string(found.places.size()) + " places"});
  page->AddHeadline({Percent(found.fit.outliers), "wrong readings"});
  const double lost = static_cast<double>(found.samples.lost.size());
  page->AddHeadline({Percent(lost / (lost + static_cast<double>(found.samples.samples.size()))),
                     "samples without a reading"});
  page->AddHeadline({found.size.enough ? std::to_string(*found.size.enough) : "-",
                     "readings at a place are enough"});
}

void AddCurves(const CharacterizeResult& result, Page* page) {
  page->AddSection("Mean and standard deviation");
  page->AddFigure("figure_4", Svgs(CurvePlots(result)),
                  "Mean and standard deviation over the distance: measured (good readings alone) "
                  "and fitted, less what angles add. Figure 4 of Van Scoy et al. is of this kind.");
  const std::vector<report::LinePlot> angles = AnglePlots(result);
  if (!angles.empty()) {
    page->AddFigure("angles", Svgs(angles),
                    "What angles add to the mean: measured less the fit at angle 0, and fitted.");
  }
  page->AddTable(RangeParameterTable(result));
}

void AddForms(const CharacterizeResult& result, Page* page) {
  if (result.found.choice.choices.empty()) return;
  page->AddSection("Which curves");
  page->AddText(
      "Forms are compared by how likely they make readings at distances that they were not fitted "
      "to, which are left out in turn; the nearest and the farthest distance stay in.");
  for (const gap::FormChoice& choice : result.found.choice.choices) {
    page->AddTable(RangeFormTable(result, choice));
  }
}

void AddFaults(const CharacterizeResult& result, Page* page) {
  const gap::Characterization& found = result.found;
  page->AddSection("Wrong and lost readings");
  page->AddText("A reading counts as wrong when it is likelier drawn evenly from " +
                ShortNumber(found.fit.low, 4) + " to " + ShortNumber(found.fit.high, 4) + " " +
                result.units.reading + " than from the normal distribution at its place. Share: " +
                Percent(found.fit.outliers) + " (90 % interval " + Percent(found.outliers.low) +
                " to " + Percent(found.outliers.high) +
                "). Wrong readings do not move the curves above. Samples without a reading: " +
                std::to_string(found.samples.lost.size()) + ".");
}

}  // namespace

std::string CharacterizePage(const CharacterizeResult& result) {
  const gap::Characterization& found = result.found;
  Page page("Range sensor " + result.file.name);
  page.set_subtitle("From " + found.samples.source + ", by surefoot characterize");
  AddHeadlines(result, &page);
  page.AddText(CharacterizeVerdict(result));
  for (const std::string& note : found.notes) page.AddNotice(note);
  if (!found.size.points.empty()) {
    page.AddSection("How many readings are enough");
    page.AddText("So many readings are drawn again and again from those at " +
                 PlainText(found.size.distance) + " " + result.units.distance + " (" +
                 std::to_string(found.size.readings) +
                 " of them). Enough are the fewest from which on mean "
                 "and standard deviation stay within " +
                 ShortNumber(found.size.tolerance) +
                 " standard deviations of those of all, in 90 of 100 draws.");
    page.AddFigure(
        "sample_size", {report::ToSvg(SampleSizePlot(result))},
        "Errors of mean and standard deviation (90 of 100 draws are below), and how much "
        "of the histogram lies elsewhere.");
    page.AddTable(SampleSizeTable(result));
  }
  const std::vector<report::LinePlot> histograms = HistogramPlots(result);
  if (!histograms.empty()) {
    page.AddSection("Histograms");
    page.AddFigure("figure_3", Svgs(histograms),
                   "Readings at a near, a middle and a far place, and the density of the fitted "
                   "model. Figure 3 of Van Scoy et al. is of this kind.");
  }
  AddCurves(result, &page);
  AddForms(result, &page);
  AddFaults(result, &page);
  page.AddSection("Places");
  if (found.places.size() <= kMostRows) {
    page.AddTable(RangePlaceTable(result));
  } else {
    page.AddText("There are " + std::to_string(found.places.size()) +
                 " places, nearly as many as readings; `characterization.json` lists them.");
  }
  page.AddSection("The sensor in a world");
  page.AddText("Put `" + result.file.name +
               ".xml` beside the world, or into a folder `range_sensors` of `SUREFOOT_PATH`, and "
               "name it in a sensor of type `sonar` or `infrared`: `<surefoot:model>" +
               result.file.name + ".xml</surefoot:model>`.");
  page.AddDetails(result.file.name + ".xml", RangeSensorText(result.file));
  return page.ToHtml();
}

}  // namespace surefoot::experiment
