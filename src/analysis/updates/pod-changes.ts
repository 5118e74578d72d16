import { INT32_MAX } from '../../base/go/integers.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { draftOf } from '../../server/admission/objects/draft.ts';
import { completeResources, qosClassOf } from '../../server/admission/objects/pod-preparation.ts';
import {
  APP_ARMOR_OF_CONTAINER,
  isSameProfile,
  profileOfAnnotation,
} from '../../server/kubernetes/formats/app-armor-profile.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type {
  Container,
  NodeAffinity,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodSpec,
  Toleration,
} from '../../server/kubernetes/types.generated.ts';
import { asMapping, type Mapping } from '../../server/kubernetes/value.ts';
import { firstChange } from './first-change.ts';
import { isSameStruct, withoutDisabled } from './same-value.ts';

/** An error of the server about a change of a Pod. */
interface PodChange {
  /** `forbidden`: the field cannot change; `invalid`: it can, but not in this way. */
  readonly kind: 'forbidden' | 'invalid';
  /** The field of the new Pod. */
  readonly at: Field;
  /** The path that the server reports. */
  readonly path: string;
  /** The reason, as a clause. */
  readonly problem: string;
}

const SPEC = 'core.v1.PodSpec';

/** The annotation of the Pod that represents a static Pod of a node. */
const MIRROR = 'kubernetes.io/config.mirror';

/** The fields of the spec that updates can change in some ways, which are checked on their own. */
const CHANGEABLE = ['activeDeadlineSeconds', 'schedulingGates', 'tolerations'] as const;

/**
 * The errors that the server only reports for a change of a Pod.
 *
 * Source: `ValidatePodUpdate` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function podChanges(stored: Resource<'Pod'>, sent: Resource<'Pod'>): readonly PodChange[] {
  const before = createdSpec(stored);
  const spec = sent.root.get('spec');
  const annotations = annotationChanges(stored, sent);
  for (const list of ['containers', 'initContainers'] as const) {
    const at = spec.get(list);
    if ((at.value ?? []).length === (before[list] ?? []).length) continue;
    return [...annotations, forbidden(at, 'an update adds or removes no containers')];
  }
  const deadline = deadlineChange(before, spec);
  if (deadline?.ends) return [...annotations, ...deadline.changes];
  return [
    ...annotations,
    ...(deadline?.changes ?? []),
    ...tolerationChanges(before, spec),
    ...gateChanges(before, spec),
    ...qualityChanges(before, spec, sent),
    ...specChanges(before, spec, sent),
  ];
}

/**
 * The spec of a stored Pod. When the Pod was created, the server copied annotations about AppArmor to its containers.
 */
function createdSpec(stored: Resource<'Pod'>): PodSpec {
  const { value: spec = {} } = stored.root.get('spec');
  const { value: annotations } = stored.root.get('metadata').get('annotations');
  if (annotations === undefined || spec.os?.name === 'windows') return spec;
  const ofPod = spec.securityContext?.appArmorProfile;
  const copied = (container: Container): Container => {
    const { name = '', securityContext } = container;
    const appArmorProfile = profileOfAnnotation(annotations[`${APP_ARMOR_OF_CONTAINER}${name}`]);
    const isNew =
      appArmorProfile !== undefined &&
      securityContext?.appArmorProfile === undefined &&
      !isSameProfile(ofPod, appArmorProfile);
    return isNew
      ? { ...container, securityContext: { ...securityContext, appArmorProfile } }
      : container;
  };
  const { containers, initContainers } = spec;
  return {
    ...spec,
    ...(containers && { containers: containers.map(copied) }),
    ...(initContainers && { initContainers: initContainers.map(copied) }),
  };
}

function forbidden(at: Field, problem: string, path = at.path): PodChange {
  return { kind: 'forbidden', at, path, problem };
}

function invalid(at: Field, problem: string): PodChange {
  return { kind: 'invalid', at, path: at.path, problem };
}

