// Files uploaded by clients: stored, unpacked, checked, repaired, spawned; and hostile ones.

#include <gmock/gmock.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/library/zip.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace fs = std::filesystem;
namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Bytes BytesOf(const std::string& text) { return Bytes(text.begin(), text.end()); }

sm::UploadFile::Response Upload(Served* served, const std::string& batch, const std::string& path,
                                const Bytes& data, std::int64_t offset = 0, bool last = true) {
  sm::UploadFile::Request request;
  request.batch = batch;
  request.path = path;
  request.offset = offset;
  request.last = last;
  request.data = data;
  return served->Call<sm::UploadFile>("/surefoot/upload", request);
}

sm::CheckModel::Response Check(Served* served, const std::string& uri) {
  sm::CheckModel::Request request;
  request.uri = uri;
  return served->Call<sm::CheckModel>("/surefoot/check", request);
}

si::SpawnEntityService::Response Spawn(Served* served, const std::string& uri, double x) {
  si::SpawnEntityService::Request request;
  request.uri = uri;
  request.allow_renaming = true;
  request.initial_pose.pose.position.x = x;
  request.initial_pose.pose.orientation.w = 1.0;
  return served->Call<si::SpawnEntityService>("/spawn_entity", request);
}

/// A tetrahedron with legs of 1 m: 1/6 m3.
std::string Tetrahedron() {
  return "solid t\n"
         "facet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\n"
         "endfacet\n"
         "facet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\n"
         "endfacet\n"
         "facet normal -1 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\n"
         "endfacet\n"
         "facet normal 1 1 1\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\n"
         "endfacet\nendsolid t\n";
}

constexpr const char* kRover = R"(<?xml version="1.0"?>
<robot name="rover">
  <link name="base">
    <inertial>
      <mass value="-3"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
    <visual><geometry><mesh filename="package://rover/meshes/body.stl"/></geometry></visual>
    <collision><geometry><box size="1 0.5 0.2"/></geometry></collision>
  </link>
  <link name="mast">
    <inertial>
      <mass value="2"/>
      <inertia ixx="9" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>
    </inertial>
    <collision><geometry><cylinder radius="0.1" lenght="0.5"/></geometry></collision>
  </link>
  <joint name="turn" type="revolut">
    <parent link="base"/>
    <child link="mst"/>
    <axis xyz="0 0 0"/>
    <limit lower="2" upper="-2" effort="1" velocity="1"/>
  </joint>
</robot>
)";

TEST(UploadTest, InPiecesAndSpawned) {
  Served served("flat");
  const std::string text = R"(<?xml version="1.0"?><robot name="brick"><link name="body">
<inertial><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
<visual><geometry><mesh filename="package://brick/meshes/t.stl"/></geometry></visual>
<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link></robot>)";
  const Bytes bytes = BytesOf(text);
  const auto first =
      Upload(&served, "", "robot/brick.urdf", Bytes(bytes.begin(), bytes.begin() + 100), 0, false);
  ASSERT_TRUE(first.success) << first.message;
  EXPECT_FALSE(Check(&served, first.uri).success) << "it is not complete";
  EXPECT_THAT(Upload(&served, first.batch, "robot/brick.urdf", bytes, 99).message,
              HasSubstr("does not follow"));
  const auto second = Upload(&served, first.batch, "robot/brick.urdf",
                             Bytes(bytes.begin() + 100, bytes.end()), 100);
  ASSERT_TRUE(second.success) << second.message;
  EXPECT_EQ(second.uri, "upload://" + first.batch + "/robot/brick.urdf");
  EXPECT_THAT(Check(&served, second.uri).missing_files,
              ElementsAre("package://brick/meshes/t.stl"));
  // The mesh is found by the last parts of its path.
  ASSERT_TRUE(Upload(&served, first.batch, "meshes/t.stl", BytesOf(Tetrahedron())).success);
  const auto checked = Check(&served, second.uri);
  EXPECT_TRUE(checked.missing_files.empty());
  EXPECT_EQ(checked.kind, "model");
  EXPECT_EQ(checked.name, "brick");
  EXPECT_EQ(checked.links, 1);
  EXPECT_DOUBLE_EQ(checked.mass, 2.0);
  EXPECT_THAT(checked.description, StartsWith("assets/"));
  EXPECT_TRUE(served.files().Find(checked.description).has_value());
  const auto spawned = Spawn(&served, second.uri, 5.0);
  EXPECT_EQ(spawned.result.result, 1) << spawned.result.error_message;
  EXPECT_EQ(spawned.entity_name, "brick");
  served.Step(10);
  EXPECT_EQ(Spawn(&served, "upload://b99/x.urdf", 0.0).result.result, si::Result::RESULT_NOT_FOUND);
}

