#include "surefoot/base/file_scope.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "surefoot/base/test/temp_folder.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

TEST(FileScope, OwnersMayNameEverything) {
  EXPECT_FALSE(FileScope().restricted());
  EXPECT_TRUE(FileScope().Contains("/etc/passwd"));
}

TEST(FileScope, HoldsWhatIsInItsFoldersAndNothingElse) {
  const TempFolder folder;
  const std::string inside = folder.Write("upload/robot/a.stl", "x");
  const std::string neighbour = folder.Write("upload2/secret", "x");
  const FileScope scope({folder.Path("upload"), folder.Path("missing")});
  EXPECT_TRUE(scope.restricted());
  EXPECT_TRUE(scope.Contains(inside));
  EXPECT_TRUE(scope.Contains(folder.Path("upload")));
  EXPECT_TRUE(scope.Contains(folder.Path("upload/robot/not_there_yet.obj")));
  EXPECT_TRUE(scope.Contains(folder.Path("upload/robot/../robot/a.stl")));
  EXPECT_FALSE(scope.Contains(neighbour)) << "the neighbour's name starts with that of the folder";
  EXPECT_FALSE(scope.Contains(folder.Path("upload/../upload2/secret")));
  EXPECT_FALSE(scope.Contains(folder.Path("missing/file")));
  EXPECT_FALSE(scope.Contains("/etc/passwd"));
  EXPECT_FALSE(scope.Contains("/"));
  EXPECT_FALSE(scope.Contains(""));
}

TEST(FileScope, FollowsLinksOutAndIn) {
  const TempFolder folder;
  const std::string secret = folder.Write("private/key", "x");
  const std::string mesh = folder.Write("upload/a.stl", "x");
  fs::create_symlink(secret, folder.Path("upload/link"));
  fs::create_directory_symlink(folder.Path("private"), folder.Path("upload/folder"));
  fs::create_symlink(mesh, folder.Path("private/back"));
  const FileScope scope({folder.Path("upload")});
  EXPECT_FALSE(scope.Contains(folder.Path("upload/link")));
  EXPECT_FALSE(scope.Contains(folder.Path("upload/folder/key")));
  EXPECT_FALSE(scope.Contains(folder.Path("upload/folder/new_file")));
  EXPECT_TRUE(scope.Contains(folder.Path("private/back")));
}

TEST(FileScope, WithoutFoldersThereIsNothing) {
  EXPECT_TRUE(FileScope(std::vector<std::string>{}).restricted());
  EXPECT_FALSE(FileScope(std::vector<std::string>{}).Contains("/"));
}

TEST(FileScope, HoldsSingleFilesAndNoHiddenOnes) {
  const TempFolder folder;
  const std::string text = folder.Write("text.xml", "x");
  const std::string key = folder.Write("home/.ssh/key", "x");
  const FileScope scope = FileScope({folder.Path("home")}).With(text);
  EXPECT_TRUE(scope.Contains(text));
  EXPECT_FALSE(scope.Contains(folder.Path("text.xml2")));
  EXPECT_FALSE(scope.Contains(key));
  EXPECT_TRUE(FileScope({folder.Path("home/.ssh")}).Contains(key)) << "a place listed explicitly";
  EXPECT_FALSE(FileScope().With(text).restricted());
}

}  // namespace
}  // namespace surefoot
