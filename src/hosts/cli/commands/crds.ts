import { shownAddress } from '../../../base/shown-address.ts';
import {
  type CrdLock,
  isDigest,
  type LockedSource,
  withSource,
} from '../../../features/crds/crd-lock.ts';
import { crdText, findCrds } from '../../../features/crds/crd-manifests.ts';
import { crdsOfSchemas } from '../../../features/crds/schema-catalogue.ts';
import { lint } from '../../../lint/lint.ts';
import { jsonText } from '../../../report/formats/json.ts';
import { count } from '../../../report/phrases.ts';
import { escapeControls } from '../../../result/visible-text.ts';
import { groupOfCrd } from '../../../server/kubernetes/api-version.ts';
import { CrdStore, digestOf } from '../../node/crds/crd-store.ts';
import { reasonOf } from '../../node/disk/problem.ts';
import { ArgumentParser, type OptionsOf } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import type { RunCommand } from '../command.ts';
import { type NamedSource, readManifests, sourceInLock, sourceNamed } from '../crds/read-source.ts';
import { writeStore } from '../crds/write-store.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { problemOfCrd } from '../lint/unusable-documents.ts';

type CrdsOptions = OptionsOf<typeof parser>;

/** The first argument of the command. */
export const CRDS_ACTIONS = ['add', 'update', 'remove', 'list', 'verify'] as const;

const NOTES = `
Actions:
  add SOURCE...       read CRDs and keep them
  update [SOURCE...]  read these sources again, or all that are kept
  remove SOURCE...    remove the CRDs of these sources
  list                list the sources with the number of their CRDs
  verify              compare the files with the lock

Sources:
  config/crd, crds.yaml, chart-1.2.3.tgz   a folder, a file, a packed chart or archive
  https://host/crds.yaml                   a file or archive on a server
  catalogue                                a folder of JSON Schemas: group/kind_version.json
  https://host/repository.git@v1.2.3:path  the manifests of a git repository at a tag
  oci://host/charts/name:1.2.3             a chart in a registry
  cluster, cluster:CONTEXT                 the CRDs that kubectl reads from a cluster

The CRDs are in .kubeadmit/crds, and .kubeadmit/crds.lock says where they are from.
All commands use them to check custom resources. Only add and update use the network.
docs/crds.md has more about them.

Exit status: 0 done, 1 verify has found a difference, 2 wrong usage, or a source that
cannot be read.`;

/** The values that all actions use. */
interface CrdsRun {
  readonly store: CrdStore;
  readonly host: Host;
  readonly messages: Messages;
}

/** The command line of `kubeadmit crds`. */
export function parser() {
  return new ArgumentParser(
    'crds',
    'Keeps the CRDs that the custom resources of a repository need, in .kubeadmit/crds.',
    `${CRDS_ACTIONS.join(', ')}, and the sources of CRDs`,
    {
      usage: 'crds add|update|remove|list|verify [options] [sources...]',
      operands: '[action] [sources...]',
    },
  )
    .option('--slim', 'with add: leave out the descriptions of fields')
    .list('--group <group>', 'with add: keep only the CRDs of a group; may be repeated')
    .option('--digest <digest>', 'with add: the digest that the source must have', digestOption)
    .option(
      '--allow-private-addresses',
      'with add and update: ask servers that have no public address too',
    )
    .choice('-f, --format <format>', 'of list: text or json (default: text)', 'format', [
      'text',
      'json',
    ])
    .commonOptions()
    .helpAfter(NOTES);
}