TEST(UploadTest, AMeshBecomesAModelThatRests) {
  Served served("flat");
  const auto mesh = Upload(&served, "", "t.stl", BytesOf(Tetrahedron()));
  ASSERT_TRUE(mesh.success);
  const auto checked = Check(&served, mesh.uri);
  ASSERT_TRUE(checked.success) << checked.message;
  EXPECT_EQ(checked.kind, "model");
  EXPECT_NEAR(checked.mass, 1000.0 / 6.0, 1e-6);
  const auto spawned = Spawn(&served, mesh.uri, 5.0);
  ASSERT_EQ(spawned.result.result, 1) << spawned.result.error_message;
  served.Step(300);
  const int model = served.simulation().world().FindModel(spawned.entity_name);
  EXPECT_NEAR(served.simulation().ModelPose(model).p.z(), 0.0, 0.01);
}

TEST(UploadTest, AllThatIsWrongInOnePassAndTheButtonsRepairIt) {
  Served served("flat");
  const auto file = Upload(&served, "", "rover.urdf", BytesOf(kRover));
  ASSERT_TRUE(file.success);
  auto checked = Check(&served, file.uri);
  ASSERT_TRUE(checked.success) << checked.message;
  EXPECT_THAT(checked.missing_files, ElementsAre("package://rover/meshes/body.stl"));
  // Applies every fix repeatedly, as a user would click.
  std::map<std::string, sm::ModelProblem> fixes;
  for (int round = 0; round < 20; ++round) {
    const sm::ModelProblem* next = nullptr;
    for (const sm::ModelProblem& problem : checked.problems) {
      if (problem.fix.empty()) continue;
      fixes[problem.fix] = problem;
      if (next == nullptr) next = &problem;
    }
    if (next == nullptr) break;
    sm::FixUpload::Request fix;
    fix.uri = next->file;
    fix.line = next->fix_line;
    fix.text = next->fix_text;
    const auto fixed = served.Call<sm::FixUpload>("/surefoot/upload/fix", fix);
    ASSERT_TRUE(fixed.success) << fixed.message;
    checked = Check(&served, file.uri);
  }
  // 1 m x 0.5 m x 0.2 m of water.
  for (const char* label : {"Use revolute", "Use mast", "Use length", "Use a box",
                            "Compute: 100 kg", "Compute", "Exchange them", "Use 0 0 1"}) {
    EXPECT_EQ(fixes.count(label), 1u) << label;
  }
  const sm::ModelProblem& axis = fixes["Use 0 0 1"];
  EXPECT_EQ(axis.severity, "error");
  EXPECT_EQ(axis.file, file.uri);
  EXPECT_EQ(axis.line, 21);
  EXPECT_EQ(axis.line_text, "    <axis xyz=\"0 0 0\"/>");
  EXPECT_EQ(axis.fix_line, 21);
  EXPECT_EQ(axis.fix_text, "    <axis xyz=\"0 0 1\"/>");
  EXPECT_THAT(fixes["Use a box"].message, testing::Not(HasSubstr("/tmp/")));
  for (const sm::ModelProblem& problem : checked.problems) {
    EXPECT_EQ(problem.severity, "note") << problem.line << ": " << problem.message;
  }
  EXPECT_THAT(checked.description, StartsWith("assets/"));
  EXPECT_EQ(Spawn(&served, file.uri, 5.0).result.result, 1);
}

TEST(UploadTest, TextIsChecked) {
  Served served("flat");
  sm::CheckModel::Request request;
  request.text = "<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>";
  const auto checked = served.Call<sm::CheckModel>("/surefoot/check", request);
  EXPECT_TRUE(checked.success);
  EXPECT_EQ(checked.name, "m");
  request.text.clear();
  EXPECT_FALSE(served.Call<sm::CheckModel>("/surefoot/check", request).success);
  request.text = "no markup at all";
  const auto nonsense = served.Call<sm::CheckModel>("/surefoot/check", request);
  ASSERT_FALSE(nonsense.problems.empty());
  EXPECT_EQ(nonsense.problems[0].severity, "error");
}

