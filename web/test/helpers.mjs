// Shared by tests of the page: a server on a free port, a real Chromium, and waiting for conditions.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axeCore from 'axe-core';
import { chromium } from 'playwright-core';

const started = [];
let failures = 0;

/** Reports whether a condition holds, and continues in either case. */
export function check(holds, what) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures++;
  return holds;
}

export function near(value, wanted, tolerance, what) {
  return check(Math.abs(value - wanted) <= tolerance, `${what}: ${value} is within ${tolerance} of ${wanted}`);
}

/** Waits until `ask` returns something true, and returns it; null after `seconds`. */
export async function until(ask, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await Promise.resolve(ask()).catch(() => null);
    if (answer) return answer;
    if (Date.now() > end) return null;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Starts surefoot serve in a new empty folder. */
export async function startServer(program, page, args, folder = mkdtempSync(join(tmpdir(), 'surefoot_page_'))) {
  const child = spawn(program, ['serve', ...args, '--json', '--page', page, '--usarsim-port', 'off', '--usarsim-image-port', 'off',
    '--usarsim-pose-port', 'off', ...(args.includes('--port') ? [] : ['--port', '0'])], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '', ended = false;
  child.stdout.on('data', (data) => { out += data; });
  child.stderr.on('data', (data) => { out += data; });
  child.on('exit', () => { ended = true; });
  const printed = await until(() => ended ? 'ended' : out.match(/^\{.*\}$/m)?.[0], 60);
  if (!printed || printed === 'ended') throw new Error(`the server did not start: ${out}`);
  const { addresses, tokens } = JSON.parse(printed);
  const url = `${addresses.find((a) => a.gateway === 'web').address}/?token=${tokens.owner}`;
  const server = {
    url, folder, output: () => out,
    stop: () => new Promise((done) => {
      if (ended) return done();
      child.on('exit', done);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 8000).unref();
    }),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
  started.push(server);
  return server;
}

const browser_path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
let browser = null;

/** Runs in the page: a WebGL 2 without effect. Positions can still be queried; nothing is drawn. */
export function withoutGl() {
  const constants = WebGL2RenderingContext;
  const numbers = { MAX_TEXTURE_SIZE: 4096, MAX_CUBE_MAP_TEXTURE_SIZE: 4096, MAX_RENDERBUFFER_SIZE: 4096, MAX_TEXTURE_IMAGE_UNITS: 16,
    MAX_VERTEX_TEXTURE_IMAGE_UNITS: 16, MAX_COMBINED_TEXTURE_IMAGE_UNITS: 32, MAX_VERTEX_ATTRIBS: 16, MAX_VERTEX_UNIFORM_VECTORS: 1024,
    MAX_FRAGMENT_UNIFORM_VECTORS: 1024, MAX_VARYING_VECTORS: 30, MAX_SAMPLES: 4, MAX_UNIFORM_BUFFER_BINDINGS: 24 };
  const parameters = new Map(Object.entries(numbers).map(([name, value]) => [constants[name], value]));
  parameters.set(constants.VERSION, 'WebGL 2.0').set(constants.SHADING_LANGUAGE_VERSION, 'WebGL GLSL ES 3.00');
  for (const name of ['SCISSOR_BOX', 'VIEWPORT']) parameters.set(constants[name], new Int32Array(4));
  const answers = {
    getParameter: (name) => parameters.get(name) ?? 0, getExtension: () => null, getSupportedExtensions: () => [], getError: () => 0,
    getShaderPrecisionFormat: () => ({ precision: 23, rangeMin: 127, rangeMax: 127 }), getShaderParameter: () => true, getShaderInfoLog: () => '',
    getProgramParameter: (_, name) => (name === constants.ACTIVE_UNIFORMS || name === constants.ACTIVE_ATTRIBUTES ? 0 : true), getProgramInfoLog: () => '',
    checkFramebufferStatus: () => constants.FRAMEBUFFER_COMPLETE, getContextAttributes: () => ({}), isContextLost: () => false,
    getUniformBlockIndex: () => 0, getAttribLocation: () => -1, getUniformLocation: () => null,
  };
  const real = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    if (kind !== 'webgl2') return real.call(this, kind, ...rest);
    const canvas = this;
    return new Proxy({}, { get: (_, name) => {
      if (name === 'canvas') return canvas;
      if (name === 'drawingBufferWidth' || name === 'drawingBufferHeight') return 512;
      if (name in answers) return answers[name];
      if (name in constants) return constants[name];
      return String(name).startsWith('create') ? () => ({}) : () => undefined;
    } });
  };
}

/**
 * A page in a browser. With `draw: false` nothing is drawn: software GL takes minutes of a busy processor for it. All
 * else works as usual: the scene, positions, picking.
 */
export async function openPage(url, { width = 1280, height = 720, theme = 'light', draw = true, visited = true } = {}) {
  browser ??= await chromium.launch({ executablePath: browser_path,
    args: ['--no-sandbox', ...(draw ? ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu'])] });
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true });
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(error.message));
  page.on('console', (message) => {
    // Pictures of the library that are not drawn yet are requested again.
    if (message.type() === 'error' && !message.location().url.includes('/files/pictures/')) page.problems.push(message.text());
  });
  await page.addInitScript(({ theme, visited }) => {
    if (visited) localStorage.setItem('surefoot.visited', 'true');
    localStorage.setItem('surefoot.theme', JSON.stringify(theme));
  }, { theme, visited });
  if (!draw) await page.addInitScript(withoutGl);
  await page.goto(url);
  return page;
}

/** Waits until the scene is loaded and drawn. */
export function sceneReady(page, seconds = 60) {
  return until(() => page.evaluate(() => (window.surefoot?.drawn?.().length ?? 0) > 0 && window.surefoot.posed()), seconds);
}

/** Calls a service over a separate connection. */
export function call(page, service, args = {}) {
  return page.evaluate(({ service, args }) => new Promise((done, fail) => {
    const socket = new WebSocket(`ws://${location.host}/?token=${sessionStorage.getItem('surefoot.token')}`);
    socket.onopen = () => socket.send(JSON.stringify({ op: 'call_service', id: 'x', service, args }));
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') return;
      const message = JSON.parse(data);
      if (message.op !== 'service_response') return;
      socket.close();
      message.result ? done(message.values) : fail(new Error(String(message.values)));
    };
    setTimeout(() => fail(new Error(`${service} does not answer`)), 30000);
  }), { service, args });
}

/** Messages of a topic for some seconds, as JSON over a separate connection. */
export function listen(page, topic, seconds) {
  return page.evaluate(({ topic, seconds }) => new Promise((done) => {
    const got = [], socket = new WebSocket(`ws://${location.host}/?token=${sessionStorage.getItem('surefoot.token')}`);
    socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', topic }));
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') return;
      const message = JSON.parse(data);
      if (message.op === 'publish') got.push(message.msg);
    };
    setTimeout(() => { socket.close(); done(got); }, seconds * 1000);
  }), { topic, seconds });
}

for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    check(false, `the test went to its end: ${error?.message ?? error}`);
    void finish();
  });
}

/** Names, roles and contrasts, as checked by axe-core. */
export async function axe(page, what) {
  await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
  const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(' | ')}`);
  return check(found.length === 0, `axe reports nothing about ${what} ${found.join('; ')}`);
}

/** Ends everything; the exit status reports failures. */
export async function finish() {
  await browser?.close();
  for (const server of started) { await server.stop(); server.discard(); }
  console.log(failures ? `${failures} checks failed` : 'all checks passed');
  process.exit(failures ? 1 : 0);
}
