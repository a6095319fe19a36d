// Every name of files and messages that was replaced still works, with a warning that has the line,
// both names and the version that drops the old one (base/old_name.h). docs/reference/renamed.md
// lists them all.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>

#include "surefoot/base/old_name.h"
#include "surefoot/base/text.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/run/experiment_file.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/msgs/field_path.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/old_fields.h"
#include "surefoot/record/test/record_test_util.h"
#include "surefoot/session/session.h"
#include "tests/source_dir.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::string TextOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string Documentation() {
  return TextOf(std::string(SUREFOOT_SOURCE_DIR) + "/docs/reference/renamed.md");
}

/// A row of the documentation.
std::string RowOf(const std::string& old_name, const std::string& name) {
  return "`" + old_name + "` | `" + name + "` |";
}

/// A renamed word in the text of a file. In the templates below it is written
///   %OLD|NEW|VALUE|WRONG%  an element or key with a value; WRONG (may be missing) is not accepted
///   %:KEY|OLD|NEW%         a value of a key
///   %@KEY|OLD|NEW%         a value of an XML attribute
///   %!OLD|NEW%             a word within a text
struct Renamed {
  std::string old_name;
  std::string name;
  /// The line of the word in the file, and whether a wrong value was written there.
  int line = 0;
  bool is_wrong = false;
};

enum class Variant { kOld, kNew, kWrong };

struct Written {
  std::string text;
  std::vector<Renamed> words;
};

std::string Assigned(bool xml, const std::string& key, const std::string& value) {
  return xml ? "<" + key + ">" + value + "</" + key + ">" : key + ": " + value;
}

/// Fills a template.
Written Write(const std::string& form, bool xml, Variant variant) {
  Written written;
  static const std::regex mark("%([:@!]?)([^%]+)%");
  auto from = form.begin();
  for (std::sregex_iterator it(form.begin(), form.end(), mark), end; it != end; ++it) {
    written.text.append(from, form.begin() + it->position());
    from = form.begin() + it->position() + it->length();
    const std::string kind = (*it)[1];
    const std::vector<std::string> parts = SplitAt((*it)[2].str(), '|');
    const std::size_t first = kind == ":" || kind == "@" ? 1 : 0;
    Renamed word{parts[first], parts[first + 1]};
    const std::string used = variant == Variant::kNew ? word.name : word.old_name;
    word.line = 1 + static_cast<int>(std::count(written.text.begin(), written.text.end(), '\n'));
    word.is_wrong = variant == Variant::kWrong && kind.empty() && parts.size() > 3;
    if (kind.empty()) {
      written.text += Assigned(xml, used, parts[word.is_wrong ? 3 : 2]);
    } else if (kind == ":") {
      written.text += Assigned(xml, parts[0], used);
    } else {
      written.text += kind == "@" ? parts[0] + "=\"" + used + "\"" : used;
    }
    written.words.push_back(word);
  }
  written.text.append(from, form.end());
  return written;
}

using Read = std::function<Problems(const std::string& text)>;

/// Checks all renamed words of a template with the reader of such files.
void Check(const std::string& form, bool xml, const Read& read) {
  const Written old_file = Write(form, xml, Variant::kOld);
  const Problems found = read(old_file.text);
  EXPECT_TRUE(found.ok()) << found.ErrorText(20);
  ASSERT_FALSE(old_file.words.empty());
  for (const Renamed& word : old_file.words) {
    EXPECT_THAT(Documentation(), HasSubstr(RowOf(word.old_name, word.name)));
    int warnings = 0;
    for (const Problem& problem : found.all()) {
      const bool names_both =
          problem.message.find(OldNameMessage(word.old_name, word.name)) != std::string::npos;
      if (!names_both || problem.source.line != word.line) continue;
      ++warnings;
      EXPECT_EQ(problem.severity, Severity::kWarning);
      EXPECT_THAT(ToString(problem), HasSubstr("until version 0.4"));
    }
    EXPECT_GE(warnings, 1) << word.old_name << " in line " << word.line;
  }
  const Problems renamed = read(Write(form, xml, Variant::kNew).text);
  EXPECT_TRUE(renamed.ok()) << renamed.ErrorText(20);
  for (const Problem& problem : renamed.all()) {
    EXPECT_THAT(problem.message, Not(HasSubstr("is now called")));
  }
}

