#include "surefoot/gateways/usarsim/image_server.h"

#include <cstdio>
// After <cstdio>, whose FILE it needs:
#include <jpeglib.h>

#include "surefoot/gateways/usarsim/test/gateway_fixture.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

using testing::HasSubstr;

struct Frame {
  int type = -1;
  std::string payload;
};

class ImageServerTest : public GatewayFixture {
 protected:
  void AddRobot(const std::string& name) {
    robots_.push_back(std::make_unique<TestClient>(Port("usarsim")));
    robots_.back()->Send("INIT {ClassName USARBot.P3AT} {Name " + name + "}\r\n");
    LineWith(robots_.back().get(), "STA");
  }
  /// A picture of one colour, with a white pixel at the top left.
  void Shoot(const std::string& robot, std::uint8_t red, std::uint8_t green) {
    msgs::sensor_msgs::Image image;
    image.width = 8;
    image.height = 6;
    image.encoding = "rgb8";
    image.step = 24;
    for (int i = 0; i < 48; ++i) image.data.insert(image.data.end(), {red, green, 0});
    std::fill_n(image.data.begin(), 3, 255);
    server_.Publish("/" + robot + "/camera/image_raw", image);
  }
  void ShootAll() {
    for (const std::string& robot : cameras_) Shoot(robot, robot == "a" ? 200 : 10, 100);
  }
  Frame Take(TestClient* client) {
    Frame frame;
    const auto& bytes = client->bytes();
    std::size_t size = 0;
    const bool whole = Until([&] {
      ShootAll();
      client->Receive();
      if (bytes.size() < 5) return false;
      for (int i = 1; i < 5; ++i) size = size << 8 | static_cast<unsigned char>(bytes[i]);
      size &= 0xFFFFFFFF;
      return bytes.size() >= size + 5;
    });
    if (!whole) return frame;
    // Some clients compare the length of all they got with that of one frame.
    EXPECT_EQ(bytes.size(), size + 5);
    frame.type = bytes[0];
    frame.payload = bytes.substr(5);
    client->bytes().clear();
    return frame;
  }
  /// Whether nothing comes although pictures are taken.
  bool IsSilent(TestClient* client) {
    for (int i = 0; i < 50; ++i) {
      server_.bridge().Pump();
      server_.Advance(0.01);
      ShootAll();
      client->Receive();
    }
    return client->bytes().empty();
  }
  static int Byte(const Frame& frame, std::size_t at) {
    return static_cast<unsigned char>(frame.payload[at]);
  }

  std::vector<std::unique_ptr<TestClient>> robots_;
  std::vector<std::string> cameras_;
};

TEST_F(ImageServerTest, RawFrameForEachOk) {
  Start({{"image-format", "raw"}, {"image-push", "off"}});
  AddRobot("a");
  cameras_ = {"a"};
  TestClient viewer(Port("usarsim-image"));
  EXPECT_TRUE(IsSilent(&viewer));
  for (int i = 0; i < 3; ++i) {
    viewer.Send(i == 1 ? "OK\r\n" : "OK");
    const Frame frame = Take(&viewer);
    EXPECT_EQ(frame.type, 0);
    ASSERT_EQ(frame.payload.size(), 4U + 8 * 6 * 3);
    EXPECT_EQ(Byte(frame, 1), 8);
    EXPECT_EQ(Byte(frame, 3), 6);
    EXPECT_EQ(Byte(frame, 4), 255);
    EXPECT_EQ(Byte(frame, 7), 200);
    EXPECT_EQ(Byte(frame, 8), 100);
    EXPECT_TRUE(IsSilent(&viewer));
  }
}

