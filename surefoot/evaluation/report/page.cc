#include "surefoot/evaluation/report/page.h"

#include <cstddef>
#include <string_view>

#include "surefoot/evaluation/report/html.h"

// The page is assembled as strings in one pass; sections are kept as finished HTML. A content
// security policy in the head makes sure that text from experiment files cannot load or run
// anything.

namespace surefoot::report {
namespace {

/// Long values get a smaller font.
std::string HeadlineHtml(const Page::Headline& headline) {
  using Mood = Page::Headline::Mood;
  const char* mood = headline.mood == Mood::kGood  ? " good"
                     : headline.mood == Mood::kBad ? " bad"
                                                   : "";
  const char* size = WidthOf(OneLine(headline.value)) > 7.5 ? " wordy" : "";
  return std::string("<div class=\"headline") + mood + size + "\"><dd>" + Escaped(headline.value) +
         "</dd><dt>" + Escaped(headline.label) + "</dt></div>\n";
}

/// A question with its answers, recursively; leaves are outcomes.
std::string DecisionHtml(const Page::Decision& decision) {
  const bool leaf = decision.answers.empty();
  std::string html = std::string("<div class=\"") + (leaf ? "outcome" : "question") + "\">" +
                     Escaped(decision.text) + "</div>\n";
  if (leaf) return html;
  html += "<ul>\n";
  for (const auto& [answer, next] : decision.answers) {
    html += std::string("<li") + (next.answers.empty() ? " class=\"last\"" : "") +
            "><span class=\"answer\">" + Escaped(answer) + "</span>" + DecisionHtml(next) +
            "</li>\n";
  }
  return html + "</ul>\n";
}

/// A section's entry in the table of contents, with its tables and figures.
std::string ContentsHtml(const std::string& id, const std::string& title,
                         const std::vector<std::pair<std::string, std::string>>& parts) {
  std::string html = "<li><a href=\"#" + id + "\">" + Escaped(title) + "</a>";
  if (parts.size() > 1) {
    html += "<ul>";
    for (const auto& [part_id, name] : parts) {
      html += "<li><a href=\"#" + part_id + "\">" + Escaped(Shortened(name, 40.0)) + "</a></li>";
    }
    html += "</ul>";
  }
  return html + "</li>\n";
}

}  // namespace

// Escaped text in which `...` becomes code.
std::string Prose(const std::string& text) {
  std::string html;
  std::string_view rest = text;
  while (true) {
    const std::size_t begin = rest.find('`');
    const std::size_t end = begin == rest.npos ? begin : rest.find('`', begin + 1);
    if (end == rest.npos) return html + Escaped(std::string(rest));
    html += Escaped(std::string(rest.substr(0, begin))) + "<code>" +
            Escaped(std::string(rest.substr(begin + 1, end - begin - 1))) + "</code>";
    rest.remove_prefix(end + 1);
  }
}

std::string& Page::body() {
  if (sections_.empty()) sections_.emplace_back();
  return sections_.back().html;
}

// Lower-case letters, digits and dashes, with a number if it is taken.
std::string Page::FreeId(const std::string& requested) {
  std::string id;
  for (const char c : requested) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      id += c;
    } else if (c >= 'A' && c <= 'Z') {
      id += static_cast<char>(c - 'A' + 'a');
    } else if (!id.empty() && id.back() != '-' && id.back() != '_') {
      id += c == '_' ? '_' : '-';
    }
    if (id.size() >= 60) break;
  }
  while (!id.empty() && (id.back() == '-' || id.back() == '_')) id.pop_back();
  if (id.empty() || (id[0] >= '0' && id[0] <= '9')) id = "part-" + id;
  std::string free = id;
  for (int i = 2; !ids_.insert(free).second; ++i) free = id + "-" + std::to_string(i);
  return free;
}

void Page::AddSection(const std::string& title) {
  sections_.push_back({title, FreeId(title), {}, {}});
}

