#include "surefoot/evaluation/gap/verdict/gap_verdict_page.h"

#include <filesystem>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_figures.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_tables.h"
#include "surefoot/evaluation/gap/verdict/verdict_words.h"
#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/run/pool.h"

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

using report::Page;

std::string Percent(double share) { return StrFormat("%.0f %%", 100.0 * share); }

void AddHeadlines(const gap::GapVerdict& verdict, Page* page) {
  for (const gap::QuantityVerdict& quantity : verdict.quantities) {
    const bool trusted =
        quantity.kind == gap::VerdictKind::kUntil || quantity.kind == gap::VerdictKind::kWhole;
    const bool known = trusted || quantity.kind == gap::VerdictKind::kNever;
    page->AddHeadline({trusted ? gap::SecondsText(*quantity.confidence.crossing)
                       : known ? "0 s"
                               : "unknown",
                       quantity.sentence,
                       trusted ? Page::Headline::Mood::kGood
                       : known ? Page::Headline::Mood::kBad
                               : Page::Headline::Mood::kPlain});
  }
  const auto& distinct = verdict.indistinguishability;
  if (distinct && !distinct->points.empty()) {
    const gap::IndistinguishabilityPoint& last = distinct->points.back();
    const std::string text = StrFormat("%.2f", last.d);
    page->AddHeadline({text, "indistinguishability after " + gap::SecondsText(last.t) +
                                 " (1: cannot be told from real runs, 0: always)"});
  }
}

/// Those that are there.
std::vector<std::string> Present(std::vector<std::string> figures) {
  std::erase_if(figures, [](const std::string& figure) { return figure.empty(); });
  return figures;
}

void AddFigures(const std::string& id, std::vector<std::string> figures, const std::string& caption,
                Page* page) {
  figures = Present(std::move(figures));
  if (!figures.empty()) page->AddFigure(id, figures, caption);
}

void AddRuns(const std::vector<gap::Comparison>& comparisons, Page* page) {
  if (comparisons.empty() || comparisons.front().has_restarts()) return;
  page->AddSection("The runs");
  std::vector<std::string> figures = {PathFigure(comparisons.front())};
  for (const gap::Comparison& comparison : comparisons) {
    for (int c = 0; c < comparison.quantity.components; ++c) {
      figures.push_back(BandFigure(comparison, c));
    }
  }
  page->AddFigure(
      "runs", figures,
      "Real runs are dashed. Over time: medians, and bands that hold 90 % of the runs.");
}

void AddConfidence(const gap::GapVerdict& verdict, Page* page) {
  page->AddSection("For how long it can be trusted");
  page->AddText(
      "c(t) is the share of the real runs whose distance from the simulated median stayed within "
      "the tolerance up to t. The verdict takes its lower bound (exact, one-sided, 90 %), which "
      "few "
      "runs cannot flatter: the simulation is trusted as long as the bound is at least " +
      Percent(gap::kTrustLimit) + ".");
  std::vector<std::string> confidence, errors;
  for (const gap::QuantityVerdict& quantity : verdict.quantities) {
    confidence.push_back(ConfidenceFigure(quantity));
    errors.push_back(ErrorFigure(quantity));
  }
  AddFigures("confidence", std::move(confidence), "Confidence over time.", page);
  AddFigures("errors", std::move(errors), "Errors over time.", page);
  page->AddTable(ErrorTable(verdict));
}

void AddDistributions(const gap::GapVerdict& verdict, Page* page) {
  const report::Table table = DistributionTable(verdict);
  if (table.rows.empty()) return;
  page->AddSection("Are runs as scattered as real ones?");
  page->AddText(
      "At each instant the real and the simulated runs are two sets of values. Where both come "
      "from "
      "one distribution, distances are near 0, the spread ratio near 1, and the simulation's 50 % "
      "and 90 % bands hold 50 % and 90 % of the real runs.");
  std::vector<std::string> figures;
  for (const gap::QuantityVerdict& quantity : verdict.quantities) {
    figures.push_back(SpreadFigure(quantity));
    figures.push_back(DistanceFigure(quantity));
  }
  AddFigures("distributions_figure", std::move(figures), "Distributions over time.", page);
  page->AddTable(table);
}

