// SPDX-License-Identifier: MIT
// A client of a language server over stdio (Language Server Protocol 3.17): requests, and the diagnostics it sends.
'use strict';
const { spawn } = require('node:child_process');

const patience = 60000; // milliseconds

class LanguageClient {
  constructor(server, settings) {
    this.settings = settings;
    this.pending = new Map();
    this.diagnostics = new Map(); // of a document: what was sent last
    this.waiting = new Map();
    this.sent = 0;
    this.received = Buffer.alloc(0);
    this.process = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdout.on('data', (bytes) => this.receive(bytes));
  }

  async start() {
    await this.request('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: null,
      capabilities: {
        workspace: { configuration: true },
        textDocument: {
          completion: { completionItem: { documentationFormat: ['markdown'], snippetSupport: true } },
          hover: { contentFormat: ['markdown'] },
        },
      },
    });
    this.notify('initialized', {});
    this.notify('workspace/didChangeConfiguration', { settings: this.settings });
  }

  // Its diagnostics, once the server has looked at it.
  open(uri, text) {
    const answer = this.within(new Promise((resolve) => this.waiting.set(uri, resolve)), `diagnostics of ${uri}`);
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    return answer;
  }

  async complete(uri, position) {
    const answer = await this.request('textDocument/completion', { textDocument: { uri }, position });
    return answer === null ? [] : answer.items || answer;
  }

  async hover(uri, position) {
    const answer = await this.request('textDocument/hover', { textDocument: { uri }, position });
    return answer === null ? '' : answer.contents.value;
  }

  async stop() {
    await this.request('shutdown', null);
    this.notify('exit', null);
    this.process.stdin.end();
  }

  request(method, params) {
    const id = ++this.sent;
    const answer = new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
    this.send({ id, method, params });
    return this.within(answer, method);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  within(answer, what) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${patience / 1000} s: ${what}`)), patience);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  receive(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const end = this.received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.received.toString('latin1', 0, end))[1]);
      if (this.received.length < end + 4 + length) return;
      const body = this.received.toString('utf8', end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      this.handle(JSON.parse(body));
    }
  }

  handle(message) {
    if (message.method === 'textDocument/publishDiagnostics') {
      const resolve = this.waiting.get(message.params.uri);
      this.waiting.delete(message.params.uri);
      if (resolve) resolve(message.params.diagnostics);
    } else if (message.method === 'workspace/configuration') {
      const result = message.params.items.map((item) => this.settings[item.section] ?? null);
      this.send({ id: message.id, result });
    } else if (message.method !== undefined && message.id !== undefined) {
      this.send({ id: message.id, result: null });
    } else if (message.id !== undefined) {
      const { resolve, reject } = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
    }
  }
}

module.exports = { LanguageClient };
