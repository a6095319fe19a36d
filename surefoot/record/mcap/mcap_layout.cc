#include "surefoot/record/mcap/mcap_layout.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace surefoot::record {
namespace {

/// Allowance for a Chunk record beyond its records, which compression may even enlarge.
constexpr std::uint64_t kSlack = std::uint64_t{4} << 20;

/// Generous limit for the fields of an attachment that precede its data.
constexpr std::uint64_t kMaxAttachmentHead = 64 * 1024;

std::string At(std::uint64_t offset) { return "at byte " + std::to_string(offset); }

Status CheckMagic(InputFile* file) {
  const std::string advice = "; accepted are MCAP files, version 0";
  if (file->size() < kMagic.size()) {
    return Error{"it has " + std::to_string(file->size()) + " bytes, too few for an MCAP file"};
  }
  const Result<std::span<const std::uint8_t>> start = file->View(0, kMagic.size());
  if (!start) return start.error();
  if (std::equal(kMagic.begin(), kMagic.end(), start->begin())) return {};
  if (std::equal(kMagic.begin(), kMagic.begin() + 5, start->begin())) {
    const char version = static_cast<char>((*start)[5]);
    return Error{"it is an MCAP file of version \"" + Printable({&version, 1}) + "\"" + advice};
  }
  return Error{"it does not start as an MCAP file" + advice};
}

/// Scans a file once and collects its layout.
class Scanner {
 public:
  explicit Scanner(InputFile* file) : file_(file) {}

  Result<Layout> Run() {
    const Status magic = CheckMagic(file_);
    if (!magic.ok()) return magic.error().Within("cannot read \"" + file_->path() + "\"");
    layout_.data_start = layout_.data_end = offset_ = kMagic.size();
    while (!done_) {
      Status status = Step();
      if (!status.ok()) Stop(status.error());
    }
    return std::move(layout_);
  }

 private:
  /// Processes the next record, or stops if it is incomplete.
  Status Step() {
    RecordPlace record;
    record.offset = offset_;
    if (file_->size() - offset_ < kRecordHead) {
      Truncated(offset_ == file_->size() ? "it ends without a footer" : "it ends inside a record");
      return {};
    }
    const Result<std::span<const std::uint8_t>> head = file_->View(offset_, kRecordHead);
    if (!head) return head.error();
    record.opcode = (*head)[0];
    std::memcpy(&record.length, head->data() + 1, sizeof record.length);
    if (!CheckHead(record)) return status_;
    const Status taken = Take(record);
    if (!taken.ok()) return taken;
    offset_ = record.end();
    if (!after_data_) layout_.data_end = offset_;
    return {};
  }

  /// Returns false if the scan ends here: truncation or status_ states the reason.
  bool CheckHead(const RecordPlace& record) {
    const std::string name = OpcodeName(record.opcode);
    if (record.opcode == 0) {
      // A crashed machine can leave zeros in place of data.
      if (record.length == 0) {
        Truncated("only zeros follow");
      } else {
        status_ = Error{"record code 0"};
      }
      return false;
    }
    if (offset_ == layout_.data_start && !record.Is(Opcode::kHeader)) {
      status_ = Error{"the first record is " + name + ", not Header"};
      return false;
    }
    const bool is_skipped = record.Is(Opcode::kAttachment) || name == OpcodeName(0);
    if (!is_skipped && record.length > kMaxRecordBytes + kSlack) {
      status_ = Error{"a " + name + " record states " + std::to_string(record.length) +
                      " bytes; at most " + std::to_string(kMaxRecordBytes)};
      return false;
    }
    if (record.length > file_->size() - record.content()) {
      Truncated("a " + name + " record states " + std::to_string(record.length) +
                " bytes, but the file has " + std::to_string(file_->size() - record.content()) +
                " more");
      return false;
    }
    return true;
  }

  Result<std::span<const std::uint8_t>> Content(const RecordPlace& record) {
    return file_->View(record.content(), record.length);
  }

  /// Parses the relevant records and skips the others.
  Status Take(const RecordPlace& record) {
    if (record.Is(Opcode::kDataEnd) && !after_data_) {
      after_data_ = true;
      layout_.data_end_record = record;
      return {};
    }
    if (record.Is(Opcode::kFooter)) return TakeFooter(record);
    if (record.Is(Opcode::kAttachment)) return TakeAttachment(record);
    if (record.Is(Opcode::kHeader) || record.Is(Opcode::kMetadata) ||
        record.Is(Opcode::kStatistics) || record.Is(Opcode::kSchema) ||
        record.Is(Opcode::kChannel)) {
      const Result<std::span<const std::uint8_t>> content = Content(record);
      if (!content) return content.error();
      return TakeContent(record, *content);
    }
    return {};
  }

  Status TakeContent(const RecordPlace& record, std::span<const std::uint8_t> content) {
    if (record.Is(Opcode::kHeader)) {
      ByteReader reader(content.data(), content.size());
      layout_.profile = reader.GetString();
      layout_.library = reader.GetString();
      if (!reader.ok()) return LengthMismatch(Opcode::kHeader);
    } else if (record.Is(Opcode::kMetadata)) {
      Result<McapMetadata> metadata = ParseRecord<McapMetadata>(Opcode::kMetadata, content);
      if (!metadata) return metadata.error();
      layout_.metadata.push_back(std::move(*metadata));
    } else if (record.Is(Opcode::kStatistics)) {
      Result<McapStatistics> statistics = ParseRecord<McapStatistics>(Opcode::kStatistics, content);
      if (!statistics) return statistics.error();
      layout_.statistics = std::move(*statistics);
    }
    return AddDefinition(record.opcode, content, &layout_.schemas, &layout_.channels);
  }

