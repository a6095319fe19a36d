// Surefoot's messages against the npm packages of Foxglove: they read its definitions, decode its bytes and
// encode the same bytes again. Usage: cdr_independent.mjs DIR MODULES, see cdr_independent.sh. Writes
// theirs_foxglove.txt.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, modules] = process.argv.slice(2);
const require = createRequire(modules + "/");
const { parse } = require("@foxglove/rosmsg");
const { MessageReader, MessageWriter } = require("@foxglove/rosmsg2-serialization");

const codecs = new Map();
function codec(name) {
  if (!codecs.has(name)) {
    const file = `${folder}/definitions/${name.replaceAll("/", "__")}.msg`;
    const definitions = parse(readFileSync(file, "utf8"), { ros2: true });
    // They take a definition that has only constants for a module of IDL.
    if (definitions[0].definitions.every((field) => field.isConstant)) definitions[0].definitions = [];
    codecs.set(name, {
      empty: definitions[0].definitions.length === 0,
      reader: new MessageReader(definitions),
      writer: new MessageWriter(definitions),
    });
  }
  return codecs.get(name);
}

// Their writer handles only ASCII texts correctly.
function isAscii(message) {
  const text = JSON.stringify(message, (_, value) => (typeof value === "bigint" ? 0 : value));
  return /^[\x00-\x7f]*$/.test(text);
}

let count = 0;
const theirs = [];
for (const line of readFileSync(`${folder}/ours.txt`, "utf8").trim().split("\n")) {
  const [name, hex] = line.split(" ");
  const { empty, reader, writer } = codec(name);
  const message = reader.readMessage(Buffer.from(hex, "hex"));
  if (!isAscii(message)) {
    theirs.push(line);
    continue;
  }
  const again = Buffer.from(writer.writeMessage(message)).toString("hex");
  // They omit the single byte of an empty message.
  if (again !== hex && !(empty && again + "00" === hex)) {
    throw new Error(`${name}: ${hex} became ${again}`);
  }
  theirs.push(`${name} ${again}`);
  ++count;
}
writeFileSync(`${folder}/theirs_foxglove.txt`, theirs.join("\n") + "\n");
if (count < 200) throw new Error(`only ${count} messages were compared`);
console.log(`${count} messages of ${codecs.size} types are the same`);