function annotationChanges(stored: Resource<'Pod'>, sent: Resource<'Pod'>): readonly PodChange[] {
  const before = stored.root.get('metadata').get('annotations').value ?? {};
  const annotations = sent.root.get('metadata').get('annotations');
  const after = annotations.value ?? {};
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter((key) => key.startsWith(APP_ARMOR_OF_CONTAINER) || key === MIRROR)
    .filter((key) => before[key] !== after[key])
    .map((key) => {
      const problem = `the annotation ${key} cannot change`;
      return forbidden(annotations, problem, `metadata.annotations[${key}]`);
    });
}

/** The error of a change of the deadline. If it `ends` the validation, the server reports no more. */
function deadlineChange(
  before: PodSpec,
  spec: Field<PodSpec | undefined>,
): { readonly changes: readonly PodChange[]; readonly ends: boolean } | undefined {
  const at = spec.get('activeDeadlineSeconds');
  const { value } = at;
  const { activeDeadlineSeconds: old } = before;
  if (value === undefined) {
    if (old === undefined) return undefined;
    return { changes: [invalid(at, 'it cannot be removed')], ends: false };
  }
  // Another rule reports such a number.
  if (value < 0 || value > INT32_MAX) return { changes: [], ends: true };
  if (old === undefined || old >= value) return undefined;
  return { changes: [invalid(at, `it can only become less than ${old}`)], ends: true };
}

function tolerationChanges(
  { tolerations: before = [] }: PodSpec,
  spec: Field<PodSpec | undefined>,
): readonly PodChange[] {
  const at = spec.get('tolerations');
  const kept = new Set((at.value ?? []).map(tolerationKey));
  const isMissing = before.some((toleration) => !kept.has(tolerationKey(toleration)));
  const problem = 'an update can only add tolerations, and change tolerationSeconds';
  return isMissing ? [forbidden(at, problem)] : [];
}

function tolerationKey({ key = '', operator = '', value = '', effect = '' }: Toleration): string {
  return JSON.stringify([key, operator, value, effect]);
}

function gateChanges(
  { schedulingGates: before = [] }: PodSpec,
  spec: Field<PodSpec | undefined>,
): readonly PodChange[] {
  const known = new Set(before.map(({ name = '' }) => name));
  const added = new Map(
    spec
      .itemsOf('schedulingGates')
      .filter((gate) => !known.has(gate.value?.name ?? ''))
      .map((gate) => [gate.value?.name ?? '', gate.get('name')]),
  );
  return [...added.values()].map((at) => forbidden(at, 'an update can only remove gates'));
}

/** The error of resources that change the quality of service of the Pod. */
function qualityChanges(
  before: PodSpec,
  spec: Field<PodSpec | undefined>,
  { root, minor, server }: Resource<'Pod'>,
): readonly PodChange[] {
  if (serverHas('pod-quality-changes', minor)) return [];
  const [old, now] = [before, spec.value ?? {}].map((one) =>
    qosClassOf(draftOf(asMapping(one)), server),
  );
  const { path } = root.get('metadata');
  const problem = `its quality of service is ${old}, and cannot become ${now}`;
  return old === now ? [] : [{ kind: 'invalid', at: spec, path, problem }];
}

