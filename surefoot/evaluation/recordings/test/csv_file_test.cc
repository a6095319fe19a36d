#include "surefoot/evaluation/recordings/csv_file.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include "surefoot/record/test/record_test_util.h"

namespace surefoot::gap {
namespace {

using record::SaveBytes;
using record::TempDir;
using testing::ElementsAre;
using testing::HasSubstr;

Bytes BytesOf(const std::string& text) { return Bytes(text.begin(), text.end()); }

Bytes Packed(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  Bytes packed(deflateBound(&stream, text.size()) + 32);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string ErrorOf(const std::string& text, const std::vector<std::string>& expected) {
  const Result<CsvFile> file = CsvFile::Parse(text, "drive.csv");
  if (!file.ok()) return file.error().message;
  const Result<RecordedSeries> series = file->Read(expected);
  return series.ok() ? "" : series.error().message;
}

TEST(CsvFile, ReadsTheColumnsThatAreAskedFor) {
  const CsvFile file =
      CsvFile::Parse(
          "\xef\xbb\xbf%Time,name,\"b x\" , c\r\n1,one,-2.5e-3,+7\r\n\n 2 ,\"t,w\"\"o\n\",4,8\n",
          "drive.csv")
          .value();
  EXPECT_THAT(file.names(), ElementsAre("Time", "name", "b x", "c"));
  const RecordedSeries series = file.Read({"c", "time", "b x"}).value();
  EXPECT_THAT(series.names(), ElementsAre("c", "time", "b x"));
  EXPECT_THAT(series["c"], ElementsAre(7.0, 8.0));
  EXPECT_THAT(series["time"], ElementsAre(1.0, 2.0));
  EXPECT_THAT(series["b x"], ElementsAre(-2.5e-3, 4.0));
  EXPECT_EQ(series.Find("name"), nullptr);
  EXPECT_EQ(series.Place(1), "drive.csv:4");
}

TEST(CsvFile, TakesSemicolonsAndTabs) {
  EXPECT_THAT(CsvFile::Parse("a;b\n1;2", "x").value().Read({"b"}).value()["b"], ElementsAre(2.0));
  EXPECT_THAT(CsvFile::Parse("a\tb\n1\t2\n", "x").value().Read({"b"}).value()["b"],
              ElementsAre(2.0));
}

TEST(CsvFile, ErrorsReportThePlace) {
  EXPECT_EQ(ErrorOf("time,wx\n0,1\n\n1,abc\n", {"wx"}),
            "drive.csv:4: column wx: 'abc' is not a finite number");
  EXPECT_THAT(ErrorOf("time,wx\n0,nan\n", {"wx"}), HasSubstr("drive.csv:2: column wx: 'nan'"));
  EXPECT_THAT(ErrorOf("time,wx\n0,1e999\n", {"wx"}), HasSubstr("drive.csv:2: column wx: '1e999'"));
  EXPECT_THAT(ErrorOf("time,wx\n0,\n", {"wx"}), HasSubstr("drive.csv:2: column wx: ''"));
  EXPECT_THAT(ErrorOf("time,wx\n0,1 2\n", {"wx"}), HasSubstr("'1 2'"));
  EXPECT_EQ(ErrorOf("time,wx\n0,1\n1\n", {"wx"}),
            "drive.csv:3: 1 cells, but 2 columns are named in the first line");
  EXPECT_EQ(ErrorOf("time,wx\n0,1,2\n", {"wx"}),
            "drive.csv:2: 3 cells, but 2 columns are named in the first line");
  EXPECT_EQ(ErrorOf("time,wx\n0,\"1\n1,2\n", {"wx"}),
            "drive.csv:2: a quote is opened and never closed");
  EXPECT_EQ(ErrorOf("time,curL\n0,1\n", {"time", "wx", "wy"}),
            "drive.csv: no column for wx, wy; it has time, curL");
  EXPECT_EQ(ErrorOf("time,wx\n", {"wx"}), "drive.csv: no rows after the line of names");
  EXPECT_THAT(ErrorOf("", {}), HasSubstr("drive.csv: the file is empty"));
  EXPECT_THAT(ErrorOf("\n \n", {}), HasSubstr("drive.csv: the file is empty"));
  EXPECT_THAT(ErrorOf(std::string("a\0b\n1\n", 7), {}), HasSubstr("not a text file"));
  EXPECT_THAT(ErrorOf(std::string(20000, ','), {}), HasSubstr("more than 10000 columns"));
}

TEST(CsvFile, ReadsPackedFiles) {
  const TempDir dir;
  std::string text = "time,wx\n";
  for (int i = 0; i < 20000; ++i) text += std::to_string(i) + "," + std::to_string(i * i) + "\n";
  // Known by content, in one member or several.
  SaveBytes(dir.File("a.csv"), Packed(text));
  Bytes two = Packed(text);
  const Bytes more = Packed("20000,5\n");
  two.insert(two.end(), more.begin(), more.end());
  SaveBytes(dir.File("b.csv.gz"), two);
  EXPECT_EQ(CsvFile::Open(dir.File("a.csv")).value().Read({"wx"}).value()["wx"][7], 49.0);
  EXPECT_EQ(CsvFile::Open(dir.File("b.csv.gz")).value().Read({"wx"}).value().rows(), 20001u);
}

TEST(CsvFile, RefusesDamagedFiles) {
  const TempDir dir;
  Bytes packed = Packed("time,wx\n0,1\n1,2\n2,3\n3,4\n");
  const std::string path = dir.File("a.csv.gz");
  for (std::size_t size = 2; size < packed.size(); ++size) {
    SaveBytes(path, Bytes(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size)));
    const Result<CsvFile> file = CsvFile::Open(path);
    ASSERT_FALSE(file.ok()) << size;
    EXPECT_THAT(file.error().message, HasSubstr("damaged or truncated"));
  }
  // A wrong byte anywhere does not cause a crash.
  for (std::size_t i = 2; i < packed.size(); ++i) {
    Bytes wrong = packed;
    wrong[i] ^= 0x10;
    SaveBytes(path, wrong);
    if (const Result<CsvFile> file = CsvFile::Open(path); file.ok())
      (void)file->Read({"time"}).ok();
  }
}

TEST(CsvFile, RefusesNonFiles) {
  const TempDir dir;
  EXPECT_THAT(CsvFile::Open(dir.File("none.csv")).error().message, HasSubstr("no such file"));
  EXPECT_THAT(CsvFile::Open(dir.File("")).error().message, HasSubstr("not a regular file"));
  // A small file that expands to a large one.
  SaveBytes(dir.File("bomb.gz"), Packed(std::string(3 << 20, '1')));
  const Result<std::string> bomb = ReadFileText(dir.File("bomb.gz"), 1 << 20);
  ASSERT_FALSE(bomb.ok());
  EXPECT_THAT(bomb.error().message, HasSubstr("more than 1 MiB"));
  SaveBytes(dir.File("plain"), BytesOf(std::string(3 << 20, '1')));
  EXPECT_FALSE(ReadFileText(dir.File("plain"), 1 << 20).ok());
}

}  // namespace
}  // namespace surefoot::gap