void Page::AddText(const std::string& paragraph) { body() += "<p>" + Prose(paragraph) + "</p>\n"; }

void Page::AddList(const std::vector<std::string>& items) {
  if (items.empty()) return;
  std::string& html = body() += "<ul class=\"list\">\n";
  for (const std::string& item : items) html += "<li>" + Prose(item) + "</li>\n";
  html += "</ul>\n";
}

void Page::AddTable(const Table& table) {
  const std::string id = FreeId(table.id.empty() ? "table" : table.id);
  body() += TableHtml(table, id);
  if (!table.caption.empty()) sections_.back().parts.emplace_back(id, table.caption);
}

void Page::AddFigure(const std::string& id, const std::vector<std::string>& svgs,
                     const std::string& caption) {
  std::string& html = body();
  const std::string own_id = FreeId(id.empty() ? "figure" : id);
  if (!caption.empty()) sections_.back().parts.emplace_back(own_id, caption);
  html += "<figure class=\"plots\" id=\"" + own_id + "\">\n<div>\n";
  for (const std::string& svg : svgs) {
    const bool full = svg.find("class=\"plot full\"") != std::string::npos;
    html += std::string("<div class=\"") + (full ? "cell full" : "cell") + "\">" + svg + "</div>\n";
  }
  html += "</div>\n";
  if (!caption.empty()) html += "<figcaption>" + Prose(caption) + "</figcaption>\n";
  html += "</figure>\n";
}

void Page::AddNotice(const std::string& text) {
  body() += "<p class=\"notice\" role=\"note\">" + Prose(text) + "</p>\n";
}

void Page::AddDetails(const std::string& title, const std::string& text) {
  body() += "<details><summary>" + Escaped(title) + "</summary><pre tabindex=\"0\">" +
            Escaped(text) + "</pre></details>\n";
}

void Page::AddDecision(const Decision& root, const std::string& caption) {
  body() += "<figure class=\"decision\">\n<div class=\"tree\">" + DecisionHtml(root) + "</div>\n";
  if (!caption.empty()) body() += "<figcaption>" + Prose(caption) + "</figcaption>\n";
  body() += "</figure>\n";
}

std::string Page::HeaderHtml() const {
  std::string html = "<header>\n<h1>" + Escaped(title_) + "</h1>\n";
  if (!subtitle_.empty()) html += "<p class=\"subtitle\">" + Escaped(subtitle_) + "</p>\n";
  if (!headlines_.empty()) html += "<dl class=\"headlines\">\n";
  for (const Headline& headline : headlines_) html += HeadlineHtml(headline);
  if (!headlines_.empty()) html += "</dl>\n";
  return html + "</header>\n";
}

// A list of contents and the sections; those without a title are not listed.
std::string Page::SectionsHtml() const {
  std::string contents;
  std::string main;
  for (const Section& section : sections_) {
    if (section.id.empty()) {
      main += "<section>\n" + section.html + "</section>\n";
      continue;
    }
    contents += ContentsHtml(section.id, section.title, section.parts);
    main += "<section id=\"" + section.id + "\">\n<h2>" + Escaped(section.title) + "</h2>\n" +
            section.html + "</section>\n";
  }
  if (!contents.empty()) {
    contents = "<nav aria-label=\"Contents\"><p>Contents</p><ol>\n" + contents + "</ol></nav>\n";
  }
  return contents + "<main>\n" + main + "</main>\n";
}

std::string Page::ToHtml() const {
  std::string html = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  // The content security policy forbids all requests; the page needs none.
  html +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n";
  html += "<title>" + Escaped(title_) + "</title>\n<style>\n";
  html += PageStyle();
  html += "</style>\n</head>\n<body>\n" + HeaderHtml() + SectionsHtml() + "<script>\n";
  html += PageScript();
  return html + "</script>\n</body>\n</html>\n";
}

}  // namespace surefoot::report
