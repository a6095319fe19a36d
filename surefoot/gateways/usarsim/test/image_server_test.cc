#include "surefoot/gateways/usarsim/net/image_server.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <set>
// After <cstdio>, whose FILE it needs:
#include <jpeglib.h>

#include "surefoot/gateways/usarsim/test/gateway_fixture.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Frame {
  int type = -1;
  std::string payload;
};

/// Another program that listens on a port.
class Stranger {
 public:
  /// 0: any free one.
  explicit Stranger(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* any = reinterpret_cast<sockaddr*>(&address);
    const bool listens = bind(socket_, any, size) == 0 && listen(socket_, 1) == 0 &&
                         getsockname(socket_, any, &size) == 0;
    port_ = listens ? ntohs(address.sin_port) : 0;
  }
  ~Stranger() { Close(); }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;

  void Close() {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
  }
  /// 0 if the port is not available.
  int port() const { return port_; }

 private:
  int socket_;
  int port_ = 0;
};

/// The first of this number of consecutive free ports.
int FreePorts(int count) {
  // Below the ports that the kernel gives to other programs and tests, and not those of another
  // process of this test.
  constexpr int kFirst = 12000;
  constexpr int kLast = 30000;
  for (int tries = 0; tries < 100; ++tries) {
    const int base = kFirst + (::getpid() * 100 + tries * 37) % (kLast - kFirst);
    int number = 0;
    while (number < count && Stranger(base + number).port() != 0) ++number;
    if (number == count) return base;
  }
  return -1;
}

class ImageServerTest : public GatewayFixture {
 protected:
  void AddRobot(const std::string& name, const char* from = "127.0.0.1",
                const std::string& robot_class = "P3AT") {
    robots_.push_back(std::make_unique<TestClient>(Port("usarsim"), 0, from));
    robots_.back()->Send("INIT {ClassName USARBot." + robot_class + "} {Name " + name + "}\r\n");
    LineWith(robots_.back().get(), "STA");
  }
  /// The image port in the CONF line for the robot's client; 0 if there is none.
  int ImagePort(std::size_t robot) {
    robots_[robot]->Send("GETCONF {Type Camera}\r\n");
    const std::string line = LineWith(robots_[robot].get(), "CONF {Type Camera}");
    const std::string key = "{ImagePort ";
    const std::size_t at = line.find(key);
    return at == std::string::npos ? 0 : std::stoi(line.substr(at + key.size()));
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
    // Some clients compare the length of all received bytes with that of one frame.
    EXPECT_EQ(bytes.size(), size + 5);
    frame.type = bytes[0];
    frame.payload = bytes.substr(5);
    client->bytes().clear();
    return frame;
  }
  /// Whether nothing arrives although pictures are taken.
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
  // Both cameras must have a picture; the first frame may arrive earlier.
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
  // The second camera's tile, without its first column.
  const char part[] = {'U', 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 6};
  viewer.Send(std::string(part, sizeof(part)));
  frame = Take(&viewer);
  ASSERT_EQ(frame.payload.size(), 4U + 7 * 6 * 3);
  EXPECT_EQ(Byte(frame, 4), 10);
  // A single camera, as requested by a client.
  robots_[0]->Send(
      "SET {Type Camera} {Robot b} {Name Camera} {Client 127.0.0.1}\r\n"
      "GETCONF {Type Robot}\r\n");
  LineWith(robots_[0].get(), "CONF");
  viewer.Send("OK");
  frame = Take(&viewer);
  EXPECT_EQ(frame.payload.size(), 4U + 8 * 6 * 3);
}

TEST_F(ImageServerTest, EachAddressSeesItsOwnRobots) {
  Start({{"image-format", "raw"}, {"image-push", "off"}});
  AddRobot("a", "127.0.0.1");
  AddRobot("b", "127.0.0.2");
  cameras_ = {"a", "b"};
  TestClient first(Port("usarsim-image"), 0, "127.0.0.1");
  TestClient second(Port("usarsim-image"), 0, "127.0.0.2");
  TestClient stranger(Port("usarsim-image"), 0, "127.0.0.3");
  for (int i = 0; i < 2; ++i) {
    first.Send("OK");
    const Frame of_a = Take(&first);
    ASSERT_EQ(of_a.payload.size(), 4U + 8 * 6 * 3);
    EXPECT_EQ(Byte(of_a, 7), 200);
    second.Send("OK");
    const Frame of_b = Take(&second);
    ASSERT_EQ(of_b.payload.size(), 4U + 8 * 6 * 3);
    EXPECT_EQ(Byte(of_b, 7), 10);
  }
  // A client without a robot receives all cameras.
  stranger.Send("OK");
  EXPECT_EQ(Take(&stranger).payload.size(), 4U + 16 * 6 * 3);
}

