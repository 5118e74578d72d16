import {
  ANY_SHAPE,
  type Member,
  type Presence,
  SCALAR_SHAPE,
  type Scalar,
  type Shape,
} from '../../../cel/symbolic/shape.ts';
import { NAMESPACE_NAME_LABEL } from '../../requests/namespace-reach.ts';
import type { RequestClass } from './request-classes.ts';
import { workloadSpec } from './workload-shapes.ts';

/** The keys of the labels that an object certainly has; `all` if any may be present. */
export type SelectedLabels = ReadonlySet<string> | 'all';

/** The shape of `object` and `oldObject`: the metadata, and the spec of pods and workloads. */
export function objectShape(request: RequestClass, labels: SelectedLabels): Shape {
  // The object of CONNECT is an options object, which has no metadata.
  if (request.operation === 'CONNECT') return { ...ANY_SHAPE, nullable: true };
  const kind = enumerated(request.kinds);
  const metadata = objectMetadata(request, labels);
  const spec = request.isCustom ? undefined : workloadSpec(request.kinds);
  return {
    ...ANY_SHAPE,
    nullable: true,
    member: (name) => {
      if (name === 'metadata') return { shape: metadata, presence: 'always' };
      if (name === 'kind') return { shape: kind, presence: 'always' };
      if (name === 'spec' && spec !== undefined) return { shape: spec, presence: 'assumed' };
      if (name === 'status' && mayLackStatus(request)) return OPTIONAL_STATUS;
      return { shape: ANY_SHAPE, presence: 'assumed' };
    },
  };
}

const OPTIONAL_STATUS: Member = { shape: ANY_SHAPE, presence: 'optional' };

/** Reports whether an object may have no status. A custom resource has none until its controller writes one. */
function mayLackStatus({ isCustom, isOfSubresource }: RequestClass): boolean {
  return isCustom && !isOfSubresource;
}

/** The fields of metadata that are omitted if they are empty. */
const OFTEN_ABSENT: ReadonlySet<string> = new Set([
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'finalizers',
  'generateName',
  'ownerReferences',
]);

function objectMetadata({ scope }: RequestClass, labels: SelectedLabels): Shape {
  const isNamespace = scope === 'namespaces';
  const known =
    isNamespace && labels !== 'all' ? new Set([...labels, NAMESPACE_NAME_LABEL]) : labels;
  return fields((name) => {
    if (name === 'namespace') {
      return { shape: SCALAR_SHAPE, presence: scope === 'namespaced' ? 'always' : 'never' };
    }
    return metadataMember(name, known);
  });
}

function metadataMember(name: string, labels: SelectedLabels): Member {
  if (name === 'labels') {
    const hasLabels = labels === 'all' || labels.size > 0;
    return { shape: labelMap(labels), presence: hasLabels ? 'assumed' : 'optional' };
  }
  if (name === 'annotations') return { shape: labelMap(new Set()), presence: 'optional' };
  if (OFTEN_ABSENT.has(name)) return { shape: ANY_SHAPE, presence: 'optional' };
  return { shape: ANY_SHAPE, presence: 'assumed' };
}

function labelMap(known: SelectedLabels): Shape {
  return {
    kind: 'map',
    member: (name) => ({
      shape: SCALAR_SHAPE,
      presence: known === 'all' || known.has(name) ? 'assumed' : 'optional',
    }),
    element: () => SCALAR_SHAPE,
  };
}

/** The shape of `namespaceObject`. */
export function namespaceShape(labels: SelectedLabels): Shape {
  const known = labels === 'all' ? labels : new Set([...labels, NAMESPACE_NAME_LABEL]);
  const metadata = fields((name) =>
    name === 'name' ? { shape: SCALAR_SHAPE, presence: 'always' } : metadataMember(name, known),
  );
  const shape = fields((name) =>
    name === 'metadata'
      ? { shape: metadata, presence: 'always' }
      : { shape: ANY_SHAPE, presence: 'assumed' },
  );
  return { ...shape, nullable: true };
}

/** The shape of `request`, of which the server omits empty fields. */
export function requestShape(request: RequestClass): Shape {
  const { scope, isOfSubresource } = request;
  const namespace: Presence =
    scope === 'namespaced' ? 'always' : scope === 'cluster' ? 'never' : 'assumed';
  const subresource: Presence = isOfSubresource ? 'always' : 'never';
  const members: ReadonlyMap<string, Member> = new Map(
    Object.entries<Member>({
      operation: { shape: enumerated([request.operation]), presence: 'always' },
      namespace: { shape: SCALAR_SHAPE, presence: namespace },
      subResource: { shape: SCALAR_SHAPE, presence: subresource },
      requestSubResource: { shape: SCALAR_SHAPE, presence: subresource },
      kind: { shape: group('kind', enumerated(request.kinds)), presence: 'always' },
      resource: { shape: group('resource', enumerated(request.resources)), presence: 'always' },
      userInfo: { shape: fields(userMember), presence: 'always' },
    }),
  );
  return fields((name) => members.get(name) ?? UNKNOWN_MEMBER);
}

const UNKNOWN_MEMBER: Member = { shape: ANY_SHAPE, presence: 'assumed' };

function userMember(name: string): Member {
  return name === 'extra' ? { shape: labelMap(new Set()), presence: 'optional' } : UNKNOWN_MEMBER;
}

/** The shape of a kind or resource with its group and version; `shape` is that of one member. */
function group(member: string, shape: Shape): Shape {
  return fields((name) => ({ shape: name === member ? shape : SCALAR_SHAPE, presence: 'always' }));
}

function fields(member: (name: string) => Member): Shape {
  return { kind: 'object', member, element: () => ANY_SHAPE };
}

/** The shape of a string with one of some values. */
function enumerated(strings: readonly string[] | undefined): Shape {
  if (strings === undefined) return SCALAR_SHAPE;
  const values = strings.map((value): Scalar => ({ type: 'string', value }));
  return { ...SCALAR_SHAPE, values };
}
