#include "surefoot/formats/loose_search.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/formats/uri.h"

namespace surefoot::formats {
namespace {

class LooseSearchTest : public testing::Test {
 protected:
  /// The file to which the URI in ws/robot/urdf/r.urdf refers, "" if none was found; sets
  /// `remark_`, which names the rule.
  std::string Find(const std::string& uri) {
    const Result<FoundFile> found = resolver_.Find(uri, robot_);
    remark_ = found.ok() ? found->remark : "";
    return found.ok() ? found->path : "";
  }

  TempFolder folder_;
  std::string robot_ = folder_.Write("ws/robot/urdf/r.urdf", "");
  std::string mesh_ = folder_.Write("ws/robot/meshes/visual/Arm.STL", "x");
  UriResolver resolver_;
  std::string remark_;
};

TEST_F(LooseSearchTest, RightAddressesHaveNoRemark) {
  EXPECT_EQ(Find("../meshes/visual/Arm.STL"), mesh_);
  EXPECT_EQ(remark_, "");
  EXPECT_EQ(Find("package://robot/meshes/visual/Arm.STL"), mesh_);
  EXPECT_EQ(remark_, "");
}

TEST_F(LooseSearchTest, OtherCase) {
  for (const char* uri :
       {"../meshes/visual/arm.stl", "../Meshes/visual/Arm.STL",
        "package://robot/meshes/visual/ARM.stl", "package://Robot/meshes/visual/Arm.STL",
        "file://../meshes/visual/arm.stl"}) {
    EXPECT_EQ(Find(uri), mesh_) << uri;
    EXPECT_NE(remark_.find("upper and lower case"), std::string::npos) << uri << remark_;
  }
}

TEST_F(LooseSearchTest, OtherSpelling) {
  EXPECT_EQ(Find("..\\meshes\\visual\\Arm.STL"), mesh_);
  EXPECT_NE(remark_.find("../meshes/visual/Arm.STL"), std::string::npos) << remark_;
  EXPECT_EQ(Find("file://$(find robot)/meshes/visual/Arm.STL"), mesh_);
  EXPECT_NE(remark_.find("package://robot/"), std::string::npos) << remark_;
  EXPECT_EQ(Find("$(find  robot )/meshes/visual/Arm.STL"), mesh_);
  EXPECT_EQ(Respelled("a$(find b)/c"), "a$(find b)/c");
  EXPECT_EQ(Respelled("$(find b"), "$(find b");
}

TEST_F(LooseSearchTest, ByTheEndOfThePath) {
  for (const char* uri :
       {"package://other_description/meshes/visual/Arm.STL",
        "/home/somebody/ws/src/thing/meshes/visual/Arm.STL",
        "file:///home/somebody/meshes/visual/Arm.STL",
        "C:\\Users\\somebody\\meshes\\visual\\Arm.STL", "model://other/meshes/visual/Arm.STL"}) {
    EXPECT_EQ(Find(uri), mesh_) << uri;
    EXPECT_NE(remark_.find("end of its path"), std::string::npos) << uri << remark_;
  }
}

TEST_F(LooseSearchTest, TheLongestEndHolds) {
  const std::string nearer = folder_.Write("ws/robot/urdf/visual/Arm.STL", "y");
  EXPECT_EQ(Find("package://x/meshes/visual/Arm.STL"), mesh_);
  EXPECT_EQ(Find("package://x/other/visual/Arm.STL"), nearer);
}

TEST_F(LooseSearchTest, ByFolderAndNameBelowTheParent) {
  const std::string collision = folder_.Write("ws/robot/meshes/collision/Arm.STL", "y");
  EXPECT_EQ(Find("package://visual/Arm.STL"), mesh_);
  EXPECT_EQ(Find("package://collision/Arm.STL"), collision);
  // Neither of two similar folders is used, unless one has the description's name.
  folder_.Write("ws/robot/other/visual/Arm.STL", "y");
  EXPECT_EQ(Find("package://visual/Arm.STL"), "");
  const std::string own = folder_.Write("ws/robot/meshes/r/visual/Arm.STL", "y");
  EXPECT_EQ(Find("package://visual/Arm.STL"), own);
}

TEST_F(LooseSearchTest, ANameAloneOnlyBesideTheFile) {
  EXPECT_EQ(Find("package://x/y/Arm.STL"), "");
  const std::string beside = folder_.Write("ws/robot/urdf/Arm.STL", "y");
  EXPECT_EQ(Find("package://x/y/Arm.STL"), beside);
}

TEST_F(LooseSearchTest, InTheOnlyNeighbourThatHasIt) {
  const std::string hand = folder_.Write("ws/hand_v2/models/palm.stl", "x");
  EXPECT_EQ(Find("package://hand/models/palm.stl"), hand);
  EXPECT_NE(remark_.find("another name"), std::string::npos) << remark_;
  folder_.Write("ws/hand_v3/models/palm.stl", "x");
  EXPECT_EQ(Find("package://hand/models/palm.stl"), "");
}

TEST_F(LooseSearchTest, OnlyRegularFiles) {
  ASSERT_EQ(::mkfifo((folder_.path() + "/ws/robot/pipe.stl").c_str(), 0600), 0);
  EXPECT_EQ(Find("package://x/robot/pipe.stl"), "");
  EXPECT_EQ(Find("package://x/robot/PIPE.stl"), "");
  EXPECT_EQ(Find("package://x/robot/visual"), "");
  EXPECT_FALSE(FindLoosely("", robot_, {}).has_value());
  EXPECT_FALSE(FindLoosely(std::string("a\0b", 3), robot_, {}).has_value());
}

}  // namespace
}  // namespace surefoot::formats