/// Wrong values of old names are refused, so the readers do use them.
void CheckWrongValues(const std::string& form, bool xml, const Read& read) {
  const Written file = Write(form, xml, Variant::kWrong);
  const Problems found = read(file.text);
  for (const Renamed& word : file.words) {
    if (!word.is_wrong) continue;
    int errors = 0;
    for (const Problem& problem : found.all()) {
      errors += problem.severity == Severity::kError && problem.source.line == word.line ? 1 : 0;
    }
    EXPECT_EQ(errors, 1) << word.old_name << " in line " << word.line << "\n"
                         << found.ErrorText(20);
  }
}

/// Opens an SDF file and all its drives, sensors and scripts.
Problems Open(const std::string& text, const std::string& name = "w.sdf",
              const std::string& beside = "") {
  const record::TempDir dir;
  if (!beside.empty()) {
    fs::copy(fs::path(SUREFOOT_SOURCE_DIR) / beside, dir.File(""),
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  }
  std::ofstream(dir.File(name)) << text;
  Problems problems;
  const auto session = Session::Open(BuiltinParts(), dir.File(name), {}, &problems);
  EXPECT_EQ(session.ok(), problems.ok());
  return problems;
}

/// A shipped model whose drive gets more elements after `anchor`; elements of the file that
/// `without` matches are left out.
std::string ModelWith(const std::string& model, const std::string& without,
                      const std::vector<std::pair<std::string, std::string>>& additions) {
  std::string text = TextOf(std::string(SUREFOOT_SOURCE_DIR) + "/models/" + model + "/model.sdf");
  if (!without.empty()) text = std::regex_replace(text, std::regex(without), "");
  for (const auto& [anchor, more] : additions) {
    const std::size_t at = text.find(anchor);
    EXPECT_NE(at, std::string::npos) << anchor;
    text.insert(at + anchor.size(), more);
  }
  return text;
}

TEST(OldNames, OfAWalkingRobotAreAccepted) {
  const std::string form =
      ModelWith("nao", "<(double_support|max_step_length|enabled|zmp_range)>[^<]*</[^>]*>",
                {{"type=\"biped_walk\">",
                  "\n%take_speed|return_speed|2|-1%\n%both_feet|double_support|0.2|2%\n"
                  "%longest_step|max_step_length|0.08|-1%\n%least_width|min_step_width|0.8|-1%\n"
                  "%ahead|zmp_forward|0|99%\n%inward|zmp_inward|0|99%\n"},
                 {"<balance>",
                  "\n%on|enabled|true|perhaps%\n%switch_topic|enable_topic|stand%\n"
                  "%most_lean|max_lean|0.2|-1%\n%most_give|max_step_correction|0.08|-1%\n"
                  "%sole|zmp_range|0.06 0.03|a b%\n"}});
  const Read read = [](const std::string& text) { return Open(text, "model.sdf", "models/nao"); };
  Check(form, true, read);
  CheckWrongValues(form, true, read);
}

TEST(OldNames, OfDrivesOnWheelsAreAccepted) {
  const std::string commanded =
      ModelWith("centurion", "",
                {{"<preset>centurion_published</preset>",
                  "<forward>\n%deviation|stddev|0.01|-1%\n%rate_deviation|rate_stddev|0.01|-1%\n"
                  "</forward>"}});
  const Read read = [](const std::string& text) { return Open(text, "model.sdf"); };
  Check(commanded, true, read);
  CheckWrongValues(commanded, true, read);
  const std::string rover =
      ModelWith("exomars", "<true_speed_control>.*</true_speed_control>",
                {{"type=\"steered_wheels\">",
                  "\n<true_speed_control>\n%floor|min_ratio|0.05|2%\n</true_speed_control>"}});
  Check(rover, true, read);
  CheckWrongValues(rover, true, read);
}

TEST(OldNames, OfAnElementWithChildrenAreAccepted) {
  // The template's elements have a text; this one has children.
  for (const char* name : {"speed_control", "true_speed_control"}) {
    const std::string text = ModelWith(
        "exomars", "<true_speed_control>.*</true_speed_control>",
        {{"type=\"steered_wheels\">", std::string("<") + name + "><p>-1</p></" + name + ">"}});
    const Problems found = Open(text, "model.sdf");
    EXPECT_EQ(found.error_count(), 1) << "the gain is read: " << found.ErrorText();
    int warnings = 0;
    for (const Problem& problem : found.all()) {
      warnings += problem.message == OldNameMessage("speed_control", "true_speed_control") ? 1 : 0;
    }
    EXPECT_EQ(warnings, std::string(name) == "speed_control" ? 1 : 0);
  }
  EXPECT_THAT(Documentation(), HasSubstr(RowOf("speed_control", "true_speed_control")));
}

TEST(OldNames, OfSensorsAndScriptsAreAccepted) {
  const std::string form = R"(<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf">
<world name="w">
  <surefoot:script name="s" %@on_error|go_on|continue%/>
  <model name="box"><link name="link">
    <inertial><mass>1</mass></inertial>
    <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>
    <sensor name="bumper" type="contact"><contact><collision>c</collision></contact>
%least_force|min_force|1|-1%
</sensor>
    <sensor name="tracker" %@type|overlord|overhead_tracker%>
%delay_deviation|delay_stddev|0.1|-1%
%position_deviation|position_stddev|0.1|-1%
%heading_deviation|heading_stddev|0.1|-1%
%jumps|outliers|0.1|2%
%jump|outlier_distance|0.1|-1%
%:stamp|told|publication%
</sensor>
    <sensor name="other" type="overhead_tracker">
%:stamp|taken|capture%
</sensor>
  </link></model>
</world></sdf>)";
  const Read read = [](const std::string& text) { return Open(text); };
  Check(form, true, read);
  CheckWrongValues(form, true, read);
}

