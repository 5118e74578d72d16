import { isMapping, mappingIn } from '../../../yaml/tree.ts';
import { jsonText } from '../../crd/values/json-text.ts';
import type { KindFacts } from '../../kubernetes/kinds.ts';
import { compareMinors } from '../../kubernetes/minors.ts';
import { hasGate, type Server } from '../../kubernetes/server.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { prepareClaim, updateClaim } from './claim-sources.ts';
import { copyOf, type Draft, ensureStruct, findStruct, structsIn } from './draft.ts';
import { GENERATED } from './generated-values.ts';
import { preparePod } from './pod-preparation.ts';
import { allocateService, updateService } from './service-allocation.ts';

/** Changes a new object of one kind, which has an empty status. */
type Preparation = (object: Draft, server: Server) => void;

/**
 * The changes that the server makes to new objects before policies see them, by kind.
 *
 * Source: `PrepareForCreate` in `pkg/registry/<group>/<kind>/strategy.go` of Kubernetes.
 */
const NEW: ReadonlyMap<string, Preparation> = new Map<string, Preparation>([
  ['APIService', prepareApiService],
  ['CertificateSigningRequest', prepareSigningRequest],
  ['CustomResourceDefinition', prepareDefinition],
  ['DaemonSet', (set) => setTemplateGeneration(set, Math.max(templateGenerationOf(set), 1))],
  ['EndpointSlice', dropTopology],
  ['Job', prepareJob],
  ['LimitRange', prepareLimitRange],
  ['Namespace', prepareNamespace],
  ['Node', dropConfigSource],
  ['PersistentVolume', prepareVolume],
  ['PersistentVolumeClaim', prepareClaim],
  ['Pod', preparePod],
  ['PodDisruptionBudget', stripEmptySelector],
  ['Service', allocateService],
  ['ServiceAccount', keepNamesOfSecrets],
]);

/** Changes the new object of an update, which has the status of the stored one. */
type UpdatePreparation = (object: Draft, stored: Draft, server: Server) => void;

/**
 * The changes that the server makes to the new objects of updates, by kind. Source: `PrepareForUpdate` in the same
 * files.
 */
const CHANGED: ReadonlyMap<string, UpdatePreparation> = new Map<string, UpdatePreparation>([
  ['CertificateSigningRequest', (request, { spec = null }) => setOrRemove(request, 'spec', spec)],
  ['DaemonSet', countTemplates],
  ['DeviceTaintRule', renewTaint],
  ['EndpointSlice', dropTopology],
  ['Namespace', keepFinalizers],
  ['PersistentVolumeClaim', updateClaim],
  ['Pod', keepResources],
  ['PodDisruptionBudget', stripEmptySelector],
  ['Service', updateService],
  ['ServiceAccount', keepNamesOfSecrets],
]);

/** Prepares a new object as the server does before policies see it; its status is already empty. */
export function prepareNew({ kind }: KindFacts, object: Draft, server: Server): void {
  NEW.get(kind)?.(object, server);
}

/** Prepares the new object of an update as the server does before policies see it. */
export function prepareChanged(kind: string, object: Draft, stored: Draft, server: Server): void {
  CHANGED.get(kind)?.(object, stored, server);
}

/** Reports whether the status of a new object of a kind is that of its manifest. */
export function keepsStatus({ kind }: KindFacts, server: Server): boolean {
  if (kind === 'ServiceCIDR') return !hasGate(server, 'ServiceCIDRStatusFieldWiping', true);
  return kind === 'Node';
}

/** Reports whether the server counts the changes of objects of a kind in `metadata.generation`. */
export function countsChanges({ kind, hasGeneration }: KindFacts, server: Server): boolean {
  if (kind === 'HorizontalPodAutoscaler' && hasGate(server, 'HPAGeneration', false)) return false;
  if (hasGeneration === undefined || hasGeneration === true) return hasGeneration === true;
  return compareMinors(server.minor, hasGeneration) >= 0;
}

