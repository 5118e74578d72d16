import {
  type Command,
  type Location,
  MessageType,
  type ServerCapabilities,
  ShowMessageNotification,
} from 'vscode-languageserver';
import type { NamedPlace } from '../../features/language-service/navigation/object-lenses.ts';
import { isTestFile } from '../../features/policy-tests/test-file.ts';
import { type Connection, pathOfUri, rangeOf } from './protocol.ts';
import type { Workspace } from './workspace.ts';
import type { Workspaces } from './workspaces.ts';

/** A place that an editor can show: a range of a file, or a page. */
interface ShownPlace {
  readonly title: string;
  readonly uri: string;
  readonly range?: Location['range'];
}

/** The result of running test files. */
export interface TestOutcome {
  readonly isPassed: boolean;
  /** The text that `kubeadmit test` prints. */
  readonly output: string;
}

/** Runs `kubeadmit test` with test files, which are relative to the folder. */
export type RunTests = (files: readonly string[], folder: string) => Promise<TestOutcome>;

const SHOW = 'kubeadmit.show';
const TEST = 'kubeadmit.test';

/** The most places that an editor is asked to choose from. */
const MOST_CHOICES = 10;

export const COMMANDS: ServerCapabilities = { executeCommandProvider: { commands: [SHOW, TEST] } };

/** The command that shows one of some places, which the user chooses. */
export function showCommand(title: string, places: readonly ShownPlace[]): Command {
  return { title, command: SHOW, arguments: [...places] };
}

/** The command that runs test files. */
export function testCommand(title: string, uris: readonly string[]): Command {
  return { title, command: TEST, arguments: [...uris] };
}

/** A place of a folder, as an editor gets it. */
export function shownPlace(
  { title, range }: NamedPlace,
  workspace: Workspace,
  workspaces: Workspaces,
): ShownPlace {
  return { title, uri: workspaces.uriOf(workspace, range.file), range: rangeOf(range) };
}

/** Executes the commands. */
export function executeCommands(
  connection: Connection,
  workspaces: Workspaces,
  runTests: RunTests,
): void {
  connection.onExecuteCommand(async ({ command, arguments: given = [] }) => {
    if (command === SHOW) return show(connection, given.filter(isShownPlace));
    if (command !== TEST) return undefined;
    const paths = given.flatMap((uri) => (typeof uri === 'string' ? (pathOfUri(uri) ?? []) : []));
    const workspace = workspaces.all.find((one) => paths.every((path) => one.contains(path)));
    if (workspace === undefined || paths.length === 0) return undefined;
    const files = paths.map((path) => workspace.nameOf(path));
    // The command would search a folder, which may be all of the disk.
    if (!files.every(isTestFile)) return undefined;
    const outcome = await runTests(files, workspace.root);
    connection.console.log(outcome.output);
    const summary = outcome.output.trimEnd().split('\n').at(-1) ?? '';
    const type = outcome.isPassed ? MessageType.Info : MessageType.Error;
    await connection.sendNotification(ShowMessageNotification.type, { type, message: summary });
    return outcome;
  });
}

/** Shows a place in the editor. The user chooses if there are several. */
async function show(connection: Connection, places: readonly ShownPlace[]): Promise<boolean> {
  const [only] = places;
  const titles = places.slice(0, MOST_CHOICES).map(({ title }) => ({ title }));
  const chosen =
    places.length < 2
      ? only
      : await connection.window
          .showInformationMessage('Which of them?', ...titles)
          .then((choice) => places.find(({ title }) => title === choice?.title));
  if (chosen === undefined) return false;
  const { uri, range } = chosen;
  const { success } = await connection.window.showDocument({
    uri,
    ...(range === undefined ? { external: true } : { takeFocus: true, selection: range }),
  });
  return success;
}

function isShownPlace(value: unknown): value is ShownPlace {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uri' in value &&
    typeof value.uri === 'string' &&
    'title' in value &&
    typeof value.title === 'string'
  );
}
