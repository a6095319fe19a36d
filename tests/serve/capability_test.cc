/// The table of capabilities in docs/guides/security.md, cell by cell: each is attempted on a
/// complete server with the web gateway, over real connections, and what happened is compared with
/// the text of the cell. A capability or a column of the table without an attempt fails.

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "tests/serve/capability_place.h"
#include "tests/source_dir.h"

namespace surefoot::serve::test {
namespace {

std::string YesNo(bool yes) { return yes ? "yes" : "no"; }

std::string BoxText() {
  return "<sdf version='1.9'><model name='box'><link name='l'/></model></sdf>";
}

/// A robot whose program leaves a mark.
std::string RobotText(const Place& place) {
  return "<sdf version='1.9' xmlns:surefoot='http://surefoot.example'><model name='bot'><link "
         "name='l'/><surefoot:controller><surefoot:command>touch " +
         place.mark().string() + "</surefoot:command></surefoot:controller></model></sdf>";
}

/// Attempts of a client with a role, one per capability: what happened, in the words of the table.
using Attempt = std::function<std::string(Place*, Role)>;

std::string See(Place* place, Role role) {
  Visitor visitor = place->As(role);
  visitor.Subscribe("/husky/imu/data");
  return YesNo(visitor.Message("angular_velocity").has_value() &&
               visitor.Does("/get_entities_states") && visitor.Does("/surefoot/view/join") &&
               visitor.Call("/surefoot/recordings/list")["result"] == true);
}

std::string PublishAndSpawn(Place* place, Role role) {
  Visitor other = place->As(role);
  const bool spawns =
      other.Does("/spawn_entity", {{"name", "box"}, {"resource_string", BoxText()}}) &&
      other.Does("/surefoot/teleport", {{"model", "box"}, {"pose", {{"orientation", {{"w", 1}}}}}});
  Visitor driver = place->Driving();
  // The robot is another client's now.
  const bool moves = other.Does("/surefoot/teleport",
                                {{"model", "husky"}, {"pose", {{"orientation", {{"w", 1}}}}}});
  if (!spawns) return YesNo(moves);
  // An owner may take it first, which is another capability.
  const bool may_take =
      other.Does("/surefoot/control/take", {{"robot", "husky"}, {"force", true}}) &&
      other.Does("/surefoot/teleport",
                 {{"model", "husky"}, {"pose", {{"orientation", {{"w", 1}}}}}});
  return moves || may_take ? "yes" : "yes, not those of other clients";
}

std::string ControlTime(Place* place, Role role) {
  const auto controls = [](Visitor* visitor) {
    int done = 0;
    done += visitor->Does("/surefoot/set_gravity", {{"gravity", {{"z", -9.0}}}}) ? 1 : 0;
    done += visitor->Does("/surefoot/edit/set",
                          {{"part", "world"}, {"property", "gravity"}, {"value", {0.0, 0.0, -9.5}}})
                ? 1
                : 0;
    done +=
        visitor->Does("/surefoot/events/fire", {{"action", "do"}, {"subject", "light sun toggle"}})
            ? 1
            : 0;
    done += visitor->Does("/surefoot/set_pace", {{"pace", "real_time"}}) ? 1 : 0;
    done += visitor->Does("/surefoot/switch_engine", {{"engine", "bullet"}}) ? 1 : 0;
    visitor->Does("/surefoot/switch_engine", {{"engine", "mujoco"}});
    done += visitor->Does("/reset_simulation") ? 1 : 0;
    return done;
  };
  Visitor visitor = place->As(role);
  const int alone = controls(&visitor);
  Visitor driver = place->Driving();
  const int beside = controls(&visitor);
  if (alone == 6 && beside == 6) return "yes";
  if (alone == 6 && beside == 0) return "while no other client drives";
  return alone == 0 && beside == 0 ? "no"
                                   : std::to_string(alone) + " and " + std::to_string(beside);
}

std::string PublishForTheSimulator(Place* place, Role role) {
  Visitor watcher = place->As(Role::kViewer);
  for (const char* topic : {"/clock", "/husky/imu/data"}) watcher.Subscribe(topic);
  Visitor visitor = place->As(role);
  visitor.Publish("/clock", "rosgraph_msgs/Clock", {{"clock", {{"sec", 987654321}}}});
  visitor.Publish("/husky/imu/data", "sensor_msgs/Imu", {{"header", {{"frame_id", "987654321"}}}});
  // Answered after what was published has been handled.
  visitor.Call("/surefoot/status");
  watcher.Call("/surefoot/status");
  return YesNo(watcher.Message("987654321", 500).has_value());
}

std::string TakeARobot(Place* place, Role role) {
  Visitor driver = place->Driving();
  Visitor visitor = place->As(role);
  const json asked = visitor.Call("/surefoot/control/take", {{"robot", "husky"}});
  const bool may_ask = asked["result"] == true && asked["values"].value("asked", false);
  if (visitor.Does("/surefoot/control/take", {{"robot", "husky"}, {"force", true}})) return "yes";
  return may_ask ? "request it" : "no";
}

std::string LoadAndWrite(Place* place, Role role) {
  Visitor visitor = place->As(role);
  const bool uploads =
      visitor.Does("/surefoot/upload", {{"path", "a.sdf"}, {"last", true}, {"data", "PHNkZi8+"}});
  const bool saves = visitor.Does("/surefoot/save_world", {{"file", "saved"}});
  const bool records = visitor.Does("/surefoot/record/start", {{"file", "drive"}});
  visitor.Does("/surefoot/snapshot/save", {{"file", "state"}});
  visitor.Does("/surefoot/record/stop");
  const bool loads = visitor.Does("/load_world", {{"uri", "husky_lab"}});
  const bool outside = visitor.Does("/surefoot/save_world", {{"file", "../saved"}}) ||
                       fs::exists(place->folder().Path("saved.sdf"));
  if (uploads && saves && records && loads && !place->IsUntouched() && !outside) {
    return "yes, in the server's folder";
  }
  return uploads || saves || records || loads || outside || !place->IsUntouched() ? "partly" : "no";
}

std::string ReadFiles(Place* place, Role role) {
  Visitor visitor = place->As(role);
  const std::string file = place->private_file();
  std::string answers;
  for (const std::string& uri : {file, "file://" + file, std::string("../private/key.txt")}) {
    answers += visitor.Call("/surefoot/check", {{"uri", uri}}).dump();
    answers += visitor.Call("/spawn_entity", {{"uri", uri}, {"allow_renaming", true}}).dump();
    answers += visitor.Call("/load_world", {{"uri", uri}}).dump();
    const std::string text = "<mujoco><include file='" + uri + "'/></mujoco>";
    answers += visitor.Call("/surefoot/check", {{"text", text}}).dump();
  }
  return YesNo(answers.find(kSecret) != std::string::npos);
}

std::string StartPrograms(Place* place, Role role) {
  Visitor visitor = place->As(role);
  visitor.Call("/spawn_entity", {{"name", "bot"}, {"resource_string", RobotText(*place)}});
  // Two calls later the server has looked at the robots' programs.
  visitor.Call("/surefoot/status");
  visitor.Call("/surefoot/status");
  if (fs::exists(place->mark())) return "yes";
  if (!visitor.Does("/surefoot/consent/answer", {{"id", 1}, {"allow", true}})) return "no";
  for (int i = 0; i < 10'000 && !fs::exists(place->mark()); ++i) visitor.Call("/surefoot/status");
  return fs::exists(place->mark()) ? "after consent in the page" : "no";
}

std::string ReadEnvironment(Place* place, Role role) {
  Visitor visitor = place->As(role);
  std::string answers;
  const std::string name = kVariable;
  for (const std::string& form :
       {"$(env " + name + ")", "$(optenv " + name + " none)", "$" + name}) {
    const std::string text = "<robot name=\"" + form + "\"><link name=\"" + form + "\"/></robot>";
    answers += visitor.Call("/surefoot/check", {{"text", text}}).dump();
    answers +=
        visitor.Call("/spawn_entity", {{"resource_string", text}, {"allow_renaming", true}}).dump();
  }
  answers += visitor.Call("/get_entities").dump();
  return YesNo(answers.find(kSecret) != std::string::npos);
}

std::string EndTheServer(Place* place, Role role) {
  Visitor visitor = place->As(role);
  const bool accepted = visitor.Does("/set_simulation_state", {{"state", {{"state", 3}}}});
  if (!accepted) return YesNo(place->ended());
  for (int i = 0; i < 60'000 && !place->ended(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return YesNo(place->ended());
}

/// A world from a stranger that the owner has uploaded and loaded, beside a husky of this library.
/// `inside`: more elements, `commands`: what its timer does in each step.
std::string StrangersWorld(const std::string& inside, const std::vector<std::string>& commands) {
  std::string timer = "<surefoot:timer name='t' every='0.01'>";
  for (const std::string& command : commands) timer += "<do>" + command + "</do>";
  return "<sdf version='1.9' xmlns:surefoot='http://surefoot.example'><world name='stranger'>"
         "<include><uri>model://husky</uri></include>" +
         inside + timer + "</surefoot:timer></world></sdf>";
}

std::string Base64(const std::string& text) {
  static const char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k <= text.size() ? kLetters[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

/// Uploads and loads a file as the owner and lets it run for a hundred steps; false if the server
/// does not accept it.
bool Run(Visitor* owner, const std::string& text) {
  const json stored = owner->Call(
      "/surefoot/upload", {{"path", "w.sdf"}, {"last", true}, {"data", Base64(text)}})["values"];
  if (!owner->Does("/load_world", {{"uri", stored["uri"]}})) return false;
  owner->Does("/set_simulation_state", {{"state", {{"state", 2}}}});
  return owner->Does("/step_simulation", {{"steps", 100}});
}

/// What a stranger's file achieves by itself, for each capability.
using FileAttempt = std::function<std::string(Place*, Visitor* owner)>;

std::string FileSees(Place* place, Visitor* owner) {
  // A script runs after consent; what it could see then is decided by the functions that it has.
  const std::string script =
      "<surefoot:script name='s'>state.seen = 'seen ' .. tostring(io) .. tostring(os) .. "
      "tostring(require) .. tostring(load) .. "
      "tostring((command('call /surefoot/recordings/list')))</surefoot:script>";
  Visitor other = place->As(Role::kOwner);
  std::thread consent([&other] {
    for (int i = 0; i < 10'000; ++i) {
      if (other.Does("/surefoot/consent/answer", {{"id", 1}, {"allow", true}})) return;
    }
  });
  const bool ran = Run(owner, StrangersWorld(script, {"script s"}));
  consent.join();
  if (!ran) return "not loaded";
  const std::string state = owner->Call("/surefoot/events/list").dump();
  return YesNo(state.find("seen nilnilnilnilnil") == std::string::npos);
}

std::string FileSpawns(Place*, Visitor* owner) {
  if (!Run(owner, StrangersWorld("", {"spawn model://crate as thing"}))) return "not loaded";
  const json entities = owner->Call("/get_entities")["values"]["entities"];
  const bool there = std::find(entities.begin(), entities.end(), "thing") != entities.end();
  return there ? "in its own world" : "no";
}

std::string FileControlsTime(Place*, Visitor* owner) {
  if (!Run(owner, StrangersWorld("", {"gravity 0 0 -1"}))) return "not loaded";
  const json properties =
      owner->Call("/surefoot/edit/properties", {{"part", "world"}})["values"]["properties"];
  return properties[0]["value"][2] == -1.0 ? "in its own world" : "no";
}

std::string FilePublishes(Place* place, Visitor* owner) {
  Visitor watcher = place->As(Role::kViewer);
  for (const char* topic : {"/clock", "/husky/imu/data"}) watcher.Subscribe(topic);
  const bool ran =
      Run(owner,
          StrangersWorld("", {R"(publish /clock rosgraph_msgs/Clock {"clock": {"sec": 987654321}})",
                              R"(publish /husky/imu/data sensor_msgs/Imu {"header": {"frame_id": )"
                              R"("987654321"}})"}));
  if (!ran) return "not loaded";
  return YesNo(watcher.Message("987654321", 500).has_value());
}

std::string FileTakes(Place* place, Visitor* owner) {
  if (!Run(owner, StrangersWorld("", {}))) return "not loaded";
  Visitor driver = place->Driving();
  const bool ran = Run(owner, StrangersWorld("", {R"(call /surefoot/control/take {"robot": "husky",
      "force": true})"}));
  if (!ran) return "not loaded";
  return YesNo(!driver.Does("/surefoot/teleport",
                            {{"model", "husky"}, {"pose", {{"orientation", {{"w", 1}}}}}}));
}

std::string FileWrites(Place* place, Visitor* owner) {
  const bool ran = Run(
      owner,
      StrangersWorld("", {R"(call /surefoot/record/start {"file": "stranger"})",
                          R"(call /surefoot/save_world {"file": "stranger"})",
                          R"(call /surefoot/snapshot/save {"file": "stranger"})",
                          R"(call /surefoot/upload {"path": "a", "last": true})",
                          R"(call /load_world {"uri": "flat"})", "load flat", "record stranger"}));
  if (!ran) return "not loaded";
  owner->Call("/surefoot/status");
  const json world = owner->Call("/get_current_world")["values"]["world"]["name"];
  return YesNo(!place->IsUntouched() || world != "stranger");
}

std::string FileReads(Place* place, Visitor* owner) {
  const std::string file = place->private_file();
  std::string answers;
  for (const std::string& inside :
       {"<include><uri>file://" + file + "</uri></include>",
        "<surefoot:script name='s' file='" + file + "'/>",
        "<model name='m'><link name='l'><visual name='v'><geometry><mesh><uri>" + file +
            "</uri></mesh></geometry></visual></link></model>"}) {
    const std::string text = StrangersWorld(inside, {});
    const json stored = owner->Call(
        "/surefoot/upload", {{"path", "w.sdf"}, {"last", true}, {"data", Base64(text)}})["values"];
    answers += owner->Call("/surefoot/check", {{"uri", stored["uri"]}}).dump();
    answers += owner->Call("/load_world", {{"uri", stored["uri"]}}).dump();
  }
  return YesNo(answers.find(kSecret) != std::string::npos);
}

std::string FileStarts(Place* place, Visitor* owner) {
  std::string robot = RobotText(*place);
  const std::size_t begin = robot.find("<model");
  robot = robot.substr(begin, robot.find("</sdf>") - begin);
  const bool ran = Run(owner, StrangersWorld(robot, {R"(call /surefoot/consent/answer {"id": 1,
      "allow": true})"}));
  if (!ran) return "not loaded";
  for (int i = 0; i < 20; ++i) owner->Call("/surefoot/status");
  return YesNo(fs::exists(place->mark()));
}

std::string FileReadsEnvironment(Place*, Visitor* owner) {
  const std::string form = std::string("$(env ") + kVariable + ")";
  const std::string text = "<robot name=\"" + form + "\"><link name=\"" + form + "\"/></robot>";
  const json stored = owner->Call(
      "/surefoot/upload", {{"path", "r.urdf"}, {"last", true}, {"data", Base64(text)}})["values"];
  const std::string answers =
      owner->Call("/surefoot/check", {{"uri", stored["uri"]}}).dump() +
      owner->Call("/spawn_entity", {{"uri", stored["uri"]}, {"allow_renaming", true}}).dump() +
      owner->Call("/get_entities").dump();
  return YesNo(answers.find(kSecret) != std::string::npos);
}

std::string FileEnds(Place* place, Visitor* owner) {
  const bool ran =
      Run(owner, StrangersWorld("", {R"(call /set_simulation_state {"state": {"state": 3}})"}));
  if (!ran) return "not loaded";
  return YesNo(!owner->Does("/surefoot/status") && place->ended());
}

struct Capability {
  std::string name;
  Attempt by_client;
  FileAttempt by_file;
};

/// In the order of the table.
const std::vector<Capability>& Capabilities() {
  static const std::vector<Capability> all = {
      {"see poses, sensors, events, recordings", See, FileSees},
      {"publish commands, spawn and move models", PublishAndSpawn, FileSpawns},
      {"control time, gravity, grounds, lights, engine", ControlTime, FileControlsTime},
      {"publish what the simulator publishes (`/clock`, sensors)", PublishForTheSimulator,
       FilePublishes},
      {"take a robot from another client", TakeARobot, FileTakes},
      {"load worlds, upload, record, save", LoadAndWrite, FileWrites},
      {"read files elsewhere on the machine", ReadFiles, FileReads},
      {"start programs", StartPrograms, FileStarts},
      {"read the server's environment", ReadEnvironment, FileReadsEnvironment},
      {"end the server", EndTheServer, FileEnds}};
  return all;
}

/// The rows of the table, split at the bars, without blanks around the cells.
std::vector<std::vector<std::string>> DocumentedTable() {
  std::ifstream file(SUREFOOT_SOURCE_DIR "/docs/guides/security.md");
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    inside = inside || line.starts_with("| capability |");
    if (!inside) continue;
    if (!line.starts_with("|")) break;
    std::vector<std::string> cells;
    for (std::size_t at = 1; at < line.size();) {
      const std::size_t end = std::min(line.find('|', at), line.size());
      const std::string cell = line.substr(at, end - at);
      const std::size_t first = cell.find_first_not_of(' ');
      const std::size_t last = cell.find_last_not_of(' ');
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
      at = end + 1;
    }
    rows.push_back(cells);
  }
  return rows;
}

class CapabilityTest : public testing::TestWithParam<std::size_t> {
 protected:
  CapabilityTest() { ::setenv(kVariable, kSecret, 1); }
  ~CapabilityTest() override { ::unsetenv(kVariable); }
};

TEST(CapabilityTable, HasAnAttemptForEachRow) {
  const auto rows = DocumentedTable();
  ASSERT_GE(rows.size(), 2u);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"capability", "viewer", "driver", "owner",
                                               "web page elsewhere", "stranger's file"}));
  ASSERT_EQ(rows.size() - 2, Capabilities().size());
  for (std::size_t i = 0; i < Capabilities().size(); ++i) {
    EXPECT_EQ(rows[i + 2][0], Capabilities()[i].name);
  }
}

TEST_P(CapabilityTest, IsAsDocumentedForEveryone) {
  const std::vector<std::string> row = DocumentedTable().at(GetParam() + 2);
  const Capability& capability = Capabilities()[GetParam()];
  ASSERT_EQ(row.at(0), capability.name);
  for (const Role role : {Role::kViewer, Role::kDriver, Role::kOwner}) {
    Place place;
    EXPECT_EQ(capability.by_client(&place, role), row.at(1 + static_cast<std::size_t>(role)))
        << "as " << graph::RoleName(role);
  }
  Place place;
  // A page of another site, or of another port of this computer, gets no connection, even if it has
  // learnt the token.
  for (const char* origin : {"https://evil.example", "http://127.0.0.1:1", "null"}) {
    EXPECT_FALSE(place.Visit(Role::kOwner, origin).has_value()) << origin;
  }
  EXPECT_EQ(row.at(4), "no") << "a page elsewhere";
  Visitor owner = place.As(Role::kOwner);
  EXPECT_EQ(capability.by_file(&place, &owner), row.at(5)) << "by a stranger's file";
}

INSTANTIATE_TEST_SUITE_P(Rows, CapabilityTest, testing::Range<std::size_t>(0, 10));

}  // namespace
}  // namespace surefoot::serve::test
