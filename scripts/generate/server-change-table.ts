import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { REVIEWED_RELEASES } from '../../src/server/kubernetes/reviewed-releases.ts';
import {
  SERVER_CHANGES,
  type ServerChange,
  type ServerChangeName,
} from '../../src/server/kubernetes/server-changes.ts';
import { RULES_FOLDER } from './rule-files.ts';

/** The name of a change where code tests for it. */
const ASKS = /(?:(?:serverHas|minorsWith|minorsBefore)\(\s*|SERVER_CHANGES\[)'([^']+)'/g;

/** The names of the changes that the source text of a module tests for. */
export function changesAskedFor(source: string): readonly string[] {
  return [...source.matchAll(ASKS)].map(([, name = '']) => name);
}

/** The rules that test for a change themselves, in their file or in the folder of their name. */
function rulesThatAsk(): ReadonlyMap<string, ReadonlySet<string>> {
  const rules = new Map<string, Set<string>>();
  for (const path of readdirSync(RULES_FOLDER, { recursive: true, encoding: 'utf8' }).sort()) {
    const id = /^[^/]+\/[^/]+?(?=\.ts$|\/)/.exec(path.replaceAll('\\', '/'))?.[0];
    if (id === undefined || !path.endsWith('.ts')) continue;
    for (const name of changesAskedFor(readFileSync(join(RULES_FOLDER, path), 'utf8'))) {
      rules.set(name, (rules.get(name) ?? new Set()).add(id));
    }
  }
  return rules;
}

/**
 * For each change, the ids of the rules that show it: the rules that test for it, and the rules that the change names.
 */
export function rulesByChange(): ReadonlyMap<ServerChangeName, readonly string[]> {
  const asking = rulesThatAsk();
  return new Map(
    changes().map(([name, { shownBy = [] }]) => [
      name,
      [...new Set([...(asking.get(name) ?? []), ...shownBy])].sort(),
    ]),
  );
}

/** The text of docs/server-changes.md. */
export function renderServerChanges(): string {
  const rules = rulesByChange();
  const releases = MINORS.map((minor) => `| ${minor} | ${REVIEWED_RELEASES[minor]} |`);
  const sections = MINORS.slice(1).flatMap((minor) => {
    const rows = changes()
      .filter(([, { since }]) => since === minor)
      .map(([name, change]) => {
        const links = (rules.get(name) ?? []).map((id) => `[${id}](rules/${id}.md)`);
        return `| ${describe(change)} | ${links.join(', ')} |`;
      });
    const none = ['No change that kubeadmit depends on.', ''];
    const table = ['| what changed | shown by |', '| --- | --- |', ...rows, ''];
    return [`## Kubernetes ${minor}`, '', ...(rows.length > 0 ? table : none)];
  });
  return [
    '# Changes of the API server',
    '',
    'What the API server does differently in the minors that kubeadmit supports, and the rules whose',
    'findings show it. Kinds, fields and CEL functions that came or went are not listed. Made by `npm run generate`',
    'from `src/server/kubernetes/server-changes.ts`; do not edit.',
    '',
    'Each minor stands for one release, whose code was reviewed and run:',
    '',
    '| minor | release |',
    '| --- | --- |',
    ...releases,
    '',
    ...sections,
  ].join('\n');
}

function describe({ description, until, backports, gate }: ServerChange): string {
  const notes = [
    ...(gate === undefined
      ? []
      : [`feature gate ${gate.name} ${gate.enabled ? 'enabled' : 'disabled'}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(backports === undefined ? [] : [`also in ${backports.join(', ')}`]),
  ];
  return notes.length > 0 ? `${description} _(${notes.join('; ')})_` : description;
}

function changes(): readonly (readonly [ServerChangeName, ServerChange])[] {
  return Object.entries(SERVER_CHANGES) as [ServerChangeName, ServerChange][];
}
