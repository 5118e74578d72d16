import type { Source } from '../../lint/read/source.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import { objectsOf } from '../../server/decode/index.ts';
import type { Mapping, Value } from '../../server/kubernetes/value.ts';
import { valuesIn } from '../../yaml/index.ts';
import { mergePatch } from '../../yaml/merge-patch.ts';
import type { OpenedPolicies, RunSources } from '../admit/opened-policies.ts';
import type { PolicyObserver } from '../admit/policy-observer.ts';
import type { PolicyTest, TestObject } from './test-file.ts';

/** The files that tests name, which the caller has read. */
export interface TestSources {
  /** The policies and the cluster. */
  readonly opened: OpenedPolicies;
  /** A file with an object; undefined if there is none. */
  object(path: string): Source | undefined;
  /** The files of a path in `cluster` of a test; undefined if there are none. */
  clusterOf?(path: string): readonly Source[] | undefined;
  readonly observer?: PolicyObserver | undefined;
}

/** Sources, or the reason why a test has none. */
type ReadSources<T> =
  | { readonly ok: true; readonly sources: T }
  | { readonly ok: false; readonly problem: string };

/** The sources of the request of a test. */
export function requestSources(
  { object, patch, old: stored, cluster }: PolicyTest,
  given: TestSources,
): ReadSources<RunSources & { readonly requested: readonly [Source] }> {
  const requested = objectSource(object, patch, 'object', given);
  if (!requested.ok) return requested;
  const old = stored === undefined ? undefined : objectSource(stored, undefined, 'old', given);
  if (old?.ok === false) return old;
  const added: Source[] = [];
  for (const [index, entry] of cluster.entries()) {
    const read = clusterSources(entry, index, given);
    if (!read.ok) return read;
    added.push(...read.sources);
  }
  const sources = {
    requested: [requested.sources] as const,
    cluster: added,
    ...(old !== undefined && { old: [old.sources] }),
  };
  return { ok: true, sources };
}

function clusterSources(
  entry: TestObject,
  index: number,
  { clusterOf }: TestSources,
): ReadSources<readonly Source[]> {
  const sources =
    typeof entry === 'string' ? clusterOf?.(entry) : [printedSource(`<cluster ${index}>`, entry)];
  return sources === undefined
    ? { ok: false, problem: `${entry}: no such file` }
    : { ok: true, sources };
}

function objectSource(
  object: TestObject,
  patch: Mapping | undefined,
  role: string,
  given: TestSources,
): ReadSources<Source> {
  const patched = (value: Value) => (patch === undefined ? value : mergePatch(value, patch));
  if (typeof object !== 'string') {
    return { ok: true, sources: printedSource(`<${role}>`, patched(object)) };
  }
  const source = given.object(object);
  if (source === undefined) return { ok: false, problem: `${object}: no such file` };
  if (patch === undefined) return { ok: true, sources: source };
  const [first, second] = valuesIn(source.content).flatMap(objectsOf);
  return first === undefined || second !== undefined
    ? { ok: false, problem: `${object}: is not one object` }
    : { ok: true, sources: printedSource(source.name, patched(first.value)) };
}

/** The objects that a list of paths and objects has, as sources. */
export function printedObjects(entries: readonly TestObject[]): readonly Source[] {
  return entries.flatMap((entry, index) =>
    typeof entry === 'string' ? [] : [printedSource(`<cluster of the file ${index}>`, entry)],
  );
}

/** Objects as a source: a stream of JSON values. */
export function printedSource(name: string, ...objects: readonly Value[]): Source {
  return { name, content: objects.map((one) => `${jsonText(one, 'as written')}\n`).join('') };
}
