import { areEqualLists } from '../../base/equal-lists.ts';
import type { DocumentIdentity } from '../../result/verdict.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import type { Labels } from '../../server/kubernetes/label-selector.ts';
import { isMapping, mappingIn, type Value } from '../../yaml/index.ts';
import type { PatchedObject } from '../project/kustomize/patches.ts';

/** Labels in little memory: each key is followed by its value. */
export type LabelList = readonly string[];

const NO_LABELS: LabelList = [];

/** The facts about an object of the input that relate it to others: its identity and its labels. */
export class ObjectFacts {
  /** The number of the part of the run that it is in, from 0. */
  readonly part: number;
  readonly #identity: DocumentIdentity;
  readonly #labels: LabelList;

  /** @param identity of an object with apiVersion and kind */
  constructor(identity: DocumentIdentity, labels: LabelList, part: number) {
    this.#identity = identity;
    this.#labels = labels;
    this.part = part;
  }

  get file(): string {
    return this.#identity.file;
  }

  /** The position in a List, null outside of one. */
  get item(): number | null {
    return this.#identity.item;
  }

  /** The line on which it begins, from 1. */
  get line(): number {
    return this.#identity.line;
  }

  /** Empty for the core group. */
  get group(): string {
    const { apiVersion } = this.#identity;
    return apiVersion === null ? '' : groupAndVersion(apiVersion).group;
  }

  get version(): string {
    const { apiVersion } = this.#identity;
    return apiVersion === null ? '' : groupAndVersion(apiVersion).version;
  }

  get kind(): string {
    return this.#identity.kind ?? '';
  }

  /** Null if the file has none, as for a cluster-scoped object. */
  get namespace(): string | null {
    const { namespace } = this.#identity;
    return namespace === '' ? null : namespace;
  }

  /** Empty if the server generates the name. */
  get name(): string {
    return this.#identity.name ?? '';
  }

  get labels(): Labels {
    const labels = new Map<string, string>();
    for (let at = 0; at < this.#labels.length; at += 2) {
      labels.set(this.#labels[at] ?? '', this.#labels[at + 1] ?? '');
    }
    return labels;
  }

  /** Reports whether all facts are equal, except for the number of the part. */
  isSameAs(other: ObjectFacts): boolean {
    return (
      this.file === other.file &&
      this.item === other.item &&
      this.line === other.line &&
      this.#identity.apiVersion === other.#identity.apiVersion &&
      this.#identity.kind === other.#identity.kind &&
      this.#identity.namespace === other.#identity.namespace &&
      this.#identity.name === other.#identity.name &&
      this.renderedFrom === other.renderedFrom &&
      areEqualLists(this.#labels, other.#labels)
    );
  }

  /** The object as far as patches look at it to find what they are for. Its annotations are not kept. */
  asPatched(): PatchedObject {
    const { file, apiVersion, kind, namespace, name } = this.#identity;
    const value = () => ({ metadata: { labels: Object.fromEntries(this.labels) } });
    return { file, apiVersion, kind, namespace, name, value };
  }

  /** The template that the object was rendered from. Null if it is not known. */
  get renderedFrom(): string | null {
    return this.#identity.renderedFrom;
  }
}

/** The labels of an object as they are kept. */
export function labelListOf(object: Value): LabelList {
  const { labels } = mappingIn(object, 'metadata');
  if (!isMapping(labels)) return NO_LABELS;
  const list = Object.entries(labels).flatMap(([key, value]) =>
    typeof value === 'string' ? [key, value] : [],
  );
  return list.length === 0 ? NO_LABELS : list;
}
