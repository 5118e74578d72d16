import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import type {
  LabelSelector,
  LabelSelectorRequirement,
} from '../../server/kubernetes/types.generated.ts';
import { BINDING_KINDS, POLICY_KINDS, WEBHOOK_KINDS } from '../admission/policy-kinds.ts';
import { affinityTermsOf } from '../pods/affinity-terms.ts';
import { POD_KINDS, type PodKind, podOf } from '../pods/pod-specs.ts';
import { selectorsInVolumes } from '../pods/volumes.ts';
import { validatesClaimTemplates, workloadSelector } from '../workloads/selectors.ts';

/** The kinds that select objects by their labels. */
export const KINDS_WITH_LABEL_SELECTORS = [
  ...WEBHOOK_KINDS,
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'NetworkPolicy',
  'PodDisruptionBudget',
  'ClusterRole',
  'PersistentVolumeClaim',
  'CSIStorageCapacity',
  ...POD_KINDS,
] as const satisfies readonly KindName[];

type KindWithLabelSelectors = (typeof KINDS_WITH_LABEL_SELECTORS)[number];
type SelectorField = Field<LabelSelector | undefined>;

/** An expression of a selector, and its path as the server reports it. */
interface SelectorExpression {
  readonly expression: Field<LabelSelectorRequirement>;
  readonly path: string;
}

/**
 * A PodDisruptionBudget of policy/v1beta1 used this key to specify the pods that its empty selector selects. policy/v1
 * drops it.
 */
const LEGACY_BUDGET_KEY = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';

/** All label selectors of an object, in the order in which the server validates them. */
export function labelSelectors(
  resource: Resource<KindWithLabelSelectors>,
): readonly SelectorField[] {
  if (isOfKind(resource, ...WEBHOOK_KINDS)) {
    return resource.root
      .itemsOf('webhooks')
      .flatMap((webhook) => [webhook.get('namespaceSelector'), webhook.get('objectSelector')]);
  }
  if (isOfKind(resource, ...POLICY_KINDS)) {
    const match = resource.root.get('spec').get('matchConstraints');
    return [match.get('namespaceSelector'), match.get('objectSelector')];
  }
  if (isOfKind(resource, ...BINDING_KINDS)) {
    const spec = resource.root.get('spec');
    const match = spec.get('matchResources');
    return [
      spec.get('paramRef').get('selector'),
      match.get('namespaceSelector'),
      match.get('objectSelector'),
    ];
  }
  if (isOfKind(resource, 'PodDisruptionBudget')) {
    return [resource.root.get('spec').get('selector')];
  }
  if (isOfKind(resource, 'ClusterRole')) {
    return resource.root.get('aggregationRule').itemsOf('clusterRoleSelectors');
  }
  if (isOfKind(resource, 'PersistentVolumeClaim')) {
    return [resource.root.get('spec').get('selector')];
  }
  if (isOfKind(resource, 'CSIStorageCapacity')) return [resource.root.get('nodeTopology')];
  if (isOfKind(resource, 'NetworkPolicy')) return networkPolicySelectors(resource);
  return isOfKind(resource, ...POD_KINDS)
    ? [...workloadSelectors(resource), ...podSelectors(resource)]
    : [];
}

/** The selectors of a workload, and of the claims of a StatefulSet. */
function workloadSelectors(resource: Resource<PodKind>): readonly SelectorField[] {
  const selector = workloadSelector(resource);
  if (!isOfKind(resource, 'StatefulSet')) return selector === undefined ? [] : [selector];
  const claims = resource.root.get('spec').itemsOf('volumeClaimTemplates');
  return [
    ...(selector === undefined ? [] : [selector]),
    ...(validatesClaimTemplates(resource)
      ? claims.map((claim) => claim.get('spec').get('selector'))
      : []),
  ];
}

/** The selectors in the spec of pods: of affinity terms, of topology spread constraints and in volumes. */
function podSelectors(resource: Resource<PodKind>): readonly SelectorField[] {
  const { spec } = podOf(resource);
  const { terms } = affinityTermsOf(spec);
  const constraints = spec.itemsOf('topologySpreadConstraints');
  return [
    ...terms.flatMap((term) => [term.get('labelSelector'), term.get('namespaceSelector')]),
    ...constraints.map((constraint) => constraint.get('labelSelector')),
    ...selectorsInVolumes(resource),
  ];
}

function networkPolicySelectors(resource: Resource<'NetworkPolicy'>): readonly SelectorField[] {
  const spec = resource.root.get('spec');
  const peers = [
    ...spec.itemsOf('ingress').map((rule) => rule.get('from')),
    ...spec.itemsOf('egress').map((rule) => rule.get('to')),
  ].flatMap((list) => list.items());
  return [
    spec.get('podSelector'),
    ...peers.flatMap((peer) => [peer.get('podSelector'), peer.get('namespaceSelector')]),
  ];
}

/**
 * The expressions of a selector that the server validates. From a PodDisruptionBudget it first drops the expressions
 * with the key of policy/v1beta1, so the later ones have a smaller index.
 */
export function selectorExpressions(
  resource: Resource<KindWithLabelSelectors>,
  selector: SelectorField,
): readonly SelectorExpression[] {
  const list = selector.get('matchExpressions');
  const dropped = resource.kind === 'PodDisruptionBudget' ? LEGACY_BUDGET_KEY : undefined;
  return list
    .items()
    .filter((expression) => dropped === undefined || expression.get('key').value !== dropped)
    .map((expression, index) => ({ expression, path: `${list.path}[${index}]` }));
}
