"""Checks the recordings of surefoot/record/test/mcap_sample_test.cc with the package mcap.

Usage: mcap_independent.py DIR, where zstd.mcap, lz4.mcap, none.mcap, empty.mcap and killed.mcap are.
"""

import io
import struct
import sys
import unittest
import zlib
from pathlib import Path

import lz4.frame
import zstandard
from mcap.exceptions import EndOfFile
from mcap.reader import NonSeekingReader, SeekingReader
from mcap.records import Channel, Chunk, DataEnd, Footer, Message, MessageIndex, Schema
from mcap.stream_reader import StreamReader, breakup_chunk

STEPS = 3000
FOLDER = Path()


def sample_data(step):
    return bytes((step + k * k) % 251 for k in range(step * 37 % 1100))


def expected_message(step):
    """(topic, sequence, log time, publish time, data), the formulas of mcap_sample_test.cc."""
    topic = "/surefoot/hash" if step % 3 == 0 else "/pose"
    time = step * 1_000_000
    return (topic, step * 7, time, time // 2, sample_data(step))


def kept(channel, message):
    return (
        channel.topic,
        message.sequence,
        message.log_time,
        message.publish_time,
        message.data,
    )


def records_of(path, **options):
    """The records of a file up to its end, whether or not it is complete."""
    with open(path, "rb") as file:
        try:
            yield from StreamReader(file, **options).records
        except EndOfFile:
            return


class CompleteFile:
    """The tests of a file with all messages; NAME is set below."""

    NAME = ""

    def setUp(self):
        self.path = FOLDER / self.NAME
        self.file = open(self.path, "rb")

    def tearDown(self):
        self.file.close()

    def check_messages(self, reader, **how):
        step = 0
        for schema, channel, message in reader.iter_messages(**how):
            self.assertEqual(kept(channel, message), expected_message(step))
            if channel.topic == "/pose":
                self.assertEqual(
                    (schema.name, schema.encoding, schema.data),
                    ("Pose", "jsonschema", b'{"type": "object"}'),
                )
                self.assertEqual(channel.metadata, {"frame": "W", "ä": ""})
                self.assertEqual(channel.message_encoding, "json")
            else:
                self.assertIsNone(schema)
                self.assertEqual(channel.message_encoding, "surefoot.hash")
            step += 1
        self.assertEqual(step, STEPS)

    def test_streaming(self):
        # This reader also compares the checksums of the chunks and of the data section.
        self.check_messages(NonSeekingReader(self.file, validate_crcs=True))

    def test_seeking(self):
        reader = SeekingReader(self.file, validate_crcs=True)
        self.check_messages(reader, log_time_order=True)
        self.check_messages(reader, log_time_order=False)

    def test_part(self):
        reader = SeekingReader(self.file, validate_crcs=True)
        found = reader.iter_messages(
            topics=["/surefoot/hash"], start_time=1_200_000_000, end_time=1_300_000_000
        )
        self.assertEqual(
            [kept(channel, message) for _, channel, message in found],
            [expected_message(step) for step in range(1200, 1300) if step % 3 == 0],
        )

    def test_statistics(self):
        summary = SeekingReader(self.file).get_summary()
        statistics = summary.statistics
        topics = {channel.id: channel.topic for channel in summary.channels.values()}
        counts = {topics[id]: n for id, n in statistics.channel_message_counts.items()}
        self.assertEqual(counts, {"/surefoot/hash": 1000, "/pose": 2000, "/silent": 0})
        self.assertEqual(statistics.message_count, STEPS)
        self.assertEqual(statistics.schema_count, 1)
        self.assertEqual(statistics.channel_count, 3)
        self.assertEqual(statistics.attachment_count, 2)
        self.assertEqual(statistics.metadata_count, 2)
        self.assertEqual(statistics.chunk_count, len(summary.chunk_indexes))
        self.assertGreaterEqual(statistics.chunk_count, 5)
        self.assertEqual(statistics.message_start_time, 0)
        self.assertEqual(statistics.message_end_time, (STEPS - 1) * 1_000_000)

    def check_attachments_and_metadata(self, reader_class):
        self.file.seek(0)
        attachments = list(reader_class(self.file).iter_attachments())
        self.assertEqual(
            [(a.name, a.media_type, a.log_time, a.data) for a in attachments],
            [("big.txt", "text/plain", 1_000_000_000, b"a" * 70_000), ("none", "", 0, b"")],
        )
        self.file.seek(0)
        metadata = list(reader_class(self.file).iter_metadata())
        self.assertEqual(
            [(m.name, m.metadata) for m in metadata],
            [("surefoot.run", {"world": "lab.sdf", "seed": "7"}), ("empty", {})],
        )

    def test_attachments_and_metadata(self):
        self.check_attachments_and_metadata(SeekingReader)
        self.check_attachments_and_metadata(NonSeekingReader)

    def test_attachment_checksums(self):
        data = self.path.read_bytes()
        indexes = SeekingReader(self.file).get_summary().attachment_indexes
        for index in indexes:
            record = data[index.offset : index.offset + index.length]
            self.assertEqual(record[0], 0x09)
            (stored,) = struct.unpack("<I", record[-4:])
            self.assertEqual(stored, zlib.crc32(record[9:-4]))
        self.assertEqual(len(indexes), 2)

    def test_summary_checksum(self):
        data = self.path.read_bytes()
        start, offset_start, stored = struct.unpack("<QQI", data[-28:-8])
        self.assertEqual(data[-37], 0x02)
        self.assertEqual(stored, zlib.crc32(data[start : len(data) - 12]))
        self.assertLess(start, offset_start)

    def test_checksums_are_there(self):
        for record in records_of(self.path, emit_chunks=True):
            if isinstance(record, Chunk):
                self.assertNotEqual(record.uncompressed_crc, 0)
            if isinstance(record, DataEnd):
                self.assertNotEqual(record.data_section_crc, 0)
            if isinstance(record, Footer):
                self.assertNotEqual(record.summary_crc, 0)

    def test_indexes(self):
        """Each chunk index and message index refers to the right records."""
        data = self.path.read_bytes()
        messages = 0
        for index in SeekingReader(self.file).get_summary().chunk_indexes:
            chunk = self.record_at(data, index.chunk_start_offset)
            inside = breakup_chunk(chunk, validate_crc=True)
            times = [record.log_time for record in inside if isinstance(record, Message)]
            self.assertEqual(index.message_start_time, min(times))
            self.assertEqual(index.message_end_time, max(times))
            self.assertEqual(index.compressed_size, len(chunk.data))
            self.assertEqual(index.uncompressed_size, chunk.uncompressed_size)
            self.assertEqual(index.compression, chunk.compression)
            plain = self.plain(chunk)
            for channel_id, offset in index.message_index_offsets.items():
                message_index = self.record_at(data, offset)
                self.assertIsInstance(message_index, MessageIndex)
                self.assertEqual(message_index.channel_id, channel_id)
                for time, at in message_index.records:
                    self.assertEqual(plain[at], 0x05)
                    self.assertEqual(
                        struct.unpack("<HIQ", plain[at + 9 : at + 23])[::2], (channel_id, time)
                    )
                    messages += 1
        self.assertEqual(messages, STEPS)

    def test_summary_offsets(self):
        """The groups of the summary fill it without a gap."""
        data = self.path.read_bytes()
        start, offset_start, _ = struct.unpack("<QQI", data[-28:-8])
        at, place = offset_start, start
        while at < len(data) - 37:
            opcode, length, group, begin, size = struct.unpack("<BQBQQ", data[at : at + 26])
            self.assertEqual((opcode, length, begin, data[begin]), (0x0E, 17, place, group))
            at += 26
            place += size
        self.assertEqual(place, offset_start)

    @staticmethod
    def plain(chunk):
        if chunk.compression == "":
            return chunk.data
        if chunk.compression == "lz4":
            return lz4.frame.decompress(chunk.data)
        return zstandard.ZstdDecompressor().decompress(chunk.data, chunk.uncompressed_size)

    @staticmethod
    def record_at(data, offset):
        stream = io.BytesIO(data[offset:])
        return next(StreamReader(stream, skip_magic=True, emit_chunks=True).records)


class Zstd(CompleteFile, unittest.TestCase):
    NAME = "zstd.mcap"

    def test_is_compressed(self):
        self.assertLess(self.path.stat().st_size, (FOLDER / "none.mcap").stat().st_size / 2)


class Lz4(CompleteFile, unittest.TestCase):
    NAME = "lz4.mcap"

    def test_is_compressed(self):
        self.assertLess(self.path.stat().st_size, (FOLDER / "none.mcap").stat().st_size * 0.8)


class Uncompressed(CompleteFile, unittest.TestCase):
    NAME = "none.mcap"


class OtherFiles(unittest.TestCase):
    def test_empty(self):
        with open(FOLDER / "empty.mcap", "rb") as file:
            reader = SeekingReader(file, validate_crcs=True)
            self.assertEqual(list(reader.iter_messages()), [])
            self.assertEqual(reader.get_summary().statistics.message_count, 0)
        with open(FOLDER / "empty.mcap", "rb") as file:
            self.assertEqual(list(NonSeekingReader(file, validate_crcs=True).iter_messages()), [])

    def test_killed(self):
        """A file without an end: everything up to its last half second can be streamed."""
        channels, step = {}, 0
        for record in records_of(FOLDER / "killed.mcap"):
            self.assertNotIsInstance(record, Footer)
            if isinstance(record, Channel):
                channels[record.id] = record
            if isinstance(record, Message):
                self.assertEqual(kept(channels[record.channel_id], record), expected_message(step))
                step += 1
        self.assertGreaterEqual(step, STEPS - 500)
        self.assertLess(step, STEPS)

    def test_killed_chunks_define_their_channels(self):
        """Tools that salvage chunks look for the definitions inside."""
        seen = set()
        for record in records_of(FOLDER / "killed.mcap", emit_chunks=True):
            if not isinstance(record, Chunk):
                continue
            for inside in breakup_chunk(record, validate_crc=True):
                if isinstance(inside, (Channel, Schema)):
                    seen.add((type(inside).__name__, inside.id))
                elif isinstance(inside, Message):
                    self.assertIn(("Channel", inside.channel_id), seen)
        self.assertEqual(seen, {("Schema", 1), ("Channel", 1), ("Channel", 2), ("Channel", 3)})


if __name__ == "__main__":
    FOLDER = Path(sys.argv.pop())
    unittest.main(warnings="ignore")  # newer versions have other names for start_time
