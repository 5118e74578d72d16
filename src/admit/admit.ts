import type { AuthorizationAnswers } from '../admission/authorizer.ts';
import type { AuditAnnotation, Denial, PolicyDecision } from '../admission/decision.ts';
import { mutate } from '../admission/mutating.ts';
import { asStored, metadataOf, prepareUpdate } from '../admission/objects/stored-object.ts';
import type { BoundPolicy } from '../admission/policy.ts';
import type { AdmissionRequest, Operation, User } from '../admission/request.ts';
import { validate } from '../admission/validating.ts';
import { jsonText } from '../crd/json-text.ts';
import type { Source } from '../engine/source-text.ts';
import { type Minor, NEWEST_MINOR } from '../kubernetes/minors.ts';
import type { Server } from '../kubernetes/server.ts';
import type { Mapping } from '../kubernetes/value.ts';
import { lint } from '../lint.ts';
import type { DocumentIdentity } from '../result/verdict.ts';
import { Cluster } from './cluster.ts';
import { openSources } from './open-sources.ts';
import type { OpenedObject } from './opened-object.ts';

/** The requests that a run makes of the objects of its sources. */
export interface AdmitOptions {
  /** The newest where absent. */
  readonly kubernetesVersion?: Minor;
  /** The API groups, versions and resources that the server enables or disables. */
  readonly runtimeConfig?: Server['runtimeConfig'];
  readonly featureGates?: Server['featureGates'];
  /** More policies, bindings, params, namespaces and CRDs; they are not requested. */
  readonly policies?: Iterable<Source>;
  /** The stored objects: an object of the sources with the name of one of these is its update. */
  readonly old?: Iterable<Source>;
  /** Where absent, CREATE, or UPDATE of what is stored. An UPDATE of what is not stored is no request. */
  readonly operation?: Exclude<Operation, 'CONNECT'>;
  /** The administrator where absent. */
  readonly user?: User;
  readonly isDryRun?: boolean;
  /** Answers the checks of `authorizer`; none is known where absent. */
  readonly answers?: AuthorizationAnswers;
}

/** What the policies decide about one request. */
export interface RequestReport {
  readonly document: DocumentIdentity;
  readonly operation: Operation;
  readonly outcome: 'admitted' | 'denied' | 'unknown';
  /** The server's answer to a denied request. */
  readonly denial: Denial | undefined;
  /** Why the decision is not known. */
  readonly unknown: string | undefined;
  readonly warnings: readonly string[];
  /** The annotations of the audit event. */
  readonly annotations: readonly AuditAnnotation[];
  /** The annotations that policies publish, in order; of several with one key, the server keeps the first. */
  readonly published: readonly AuditAnnotation[];
  /** Of all policies that match the request. */
  readonly decisions: readonly PolicyDecision[];
  /** The object before and after mutating policies have changed it; undefined if they have not. */
  readonly mutation: { readonly before: Mapping; readonly after: Mapping } | undefined;
}

export interface AdmitReport {
  readonly kubernetesVersion: Minor;
  /** How many policies with bindings the input has. */
  readonly policies: number;
  readonly requests: readonly RequestReport[];
}

/** The user of requests by default, who can do everything. */
export const ADMINISTRATOR: User = {
  name: 'admin',
  uid: '1',
  groups: ['system:masters', 'system:authenticated'],
};

/**
 * Passes the objects of sources through the accepted admission policies of the same sources and of `policies`, as the
 * API server does. Pure, as `lint` is.
 */
export function admit(sources: Iterable<Source>, options: AdmitOptions = {}): AdmitReport {
  const { kubernetesVersion: minor = NEWEST_MINOR } = options;
  const own = [...sources];
  const all = [...own, ...(options.policies ?? [])];
  const { runtimeConfig = new Map(), featureGates = new Map() } = options;
  const server: Server = { minor, runtimeConfig, featureGates };
  const flags = { kubernetesVersions: [minor], runtimeConfig, featureGates };
  const { documents } = lint(all, flags);
  const old = [...(options.old ?? [])];
  const stored = lint(old, { ...flags, crds: all });
  const opened = openSources(
    { sources: all, documents },
    { sources: old, documents: stored.documents },
    server,
  );
  const { objects, policies, definitions } = opened;
  const cluster = new Cluster(server, objects, policies, definitions);
  const requested = new Set(own.map(({ name }) => name));
  return {
    kubernetesVersion: minor,
    policies: cluster.policies.length,
    requests: objects
      .filter(({ identity }) => requested.has(identity.file))
      .flatMap((object) => {
        const request = requestOf(object, opened.stored, options);
        return request === undefined ? [] : admitOne(object, request, cluster, options);
      }),
  };
}

