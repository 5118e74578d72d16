import type { DocumentIdentity, SkipReason } from '../../result/verdict.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import { isMapping, mappingIn, mappingsIn, type Value, withValuesBelow } from '../../yaml/index.ts';
import { type LabelList, labelListOf } from './object-facts.ts';

/** The facts about a part of the input that relate its objects to others. */
export interface PartFacts {
  /** The labels of its objects, in the order of the documents. */
  readonly labels: readonly LabelList[];
  /** True if the part has objects that are not known: a template, or text that cannot be read. */
  readonly isOpaque: boolean;
  /** True if relations depend on more than the facts, so that the part has to be read again. */
  readonly isReadAgain: boolean;
  /** True if a rule may report the lack of other objects for one of its objects. */
  readonly needsOthers: boolean;
}

/** The reasons why an object is not known although its file represents one that is applied. */
const OPAQUE: ReadonlySet<SkipReason | undefined> = new Set<SkipReason | undefined>([
  'chart-template',
  'template',
]);

/** The reasons why an object is not applied as its file has it. */
const NOT_APPLIED: ReadonlySet<SkipReason | undefined> = new Set<SkipReason | undefined>([
  ...OPAQUE,
  'kustomize-patch',
  'not-kubernetes',
  'test-assertion',
]);

/**
 * Collects the facts of the objects in a part.
 *
 * @param values the objects in the file, in the order of the documents; none if the part cannot be read
 * @param isOfKustomization true if the part is a kustomization or a patch
 */
export function partFacts(
  documents: readonly DocumentIdentity[],
  values: readonly Value[] = [],
  isOfKustomization = false,
): PartFacts {
  const isUnreadable = values.length < documents.length;
  const isSome = (fits: (kind: string | null, value: Value) => boolean) =>
    documents.some(
      (identity, index) => isApplied(identity) && fits(identity.kind, values[index] ?? null),
    );
  return {
    labels: values.map(labelListOf),
    isOpaque: documents.some(
      ({ skipped }) => OPAQUE.has(skipped) || (isUnreadable && skipped === undefined),
    ),
    isReadAgain: isOfKustomization || isSome(isReadAgain),
    needsOthers: isSome(needsOthers),
  };
}

/** Reports whether a document is an object that is applied as its file has it. */
export function isApplied({ skipped, apiVersion, kind }: DocumentIdentity): boolean {
  return apiVersion !== null && kind !== null && !NOT_APPLIED.has(skipped);
}

/**
 * Reports whether the relations of an object depend on more than its facts, so that it has to be read again. A
 * CustomResourceDefinition is read again only if a webhook converts its objects.
 *
 * @param value the object in its file
 */
function isReadAgain(kind: string | null, value: Value): boolean {
  // A Certificate of cert-manager is related to the Services that it is for.
  if (kind === 'Certificate') return true;
  if (kind !== 'CustomResourceDefinition') return findKind(kind ?? '')?.relations !== undefined;
  return mappingIn(mappingIn(value, 'spec'), 'conversion').strategy === 'Webhook';
}

function needsOthers(kind: string | null, value: Value): boolean {
  const needs = findKind(kind ?? '')?.needsOthers;
  return needs === 'always' || (needs === 'for-namespace-names' && selectsByName(value));
}

/** A key of a label that may be meant for `kubernetes.io/metadata.name`, which differs in at most two characters. */
const LIKE_NAME_LABEL = /kubernetes|metadata|name/;

/** Reports whether an object selects namespaces by a label that may have their names, other than that of the server. */
function selectsByName(value: Value): boolean {
  for (const inner of withValuesBelow([value])) {
    const { matchLabels, matchExpressions } = mappingIn(inner, 'namespaceSelector');
    const keys = isMapping(matchLabels) ? Object.keys(matchLabels) : [];
    const isNamed = (key: Value | undefined) =>
      typeof key === 'string' && key !== 'kubernetes.io/metadata.name' && LIKE_NAME_LABEL.test(key);
    if (keys.some(isNamed) || mappingsIn(matchExpressions).some(({ key }) => isNamed(key))) {
      return true;
    }
  }
  return false;
}