TEST(UploadTest, PathsThatLeadElsewhereAreRefused) {
  Served served("flat");
  const Bytes data = BytesOf("x");
  for (const std::string& bad :
       {std::string("../x"), std::string("/etc/x"), std::string("a/../../x"), std::string(""),
        std::string("a//b"), std::string("a/./b"), std::string("a\\b"), std::string("a\nb"),
        std::string("a/"), std::string("a\0b", 3), std::string(600, 'a')}) {
    EXPECT_FALSE(Upload(&served, "", bad, data).success) << bad;
  }
  const auto good = Upload(&served, "", "a/b.txt", data);
  ASSERT_TRUE(good.success);
  for (const char* bad : {"..", ".", "b1/..", "/", "b7", "../b1"}) {
    EXPECT_FALSE(Upload(&served, bad, "x", data).success) << bad;
  }
  EXPECT_FALSE(Upload(&served, good.batch, "a", data).success) << "it is a folder";
  EXPECT_FALSE(Upload(&served, good.batch, "a/b.txt/c", data).success) << "it is a file";
  EXPECT_FALSE(Upload(&served, good.batch, "n.txt", data, -1).success);
  EXPECT_FALSE(Upload(&served, good.batch, "n.txt", Bytes((1 << 20) + 1)).success);
  for (const char* bad : {"upload://", "upload://b1/../../etc/passwd", "upload://b1//a/b.txt",
                          "upload:///etc/passwd", "upload://b1/none"}) {
    EXPECT_FALSE(Check(&served, bad).success) << bad;
  }
  sm::FixUpload::Request fix;
  fix.uri = "/etc/hostname";
  fix.line = 1;
  EXPECT_FALSE(served.Call<sm::FixUpload>("/surefoot/upload/fix", fix).success);
  fix.uri = good.uri;
  fix.line = 7;
  EXPECT_THAT(served.Call<sm::FixUpload>("/surefoot/upload/fix", fix).message,
              HasSubstr("has 1 lines"));
}

TEST(UploadTest, TheFolderGoesAwayWithTheServer) {
  fs::path place;
  {
    Served served("flat");
    ASSERT_TRUE(Upload(&served, "", "drive.mcap", BytesOf("no recording")).success);
    const auto recordings = served.server().shared_files().uploads.Recordings();
    ASSERT_EQ(recordings.size(), 1u);
    place = recordings[0].second;
    EXPECT_TRUE(fs::exists(place));
    EXPECT_EQ(fs::status(place.parent_path().parent_path()).permissions() & fs::perms::others_all,
              fs::perms::none);
  }
  EXPECT_FALSE(fs::exists(place.parent_path().parent_path()));
}

// Zip files, written byte by byte so that they can be malformed.

struct ZipEntry {
  std::string name;
  std::string content;
  bool deflate = true;
  std::uint32_t claimed = 0;
  std::uint32_t mode = 0100644;
  std::uint16_t flags = 0;
};

void Put16(std::uint32_t value, std::string* out) {
  out->push_back(static_cast<char>(value & 0xff));
  out->push_back(static_cast<char>(value >> 8 & 0xff));
}
void Put32(std::uint32_t value, std::string* out) {
  Put16(value & 0xffff, out);
  Put16(value >> 16, out);
}

std::string Deflated(const std::string& text) {
  std::string out(compressBound(text.size()) + 64, '\0');
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

Bytes MakeZip(const std::vector<ZipEntry>& entries) {
  std::string out;
  std::string list;
  for (const ZipEntry& entry : entries) {
    const std::string data = entry.deflate ? Deflated(entry.content) : entry.content;
    const auto crc =
        static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(entry.content.data()),
                                         static_cast<uInt>(entry.content.size())));
    const auto offset = static_cast<std::uint32_t>(out.size());
    std::string head;
    Put16(20, &head);
    Put16(entry.flags, &head);
    Put16(entry.deflate ? 8 : 0, &head);
    Put32(0, &head);
    Put32(crc, &head);
    Put32(static_cast<std::uint32_t>(data.size()), &head);
    Put32(entry.claimed != 0 ? entry.claimed : static_cast<std::uint32_t>(entry.content.size()),
          &head);
    Put16(static_cast<std::uint32_t>(entry.name.size()), &head);
    Put16(0, &head);
    Put32(0x04034b50, &out);
    out += head + entry.name + data;
    Put32(0x02014b50, &list);
    Put16(0x031e, &list);
    list += head;
    Put16(0, &list);
    Put16(0, &list);
    Put16(0, &list);
    Put32(entry.mode << 16, &list);
    Put32(offset, &list);
    list += entry.name;
  }
  const auto place = static_cast<std::uint32_t>(out.size());
  out += list;
  Put32(0x06054b50, &out);
  Put32(0, &out);
  Put16(static_cast<std::uint32_t>(entries.size()), &out);
  Put16(static_cast<std::uint32_t>(entries.size()), &out);
  Put32(static_cast<std::uint32_t>(list.size()), &out);
  Put32(place, &out);
  Put16(0, &out);
  return BytesOf(out);
}