void AddDistinct(const gap::GapVerdict& verdict, Page* page) {
  const auto& distinct = verdict.indistinguishability;
  if (!distinct || distinct->points.empty()) return;
  page->AddSection("Can simulated runs be told from real ones?");
  page->AddText(
      "d(t) is one minus the advantage over guessing (2 x balanced accuracy - 1) of the best of "
      "four "
      "classifiers that see a run up to t. Each answer is about a run that neither made the "
      "classifier nor chose it. Simulated runs have passed through the recording's sensor first.");
  AddFigures("distinct", {DistinctFigure(*distinct)},
             "d(t) of " + std::to_string(distinct->real_runs) + " real and " +
                 std::to_string(distinct->simulated_runs) +
                 " simulated runs. The last was mostly told by: " +
                 distinct->points.back().classifier + ".",
             page);
}

void AddChanges(const gap::GapVerdict& verdict, Page* page) {
  if (verdict.state_changes.empty()) return;
  page->AddSection("What the robot does");
  page->AddText(
      "Starts, stops and turns in the order that most real runs have; each simulated run is "
      "aligned "
      "to it with the fewest changes missed or extra. A turn by 180 degrees counts as two.");
  page->AddTable(StateChangeTable(verdict.state_changes));
}

void AddClose(const VerdictContext& context, Page* page) {
  if (context.close.empty()) return;
  page->AddSection("What would close the gap");
  report::Table table;
  table.id = "close";
  table.caption = "Each parameter refitted alone to half of the data, judged by the other half";
  table.header = {"parameter", "was", "fitted", "closes"};
  for (const VerdictContext::Close& close : context.close) {
    table.rows.push_back({close.label, report::Cell::Number(close.was, 3),
                          report::Cell::Number(close.fitted, 3), Percent(close.closes)});
  }
  page->AddTable(table);
}

std::string Subtitle(const VerdictContext& context, const gap::GapVerdict& verdict) {
  const int n = verdict.quantities.empty() ? 0 : verdict.quantities.front().confidence.n;
  std::string text = std::to_string(n) + (verdict.has_restarts ? " restarts" : " real runs");
  if (!verdict.has_restarts) text += " and " + std::to_string(context.runs) + " simulated ones";
  if (!context.world.empty()) text += " in " + context.world;
  return text + ", " + gap::SecondsText(context.horizon) + " each; " + context.alignment.sentence;
}

}  // namespace

std::string VerdictPage(const gap::GapVerdict& verdict, const VerdictContext& context,
                        const std::vector<gap::Comparison>& comparisons,
                        const std::vector<std::string>& command) {
  Page page(verdict.quantities.empty() ? "The reality gap" : verdict.quantities.front().sentence);
  page.set_subtitle(Subtitle(context, verdict));
  AddHeadlines(verdict, &page);
  if (!verdict.summary.empty()) page.AddNotice(verdict.summary);
  AddRuns(comparisons, &page);
  AddConfidence(verdict, &page);
  AddDistributions(verdict, &page);
  AddDistinct(verdict, &page);
  AddChanges(verdict, &page);
  AddClose(context, &page);
  if (!verdict.notes.empty()) {
    page.AddSection("Remarks");
    page.AddList(verdict.notes);
  }
  page.AddSection("How to repeat it");
  std::string words;
  for (const std::string& word : command) words += (words.empty() ? "" : " ") + word;
  page.AddText("All numbers are in `gap.json` beside this file. The command was: `" + words + "`");
  return page.ToHtml();
}

Status WriteVerdictReport(const std::string& folder, const gap::GapVerdict& verdict,
                          const VerdictContext& context,
                          const std::vector<gap::Comparison>& comparisons,
                          const std::vector<std::string>& command) {
  const fs::path out(folder);
  std::error_code error;
  fs::create_directories(out, error);
  if (error) return Error{"--out: cannot make " + folder + ": " + error.message()};
  const std::pair<const char*, std::string> files[] = {
      {"gap.html", VerdictPage(verdict, context, comparisons, command)},
      {"gap.json", VerdictJson(verdict, context)}};
  for (const auto& [name, text] : files) {
    if (Status status = WriteFileAtOnce((out / name).string(), text); !status.ok()) return status;
  }
  return Status();
}

}  // namespace surefoot::experiment