/** Reports whether the server counts the updates of objects of a kind in `metadata.generation`. */
export function countsUpdates(facts: KindFacts, server: Server): boolean {
  // A new CSIDriver is not counted.
  return facts.kind === 'CSIDriver' || countsChanges(facts, server);
}

/** Reports whether the server counts an update as a change. */
export function isCounted(kind: string, object: Mapping, stored: Mapping): boolean {
  // The priorities of a class are fixed.
  if (kind === 'PriorityClass') return false;
  if (bodyText(object) !== bodyText(stored)) return true;
  const field = { Deployment: 'annotations', EndpointSlice: 'labels' }[kind];
  if (field === undefined) return false;
  const [own, before] = [object, stored].map(({ metadata }) =>
    isMapping(metadata) ? (metadata[field] ?? null) : null,
  );
  return jsonText(own ?? null, 'by key') !== jsonText(before ?? null, 'by key');
}

/** The text of an object without its metadata and status. It is equal for equal values. */
function bodyText({
  apiVersion: _,
  kind: _kind,
  metadata: _metadata,
  status: _status,
  ...body
}: Mapping): string {
  return jsonText(body, 'by key');
}

function setOrRemove(struct: Draft, field: string, value: Value): void {
  if (value === null) delete struct[field];
  else struct[field] = value;
}

/** Groups without a service are served by the API server itself. */
function prepareApiService(service: Draft): void {
  if (findStruct(service, 'spec')?.service !== undefined) return;
  const condition: Mapping = {
    lastTransitionTime: GENERATED.time,
    message: 'Local APIServices are always available',
    reason: 'Local',
    status: 'True',
    type: 'Available',
  };
  service.status = copyOf({ conditions: [condition] });
}

/** Removes the requester, who is known from the request only. */
function prepareSigningRequest(request: Draft): void {
  const spec = ensureStruct(request, 'spec');
  for (const field of ['extra', 'groups', 'uid', 'username']) delete spec[field];
}

function prepareDefinition(definition: Draft): void {
  definition.status = copyOf({ storedVersions: storageVersionsOf(definition) });
}

/** The names of the versions of a CRD in which objects are stored. */
export function storageVersionsOf(definition: Draft): readonly Value[] {
  const spec = findStruct(definition, 'spec');
  return (spec === undefined ? [] : structsIn(spec, 'versions')).flatMap(({ storage, name }) =>
    storage === true && name !== undefined ? [name] : [],
  );
}

/** The annotation that a DaemonSet has instead of a field of the beta versions. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

function templateGenerationOf({ metadata }: Mapping): number {
  return Number(mappingIn(metadata, 'annotations')[TEMPLATE_GENERATION] ?? 0);
}

function setTemplateGeneration(set: Draft, generation: number): void {
  const annotations = ensureStruct(ensureStruct(set, 'metadata'), 'annotations');
  annotations[TEMPLATE_GENERATION] = String(generation);
}

/**
 * The server reads the annotation into a field, which keeps its value if a policy has removed the annotation.
 *
 * @param replaced the object that the DaemonSet is written over
 */
export function keepTemplateGeneration(set: Draft, replaced: Mapping = {}): void {
  const annotations = {
    ...mappingIn(replaced.metadata, 'annotations'),
    ...mappingIn(set.metadata, 'annotations'),
  };
  setTemplateGeneration(set, Number(annotations[TEMPLATE_GENERATION] ?? 0));
}

function countTemplates(set: Draft, stored: Draft): void {
  const [template, before] = [set, stored].map((one) =>
    jsonText(findStruct(one, 'spec')?.template ?? null, 'by key'),
  );
  setTemplateGeneration(set, templateGenerationOf(stored) + (template === before ? 0 : 1));
}

/** Version 1 has the field only to show what was stored in the beta version. */
function dropTopology(slice: Draft): void {
  for (const endpoint of structsIn(slice, 'endpoints')) delete endpoint.deprecatedTopology;
}