TEST(UploadTest, AZipFileIsUnpacked) {
  Served served("flat");
  const std::string urdf = R"(<robot name="brick"><link name="body">
<visual><geometry><mesh filename="package://brick/meshes/t.stl"/></geometry></visual>
<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link></robot>)";
  const auto zip = Upload(&served, "", "brick.zip",
                          MakeZip({{"brick/", ""},
                                   {"brick/urdf/brick.urdf", urdf},
                                   {"brick/meshes/t.stl", Tetrahedron(), false}}));
  ASSERT_TRUE(zip.success) << zip.message;
  EXPECT_EQ(zip.uri, "upload://" + zip.batch + "/brick/urdf/brick.urdf");
  const auto checked = Check(&served, zip.uri);
  EXPECT_TRUE(checked.missing_files.empty());
  EXPECT_EQ(checked.name, "brick");
  EXPECT_EQ(Spawn(&served, zip.uri, 4.0).result.result, 1);
}

TEST(UploadTest, HostileZipFilesAreRefused) {
  Served served("flat");
  const std::string text = "<robot name='r'/>";
  const std::vector<std::pair<const char*, Bytes>> hostile = {
      {"out of the folder", MakeZip({{"../../evil.urdf", text}})},
      {"absolute", MakeZip({{"/tmp/evil.urdf", text}})},
      {"a link", MakeZip({{"link", "/etc/passwd", false, 0, 0120777}})},
      {"encrypted", MakeZip({{"a.urdf", text, true, 0, 0100644, 1}})},
      {"claims less", MakeZip({{"a.urdf", std::string(1000000, 'a'), true, 10}})},
      {"claims too much", MakeZip({{"a.urdf", text, true, 0xfffffff0}})},
      {"twice", MakeZip({{"a.urdf", text}, {"a.urdf", text}})},
      {"no zip", BytesOf("PK\3\4 this is not one")},
      {"empty", {}},
      {"backslash", MakeZip({{"..\\evil.urdf", text}})},
      {"file and folder", MakeZip({{"a", text}, {"a/b", text}})}};
  for (const auto& [what, data] : hostile) {
    const auto answer = Upload(&served, "", "x.zip", data);
    EXPECT_FALSE(answer.success) << what;
    EXPECT_FALSE(answer.message.empty()) << what;
  }
  EXPECT_FALSE(fs::exists("/tmp/evil.urdf"));
  // Truncated at any byte, the file is refused without other effects.
  const Bytes whole = MakeZip({{"a.urdf", text}, {"b.stl", Tetrahedron()}});
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    EXPECT_FALSE(Upload(&served, "", "x.zip",
                        Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)))
                     .success);
  }
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    Bytes broken = whole;
    broken[at] = static_cast<std::uint8_t>(broken[at] ^ 0xff);
    Upload(&served, "", "x.zip", broken);
  }
}

/// All entries of the directory refer to the same compressed data: a small zip file with thousands
/// of large files.
Bytes Overlapping(const Bytes& one, int count) {
  std::string text(one.begin(), one.end());
  const std::string list_mark = "PK\1\2";
  const std::string end_mark = "PK\5\6";
  const std::size_t list = text.find(list_mark);
  const std::size_t end = text.find(end_mark);
  const std::string entry = text.substr(list, end - list);
  std::string out = text.substr(0, list);
  std::string all;
  for (int i = 0; i < count; ++i) {
    std::string copy = entry;
    // The last four letters of the name, which need not equal those of the local header.
    const std::string number = std::to_string(1000 + i);
    copy.replace(copy.size() - 4, 4, number);
    all += copy;
  }
  out += all + end_mark;
  Put32(0, &out);
  Put16(static_cast<std::uint32_t>(count), &out);
  Put16(static_cast<std::uint32_t>(count), &out);
  Put32(static_cast<std::uint32_t>(all.size()), &out);
  Put32(static_cast<std::uint32_t>(list), &out);
  Put16(0, &out);
  return BytesOf(out);
}