TEST_F(ImageServerTest, JpegThatLibjpegReads) {
  Start({{"image-format", "super"}});
  AddRobot("a");
  cameras_ = {"a"};
  TestClient viewer(Port("usarsim-image"));
  viewer.Send("O");
  viewer.Send("K");
  const Frame frame = Take(&viewer);
  EXPECT_EQ(frame.type, 1);
  jpeg_decompress_struct info;
  jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(frame.payload.data()),
               frame.payload.size());
  ASSERT_EQ(jpeg_read_header(&info, TRUE), JPEG_HEADER_OK);
  EXPECT_EQ(info.image_width, 8U);
  EXPECT_EQ(info.image_height, 6U);
  jpeg_start_decompress(&info);
  std::vector<unsigned char> row(8 * 3);
  JSAMPROW rows[] = {row.data()};
  while (info.output_scanline < info.output_height) jpeg_read_scanlines(&info, rows, 1);
  EXPECT_NEAR(row[21], 200, 12);
  EXPECT_NEAR(row[22], 100, 12);
  jpeg_destroy_decompress(&info);
}

TEST_F(ImageServerTest, CamerasSideBySideAndParts) {
  Start({{"image-format", "raw"}});
  AddRobot("a");
  AddRobot("b");
  cameras_ = {"a", "b"};
  TestClient viewer(Port("usarsim-image"));
  viewer.Send("OK");
  // Both must have a picture; the first frame may come before.
  Frame frame = Take(&viewer);
  viewer.Send("OK");
  frame = Take(&viewer);
  ASSERT_EQ(frame.payload.size(), 4U + 16 * 6 * 3);
  EXPECT_EQ(Byte(frame, 4 + 3), 200);
  EXPECT_EQ(Byte(frame, 4 + 8 * 3 + 3), 10);
  robots_[1]->Send("GETCONF {Type Camera}\r\n");
  EXPECT_THAT(LineWith(robots_[1].get(), "CONF"),
              HasSubstr("{Type Camera} {Name Camera} {TextureOffsetX 8} {TextureOffsetY 0} "
                        "{TextureResolutionX 8} {TextureResolutionY 6}"));
  // The second camera's tile, but for its first column.
  const char part[] = {'U', 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 6};
  viewer.Send(std::string(part, sizeof(part)));
  frame = Take(&viewer);
  ASSERT_EQ(frame.payload.size(), 4U + 7 * 6 * 3);
  EXPECT_EQ(Byte(frame, 4), 10);
  // One camera alone, as a client can ask for it.
  robots_[0]->Send(
      "SET {Type Camera} {Robot b} {Name Camera} {Client 127.0.0.1}\r\n"
      "GETCONF {Type Robot}\r\n");
  LineWith(robots_[0].get(), "CONF");
  viewer.Send("OK");
  frame = Take(&viewer);
  EXPECT_EQ(frame.payload.size(), 4U + 8 * 6 * 3);
}

TEST_F(ImageServerTest, SilentClientsGetAFirstFrame) {
  Start({{"image-format", "raw"}});
  AddRobot("a");
  cameras_ = {"a"};
  TestClient viewer(Port("usarsim-image"));
  EXPECT_EQ(Take(&viewer).payload.size(), 4U + 8 * 6 * 3);
  EXPECT_TRUE(IsSilent(&viewer));
}

TEST_F(ImageServerTest, PicturesAreTakenOnlyForSomebody) {
  Start();
  AddRobot("a");
  const auto wanted = [&] { return server_.graph().IsListenedTo("/a/camera/image_raw"); };
  EXPECT_FALSE(wanted());
  {
    TestClient viewer(Port("usarsim-image"));
    EXPECT_TRUE(Until(wanted));
  }
  EXPECT_TRUE(Until([&] { return !wanted(); }));
}

TEST_F(ImageServerTest, NonsenseIsSkipped) {
  Start({{"image-format", "raw"}});
  AddRobot("a");
  cameras_ = {"a"};
  TestClient viewer(Port("usarsim-image"));
  const std::string outside("U\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\xff\xff\xff\xff", 17);
  viewer.Send("KO GET / HTTP/1.0\r\nO K" + outside + "OK");
  EXPECT_EQ(Take(&viewer).payload.size(), 4U + 8 * 6 * 3);
  EXPECT_TRUE(IsSilent(&viewer));
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