Problems Parse(const std::string& text) {
  Problems problems;
  experiment::ParseExperiment(text, "/x/test.yaml", studies::AllStudies(), &problems);
  return problems;
}

TEST(OldNames, OfExperimentsAreAccepted) {
  const std::string form = R"(surefoot: 1
worlds:
  flat:
    file: flat
    needs: [mesh.obj]
    %otherwise|fallback|empty%
manoeuvres:
  go:
    publish:
      - topic: /m/cmd_vel
        fields: {linear.x: 1}
        %between|interpolation|hold|cubic%
  ask:
    program: [./go]
    %answer_limit|answer_timeout|1|-1%
  there:
    navigate:
      model: m
      target: [1, 1]
      area: [0, 0, 5, 5]
      %near_enough|goal_tolerance|0.3|-1%
      %slowest|min_speed|0.001|-1%
      %most_curvature|max_curvature|0.4|-1%
      %wanted_clearance|preferred_clearance|3|-1%
      %most_tilt|max_tilt|0.3|-1%
      %most_slip|max_slip|0.8|-1%
      %sight|max_detection_range|30|-1%
      %blind|min_detection_range|1|-1%
      %:rocks|found|detected%
metrics:
  slip:
    kind: slip
    model: m
    %least_speed|min_speed|0.1|-1%
cases:
  one: {world: flat, manoeuvre: go}
)";
  Check(form, false, Parse);
  CheckWrongValues(form, false, Parse);
}

