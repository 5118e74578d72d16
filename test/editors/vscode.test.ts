import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const EXTENSION = join(import.meta.dirname, '../../editors/vscode/src/extension.mjs');

type Handler = (...args: readonly unknown[]) => unknown;

/** A VS Code in which nothing happens, and what the extension does in it. */
class FakeEditor {
  readonly commands = new Map<string, Handler>();
  readonly events: string[] = [];
  readonly updates: unknown[] = [];
  readonly errors: string[] = [];
  change: Handler = () => {};
  workspaceFolders: readonly unknown[] | undefined;

  /** The modules that the extension imports, by their names. */
  readonly modules = {
    vscode: {
      ConfigurationTarget: { Global: 'user', Workspace: 'folder' },
      StatusBarAlignment: { Right: 2 },
      commands: {
        registerCommand: (name: string, run: Handler) => this.commands.set(name, run),
      },
      languages: { match: () => 0 },
      window: {
        createStatusBarItem: () => ({ show: () => {}, hide: () => {} }),
        onDidChangeActiveTextEditor: () => {},
        showErrorMessage: (text: string) => this.errors.push(text),
        showInputBox: async () => '1.36',
      },
      workspace: {
        isTrusted: true,
        onDidChangeConfiguration: (handler: Handler) => {
          this.change = handler;
        },
        onDidGrantWorkspaceTrust: () => {},
        getConfiguration: () => ({
          get: (name: string) => (name === 'enable' ? true : ''),
          update: async (...args: readonly unknown[]) => this.updates.push(args),
        }),
      },
    },
    'vscode-languageclient/node': {
      TransportKind: { stdio: 0 },
      LanguageClient: clientOf(this.events),
    },
  };

  /** The extension, as if this editor had loaded it. */
  async load() {
    const { modules } = this;
    Object.defineProperty(modules.vscode.workspace, 'workspaceFolders', {
      get: () => this.workspaceFolders,
    });
    const outfile = join(temporaryFolder(), 'extension.mjs');
    await build({
      entryPoints: [EXTENSION],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      plugins: [
        {
          name: 'modules-of-the-editor',
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /^vscode/ }, ({ path }) => ({ path, namespace: 'editor' }));
            onLoad({ filter: /.*/, namespace: 'editor' }, ({ path }) => ({
              contents: `module.exports = globalThis.editorModules[${JSON.stringify(path)}];`,
            }));
          },
        },
      ],
    });
    vi.stubGlobal('editorModules', modules);
    const extension = await import(pathToFileURL(outfile).href);
    const context = { subscriptions: [], asAbsolutePath: (path: string) => path };
    await extension.activate(context);
    return extension;
  }
}

/** A client that can only be stopped while it runs, like that of VS Code. */
function clientOf(events: string[]) {
  return class {
    #isRunning = false;

    onNotification() {}

    async start() {
      await new Promise((resolve) => setImmediate(resolve));
      this.#isRunning = true;
      events.push('started');
    }

    async stop() {
      if (!this.#isRunning) throw new Error('the client is not running');
      this.#isRunning = false;
      events.push('stopped');
    }
  };
}

describe('the extension for VS Code', () => {
  it('restarts the server one time after the other', async () => {
    const editor = new FakeEditor();
    const extension = await editor.load();
    editor.change({ affectsConfiguration: () => true });
    editor.commands.get('kubeadmit.restart')?.();
    await extension.deactivate();
    expect(editor.errors).toEqual([]);
    const restart = ['stopped', 'started'];
    expect(editor.events).toEqual(['started', ...restart, ...restart, 'stopped']);
  });

  it.each([
    ['the folder', [{ uri: { fsPath: '/nowhere' } }], 'folder'],
    ['the user if no folder is open', undefined, 'user'],
  ])('keeps the chosen version in the settings of %s', async (_, folders, target) => {
    const editor = new FakeEditor();
    editor.workspaceFolders = folders;
    const extension = await editor.load();
    await editor.commands.get('kubeadmit.chooseVersion')?.();
    expect(editor.updates).toEqual([['kubernetesVersion', '1.36', target]]);
    await extension.deactivate();
  });
});
