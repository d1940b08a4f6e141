// A client of `sleight language-server`, as editors are.
import {post} from '/server.js';

// A connection for one document. `diagnosed` gets its messages, and `ended` is called if another page takes the server.
export class LanguageClient {
  constructor(path, diagnosed, ended) {
    this.uri = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
    this.number = 0;
    this.version = 0;
    this.waiting = new Map();
    this.source = new EventSource('/api/language');
    this.source.addEventListener('message', (event) => {
      const message = JSON.parse(event.data);
      if (message.method === 'textDocument/publishDiagnostics' && message.params.uri === this.uri) {
        diagnosed(message.params.diagnostics, message.params.version);
      } else if (message.method && message.id !== undefined) {
        // A request of the server, which this client does not know.
        this.send({id: message.id, result: null});
      } else {
        this.waiting.get(message.id)?.(message.result ?? null);
        this.waiting.delete(message.id);
      }
    });
    this.source.addEventListener('end', () => {
      this.close();
      ended();
    });
  }

  send(message) {
    // Later messages would reach the server of another page.
    if (this.source.readyState === EventSource.CLOSED) return Promise.resolve(this.close());
    // One after the other, in order.
    this.sending = (this.sending ?? Promise.resolve()).catch(() => {}).then(() =>
      post('/api/language', {message: JSON.stringify({jsonrpc: '2.0', ...message})}));
    return this.sending;
  }

  request(method, params) {
    this.number += 1;
    const id = this.number;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.send({id, method, params});
    return answer;
  }

  async open(text) {
    await new Promise((resolve) => this.source.addEventListener('open', resolve, {once: true}));
    await this.request('initialize', {processId: null, rootUri: null, capabilities: {textDocument: {
      completion: {completionItem: {snippetSupport: false}}, hover: {contentFormat: ['plaintext']}}}});
    await this.send({method: 'initialized', params: {}});
    await this.send({method: 'textDocument/didOpen', params: {
      textDocument: {uri: this.uri, languageId: 'yaml', version: 0, text}}});
  }

  change(text) {
    this.version += 1;
    return this.send({method: 'textDocument/didChange', params: {
      textDocument: {uri: this.uri, version: this.version}, contentChanges: [{text}]}});
  }

  // An answer about a place, such as 'hover'.
  at(feature, position) {
    return this.request(`textDocument/${feature}`, {textDocument: {uri: this.uri}, position});
  }

  // The suggestions of the messages, and all that are certain as one.
  async fixes(text) {
    const answer = await this.request('textDocument/codeAction', {textDocument: {uri: this.uri},
      range: {start: {line: 0, character: 0}, end: {line: text.split('\n').length, character: 0}},
      context: {diagnostics: []}});
    return answer ?? [];
  }

  close() {
    this.source.close();
    for (const resolve of this.waiting.values()) resolve(null);
    this.waiting.clear();
  }
}