/** Keeps the CRDs that the custom resources of a repository need. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const [action, ...sources] = operands;
  const crds = { store: CrdStore.of(host.cwd), host, messages };
  switch (action) {
    case 'add':
      return add(sources, options, crds);
    case 'update':
      return update(sources, options, crds);
    case 'remove':
      return remove(sources, crds);
    case 'list':
      await list(options, crds);
      return EXIT.clean;
    case 'verify':
      return verify(crds);
    default:
      throw new UsageError(
        `crds takes ${CRDS_ACTIONS.slice(0, -1).join(', ')} or ${CRDS_ACTIONS.at(-1)}; to check a folder of this name, use ./crds`,
      );
  }
};

function digestOption(text: string): string {
  if (isDigest(text)) return text;
  throw new UsageError('must be sha256: and 64 hexadecimal digits');
}

async function add(
  texts: readonly string[],
  { slim = false, digest, group, allowPrivateAddresses }: CrdsOptions,
  run: CrdsRun,
): Promise<ExitCode> {
  if (texts.length === 0) throw new UsageError('name the sources of the CRDs');
  if (digest !== undefined && texts.length > 1) {
    throw new UsageError('--digest is the digest of one source');
  }
  for (const text of texts) {
    const named = sourceNamed(text, run.store, run.host);
    const known = lockOf(run.store).sources.find(({ source }) => source === named.name);
    const wanted = {
      slim,
      // The content of a path may change.
      digest: digest ?? (named.source.kind === 'path' ? undefined : known?.digest),
      groups: group === undefined ? null : groupsWith(group, known),
      allowPrivateAddresses,
    };
    await writeCrdsOf(named, wanted, run);
  }
  return EXIT.clean;
}

/** The groups of a source with more groups; null for all groups. */
function groupsWith(
  more: readonly string[],
  known: LockedSource | undefined,
): readonly string[] | null {
  if (known === undefined) return [...new Set(more)].sort();
  return known.groups && [...new Set([...known.groups, ...more])].sort();
}

async function update(
  texts: readonly string[],
  { allowPrivateAddresses }: CrdsOptions,
  run: CrdsRun,
): Promise<ExitCode> {
  for (const { source, slim, groups } of sourcesNamed(texts, lockOf(run.store), run)) {
    const named = sourceInLock(source, run.store, run.host);
    await writeCrdsOf(named, { slim, groups, allowPrivateAddresses }, run);
  }
  return EXIT.clean;
}

async function remove(texts: readonly string[], run: CrdsRun): Promise<ExitCode> {
  const { store, host, messages } = run;
  if (texts.length === 0) throw new UsageError('name the sources to remove');
  const before = lockOf(store);
  const removed = sourcesNamed(texts, before, run);
  const sources = before.sources.filter((source) => !removed.includes(source));
  writeStore(store, before, { sources }, new Map(), host);
  for (const { source, crds } of removed) {
    messages.say(`removed ${count(crds.size, 'CRD')} of ${source}`);
  }
  return EXIT.clean;
}

/**
 * The sources of the lock that arguments name; all of them if there are no arguments.
 *
 * @throws UsageError
 */
function sourcesNamed(
  texts: readonly string[],
  { sources }: CrdLock,
  { store, host }: CrdsRun,
): readonly LockedSource[] {
  if (texts.length === 0) return sources;
  const names = new Set(texts.map((text) => sourceNamed(text, store, host).name));
  for (const name of names) {
    if (sources.every(({ source }) => source !== name)) {
      throw new UsageError(
        `${store.lockName} has no source ${name}; kubeadmit crds list shows them`,
      );
    }
  }
  return sources.filter(({ source }) => names.has(source));
}

type Wanted = {
  readonly [Name in 'slim' | 'digest' | 'allowPrivateAddresses']?: CrdsOptions[Name] | undefined;
} & { readonly groups: LockedSource['groups'] };