/** Adds a selector of the pods of the Job, unless it has one of its own. */
function prepareJob(job: Draft): void {
  const spec = ensureStruct(job, 'spec');
  if (spec.manualSelector === true) return;
  const { name = '', uid = GENERATED.uid } = ensureStruct(job, 'metadata');
  const labels = ensureStruct(ensureStruct(ensureStruct(spec, 'template'), 'metadata'), 'labels');
  labels['job-name'] ??= name;
  labels['batch.kubernetes.io/job-name'] ??= name;
  labels['controller-uid'] ??= uid;
  labels['batch.kubernetes.io/controller-uid'] ??= uid;
  ensureStruct(ensureStruct(spec, 'selector'), 'matchLabels')[
    'batch.kubernetes.io/controller-uid'
  ] ??= uid;
}

function prepareLimitRange(range: Draft): void {
  const metadata = ensureStruct(range, 'metadata');
  if ((metadata.name ?? '') === '') metadata.name = GENERATED.uid;
}

const FINALIZER = 'kubernetes';

function prepareNamespace(namespace: Draft): void {
  const spec = ensureStruct(namespace, 'spec');
  const { finalizers } = spec;
  const given = Array.isArray(finalizers) ? finalizers : [];
  if (!given.includes(FINALIZER)) spec.finalizers = [...given, FINALIZER];
  const metadata = ensureStruct(namespace, 'metadata');
  ensureStruct(metadata, 'labels')['kubernetes.io/metadata.name'] = metadata.name ?? '';
  ensureStruct(namespace, 'status').phase = 'Active';
}

function keepFinalizers(namespace: Draft, stored: Draft): void {
  setOrRemove(
    ensureStruct(namespace, 'spec'),
    'finalizers',
    findStruct(stored, 'spec')?.finalizers ?? null,
  );
}

function dropConfigSource(node: Draft): void {
  delete findStruct(node, 'spec')?.configSource;
  delete findStruct(node, 'status')?.config;
}

function prepareVolume(volume: Draft, server: Server): void {
  const isDropped =
    serverHas('volume-class-dropped', server.minor) &&
    hasGate(server, 'VolumeAttributesClass', false);
  if (isDropped) delete findStruct(volume, 'spec')?.volumeAttributesClassName;
  volume.status = copyOf({ phase: 'Pending', lastPhaseTransitionTime: GENERATED.time });
}

/** A pod keeps its resources as a whole if a client does not know the field. */
function keepResources(pod: Draft, stored: Draft, server: Server): void {
  if (!hasGate(server, 'PodLevelResourcesFixDefaulting', true)) return;
  const before = findStruct(stored, 'spec')?.resources;
  if (before !== undefined) ensureStruct(pod, 'spec').resources ??= copyOf(before);
}

/** The label by which `policy/v1beta1` selected all or no pods. */
const EMPTY_SELECTOR = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';

function stripEmptySelector(budget: Draft): void {
  const selector = findStruct(ensureStruct(budget, 'spec'), 'selector');
  if (selector === undefined) return;
  const expressions = structsIn(selector, 'matchExpressions');
  const [only] = expressions;
  const selectsNothing =
    expressions.length === 1 && only?.operator === 'Exists' && !isMapping(selector.matchLabels);
  if (!expressions.some(({ key }) => key === EMPTY_SELECTOR) || selectsNothing) return;
  selector.matchExpressions = expressions.filter(({ key }) => key !== EMPTY_SELECTOR);
}

function keepNamesOfSecrets(account: Draft): void {
  const secrets = structsIn(account, 'secrets');
  if (secrets.length > 0) {
    account.secrets = secrets.map(({ name }) => (name === undefined ? {} : { name }));
  }
}

/** The time is when the effect was added. */
function renewTaint(rule: Draft, stored: Draft): void {
  const [taint, before] = [rule, stored].map((one) => {
    const spec = findStruct(one, 'spec');
    return spec && findStruct(spec, 'taint');
  });
  if (taint === undefined || before === undefined || taint.effect === before.effect) return;
  if (taint.timeAdded === before.timeAdded) taint.timeAdded = GENERATED.time;
}
