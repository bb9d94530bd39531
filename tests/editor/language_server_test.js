// SPDX-License-Identifier: MIT
// What a person sees in an editor: yaml-language-server with the schema of recipes, found by the line that the README
// gives. Usage: node language_server_test.js SERVER SOURCE_FOLDER
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { LanguageClient } = require('./language_client.js');

const [server, source] = process.argv.slice(2);
const schema = path.join(source, 'docs', 'recipe.schema.json');
const settings = {
  yaml: { validate: true, hover: true, completion: true, schemaStore: { enable: false } },
};
const node_types = JSON.parse(fs.readFileSync(schema, 'utf8')).$defs.field.allOf.map((c) => c.if.properties.type.const);

let failures = 0;
function check(holds, what, seen) {
  if (holds) return;
  ++failures;
  console.error(`FAILED: ${what}\n  seen: ${JSON.stringify(seen)}`);
}

let opened = 0;
const folder = path.join(source, 'examples');
const modeline = `# yaml-language-server: $schema=${path.relative(folder, schema)}\n`;

// A recipe in the folder of the examples; '|' marks the place that is asked about.
async function open(client, marked) {
  const text = modeline + marked.replace('|', '');
  const before = (modeline + marked.slice(0, Math.max(0, marked.indexOf('|')))).split('\n');
  const uri = pathToFileURL(path.join(folder, `unsaved_${++opened}.yaml`)).href;
  const diagnostics = await client.open(uri, text);
  const position = { line: before.length - 1, character: before[before.length - 1].length };
  return { uri, text, diagnostics, position };
}

function said(document) {
  const lines = document.text.split('\n');
  return document.diagnostics.map((d) => {
    const word = lines[d.range.start.line].slice(
      d.range.start.character, d.range.start.line === d.range.end.line ? d.range.end.character : undefined);
    return `${word}: ${d.message}`;
  });
}

async function labels(client, marked) {
  const document = await open(client, marked);
  return (await client.complete(document.uri, document.position)).map((item) => item.label);
}

function check_offers(seen, wanted, unwanted, what) {
  for (const label of wanted) check(seen.includes(label), `${what} offers ${label}`, seen);
  for (const label of unwanted) check(!seen.includes(label), `${what} does not offer ${label}`, seen);
}

async function check_hover(client, marked, words, what) {
  const document = await open(client, marked);
  const seen = await client.hover(document.uri, document.position);
  for (const word of words) check(seen.includes(word), `hover on ${what} tells "${word}"`, seen);
}

async function check_accepted(client, text, what) {
  const document = await open(client, text);
  check(document.diagnostics.length === 0, `${what} is accepted`, said(document));
}

async function check_refused(client, node, wanted) {
  const document = await open(client, `orograph: 1\nnodes:\n  hills: ${node}\n`);
  check(said(document).length === 1 && said(document)[0].startsWith(wanted), `"${node}" is answered by "${wanted}"`,
    said(document));
}

function recipes(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return recipes(file);
    return entry.name.endsWith('.yaml') ? [file] : [];
  });
}

async function accepts_what_the_compiler_accepts(client) {
  for (const file of recipes(folder)) await check_accepted(client, fs.readFileSync(file, 'utf8'), file);
  const forms = path.join(source, 'tests', 'editor', 'every_form.yaml');
  await check_accepted(client, fs.readFileSync(forms, 'utf8'), forms);
}

async function completes(client) {
  const top = await labels(client, 'orograph: 1\nnodes:\n  hills: perlin\n|\n');
  check_offers(top, ['noise', 'presets', 'functions'], ['octaves'], 'the top level');
  check_offers(await labels(client, 'orograph: 1\nnodes:\n  hills:\n    type: |\n'), node_types, ['seed'], 'type:');
  check_offers(await labels(client, 'orograph: 1\nnodes:\n  hills: {type: |}\n'), node_types, [], '{type: }');
  check_offers(await labels(client, 'orograph: 1\nnodes:\n  hills:\n    type: fbm\n    |\n'),
    ['source', 'octaves', 'lacunarity', 'gain', 'wavelength', 'period'], ['type', 'variant', 'a', 'scale'],
    'a block node');
  check_offers(await labels(client, 'orograph: 1\nnodes:\n  hills: {type: perlin, d|}\n'),
    ['variant', 'directions', 'seed'], ['octaves', 'source'], 'an inline node');
  check_offers(
    await labels(client, 'orograph: 1\nnodes:\n  hills: {type: fbm, source: {type: perlin, variant: |}}\n'),
    ['diamond', 'circle', 'improved'], [], 'a nested choice');
  check_offers(await labels(client, 'orograph: 1\ngrid:\n  resolution: 8\n  |\n'), ['origin', 'spacing', 'registration'],
    [], 'the grid');
  check_offers(await labels(client, 'orograph: 1\noutputs:\n  - file: a.png\n    channels: {Y: x}\n    |\n'),
    ['type', 'range', 'compression'], ['octaves', 'file'], 'an output');
  check_offers(await labels(client, 'orograph: 1\noutputs:\n  - file: a.png\n    channels: {Y: x}\n    type: |\n'),
    ['uint8', 'uint16'], ['float'], 'the type of a png');
  check_offers(
    await labels(client, 'orograph: 1\nfunctions:\n  range:\n    result: x\n    nodes:\n      n:\n        type: |\n'),
    node_types, [], 'type: in a function');
}

async function hovers(client) {
  await check_hover(client, 'orograph: 1\nnodes:\n  hills: {type: fbm, source: perlin, oct|aves: 8}\n',
    ['how many copies of the source are added', 'whole number; from 1 to 32; default 6'], 'a parameter');
  await check_hover(client, 'orograph: 1\nnodes:\n  hills: {type: fbm, sou|rce: perlin}\n', ['field; required'],
    'an input');
  await check_hover(client, 'orograph: 1\nnodes:\n  hills: {type: f|bm, source: perlin}\n',
    ['fractal', 'Values:', '{type: fbm'], 'a type');
  await check_hover(client, 'orograph: 1\nse|ed: 7\n', ['a whole number of 64 bits'], 'a key');
}

async function tells_mistakes(client) {
  await check_refused(client, '{type: perlin, frquency: 2}', 'frquency: Property frquency is not allowed');
  await check_refused(client, '{type: fbm, source: {type: perlin, wavelenth: 2}}', 'wavelenth: Property wavelenth');
  await check_refused(client, '{type: fbm, source: perlin, octaves: 99}', '99: Value is above the maximum of 32');
  await check_refused(client, '{type: perlin, variant: dimond}', 'dimond: Value is not accepted. Valid values:');
  await check_refused(client, '{type: fbm, octaves: 3}', 'hills: Missing property "source"');
  await check_refused(client, '{type: perlin, frequency: 2, wavelength: 3}', 'frequency: Property frequency is not');
  await check_refused(client, '{octaves: 3}', 'hills: Missing property "type"');
  await check_refused(client, '[1, 2]', '[1, 2]: Incorrect type.');
  const wrong_key = await open(client, 'orograph: 1\nnods: {}\n');
  check(said(wrong_key).join() === 'nods: Property nods is not allowed.', 'a key of the recipe', said(wrong_key));
}

async function main() {
  const client = new LanguageClient(server, settings);
  await client.start();
  await accepts_what_the_compiler_accepts(client);
  await completes(client);
  await hovers(client);
  await tells_mistakes(client);
  await client.stop();
  console.log(failures === 0 ? `all as expected, in ${opened} documents` : `${failures} failures`);
  process.exit(failures === 0 ? 0 : 1);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
