#include "surefoot/evaluation/report/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace surefoot::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Checks that tags open and close in order, as in XML except for elements that HTML leaves open.
void ExpectBalanced(const std::string& html) {
  const std::size_t body = html.find("<body>");
  const std::string part = html.substr(body, html.find("<script>") - body);
  const std::regex tag("<(/?)([a-z0-9]+)[^>]*?(/?)>");
  std::vector<std::string> open;
  for (std::sregex_iterator at(part.begin(), part.end(), tag), end; at != end; ++at) {
    if ((*at)[3] == "/") continue;
    if ((*at)[1] != "/") {
      open.push_back((*at)[2]);
      continue;
    }
    ASSERT_FALSE(open.empty()) << at->str();
    ASSERT_EQ(open.back(), (*at)[2]);
    open.pop_back();
  }
  EXPECT_EQ(open, std::vector<std::string>{"body"});
}

Page Full(const std::string& name) {
  Page page(name);
  page.set_subtitle(name);
  page.AddText("before the first section");
  page.AddHeadline({name, name, Page::Headline::Mood::kGood});
  for (int i = 0; i < 2; ++i) {
    page.AddSection(name);
    page.AddText(name);
    page.AddList({name, name});
    page.AddNotice(name);
    page.AddDetails(name, name);
    Table table{name, name, {name, name}, {{name, Cell::Number(1.0, 1)}, {name}}, {name}};
    table.rows[0][1].note = name;
    page.AddTable(table);
    page.AddFigure(name, {"<svg></svg>"}, name);
    page.AddDecision({name, {{name, {name, {}}}, {name, {name, {{name, {name, {}}}}}}}}, name);
  }
  return page;
}

TEST(Page, IsOneBalancedDocument) {
  for (const std::string name : {"Plain", "", "<b>", "\"'>", "</body></html>", "1 < 2 & 3"}) {
    const std::string html = Full(name).ToHtml();
    EXPECT_TRUE(html.starts_with("<!doctype html>\n<html lang=\"en\">"));
    EXPECT_TRUE(html.ends_with("</html>\n"));
    ExpectBalanced(html);
  }
  ExpectBalanced(Page("empty").ToHtml());
}

TEST(Page, AsksForNothingFromOutside) {
  const std::string html = Full("Plain").ToHtml();
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  for (const char* part : {"src=", "url(", "@import", "<link", "fetch("}) {
    EXPECT_THAT(html, Not(HasSubstr(part)));
  }
}

TEST(Page, EscapesAllText) {
  const std::string evil = "<img onerror=\"x\">'&";
  const std::string html = Full(evil).ToHtml();
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, HasSubstr("&lt;img onerror=&quot;x&quot;&gt;&#39;&amp;"));
}

TEST(Page, IdsAreValidAndUniqueAndLinksLead) {
  const std::string html = Full("Größe <1> \"x\"").ToHtml();
  std::set<std::string> ids;
  const std::regex id(" id=\"([^\"]*)\"");
  for (std::sregex_iterator at(html.begin(), html.end(), id), end; at != end; ++at) {
    EXPECT_TRUE(ids.insert((*at)[1]).second) << at->str();
    EXPECT_TRUE(std::regex_match((*at)[1].str(), std::regex("[a-z][a-z0-9_-]*"))) << at->str();
  }
  EXPECT_GE(ids.size(), 6u);
  const std::regex link("href=\"#([^\"]*)\"");
  for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at) {
    EXPECT_TRUE(ids.contains((*at)[1])) << at->str();
  }
}

TEST(Page, TablesSayWhatTheirCellsAre) {
  Page page("Cells");
  Cell strong("best");
  strong.strong = true;
  Cell faint("0.5");
  faint.faint = faint.is_number = true;
  faint.note = "printed";
  Table table{"table_10", "Errors", {"name", "value"}, {{"a", faint}, {strong, faint}}, {"remark"}};
  page.AddTable(table);
  const std::string html = page.ToHtml();
  EXPECT_THAT(html, HasSubstr("id=\"table_10\""));
  EXPECT_THAT(html, HasSubstr("<td class=\"n faint\" title=\"printed\">0.5<sup><a "
                              "href=\"#table_10-note-1\">1</a></sup></td>"));
  EXPECT_THAT(html, HasSubstr("<li id=\"table_10-note-1\">printed</li>"));
  EXPECT_THAT(html, HasSubstr("<tr class=\"total\"><th scope=\"row\" class=\"strong\">best</th>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"col\" class=\"n\">value</th>"));
  EXPECT_THAT(html, HasSubstr("<p class=\"remark\">remark</p>"));
}

TEST(Page, SetsCodeInSentences) {
  Page page("Code");
  page.AddText("`a < b` and `c` and `");
  EXPECT_THAT(page.ToHtml(), HasSubstr("<p><code>a &lt; b</code> and <code>c</code> and `</p>"));
}

TEST(Page, LongTablesScrollUnderTheirHeader) {
  Table table;
  table.header = {"x"};
  table.rows.resize(30, {Cell("1")});
  Page page("Rows");
  page.AddTable(table);
  EXPECT_THAT(page.ToHtml(), Not(HasSubstr("class=\"scroll tall\"")));
  table.rows.push_back({"1"});
  page.AddTable(table);
  EXPECT_THAT(page.ToHtml(), HasSubstr("class=\"scroll tall\""));
}

TEST(Page, IsTheSameEveryTime) { EXPECT_EQ(Full("x").ToHtml(), Full("x").ToHtml()); }

}  // namespace
}  // namespace surefoot::report