/** Reads a source, and writes its CRDs and the lock. */
async function writeCrdsOf(
  named: NamedSource,
  { slim = false, digest, groups, allowPrivateAddresses = false }: Wanted,
  { store, host, messages }: CrdsRun,
): Promise<void> {
  const { name } = named;
  const read = await readManifests(named, host, {
    allowsPrivate: allowPrivateAddresses,
    onHost: (asked) => messages.say(`asking ${asked}`),
  });
  if (digest !== undefined && read.digest !== undefined && read.digest !== digest) {
    throw new UsageError(
      `${name} has changed: its digest is ${read.digest}, and must be ${digest}; kubeadmit crds update accepts what it has now`,
    );
  }
  const found = findCrds(read.sources);
  const ofSchemas = crdsOfSchemas(read.sources, groups);
  const crds = new Map([...ofSchemas.crds, ...found.crds]);
  for (const problem of [...found.problems, ...ofSchemas.problems]) messages.complain(problem);
  const wanted = [...crds].filter(([crd]) => groups?.includes(groupOfCrd(crd)) ?? true);
  if (wanted.length === 0) {
    throw new UsageError(`${name} has no CRD${groups === null ? '' : ` of ${groups.join(', ')}`}`);
  }
  const texts = new Map(wanted.map(([crd, one]) => [crd, crdText(one, slim)]));
  const before = lockOf(store);
  const lock = withSource(before, {
    source: name,
    version: read.version ?? null,
    digest: read.digest ?? digestOf([...texts.values()].join('---\n')),
    slim,
    groups,
    crds: new Map([...texts].map(([crd, text]) => [crd, digestOf(text)])),
  });
  const own = crdsOf(lock, name);
  const written = new Map([...texts].filter(([crd]) => own.has(crd)));
  complainOfRefused(written, store, messages);
  writeStore(store, before, lock, written, host);
  messages.say(`${name}: ${changesText(crdsOf(before, name), own)}`);
}

/** Names the CRDs that no API server accepts, so that they define no kind. */
function complainOfRefused(
  texts: ReadonlyMap<string, string>,
  store: CrdStore,
  messages: Messages,
): void {
  const sources = [...texts].map(([crd, content]) => ({ name: store.fileName(crd), content }));
  for (const document of lint(sources, { only: [] }).documents) {
    const isAccepted = Object.values(document.verdicts).every((verdict) => verdict === 'accepted');
    if (!isAccepted) messages.complain(problemOfCrd(document));
  }
}

function crdsOf({ sources }: CrdLock, name: string): ReadonlyMap<string, string> {
  return sources.find(({ source }) => source === name)?.crds ?? new Map();
}

/** Describes the CRDs of a source, and what has changed since it was read the last time. */
function changesText(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string {
  const added = [...after.keys()].filter((crd) => !before.has(crd)).length;
  const gone = [...before.keys()].filter((crd) => !after.has(crd)).length;
  const changed = [...after].filter(([crd, digest]) => (before.get(crd) ?? digest) !== digest);
  const changes = [
    ...(added > 0 && before.size > 0 ? [`${added} new`] : []),
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
    ...(gone > 0 ? [`${gone} removed`] : []),
  ];
  const isSame = before.size > 0 && added + gone + changed.length === 0;
  return [count(after.size, 'CRD'), ...(isSame ? ['unchanged'] : changes)].join(', ');
}

const NONE_KEPT = 'no CRDs are kept; kubeadmit crds add keeps some';

async function list(
  { format }: CrdsOptions,
  { store, host: { stdout }, messages }: CrdsRun,
): Promise<void> {
  const { sources } = lockOf(store);
  if (format === 'json') {
    const json = sources.map(({ source, crds, ...others }) => ({
      source: shownAddress(source),
      ...others,
      crds: [...crds.keys()],
    }));
    await writeOut(stdout, jsonText(json));
    return;
  }
  const lines = sources.flatMap(({ source, version, crds }) => [
    `${escapeControls([shownAddress(source), ...(version === null ? [] : [version])].join(' '))}: ${count(crds.size, 'CRD')}\n`,
    ...[...crds.keys()].map((crd) => `  ${crd}\n`),
  ]);
  if (sources.length === 0) messages.say(NONE_KEPT);
  await writeOut(stdout, lines.join(''));
}

function verify({ store, messages }: CrdsRun): ExitCode {
  if (!store.exists) {
    messages.say(NONE_KEPT);
    return EXIT.clean;
  }
  let isSame = true;
  lockOf(store);
  const verified = store.verify((path, reason) => {
    isSame = false;
    messages.complain(`${path}: ${reason}`);
  });
  if (isSame) messages.say(`verified ${count(verified, 'CRD')}`);
  return isSame ? EXIT.clean : EXIT.findings;
}

/**
 * The lock of a store.
 *
 * @throws UsageError if it cannot be used
 */
function lockOf(store: CrdStore): CrdLock {
  try {
    return store.lock();
  } catch (error) {
    throw new UsageError(`${store.lockName}: ${reasonOf(error)}`);
  }
}
