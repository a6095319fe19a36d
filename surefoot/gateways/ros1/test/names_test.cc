#include "surefoot/gateways/ros1/master/names.h"

#include <gmock/gmock.h>

#include "surefoot/gateways/ros1/net/uri.h"

namespace surefoot::gateways::ros1 {
namespace {

using testing::ElementsAre;

// Expected values: rosgraph.names of ROS Noetic.
TEST(Names, AreResolvedAsInRos) {
  EXPECT_EQ(ResolveName("/a", "/ns/node"), "/a");
  EXPECT_EQ(ResolveName("a", "/ns/node"), "/ns/a");
  EXPECT_EQ(ResolveName("a/b", "/node"), "/a/b");
  EXPECT_EQ(ResolveName("~a", "/ns/node"), "/ns/node/a");
  EXPECT_EQ(ResolveName("", "/ns/node"), "/ns/");
  EXPECT_EQ(ResolveName("//a///b/", "/node"), "/a/b");
  EXPECT_EQ(ResolveName("a", "node"), "/a");
  EXPECT_EQ(NamespaceOf("/a/b/"), "/a/");
  EXPECT_EQ(NamespaceOf("/a"), "/");
  EXPECT_EQ(NamespaceOf(""), "/");
  EXPECT_EQ(CanonicalName("///"), "/");
  EXPECT_EQ(JoinNames("/", "a"), "/a");
  EXPECT_EQ(JoinNames("/a", "b"), "/a/b");
  EXPECT_EQ(JoinNames("/a", "/b"), "/b");
  EXPECT_THAT(NameParts("//a/b//"), ElementsAre("a", "b"));
}

TEST(Uri, IsReadOrRefused) {
  const Result<Uri> uri = ParseUri("http://robot-1.local:11311/RPC2");
  ASSERT_TRUE(uri.ok());
  EXPECT_EQ(uri->host, "robot-1.local");
  EXPECT_EQ(uri->port, 11311);
  EXPECT_EQ(uri->path, "/RPC2");
  EXPECT_EQ(ParseUri("rosrpc://[::1]:4711")->host, "::1");
  EXPECT_EQ(ParseUri("rosrpc://[::1]:4711")->path, "/");
  for (const char* wrong :
       {"", "http://", "http://host", "http://host:", "http://host:0/", "http://host:65536/",
        "http://:11311/", "https://host:1/", "http://a b:1/", "http://host:1x/", "http://::1:80/",
        "http://host:11311/a b", "host:11311", "http://[::1:80/", "http://host\r\n:80/"}) {
    EXPECT_FALSE(ParseUri(wrong).ok()) << wrong;
  }
  EXPECT_EQ(HostText("::1", 80), "[::1]:80");
}

}  // namespace
}  // namespace surefoot::gateways::ros1
