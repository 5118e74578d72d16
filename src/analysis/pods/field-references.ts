import type { Field } from '../../rule/field.ts';
import { qualifiedNameProblems } from '../../server/kubernetes/formats/qualified-name.ts';
import {
  compareQuantities,
  formatQuantity,
  parseQuantity,
} from '../../server/kubernetes/formats/quantity-value.ts';
import type {
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '../../server/kubernetes/types.generated.ts';
import { isEmptyText } from '../emptiness.ts';

/** The place of a reference to a field of the pod: an environment variable, or a file in a volume. */
export type ReferencePlace = 'variable' | 'file';

/** A problem of a reference to a field of the pod or to a resource of a container. */
export type ReferenceProblem =
  | { readonly kind: 'required'; readonly field: Field; readonly expected: string }
  | { readonly kind: 'unknown'; readonly field: Field; readonly value: string }
  | {
      readonly kind: 'unsupported';
      readonly field: Field;
      readonly value: string;
      readonly allowed: readonly string[];
    }
  | {
      readonly kind: 'subscript';
      readonly field: Field;
      readonly value: string;
      readonly problem: string;
      /** The path that the server reports. */
      readonly path: string;
    }
  | { readonly kind: 'divisor'; readonly field: Field; readonly allowed: string };

/** The fields of a pod that have a name to the server, and the place in which they can be used. */
const FIELDS: ReadonlyMap<string, readonly ReferencePlace[]> = new Map<
  string,
  readonly ReferencePlace[]
>([
  ['metadata.annotations', ['file']],
  ['metadata.labels', ['file']],
  ['metadata.name', ['variable', 'file']],
  ['metadata.namespace', ['variable', 'file']],
  ['metadata.uid', ['variable', 'file']],
  ['spec.nodeName', ['variable']],
  // The server replaces it by spec.nodeName.
  ['spec.host', ['variable']],
  ['spec.restartPolicy', []],
  ['spec.schedulerName', []],
  ['spec.serviceAccountName', ['variable']],
  ['status.hostIP', ['variable']],
  ['status.hostIPs', ['variable']],
  ['status.phase', []],
  ['status.podIP', ['variable']],
  ['status.podIPs', ['variable']],
]);

const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const HUGE_PAGES = /^(?:limits|requests)\.hugepages-/;

const CPU_DIVISORS = ['1m', '1'];
const BYTE_DIVISORS = '1 1k 1M 1G 1T 1P 1E 1Ki 1Mi 1Gi 1Ti 1Pi 1Ei'.split(' ');

/**
 * The problem of a reference to a field of the pod; undefined if it is valid.
 *
 * Source: `validateObjectFieldSelector` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function fieldReferenceProblem(
  reference: Field<ObjectFieldSelector | undefined>,
  place: ReferencePlace,
): ReferenceProblem | undefined {
  const version = reference.get('apiVersion');
  const fieldPath = reference.get('fieldPath');
  if (isEmptyText(version)) return { kind: 'required', field: version, expected: 'such as v1' };
  if (isEmptyText(fieldPath)) {
    return { kind: 'required', field: fieldPath, expected: 'such as metadata.name' };
  }
  const { value = '' } = fieldPath;
  if (value === '' || version.value === undefined) return undefined;
  const [path, key] = splitSubscript(value) ?? [];
  const unknown: ReferenceProblem = { kind: 'unknown', field: fieldPath, value };
  if (version.value !== 'v1') return unknown;
  if (path !== undefined && key !== undefined) {
    if (path !== 'metadata.annotations' && path !== 'metadata.labels') return unknown;
    const name = path === 'metadata.annotations' ? key.toLowerCase() : key;
    const [problem] = qualifiedNameProblems(name);
    if (problem === undefined) return undefined;
    return { kind: 'subscript', field: fieldPath, value: key, problem, path: reference.path };
  }
  const places = FIELDS.get(value);
  if (places === undefined) return unknown;
  if (places.includes(place)) return undefined;
  const allowed = [...FIELDS].flatMap(([name, at]) => (at.includes(place) ? [name] : []));
  return { kind: 'unsupported', field: fieldPath, value, allowed };
}

/**
 * The problems of a reference to a resource of a container.
 *
 * Source: `validateContainerResourceFieldSelector` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function resourceReferenceProblems(
  reference: Field<ResourceFieldSelector | undefined>,
  place: ReferencePlace,
): readonly ReferenceProblem[] {
  const problems: ReferenceProblem[] = [];
  const container = reference.get('containerName');
  const resource = reference.get('resource');
  const { value = '' } = resource;
  if (place === 'file' && isEmptyText(container)) {
    problems.push({ kind: 'required', field: container, expected: 'the name of a container' });
  } else if (isEmptyText(resource)) {
    problems.push({ kind: 'required', field: resource, expected: 'such as limits.memory' });
  } else if (!resource.pruned && !RESOURCES.includes(value) && !HUGE_PAGES.test(value)) {
    problems.push({ kind: 'unsupported', field: resource, value, allowed: RESOURCES });
  }
  const divisor = reference.get('divisor');
  const allowed = divisorsOf(value);
  if (divisor.value === undefined || allowed === undefined) return problems;
  const amount = parseQuantity(divisor.value);
  const isZero = compareQuantities(amount, parseQuantity('0')) === 0;
  if (!isZero && !allowed.includes(formatQuantity(amount))) {
    problems.push({ kind: 'divisor', field: divisor, allowed: allowed.join(', ') });
  }
  return problems;
}

function divisorsOf(resource: string): readonly string[] | undefined {
  if (/^(?:limits|requests)\.cpu$/.test(resource)) return CPU_DIVISORS;
  return RESOURCES.includes(resource) || HUGE_PAGES.test(resource) ? BYTE_DIVISORS : undefined;
}

/**
 * The parts of a path such as `metadata.labels['app']`: `metadata.labels` and `app`. Undefined if it has no subscript.
 *
 * Source: `SplitMaybeSubscriptedPath` in `pkg/fieldpath/fieldpath.go` of Kubernetes.
 */
function splitSubscript(path: string): readonly [path: string, key: string] | undefined {
  const at = path.indexOf("['");
  return at > 0 && path.endsWith("']") && path.length >= at + 4
    ? [path.slice(0, at), path.slice(at + 2, -2)]
    : undefined;
}