  /// Only the head is read; the data may be large.
  Status TakeAttachment(const RecordPlace& record) {
    const std::uint64_t size = std::min(record.length, kMaxAttachmentHead);
    const Result<std::span<const std::uint8_t>> head = file_->View(record.content(), size);
    if (!head) return head.error();
    Result<McapAttachment> attachment = ParseAttachment(*head, record.length);
    if (!attachment) return attachment.error();
    attachment->record_offset = record.content();
    layout_.attachments.push_back(std::move(*attachment));
    return {};
  }

  /// A missing closing magic number means that the writer was interrupted at the very end.
  Status TakeFooter(const RecordPlace& record) {
    if (!after_data_) layout_.data_end = record.offset;
    after_data_ = true;
    done_ = true;
    layout_.footer_record = record;
    const std::uint64_t left = file_->size() - record.end();
    if (left < kMagic.size()) {
      Truncated("it ends without the closing mark");
      return {};
    }
    const Result<std::span<const std::uint8_t>> magic = file_->View(record.end(), kMagic.size());
    if (!magic) return magic.error();
    if (!std::equal(kMagic.begin(), kMagic.end(), magic->begin())) {
      Truncated("the closing mark is missing");
    }
    return {};
  }

  void Truncated(const std::string& how) {
    done_ = true;
    layout_.truncation = "\"" + file_->path() + "\" is cut off " + At(offset_) + ": " + how;
  }

  /// Damage behind the data costs no messages: it counts as a missing end.
  void Stop(const Error& error) {
    done_ = true;
    const std::string text = "\"" + file_->path() + "\" is damaged " + At(offset_) + ": ";
    if (after_data_) {
      layout_.truncation = text + error.message;
    } else {
      layout_.damage = Error{text + error.message};
    }
  }

  InputFile* file_;
  Layout layout_;
  std::uint64_t offset_ = 0;
  bool after_data_ = false;
  bool done_ = false;
  Status status_;
};

Result<std::uint32_t> CrcOfRange(InputFile* file, std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t kBlock = 256 * 1024;
  std::uint32_t crc = 0;
  while (begin < end) {
    const std::uint64_t size = std::min(kBlock, end - begin);
    const Result<std::span<const std::uint8_t>> block = file->View(begin, size);
    if (!block) return block.error();
    crc = Crc32(*block, crc);
    begin += size;
  }
  return crc;
}

/// A stored checksum of 0 means that there is none.
Status CompareCrc(InputFile* file, const char* what, std::uint64_t begin, std::uint64_t end,
                  std::uint32_t stored) {
  if (stored == 0) return {};
  const Result<std::uint32_t> computed = CrcOfRange(file, begin, end);
  if (!computed) return computed.error();
  if (*computed == stored) return {};
  return Error{"\"" + file->path() + "\": the checksum of the " + what + " (bytes " +
               std::to_string(begin) + " to " + std::to_string(end) +
               ") does not match; the file is damaged"};
}

Status VerifyData(InputFile* file, const RecordPlace& record) {
  const Result<std::span<const std::uint8_t>> content = file->View(record.content(), record.length);
  if (!content) return content.error();
  ByteReader reader(content->data(), content->size());
  const std::uint32_t crc = reader.Get<std::uint32_t>();
  if (!reader.ok()) return Error{"\"" + file->path() + "\": the DataEnd record is damaged"};
  return CompareCrc(file, "data section", 0, record.offset, crc);
}

Status VerifySummary(InputFile* file, const Layout& layout) {
  const RecordPlace& record = *layout.footer_record;
  const Result<std::span<const std::uint8_t>> content = file->View(record.content(), record.length);
  if (!content) return content.error();
  const Result<FooterParts> footer = ParseRecord<FooterParts>(Opcode::kFooter, *content);
  if (!footer) return footer.error().Within("\"" + file->path() + "\"");
  // DataEnd, summary and footer follow each other without gaps.
  const std::uint64_t start = footer->summary_start == 0 ? record.offset : footer->summary_start;
  if (!layout.data_end_record || layout.data_end_record->end() != start || start > record.offset) {
    return Error{"\"" + file->path() + "\": the summary does not follow the data; the file is " +
                 "damaged"};
  }
  return CompareCrc(file, "summary", start, record.content() + 16, footer->summary_crc);
}

}  // namespace

Status AddDefinition(std::uint8_t opcode, std::span<const std::uint8_t> content, Schemas* schemas,
                     Channels* channels) {
  const auto add = [](const char* what, const auto& parsed, auto* known) -> Status {
    if (!parsed) return parsed.error();
    const auto [place, added] = known->try_emplace(parsed->id, *parsed);
    if (added || place->second == *parsed) return {};
    return Error{what + std::to_string(parsed->id) + " is defined twice and differently"};
  };
  if (opcode == static_cast<std::uint8_t>(Opcode::kSchema)) {
    const Result<McapSchema> schema = ParseRecord<McapSchema>(Opcode::kSchema, content);
    // The format says that schema id 0 means "none" and must be ignored.
    return schema && schema->id == 0 ? Status() : add("schema ", schema, schemas);
  }
  if (opcode == static_cast<std::uint8_t>(Opcode::kChannel)) {
    return add("channel ", ParseRecord<McapChannel>(Opcode::kChannel, content), channels);
  }
  return {};
}

Result<Layout> ScanLayout(InputFile* file) { return Scanner(file).Run(); }

Status VerifyChecksums(InputFile* file, const Layout& layout) {
  if (layout.data_end_record) {
    const Status data = VerifyData(file, *layout.data_end_record);
    if (!data.ok()) return data;
  }
  return layout.footer_record ? VerifySummary(file, layout) : Status();
}

}  // namespace surefoot::record
