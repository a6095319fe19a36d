"""Reads baseline JPEGs as far as the tests need: the size of the picture, and the brightness of its blocks of 8 x 8 pixels.
All coded data is read, so a damaged or truncated picture is detected."""
import struct


class Bits:
    """Reads bits of the coded data, in which a zero follows each 0xff byte."""

    def __init__(self, data):
        self.data = data.replace(b'\xff\x00', b'\xff')
        self.value, self.count, self.at = 0, 0, 0

    def take(self, count):
        while self.count < count:
            assert self.at < len(self.data), 'the picture is truncated'
            self.value = (self.value << 8 | self.data[self.at]) & 0xffffffff
            self.at += 1
            self.count += 8
        self.count -= count
        return self.value >> self.count & (1 << count) - 1

    def signed(self, size):
        """A signed number of this number of bits, in JPEG's representation."""
        if size == 0:
            return 0
        value = self.take(size)
        return value if value >> (size - 1) else value - (1 << size) + 1

    def symbol(self, table):
        code, length = 0, 0
        while length < 16:
            code, length = code << 1 | self.take(1), length + 1
            if (length, code) in table:
                return table[length, code]
        raise AssertionError('a code that the table lacks')


def read_tables(segment, tables):
    """Huffman tables: by class and number, then by length and code."""
    while segment:
        counts = segment[1:17]
        symbols = segment[17:17 + sum(counts)]
        table, code, used = {}, 0, 0
        for length, count in enumerate(counts, 1):
            for _ in range(count):
                table[length, code] = symbols[used]
                code, used = code + 1, used + 1
            code <<= 1
        tables[segment[0]] = table
        segment = segment[17 + len(symbols):]


def read_steps(segment, steps):
    """Quantisation: the first number of each table, for the mean of a block."""
    while segment:
        assert segment[0] >> 4 == 0, 'quantisation with 16 bits is not supported'
        steps[segment[0]] = segment[1]
        segment = segment[65:]


def read(data):
    """Width, height and mean brightness of the blocks: rows of numbers from 0 to 255."""
    assert data[:2] == b'\xff\xd8' and data[-2:] == b'\xff\xd9', 'not a whole JPEG'
    at, tables, steps, parts = 2, {}, {}, []
    while True:
        marker, size = data[at + 1], struct.unpack('>H', data[at + 2:at + 4])[0]
        segment = data[at + 4:at + 2 + size]
        at += 2 + size
        if marker == 0xc4:
            read_tables(segment, tables)
        elif marker == 0xdb:
            read_steps(segment, steps)
        elif marker == 0xc0:
            height, width, count = struct.unpack('>HHB', segment[1:6])
            parts = [segment[6 + 3 * i:9 + 3 * i] for i in range(count)]
        elif marker == 0xda:
            chosen = {segment[1 + 2 * i]: segment[2 + 2 * i] for i in range(segment[0])}
            break
    return width, height, means(Bits(data[at:-2]), width, height, parts, chosen, tables, steps)


def means(bits, width, height, parts, chosen, tables, steps):
    across, down = parts[0][1] >> 4, parts[0][1] & 15
    columns, rows = -(-width // (8 * across)), -(-height // (8 * down))
    blocks = [[0.0] * (columns * across) for _ in range(rows * down)]
    last = [0] * len(parts)
    for unit in range(rows * columns):
        for index, part in enumerate(parts):
            for i in range((part[1] >> 4) * (part[1] & 15)):
                mean = read_block(bits, tables[chosen[part[0]] >> 4], tables[0x10 | chosen[part[0]] & 15])
                last[index] += mean
                if index == 0:
                    y, x = unit // columns * down + i // across, unit % columns * across + i % across
                    blocks[y][x] = 128 + last[0] * steps[part[2]] / 8
    return [row[:-(-width // 8)] for row in blocks[:-(-height // 8)]]


def read_block(bits, mean_table, other_table):
    mean = bits.signed(bits.symbol(mean_table))
    at = 1
    while at < 64:
        symbol = bits.symbol(other_table)
        if symbol == 0:
            break
        at += (symbol >> 4) + 1
        bits.signed(symbol & 15)
    assert at <= 64, 'a block with too many coefficients'
    return mean
