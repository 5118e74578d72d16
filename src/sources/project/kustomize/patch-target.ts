import {
  type Compiled,
  compileRegularExpression,
  matchesWithinLimit,
} from '../../../base/go/regular-expression.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import type { Labels } from '../../../server/kubernetes/label-selector.ts';
import { type Mapping, mappingIn, type Value } from '../../../yaml/index.ts';
import { selects } from './label-selector.ts';

/** The objects that a patch is applied to. A field that is undefined matches everything, as does an empty pattern. */
export interface PatchTarget {
  readonly group: string | undefined;
  readonly version: string | undefined;
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly labelSelector: string | undefined;
  readonly annotationSelector: string | undefined;
  /** True if the other strings are regular expressions for the whole name, as in `target` and `select`. */
  readonly isPattern: boolean;
}

/** The object that a target is compared with, at the point where kustomize applies a patch. */
export interface PatchCandidate {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /**
   * The namespaces that the object has had so far, empty for none: the namespace in its file, and those that
   * kustomizations have set. Undefined if its kind is cluster-scoped.
   */
  readonly namespaces: readonly string[] | undefined;
  /** The names that it has had so far, with the prefixes and suffixes of kustomizations. */
  readonly names: readonly string[];
  readonly labels: () => Labels;
  readonly annotations: () => Labels;
}

/**
 * Reads the `target` of a patch, or the `select` of a replacement.
 * Source: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/
 */
export function readTarget(target: Mapping): PatchTarget {
  return {
    group: stringOf(target.group),
    version: stringOf(target.version),
    kind: stringOf(target.kind),
    namespace: stringOf(target.namespace),
    name: stringOf(target.name),
    labelSelector: stringOf(target.labelSelector),
    annotationSelector: stringOf(target.annotationSelector),
    isPattern: true,
  };
}

/** The target that a strategic merge patch names itself. Undefined if it names none. */
export function ownTarget(patch: Mapping): PatchTarget | undefined {
  const { apiVersion, kind } = patch;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const { name, namespace } = mappingIn(patch, 'metadata');
  return {
    ...groupAndVersion(apiVersion),
    kind,
    namespace: stringOf(namespace),
    name: stringOf(name) ?? '',
    labelSelector: undefined,
    annotationSelector: undefined,
    isPattern: false,
  };
}

/** Reports whether a patch is applied to an object. */
export function matchesTarget(target: PatchTarget, candidate: PatchCandidate): boolean {
  const { isPattern, labelSelector, annotationSelector } = target;
  const fits = (wanted: string | undefined, found: readonly string[]) =>
    wanted === undefined ||
    (isPattern && wanted === '') ||
    found.includes(wanted) ||
    (isPattern && found.some((text) => matchesWhole(wanted, text)));
  return (
    fits(target.kind, [candidate.kind]) &&
    fits(target.group, [candidate.group]) &&
    fits(target.version, [candidate.version]) &&
    fits(target.name, candidate.names) &&
    (isPattern
      ? fits(target.namespace, candidate.namespaces ?? [])
      : (candidate.namespaces?.includes(target.namespace ?? '') ?? true)) &&
    (labelSelector === undefined || selects(labelSelector, candidate.labels())) &&
    (annotationSelector === undefined || selects(annotationSelector, candidate.annotations()))
  );
}

/** The longest pattern that is compiled: no name needs more, and compiling takes longer than matching. */
const LONGEST_PATTERN = 1000;

/** Kustomize compares with Go's regular expressions, for the whole of a name. */
function matchesWhole(pattern: string, text: string): boolean {
  const compiled = compiledWhole(pattern);
  return compiled?.ok === true && matchesWithinLimit(compiled.expression, text) === true;
}

/** Compiles a pattern for the whole of a text. Undefined for one that is too long to be compiled. */
export function compiledWhole(pattern: string): Compiled | undefined {
  return pattern.length > LONGEST_PATTERN
    ? undefined
    : compileRegularExpression(`^(?:${pattern})$`);
}

function stringOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
