// @ts-check
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import {
  ConfigurationTarget,
  commands,
  languages,
  StatusBarAlignment,
  window,
  workspace,
} from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

/** The documents that are checked. */
const DOCUMENTS = ['yaml', 'json', 'helm'].flatMap((language) => [
  { language, scheme: 'file' },
  { language, scheme: 'untitled' },
]);

/** The notification with the minors of the last check. */
const STATUS = 'kubeadmit/status';

/**
 * The running client; undefined before the start and after an error.
 *
 * @type {LanguageClient | undefined}
 */
let client;

/** @type {import('vscode').StatusBarItem} */
let status;

/** The last start or restart. The next one waits for it, because a client cannot be stopped while it starts. */
let lastStart = Promise.resolve();

/** @param {import('vscode').ExtensionContext} context */
export async function activate(context) {
  status = window.createStatusBarItem('kubeadmit', StatusBarAlignment.Right);
  status.name = 'kubeadmit';
  status.command = 'kubeadmit.chooseVersion';
  context.subscriptions.push(
    status,
    commands.registerCommand('kubeadmit.restart', () => restart(context)),
    commands.registerCommand('kubeadmit.chooseVersion', chooseVersion),
    commands.registerCommand('kubeadmit.showOutput', () => client?.outputChannel.show()),
    workspace.onDidChangeConfiguration((change) => {
      const settings = ['kubeadmit.path', 'kubeadmit.enable'];
      if (settings.some((setting) => change.affectsConfiguration(setting))) restart(context);
    }),
    workspace.onDidGrantWorkspaceTrust(() => restart(context)),
    window.onDidChangeActiveTextEditor(showStatus),
  );
  await restart(context);
}

export function deactivate() {
  return lastStart.then(stop);
}

/** @param {import('vscode').ExtensionContext} context */
function restart(context) {
  lastStart = lastStart.then(stop).then(() => start(context));
  return lastStart;
}

async function stop() {
  const stopped = client;
  client = undefined;
  try {
    await stopped?.stop();
  } catch (error) {
    window.showErrorMessage(`kubeadmit does not stop: ${messageOf(error)}`);
  }
}

/** @param {import('vscode').ExtensionContext} context */
async function start(context) {
  const settings = workspace.getConfiguration('kubeadmit');
  if (!settings.get('enable')) {
    status.hide();
    return;
  }
  const server = serverOf(context, settings);
  client = new LanguageClient('kubeadmit', 'kubeadmit', server, {
    documentSelector: DOCUMENTS,
    initializationOptions: {
      kubernetesVersion: settings.get('kubernetesVersion'),
      hints: settings.get('hints'),
      status: true,
    },
    synchronize: { configurationSection: 'kubeadmit' },
  });
  client.onNotification(STATUS, ({ kubernetesVersions }) => {
    status.text = `Kubernetes ${kubernetesVersions.join(', ')}`;
    status.tooltip = 'The versions that kubeadmit checks for. Click to choose others.';
    showStatus();
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(
      `kubeadmit does not start (${server.command ?? server.module}): ${messageOf(error)}`,
    );
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The server: the program of the setting, of the folder, of the path, or of the extension. An untrusted folder cannot choose it.
 * Those of the folder and the extension run with the Node of the editor.
 *
 * @param {import('vscode').ExtensionContext} context
 * @param {import('vscode').WorkspaceConfiguration} settings
 */
function serverOf(context, settings) {
  const path = workspace.isTrusted ? settings.get('path') : '';
  const folders = workspace.isTrusted ? (workspace.workspaceFolders ?? []) : [];
  const module = folders
    .map(({ uri }) => join(uri.fsPath, 'node_modules/kubeadmit/bin/kubeadmit.cjs'))
    .find(existsSync);
  const command = path !== '' ? path : module === undefined ? inPath() : undefined;
  return command === undefined
    ? {
        module: module ?? context.asAbsolutePath('dist/kubeadmit/start.cjs'),
        args: ['lsp'],
        transport: TransportKind.stdio,
      }
    : { command, args: ['lsp', '--stdio'] };
}

/**
 * The kubeadmit that is installed for all folders, if there is one. An editor that `npx` or a script has started may have folders
 * of a repository in its path, which an untrusted branch can put a program into.
 */
function inPath() {
  const name = process.platform === 'win32' ? 'kubeadmit.exe' : 'kubeadmit';
  const opened = (workspace.workspaceFolders ?? [])
    .map(({ uri }) => uri.fsPath)
    .filter(existsSync)
    .map((folder) => realpathSync(folder));
  /** @param {string} path */
  const isOutside = (path) =>
    existsSync(path) && !opened.some((folder) => isWithin(realpathSync(path), folder));
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isOutside(folder))
    .map((folder) => join(folder, name))
    .find(isOutside);
}

/**
 * @param {string} path
 * @param {string} folder
 */
function isWithin(path, folder) {
  const below = relative(folder, path);
  return !isAbsolute(below) && below.split(sep)[0] !== '..';
}

/** Asks for the versions to check for, and keeps them in the settings of the folder, or of the user without a folder. */
async function chooseVersion() {
  const settings = workspace.getConfiguration('kubeadmit');
  const chosen = await window.showInputBox({
    title: 'Kubernetes version',
    prompt:
      'A minor or a range, such as 1.36 or 1.33..1.36; leave it empty to use the version of .kubeadmit.yaml',
    value: settings.get('kubernetesVersion'),
    validateInput: (text) =>
      /^(?:v?\d+\.\d+(?:\.\d+)?(?:\.\.v?\d+\.\d+(?:\.\d+)?)?)?$/.test(text)
        ? undefined
        : 'a minor such as 1.36, or a range such as 1.33..1.36',
  });
  if (chosen !== undefined) {
    const hasFolder = workspace.workspaceFolders !== undefined;
    const target = hasFolder ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
    await settings.update('kubernetesVersion', chosen, target);
  }
}

function showStatus() {
  const document = window.activeTextEditor?.document;
  if (document !== undefined && languages.match(DOCUMENTS, document) > 0) status.show();
  else status.hide();
}