TEST(UploadTest, ZipBombsAreRefusedBeforeTheyAreUnpacked) {
  ServerOptions options = Served::Paused();
  options.measure_loop_cpu = true;
  Served served("flat", options);
  // 64 MB of zeros in 64 kB.
  const Bytes bomb = MakeZip({{"zeros.stl", std::string(std::size_t{64} << 20, '\0')}});
  ASSERT_LT(bomb.size(), std::size_t{1} << 20);
  served.server().loop_watch().ResetMax();
  EXPECT_THAT(Upload(&served, "", "bomb.zip", bomb).message, HasSubstr("larger than is accepted"));
  const Bytes one = MakeZip({{"mesh.stl.0000", std::string(200'000, '\0')}});
  EXPECT_TRUE(Upload(&served, "", "one.zip", one).success);
  EXPECT_THAT(Upload(&served, "", "many.zip", Overlapping(one, 2000)).message,
              HasSubstr("share packed bytes"));
  EXPECT_THAT(Upload(&served, "", "two.zip", Overlapping(one, 2)).message,
              HasSubstr("share packed bytes"));
  // An entry must not overlap the directory itself.
  Bytes in_list = MakeZip({{"mesh.stl", "solid", false}});
  const std::string mark = "PK\1\2";
  const auto list = std::search(in_list.begin(), in_list.end(), mark.begin(), mark.end());
  *(list + 20) = static_cast<std::uint8_t>(*(list + 20) + 40);
  EXPECT_THAT(Upload(&served, "", "list.zip", in_list).message, HasSubstr("share packed bytes"));
  EXPECT_LT(served.server().loop_watch().max_cpu_block(), 0.05);
}

TEST(UploadTest, UnpackingEndsWithItsTimeAndWithTheServer) {
  char name[] = "/tmp/serve_zip_XXXXXX";
  const fs::path folder = ::mkdtemp(name);
  const Bytes zip = MakeZip({{"a.stl", std::string(1 << 20, 'a')}, {"b.stl", Tetrahedron()}});
  std::ofstream((folder / "x.zip"), std::ios::binary)
      .write(reinterpret_cast<const char*>(zip.data()), static_cast<std::streamsize>(zip.size()));
  ZipLimits limits;
  limits.max_bytes = limits.max_file = 1 << 24;
  limits.max_files = 10;
  std::atomic<bool> stop{true};
  const auto unpack = [&] { return UnpackZip(folder / "x.zip", folder, limits, stop); };
  EXPECT_THAT(unpack().error().message, HasSubstr("the server is shutting down"));
  stop = false;
  limits.max_time = std::chrono::milliseconds(0);
  EXPECT_THAT(unpack().error().message, HasSubstr("takes longer than"));
  EXPECT_FALSE(fs::exists(folder / "a.stl")) << "all or nothing";
  limits.max_time = std::chrono::minutes(1);
  EXPECT_TRUE(unpack().ok());
  EXPECT_TRUE(fs::exists(folder / "a.stl"));
  fs::remove_all(folder);
}

// A world saved with uploaded files can be loaded after the server has ended.
TEST(UploadTest, ASavedWorldTakesUploadsAlong) {
  char name[] = "/tmp/serve_upload_XXXXXX";
  const fs::path folder = ::mkdtemp(name);
  const fs::path old = fs::current_path();
  fs::current_path(folder);
  std::string hash;
  {
    Served served("flat");
    const auto mesh = Upload(&served, "", "part.stl", BytesOf(Tetrahedron()));
    ASSERT_EQ(Spawn(&served, mesh.uri, 3.0).result.result, 1);
    sm::SaveWorld::Request request;
    request.file = "kept.sdf";
    const auto saved = served.Call<sm::SaveWorld>("/surefoot/save_world", request);
    EXPECT_TRUE(saved.success) << saved.message;
    hash = saved.hash;
  }
  Problems problems;
  const auto again = Session::Open(BuiltinParts(), "kept.sdf", {}, &problems);
  EXPECT_TRUE(again.ok()) << problems.ErrorText();
  EXPECT_EQ(problems.all().size(), 0u) << problems.all()[0].message;
  fs::current_path(old);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace surefoot::serve::test