/** The errors of changes of all other fields of the spec. */
function specChanges(
  before: PodSpec,
  spec: Field<PodSpec | undefined>,
  { minor, server }: Resource<'Pod'>,
): readonly PodChange[] {
  const changes: PodChange[] = [];
  let after: PodSpec = {
    ...spec.value,
    ...Object.fromEntries(CHANGEABLE.map((name) => [name, before[name]])),
    ...withImages('containers'),
    ...withImages('initContainers'),
  };
  if ((before.schedulingGates ?? []).length > 0) {
    const selector = spec.get('nodeSelector');
    const { nodeSelector: old = {} } = before;
    if (Object.entries(old).some(([key, value]) => selector.value?.[key] !== value)) {
      changes.push(invalid(selector, 'an update can only add labels'));
    }
    const affinity = spec.get('affinity').get('nodeAffinity');
    changes.push(...affinityChanges(before.affinity?.nodeAffinity, affinity, minor));
    after = withNodeChoice(before, after);
  }
  const [old, now] = [before, after].map((one) => keptSpec(one, server));
  if (isSameStruct(SPEC, old, now, minor)) return changes;
  const at = firstChange(spec, SPEC, old, now, minor);
  return [...changes, forbidden(at, 'an update changes no other fields than images', 'spec')];

  function withImages(list: 'containers' | 'initContainers'): PodSpec {
    const containers = spec.value?.[list]?.map((container, index) => {
      const old = before[list]?.[index] ?? {};
      const { image: _, ...others } = container;
      return old.image === undefined ? others : { ...others, image: old.image };
    });
    return containers === undefined ? {} : { [list]: containers };
  }
}

/**
 * A spec as the server keeps it. The resources of a pod as a whole are completed in both specs of an update: a new
 * manifest has them if it comes from the server, or gets them from `kubectl apply`.
 */
function keptSpec(spec: PodSpec, server: Server): Mapping {
  const kept = draftOf(withoutDisabled(SPEC, spec, server) ?? {});
  completeResources(kept, server);
  return kept;
}

/** A spec with the choice of nodes as it was before: that of a Pod with gates has been checked. */
function withNodeChoice(before: PodSpec, spec: PodSpec): PodSpec {
  const { nodeSelector: _, affinity, ...rest } = spec;
  const { nodeSelector = {}, affinity: oldAffinity } = before;
  const { nodeAffinity, ...others } = affinity ?? {};
  const old = oldAffinity?.nodeAffinity;
  const after = { ...rest, nodeSelector };
  if (affinity !== undefined && old === undefined && nodeAffinity === undefined) {
    return { ...after, affinity };
  }
  const isNone = oldAffinity === undefined && Object.keys(others).length === 0;
  if (isNone || (affinity === undefined && old === undefined)) return after;
  return { ...after, affinity: { ...others, ...(old !== undefined && { nodeAffinity: old }) } };
}

/**
 * The errors of a change of the node affinity of a Pod with gates.
 *
 * Source: `validateNodeAffinityMutation` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
function affinityChanges(
  before: NodeAffinity | undefined,
  affinity: Field<NodeAffinity | undefined>,
  minor: Minor,
): readonly PodChange[] {
  const old = before?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const list = affinity
    .get('requiredDuringSchedulingIgnoredDuringExecution')
    .get('nodeSelectorTerms');
  const terms = list.items();
  if (old.length === 0) return [];
  if (old.length !== terms.length) return [invalid(list, 'an update adds or removes no terms')];
  return terms.flatMap((term, index) =>
    onlyAdds(old[index] ?? {}, term.value ?? {}, minor)
      ? []
      : [invalid(term, 'an update can only add expressions to a term')],
  );
}

function onlyAdds(before: NodeSelectorTerm, after: NodeSelectorTerm, minor: Minor): boolean {
  const [expressions, fields] = [before.matchExpressions ?? [], before.matchFields ?? []];
  const [newExpressions, newFields] = [after.matchExpressions ?? [], after.matchFields ?? []];
  if (expressions.length + fields.length === 0 && newExpressions.length + newFields.length > 0) {
    return false;
  }
  return startsWith(newExpressions, expressions, minor) && startsWith(newFields, fields, minor);
}

function startsWith(
  list: readonly NodeSelectorRequirement[],
  start: readonly NodeSelectorRequirement[],
  minor: Minor,
): boolean {
  return start.every((one, index) =>
    isSameStruct('core.v1.NodeSelectorRequirement', one, list[index], minor),
  );
}
