#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/report/text.h"

namespace surefoot::report {

/// A report in one HTML file that needs no network and no other file, follows the light or dark
/// setting of the reader's system, and prints well. All text is escaped; in sentences, words
/// between backquotes are code. Figures are SVG from plot.h.
///
///   Page page("Slip of a rover");
///   page.AddSection("Results");
///   page.AddText("The rover climbs 21 degrees.");
///   WriteFile("report.html", page.ToHtml());
class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  /// One line under the title.
  void set_subtitle(std::string text) { subtitle_ = std::move(text); }

  /// The most important numbers, in large type at the top.
  struct Headline {
    std::string value;
    std::string label;
    enum class Mood { kPlain, kGood, kBad } mood = Mood::kPlain;
  };
  void AddHeadline(Headline headline) { headlines_.push_back(std::move(headline)); }

  /// Begins a section and adds it to the table of contents.
  void AddSection(const std::string& title);
  void AddText(const std::string& paragraph);
  void AddList(const std::vector<std::string>& items);
  void AddTable(const Table& table);
  /// Several SVGs are shown side by side where the page is wide enough.
  void AddFigure(const std::string& id, const std::vector<std::string>& svgs,
                 const std::string& caption);
  /// A highlighted box with advice or a warning.
  void AddNotice(const std::string& text);
  /// Preformatted text in a fixed-width font, collapsed under a title.
  void AddDetails(const std::string& title, const std::string& text);
  /// A decision tree: questions whose answers lead to further questions or to results.
  struct Decision {
    std::string text;
    /// Answer, and where it leads.
    std::vector<std::pair<std::string, Decision>> answers;
  };
  void AddDecision(const Decision& root, const std::string& caption);

  std::string ToHtml() const;

 private:
  struct Section {
    std::string title;
    std::string id;
    std::string html;
    /// Ids and captions of its tables and figures.
    std::vector<std::pair<std::string, std::string>> parts;
  };
  std::string HeaderHtml() const;
  std::string SectionsHtml() const;
  /// The section that receives the next part; parts before the first section go into one without a
  /// title.
  std::string& body();
  /// A valid id that is not used in the page yet: the requested one, or with a number appended.
  std::string FreeId(const std::string& requested);

  std::string title_;
  std::string subtitle_;
  std::vector<Headline> headlines_;
  std::vector<Section> sections_;
  std::set<std::string> ids_;
};

}  // namespace surefoot::report