TEST(OldNames, OfStudiesAreAccepted) {
  for (const char* study : {R"(  kind: rover_traverse
  %most_steering|max_steering|9|-1%
  %most_time|max_time|1000|-1%
  %reached|goal_tolerance|0.2|-1%
  planner:
    %least|min_clearance|2|-1%
    %wanted|preferred_clearance|5|-1%
)",
                            R"(  kind: legged_load
  %place|floor|model://field_4legged%
  %blind|without_cameras|8|0.5%
  %patience|wall_limit|60|-1%
  bars:
    %blind|without_cameras|8|-1%
)",
                            R"(  kind: avoidance
  world: centurion_avoid
  variants: [{name: a, sensor: ultrasonic}]
  %longest|max_time|5|-1%
)",
                            R"(  kind: sensor_belief
  %share|probability|0.9|2%
)",
                            R"(  kind: single_wheel
  %force_within|force_tolerance|0.01|-1%
  %sinkage_within|sinkage_tolerance|0.01|-1%
)",
                            R"(  kind: bevameter
  %within|tolerance|0.01|-1%
)"}) {
    const std::string form = std::string("surefoot: 1\nstudy:\n") + study;
    Check(form, false, Parse);
    CheckWrongValues(form, false, Parse);
  }
}

TEST(OldNames, OfReportsAreAccepted) {
  const std::string form = R"(surefoot: 1
study: {kind: rover_traverse}
report:
  reference:
    article:
      source: "the article"
      keys: [soil]
      columns: [soil, slip]
      rows: [[drift, 0.7]]
  sections:
    - title: Ways
      %made|generated|true%
      text:
        - "at least {grid.%!least_border|min_border%:2} m"
        - "{%!least_coverage|min_coverage%}"
        - "{half.%!least_way|min_distance%}"
        - "{%!most_robots|max_robots%}"
        - "{%!most_blind|max_without_cameras%}"
        - "{%!most_ratio|max_ratio%}"
        - "{%!force_within|force_tolerance%}"
        - "{%!sinkage_within|sinkage_tolerance%}"
  checks:
    - when: {end.miss: given}
      checks:
        - name: a
          value: end.miss
          %about|expected|article.slip%
          within: 0.1
          %less|minus|end.miss%
          source: article
)";
  Check(form, false, Parse);
}

/// A message as JSON with the field's name and `value`.
std::string JsonOf(const std::string& name, const std::string& value) {
  return "{\"" + name + "\":" + value + "}";
}

TEST(OldNames, OfFieldsOfMessagesAreWrittenAndRead) {
  for (const msgs::OldField& field : msgs::kOldFields) {
    SCOPED_TRACE(std::string(field.type) + " " + field.old_name);
    EXPECT_THAT(Documentation(), HasSubstr(RowOf(field.old_name, field.name)));
    const msgs::TypeInfo* type = msgs::FindType(field.type);
    ASSERT_NE(type, nullptr);
    // One of these values fits the field and is not its default.
    const std::shared_ptr<void> by_old_name = type->make();
    std::string value;
    for (const char* candidate : {"true", "7", "\"x\""}) {
      if (msgs::FromJson(*type, JsonOf(field.old_name, candidate), by_old_name.get()).ok()) {
        value = candidate;
      }
    }
    ASSERT_NE(value, "");
    const std::shared_ptr<void> by_name = type->make();
    ASSERT_TRUE(msgs::FromJson(*type, JsonOf(field.name, value), by_name.get()).ok());
    const std::string json = msgs::ToJson(*type, by_old_name.get());
    EXPECT_EQ(json, msgs::ToJson(*type, by_name.get()));
    EXPECT_NE(json, msgs::ToJson(*type, type->make().get()));
    for (const char* name : {field.old_name, field.name}) {
      EXPECT_THAT(json, HasSubstr("\"" + std::string(name) + "\":" + value));
    }
    // The JSON of a message is also read back.
    const std::shared_ptr<void> again = type->make();
    EXPECT_TRUE(msgs::FromJson(*type, json, again.get()).ok());
    if (value == "7") {
      EXPECT_TRUE(msgs::FieldPath::Make(*type, field.old_name).ok());
    }
  }
}

}  // namespace
}  // namespace surefoot
