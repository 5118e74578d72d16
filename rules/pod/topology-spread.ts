import {
  reportInvalid,
  requireOneOf,
  requireRange,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import {
  addedLabels,
  checkMatchLabelKeys,
  checkSeparateKeys,
} from '../../src/analysis/pods/match-label-keys.ts';
import { POD_KINDS, type PodKind, podOf } from '../../src/analysis/pods/pod-specs.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate, type Server } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod/topology-spread',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Topology spread constraints are complete, and none is repeated.',
  details: `
A constraint spreads pods over domains: nodes with the same value of the label \`topologyKey\`. \`maxSkew\`, at least 1, is by how
many pods two domains may differ. \`whenUnsatisfiable\` is \`DoNotSchedule\` or \`ScheduleAnyway\`; only with the first a constraint
can have \`minDomains\`. Two constraints may not have the same \`topologyKey\` and \`whenUnsatisfiable\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/#topologyspreadconstraints-field',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-topology-spread-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-topology-spread-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-topology-spread-unsupported'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-topology-spread-forbidden'] },
    duplicate: {
      text: "a later constraint spreads over '{key}' with {action} too",
      help: 'remove one of them, or change its topologyKey or whenUnsatisfiable',
      cause: 'FieldValueDuplicate',
      rows: ['pod-topology-spread-duplicate'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          topologySpreadConstraints:
            - maxSkew: 0 # expect: required
              #        ^ expect: invalid
              whenUnsatisfiable: Never
              #                  ^^^^^ expect: unsupported
              labelSelector: {}
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          topologySpreadConstraints:
            - maxSkew: 1
            # ^^^^^^^ expect: duplicate
              topologyKey: kubernetes.io/hostname
              whenUnsatisfiable: DoNotSchedule
              matchLabelKeys: [pod-template-hash]
              #               ^^^^^^^^^^^^^^^^^^^ expect: forbidden
            - maxSkew: 2
              topologyKey: kubernetes.io/hostname
              whenUnsatisfiable: DoNotSchedule
              labelSelector: { matchLabels: { app: shop } }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop, labels: { app: shop } }
        spec:
          containers: [{ name: web, image: nginx }]
          topologySpreadConstraints:
            - maxSkew: 1
              topologyKey: topology.kubernetes.io/zone
              whenUnsatisfiable: ScheduleAnyway
              labelSelector: { matchLabels: { app: shop } }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop, labels: { app: shop } }
          spec:
            topologySpreadConstraints:
              - maxSkew: 1
                topologyKey: topology.kubernetes.io/zone
                whenUnsatisfiable: scheduleAnyway # zones may be full
                labelSelector: { matchLabels: { app: shop } }
            containers: [{ name: web, image: nginx }]
        `,
        after: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop, labels: { app: shop } }
          spec:
            topologySpreadConstraints:
              - maxSkew: 1
                topologyKey: topology.kubernetes.io/zone
                whenUnsatisfiable: ScheduleAnyway # zones may be full
                labelSelector: { matchLabels: { app: shop } }
            containers: [{ name: web, image: nginx }]
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    const { spec } = podOf(resource);
    const labels = addedLabels(resource);
    const merges = mergesKeys(server, resource.stored?.resource);
    const constraints = spec.itemsOf('topologySpreadConstraints');
    for (const [index, constraint] of constraints.entries()) {
      const maxSkew = constraint.get('maxSkew');
      if (maxSkew.absent) reportInvalid(report, maxSkew, 'it must be at least 1');
      requireRange(report, maxSkew, { least: 1 });
      const topologyKey = constraint.get('topologyKey');
      requireText(report, topologyKey, 'a label of nodes, such as topology.kubernetes.io/zone');
      const action = constraint.get('whenUnsatisfiable');
      requireOneOf(report, action, ['DoNotSchedule', 'ScheduleAnyway']);
      const isRepeated = constraints
        .slice(index + 1)
        .some(
          ({ value }) =>
            (value?.topologyKey ?? '') === (topologyKey.value ?? '') &&
            (value?.whenUnsatisfiable ?? '') === (action.value ?? ''),
        );
      if (isRepeated) {
        report({
          message: 'duplicate',
          at: constraint,
          path: `${constraint.path}.{topologyKey, whenUnsatisfiable}`,
          values: { key: topologyKey.value ?? '', action: action.value ?? '' },
        });
      }
      const domains = constraint.get('minDomains');
      requireRange(report, domains, { least: 1 });
      if (domains.value !== undefined && action.value !== 'DoNotSchedule' && !action.pruned) {
        reportInvalid(report, domains, 'it is only allowed with whenUnsatisfiable: DoNotSchedule');
      }
      for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const) {
        const policy = constraint.get(name);
        if (policy.value !== undefined) requireOneOf(report, policy, ['Honor', 'Ignore']);
      }
      const selector = constraint.get('labelSelector');
      const matchLabelKeys = constraint.get('matchLabelKeys');
      if (merges) {
        checkMatchLabelKeys(report, { owner: constraint, selector, matchLabelKeys, labels });
      } else {
        checkSeparateKeys(report, selector, matchLabelKeys);
      }
    }
  },
});

/** The feature gate of keys that the server adds to the selector. */
const MERGE = 'MatchLabelKeysInPodTopologySpreadSelectorMerge';

/**
 * Reports whether the server checks the keys as those that it adds to the selector. In an update it checks them in the
 * other way if the stored constraints have errors.
 */
function mergesKeys(server: Server, stored: Resource<PodKind> | undefined): boolean {
  const merges = hasGate(server, MERGE, true);
  // Servers without the gate only know one way.
  const hasTwoWays = merges || hasGate(server, MERGE, false);
  if (stored === undefined || !hasTwoWays) return merges;
  let isInvalid = false;
  const note = (): void => {
    isInvalid = true;
  };
  for (const owner of podOf(stored).spec.itemsOf('topologySpreadConstraints')) {
    const [selector, matchLabelKeys] = [owner.get('labelSelector'), owner.get('matchLabelKeys')];
    if (merges) checkMatchLabelKeys(note, { owner, selector, matchLabelKeys, labels: undefined });
    else checkSeparateKeys(note, selector, matchLabelKeys);
  }
  return merges !== isInvalid;
}
