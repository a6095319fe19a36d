#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/report/text.h"

namespace surefoot::report {

/// A report in one HTML file: no network, no other file, light and dark as the reader's system is,
/// fit for printing. All text is escaped; in sentences, words between backquotes are code. Figures
/// are SVG of plot.h.
class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  /// One line under the title.
  void set_subtitle(std::string text) { subtitle_ = std::move(text); }

  /// The few numbers that matter, large, at the top.
  struct Headline {
    std::string value;
    std::string label;
    enum class Mood { kPlain, kGood, kBad } mood = Mood::kPlain;
  };
  void AddHeadline(Headline headline) { headlines_.push_back(std::move(headline)); }

  /// Begins a section; it is in the table of contents.
  void AddSection(const std::string& title);
  void AddText(const std::string& paragraph);
  void AddList(const std::vector<std::string>& items);
  void AddTable(const Table& table);
  /// Several SVGs stand beside each other where there is room.
  void AddFigure(const std::string& id, const std::vector<std::string>& svgs,
                 const std::string& caption);
  /// A box with advice or a warning.
  void AddNotice(const std::string& text);
  /// Text as it is, in a fixed-width font, folded away under a title.
  void AddDetails(const std::string& title, const std::string& text);
  /// A picture of a decision: questions with answers that lead on.
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
  /// Where the next piece goes; pieces before the first section stand in one without a title.
  std::string& body();
  /// The wanted id, or one like it, that is valid and not in the page yet.
  std::string FreeId(const std::string& wanted);

  std::string title_;
  std::string subtitle_;
  std::vector<Headline> headlines_;
  std::vector<Section> sections_;
  std::set<std::string> ids_;
};

}  // namespace surefoot::report
