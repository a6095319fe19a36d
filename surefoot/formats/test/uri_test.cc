#include "surefoot/formats/uri.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "surefoot/base/test/temp_folder.h"

namespace surefoot::formats {
namespace {

class UriTest : public testing::Test {
 protected:
  /// The file to which a URI in worlds/w.sdf refers; "" if it is not found.
  std::string Find(const std::string& uri) const {
    const Result<std::string> found = resolver_.Resolve(uri, world_);
    return found.ok() ? *found : "";
  }

  TempFolder folder_;
  std::string world_ = folder_.Write("project/worlds/w.sdf", "");
  std::string mesh_ = folder_.Write("project/models/husky/meshes/base.dae", "x");
  std::string elsewhere_ = folder_.Write("library/rover/model.sdf", "x");
  UriResolver resolver_{{folder_.path() + "/library"}};
};

TEST_F(UriTest, FindsModelsAmongTheParentsAndOnTheSearchPath) {
  EXPECT_EQ(Find("model://husky/meshes/base.dae"), mesh_);
  EXPECT_EQ(Find("model:///husky/meshes/base.dae"), mesh_);
  EXPECT_EQ(Find("model://husky"), folder_.path() + "/project/models/husky");
  EXPECT_EQ(Find("model://rover/model.sdf"), elsewhere_);
  EXPECT_EQ(Find(" model://rover/model.sdf\n"), elsewhere_);
  // A file of the model refers to the model's folder.
  const auto own = resolver_.Resolve("model://husky/meshes/base.dae",
                                     folder_.path() + "/project/models/husky/model.sdf");
  ASSERT_TRUE(own.ok());
  EXPECT_EQ(*own, mesh_);
}

TEST_F(UriTest, AFolderWithoutAModelDoesNotHideOneThatHasIt) {
  folder_.Write("project/rover/notes.txt", "x");
  EXPECT_EQ(Find("model://rover"), folder_.path() + "/library/rover");
  EXPECT_EQ(Find("model://rover/notes.txt"), folder_.path() + "/project/rover/notes.txt");
}

TEST_F(UriTest, FindsPathsRelativeToTheFileAndAbsolute) {
  EXPECT_EQ(Find("../models/husky/meshes/base.dae"), mesh_);
  EXPECT_EQ(Find(mesh_), mesh_);
  EXPECT_EQ(Find("file://" + mesh_), mesh_);
  EXPECT_EQ(Find("file://../models/husky/meshes/base.dae"), mesh_);
  EXPECT_EQ(Find("rover/model.sdf"), elsewhere_);
}

TEST_F(UriTest, FindsNothingOutsideTheScope) {
  const std::string secret = folder_.Write("private/key.stl", "x");
  std::filesystem::create_symlink(secret, folder_.path() + "/project/models/husky/link.stl");
  std::filesystem::create_symlink(secret, folder_.path() + "/library/rover/link.stl");
  resolver_.set_scope(FileScope({folder_.path() + "/project/models", folder_.path() + "/library"}));
  EXPECT_EQ(Find("model://rover/model.sdf"), elsewhere_);
  EXPECT_EQ(Find("../models/husky/meshes/base.dae"), mesh_);
  for (const std::string& uri :
       {secret, "file://" + secret, std::string("../../private/key.stl"),
        std::string("model://rover/../../private/key.stl"), std::string("model://rover/link.stl"),
        std::string("model://private/key.stl"), std::string("package://private/key.stl"),
        std::string("../models/husky/link.stl"), std::string("/etc/passwd"),
        std::string("/ETC/passwd"), std::string("private\\key.stl")}) {
    const Result<std::string> resolved = resolver_.Resolve(uri, world_);
    EXPECT_FALSE(resolved.ok()) << uri << " was found as " << *resolved;
    const Result<FoundFile> found = resolver_.Find(uri, world_);
    EXPECT_FALSE(found.ok()) << uri << " was found as " << found->path;
    EXPECT_EQ(resolved.error().message.find("tried"), std::string::npos)
        << "the error lists the searched folders:  " << resolved.error().message;
  }
}

TEST_F(UriTest, AModelConfigCannotLeadOutOfTheScope) {
  folder_.Write("private/secret.sdf", "<sdf/>");
  folder_.Write("library/sly/model.config",
                "<model><sdf version='1.6'>../../private/secret.sdf</sdf></model>");
  EXPECT_TRUE(resolver_.ResolveModel("model://sly", world_).ok());
  resolver_.set_scope(FileScope({folder_.path() + "/library"}));
  EXPECT_FALSE(resolver_.ResolveModel("model://sly", world_).ok());
}

TEST_F(UriTest, DecodesPercentSigns) {
  const std::string spaced = folder_.Write("library/Ground Plane/a b.dae", "x");
  EXPECT_EQ(Find("model://Ground%20Plane/a%20b.dae"), spaced);
  EXPECT_EQ(Find("Ground%20Plane/a%20b.dae"), spaced);
  EXPECT_EQ(Find("Ground Plane/a b.dae"), spaced);
  const std::string percent = folder_.Write("library/100%/x.dae", "x");
  EXPECT_EQ(Find("100%/x.dae"), percent);
}

TEST_F(UriTest, FindsPackagesByFolderAndByManifest) {
  const std::string by_folder = folder_.Write("library/husky_description/urdf/a.dae", "x");
  EXPECT_EQ(Find("package://husky_description/urdf/a.dae"), by_folder);
  // The names of the folder and the package differ.
  folder_.Write("ws/src/checkout/package.xml", "<package><name> arm_support </name></package>");
  const std::string by_manifest = folder_.Write("ws/src/checkout/meshes/b.stl", "x");
  folder_.Write("ws/src/broken/package.xml", "<package><name>");
  const std::string robot = folder_.Write("ws/src/robot/urdf/r.urdf", "x");
  const auto from_sibling = resolver_.Resolve("package://arm_support/meshes/b.stl", robot);
  ASSERT_TRUE(from_sibling.ok()) << from_sibling.error().message;
  EXPECT_EQ(*from_sibling, by_manifest);
  const auto from_inside = resolver_.Resolve("package://arm_support/meshes/b.stl", by_manifest);
  EXPECT_TRUE(from_inside.ok());
}

TEST_F(UriTest, ErrorsListThePlacesAndSayWhatToDo) {
  const auto missing = resolver_.Resolve("model://nope/a.dae", world_);
  ASSERT_FALSE(missing.ok());
  for (const std::string& place :
       {folder_.path() + "/project/worlds/nope/a.dae",
        folder_.path() + "/project/models/nope/a.dae", folder_.path() + "/library/nope/a.dae"}) {
    EXPECT_NE(missing.error().message.find(place), std::string::npos) << place;
  }
  EXPECT_NE(missing.error().message.find("SUREFOOT_PATH"), std::string::npos);
  for (const char* uri :
       {"", "  ", "model://", "package:///", "ftp://x/y", "/no/such/file", "no.dae"}) {
    EXPECT_FALSE(resolver_.Resolve(uri, world_).ok()) << uri;
  }
}

TEST_F(UriTest, RemoteAddressesFindOnlyLocalCopies) {
  const std::string fuel = "https://fuel.gazebosim.org/1.0/OpenRobotics/models/";
  EXPECT_EQ(Find(fuel + "rover"), folder_.path() + "/library/rover");
  const auto missing = resolver_.Resolve(fuel + "Tugbot", world_);
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("nothing is downloaded"), std::string::npos);
}

TEST_F(UriTest, PipesAreNotFiles) {
  const std::string pipe = folder_.path() + "/library/pipe.dae";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(Find("pipe.dae"), "");
}

TEST_F(UriTest, ModelFoldersNameTheirFile) {
  EXPECT_EQ(*resolver_.ResolveModel("model://rover", world_), elsewhere_);
  folder_.Write("library/arm/model.config",
                "<model><sdf version=\"1.9\">old.sdf</sdf><sdf version=\"1.10\"> new.sdf </sdf>"
                "<sdf version=\"1.4\">oldest.sdf</sdf></model>");
  const std::string newest = folder_.Write("library/arm/new.sdf", "x");
  EXPECT_EQ(*resolver_.ResolveModel("model://arm", world_), newest);
  EXPECT_EQ(*resolver_.ResolveModel(newest, world_), newest);
  folder_.Write("library/none/readme", "x");
  EXPECT_FALSE(resolver_.ResolveModel("model://none", world_).ok());
  folder_.Write("library/bad/model.config", "<model><sdf>");
  EXPECT_FALSE(resolver_.ResolveModel("model://bad", world_).ok());
}

TEST(UriResolver, ReadsTheEnvironmentInOrder) {
  ::setenv("SUREFOOT_PATH", "/one::/two", 1);
  ::setenv("ROS_PACKAGE_PATH", "/ros", 1);
  ::setenv("AMENT_PREFIX_PATH", "/ament", 1);
  ::setenv("GZ_SIM_RESOURCE_PATH", "/gz", 1);
  ::setenv("GAZEBO_MODEL_PATH", "/gazebo", 1);
  ::unsetenv("GAZEBO_RESOURCE_PATH");
  const UriResolver resolver = UriResolver::FromEnvironment({"/own"});
  const std::vector<std::string> expected = {"/one",         "/two", "/own",   "/ros",
                                             "/ament/share", "/gz",  "/gazebo"};
  EXPECT_EQ(resolver.search_path(), expected);
  for (const char* name : {"SUREFOOT_PATH", "ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH",
                           "GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH"}) {
    ::unsetenv(name);
  }
}

}  // namespace
}  // namespace surefoot::formats