TEST_F(ImageServerTest, EachRobotHasItsOwnPort) {
  Start({{"image-format", "raw"}, {"image-push", "off"}, {"robot-image-ports", "3"}});
  AddRobot("a");
  AddRobot("b");
  cameras_ = {"a", "b"};
  std::vector<TestClient> viewers;
  for (std::size_t i = 0; i < 2; ++i) {
    // As in the CONF line of the robot's client.
    robots_[i]->Send("GETCONF {Type Camera}\r\n");
    const int port = Port("usarsim-image-" + std::to_string(i + 1));
    EXPECT_THAT(LineWith(robots_[i].get(), "CONF"),
                HasSubstr("{ImagePort " + std::to_string(port) +
                          "} {ImagePortOffsetX 0} {ImagePortOffsetY 0}"));
    viewers.emplace_back(port);
  }
  for (int i = 0; i < 2; ++i) {
    viewers[0].Send("OK");
    Frame frame = Take(&viewers[0]);
    ASSERT_EQ(frame.payload.size(), 4U + 8 * 6 * 3);
    EXPECT_EQ(Byte(frame, 7), 200);
    viewers[1].Send("OK");
    frame = Take(&viewers[1]);
    ASSERT_EQ(frame.payload.size(), 4U + 8 * 6 * 3);
    EXPECT_EQ(Byte(frame, 7), 10);
  }
  // The common port shows both cameras, and the third port waits for a robot.
  TestClient all(Port("usarsim-image"));
  all.Send("OK");
  EXPECT_EQ(Take(&all).payload.size(), 4U + 16 * 6 * 3);
  TestClient third(Port("usarsim-image-3"));
  third.Send("OK");
  EXPECT_TRUE(IsSilent(&third));
}

TEST_F(ImageServerTest, PortsOfRobotsThatLeftAreGivenAgain) {
  Start({{"image-format", "raw"}, {"image-push", "off"}, {"robot-image-ports", "1"}});
  AddRobot("a");
  AddRobot("b");
  cameras_ = {"a", "b"};
  robots_[1]->Send("GETCONF {Type Camera}\r\n");
  EXPECT_THAT(LineWith(robots_[1].get(), "CONF"), Not(HasSubstr("ImagePort")));
  TestClient viewer(Port("usarsim-image-1"));
  viewer.Send("OK");
  EXPECT_EQ(Byte(Take(&viewer), 7), 200);
  robots_[0]->Close();
  ASSERT_TRUE(Until([&] { return server_.entities.count("a") == 0; }));
  cameras_ = {"b", "c"};
  AddRobot("c");
  viewer.Send("OK");
  EXPECT_EQ(Byte(Take(&viewer), 7), 10);
}

TEST_F(ImageServerTest, RobotPortsNeedAnImagePort) {
  const Settings settings = {{"image-port", "off"}, {"robot-image-ports", "2"}};
  EXPECT_FALSE(kind_.start({&server_.bridge(), &metrics_}, settings).ok());
}

TEST_F(ImageServerTest, RobotPortsAreANumberOrAuto) {
  const auto started = kind_.start({&server_.bridge(), &metrics_}, {{"robot-image-ports", "many"}});
  ASSERT_FALSE(started.ok());
  EXPECT_THAT(started.error().message, HasSubstr("'many'"));
  EXPECT_THAT(started.error().message, HasSubstr("or auto"));
}

TEST_F(ImageServerTest, RobotsGetTheirOwnPortsUnasked) {
  Start({{"image-format", "raw"}, {"image-push", "off"}});
  AddRobot("a");
  AddRobot("b");
  cameras_ = {"a", "b"};
  EXPECT_NE(ImagePort(0), ImagePort(1));
  TestClient of_a(ImagePort(0));
  TestClient of_b(ImagePort(1));
  of_a.Send("OK");
  Frame frame = Take(&of_a);
  ASSERT_EQ(frame.payload.size(), 4U + 8 * 6 * 3);
  EXPECT_EQ(Byte(frame, 7), 200);
  of_b.Send("OK");
  frame = Take(&of_b);
  ASSERT_EQ(frame.payload.size(), 4U + 8 * 6 * 3);
  EXPECT_EQ(Byte(frame, 7), 10);
}

