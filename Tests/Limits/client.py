#!/usr/bin/env python3
"""Each request of the language server by an independent client, pytest-lsp, which refuses answers that are none of the
protocol: at each place of a file, with the abilities of several editors.

    client.py PROGRAM [EDITOR...]

Needs pytest-lsp of PyPI. Exit status 1 if a request fails.
"""

import asyncio
import os
import sys
import tempfile

from lsprotocol import types
from pytest_lsp import client_capabilities
from pytest_lsp.client import make_test_lsp_client

TEXTS = {
    "rules.yml": """include: more.yml
settings: {swipe: {distance: 20mm}}
strokes:
  zed: 0,0 99,0 0,99 99,99
gestures:
  corner: [swipe: up, swipe: left]
rules:
  - {swype: left, fingers: 3, name: back, do: foot}
  - {tap: double, fingers: 3, when: {mode: m}, do: sh}
  - {gesture: corner, do: {mode: m}}
  - name: next
    swipe: right
    fingers: 4
    unless: back
    do: {keys: ctrl+Tab}
""",
    "more.yml": """rules:
  - {swipe: up, fingers: 3, before: next, do: {mode: m}}
  - {stroke: zed, do: 'echo \u00e9\U0001d11e'}
""",
}


async def converse(program, folder, editor):
    """Makes each request, and returns how many answers have a result."""
    client = make_test_lsp_client()
    await client.start_io(program, "language-server")
    await client.initialize_session(types.InitializeParams(
        capabilities=client_capabilities(editor), process_id=os.getpid(), root_uri="file://" + folder,
        initialization_options={"showGesture": True}))
    documents = {name: types.TextDocumentIdentifier("file://%s/%s" % (folder, name)) for name in TEXTS}
    results = 0
    for name, document in documents.items():
        client.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(document.uri, "yaml", 1, TEXTS[name])))
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    for name, document in documents.items():
        lines = TEXTS[name].split("\n")
        everything = types.Range(types.Position(0, 0), types.Position(len(lines), 0))
        requests = [
            client.text_document_document_symbol_async(types.DocumentSymbolParams(document)),
            client.text_document_folding_range_async(types.FoldingRangeParams(document)),
            client.text_document_inlay_hint_async(types.InlayHintParams(text_document=document, range=everything)),
            client.text_document_code_lens_async(types.CodeLensParams(document)),
            client.text_document_code_action_async(types.CodeActionParams(
                text_document=document, range=everything,
                context=types.CodeActionContext(diagnostics=list(client.diagnostics[document.uri])))),
        ]
        for line, text in enumerate(lines):
            for column in range(len(text.encode("utf-16-le")) // 2 + 1):
                place = {"text_document": document, "position": types.Position(line, column)}
                requests += [
                    client.text_document_completion_async(types.CompletionParams(**place)),
                    client.text_document_hover_async(types.HoverParams(**place)),
                    client.text_document_definition_async(types.DefinitionParams(**place)),
                    client.text_document_document_highlight_async(types.DocumentHighlightParams(**place)),
                    client.text_document_references_async(
                        types.ReferenceParams(context=types.ReferenceContext(True), **place)),
                ]
        results += sum(bool(answer) for answer in await asyncio.gather(*requests))
        for line, text in enumerate(lines):
            for word in "zed", "corner", "back", "next":
                if word not in text:
                    continue
                place = {"text_document": document, "position": types.Position(line, text.index(word))}
                assert await client.text_document_prepare_rename_async(types.PrepareRenameParams(**place)), text
                renamed = await client.text_document_rename_async(types.RenameParams(new_name="other", **place))
                results += len(renamed.document_changes or renamed.changes)
    await client.shutdown_session()
    return results


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, XDG_CONFIG_HOME=folder)
        for name, text in TEXTS.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        for editor in sys.argv[2:] or ["visual_studio_code", "neovim", "emacs"]:
            results = asyncio.run(converse(os.path.abspath(sys.argv[1]), folder, editor))
            print("%s: %d answers with a result, none refused by the client" % (editor, results))


if __name__ == "__main__":
    main()