function admitOne(
  object: OpenedObject,
  request: AdmissionRequest,
  cluster: Cluster,
  options: AdmitOptions,
): RequestReport {
  const answers = options.answers ?? (() => undefined);
  const mutated = mutate(cluster.policies.filter(isMutating), request, cluster, answers);
  const isStopped = mutated.denial !== undefined || mutated.unknown !== undefined;
  const changed = { ...request, object: mutated.object };
  // A request that mutating policies refuse does not get to the others.
  const validating = isStopped ? [] : cluster.policies.filter(isValidating);
  const validated = validate(validating, changed, cluster, answers);
  const { warnings, annotations } = validated;
  const denial = mutated.denial ?? validated.denial;
  const unknown = mutated.unknown ?? validated.unknown;
  const decisions = [...mutated.decisions, ...validated.decisions];
  return {
    document: object.identity,
    operation: request.operation,
    outcome: denial !== undefined ? 'denied' : unknown !== undefined ? 'unknown' : 'admitted',
    denial,
    unknown,
    warnings,
    annotations: firstOfEachKey(annotations),
    published: annotations,
    decisions,
    mutation: isStopped ? undefined : changeBetween(request.object, mutated.object),
  };
}

/** The request that is made of an object; undefined if none is. */
function requestOf(
  opened: OpenedObject,
  stored: readonly OpenedObject[],
  options: AdmitOptions,
): AdmissionRequest | undefined {
  const { user = ADMINISTRATOR, isDryRun = false } = options;
  const { kind, resource, object, isNamespaced } = opened;
  const { name, namespace } = metadataOf(object);
  const isNamespace = kind.group === '' && kind.kind === 'Namespace';
  const changed = changeOf(opened, stored, options.operation);
  if (changed === undefined) return undefined;
  return {
    kind,
    resource: { group: kind.group, version: kind.version, resource },
    subresource: '',
    namespace: isNamespaced ? String(namespace ?? '') : isNamespace ? String(name ?? '') : '',
    name: String(name ?? ''),
    user,
    isDryRun,
    ...changed,
  };
}

/** What a request does to an object; undefined if it is no request. */
function changeOf(
  opened: OpenedObject,
  stored: readonly OpenedObject[],
  operation: AdmitOptions['operation'],
): Pick<AdmissionRequest, 'operation' | 'object' | 'oldObject'> | undefined {
  const { object } = opened;
  if (operation === 'DELETE') return { operation, object: undefined, oldObject: asStored(object) };
  const old = operation === 'CREATE' ? undefined : stored.find((one) => isSameObject(one, opened));
  if (old === undefined) {
    return operation === 'UPDATE'
      ? undefined
      : { operation: 'CREATE', object, oldObject: undefined };
  }
  const update = prepareUpdate(object, old.object);
  return { operation: 'UPDATE', object: update.object, oldObject: update.stored };
}

function isSameObject(a: OpenedObject, b: OpenedObject): boolean {
  const [one, other] = [metadataOf(a.object), metadataOf(b.object)];
  return (
    a.kind.group === b.kind.group &&
    a.kind.kind === b.kind.kind &&
    one.name === other.name &&
    (!a.isNamespaced || (one.namespace ?? 'default') === (other.namespace ?? 'default'))
  );
}

function changeBetween(
  before: Mapping | undefined,
  after: Mapping | undefined,
): RequestReport['mutation'] {
  if (before === undefined || after === undefined || before === after) return undefined;
  return jsonText(before, 'by key') === jsonText(after, 'by key') ? undefined : { before, after };
}

function isValidating(
  bound: BoundPolicy,
): bound is BoundPolicy & { readonly kind: 'ValidatingAdmissionPolicy' } {
  return bound.kind === 'ValidatingAdmissionPolicy';
}

function isMutating(
  bound: BoundPolicy,
): bound is BoundPolicy & { readonly kind: 'MutatingAdmissionPolicy' } {
  return bound.kind === 'MutatingAdmissionPolicy';
}

/** The server keeps the first annotation of a key. */
function firstOfEachKey(annotations: readonly AuditAnnotation[]): readonly AuditAnnotation[] {
  return annotations.filter(
    ({ key }, index) => annotations.findIndex((other) => other.key === key) === index,
  );
}