TEST_F(ImageServerTest, PortsOfRobotsFollowTheImagePortInTheOrderOfRobotsWithCameras) {
  const int base = FreePorts(5);
  ASSERT_GT(base, 0);
  Start({{"image-port", std::to_string(base)}});
  AddRobot("a");
  // The fake server's Husky has no sensors.
  AddRobot("blind", "127.0.0.1", "Husky");
  AddRobot("b");
  EXPECT_EQ(ImagePort(0), base + 1);
  EXPECT_EQ(ImagePort(2), base + 2);
  // The port of a removed robot is closed and is assigned to the next robot.
  TestClient viewer(base + 1);
  viewer.Send("OK");
  robots_[0]->Close();
  EXPECT_TRUE(Until([&] { return !viewer.Receive(); }));
  EXPECT_TRUE(Until([&] { return Metric("surefoot_usarsim_image_clients") == 0.0; }));
  EXPECT_FALSE(TestClient(base + 1).connected());
  AddRobot("c");
  AddRobot("d");
  EXPECT_EQ(ImagePort(3), base + 1);
  EXPECT_EQ(ImagePort(4), base + 3);
}

TEST_F(ImageServerTest, PortsOfOtherProgramsArePassedOver) {
  const int base = FreePorts(4);
  ASSERT_GT(base, 0);
  Stranger first(base + 1);
  const Stranger third(base + 3);
  Start({{"image-port", std::to_string(base)}});
  AddRobot("a");
  EXPECT_EQ(ImagePort(0), base + 2);
  AddRobot("b");
  EXPECT_GT(ImagePort(1), base + 3);
  first.Close();
  AddRobot("c");
  EXPECT_EQ(ImagePort(2), base + 1);
}

TEST_F(ImageServerTest, SixtyFourRobotsHavePortsAtMost) {
  Start({{"max-clients", "70"}, {"max-robots", "70"}});
  measure_ = false;
  std::set<int> ports;
  for (std::size_t i = 0; i < 65; ++i) {
    AddRobot("r" + std::to_string(i));
    ports.insert(ImagePort(i));
  }
  EXPECT_EQ(ports.size(), 65U);
  EXPECT_EQ(ImagePort(64), 0);
}

TEST_F(ImageServerTest, NoPortsForRobotsWithoutAnImagePort) {
  Start({{"image-port", "off"}});
  AddRobot("a");
  EXPECT_EQ(ImagePort(0), 0);
}

TEST_F(ImageServerTest, NoPortsForRobotsWhereNoneAreWanted) {
  Start({{"robot-image-ports", "0"}});
  AddRobot("a");
  EXPECT_EQ(ImagePort(0), 0);
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
  const auto expected = [&] { return server_.graph().IsListenedTo("/a/camera/image_raw"); };
  EXPECT_FALSE(expected());
  {
    TestClient viewer(Port("usarsim-image"));
    EXPECT_TRUE(Until(expected));
  }
  EXPECT_TRUE(Until([&] { return !expected(); }));
}

TEST_F(ImageServerTest, OnlyCamerasThatAClientSeesTakePictures) {
  Start();
  AddRobot("a");
  AddRobot("b");
  const auto expected = [&](const char* robot) {
    return server_.graph().IsListenedTo(std::string("/") + robot + "/camera/image_raw");
  };
  TestClient viewer(Port("usarsim-image"));
  EXPECT_TRUE(Until([&] { return expected("a") && expected("b"); }));
  robots_[0]->Send("SET {Type Camera} {Robot b} {Name Camera} {Client 127.0.0.1}\r\n");
  EXPECT_TRUE(Until([&] { return !expected("a") && expected("b"); }));
}

TEST_F(ImageServerTest, NonsenseIsSkipped) {
  Start({{"image-format", "raw"}});
  AddRobot("a");
  cameras_ = {"a"};
  TestClient viewer(Port("usarsim-image"));
  const std::string outside("U\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\xff\xff\xff\xff", 17);
  // A client that begins with invalid bytes is disconnected.
  const std::string nothing = "U" + std::string(16, '\0');
  viewer.Send(nothing + "KO GET / HTTP/1.0\r\nO K" + outside + "OK");
  EXPECT_EQ(Take(&viewer).payload.size(), 4U + 8 * 6 * 3);
  EXPECT_TRUE(IsSilent(&viewer));
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
