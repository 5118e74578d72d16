import { type Labels, labelsOf } from '../kubernetes/label-selector.ts';
import type { DocumentIdentity } from '../result/verdict.ts';
import type { Value } from '../yaml/index.ts';

/** What is kept of each object of the input, to relate it to others: plain data, without the object itself. */
export interface ObjectFacts {
  readonly file: string;
  /** The number of the part of the run that it is in, from 0. */
  readonly part: number;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Null where the file has none, as for a cluster-scoped object. */
  readonly namespace: string | null;
  /** Empty where the server generates one. */
  readonly name: string;
  readonly labels: Labels;
  /** The template that it was rendered from; null where nothing says so. */
  readonly renderedFrom: string | null;
}

/** The facts of an object, before its part has a number. */
export type UnnumberedFacts = Omit<ObjectFacts, 'part'>;

/**
 * Takes the facts of an object; undefined for what is no object of Kubernetes.
 *
 * @param value the object as its file has it
 */
export function factsOf(identity: DocumentIdentity, value: Value): UnnumberedFacts | undefined {
  const { file, item, line, apiVersion, kind, namespace, name, renderedFrom } = identity;
  if (apiVersion === null || kind === null) return undefined;
  const slash = apiVersion.indexOf('/');
  return {
    file,
    item,
    line,
    group: apiVersion.slice(0, Math.max(slash, 0)),
    version: apiVersion.slice(slash + 1),
    kind,
    namespace: namespace === '' ? null : namespace,
    name: name ?? '',
    labels: labelsOf(value),
    renderedFrom,
  };
}
