import { type Limit, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/missing-numbers',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'warning',
  summary: 'Pods and claims that do not set the amounts that a limit requires get them by default.',
  details: `
A limit also denies pods and claims that do not set the amount that it limits:

- A \`max\` of type \`Pod\` requires a limit of the resource in some container of each pod, a \`min\` requires a request, and a
  \`maxLimitRequestRatio\` requires both.
- A \`maxLimitRequestRatio\` of type \`Container\` requires a request and a limit in each container.
- A \`max\` or \`min\` of type \`PersistentVolumeClaim\` for another resource than \`storage\` requires that each claim requests
  that resource, which claims normally do not.

So pods without requests and limits are denied, including those of system components and Helm charts. Add a limit of
type \`Container\` with \`default\` and \`defaultRequest\` for the resource. For claims, limit only \`storage\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    pod: {
      text: 'pods without {missing} for {name} are denied: {map} of type Pod requires it, and there is no default',
      help: 'add a limit of type Container with {defaults} for {name}',
      rows: ['lint-lr-pod-needs-numbers'],
      dependsOn: ['spec.limits'],
    },
    ratio: {
      text: 'containers without {missing} for {name} are denied: the ratio requires it, and there is no default',
      help: 'add {defaults} for {name}',
      rows: ['lint-lr-ratio-needs-numbers'],
      dependsOn: ['spec.limits'],
    },
    claim: {
      text: 'claims that do not request {name} are denied, which are practically all claims',
      help: 'remove {name}, and limit only storage',
      rows: ['lint-lr-pvc-other-resource'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Pod
              max:
                cpu: 4
                #    ^ expect: pod
            - type: Container
              maxLimitRequestRatio:
                memory: 2
                #       ^ expect: ratio
            - type: PersistentVolumeClaim
              max:
                storage: 100Gi
                cpu: 1
                #    ^ expect: claim
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Pod
              max: { cpu: 4 }
            - type: Container
              default: { cpu: 1 }
              defaultRequest: { cpu: 500m }
              maxLimitRequestRatio: { cpu: 2 }
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const limits = limitsOf(resource);
    const defaults = defaultsOfContainers(limits);
    for (const limit of limits) {
      if (limit.type === 'PersistentVolumeClaim') {
        for (const { resource: name, field } of [...limit.max.values(), ...limit.min.values()]) {
          if (name !== 'storage') report({ message: 'claim', at: field, values: { name } });
        }
      }
      for (const { type, map, needs } of REQUIREMENTS) {
        if (limit.type !== type) continue;
        for (const [name, { field }] of limit[map]) {
          const missing = needs.filter((need) => !defaults[need].has(name));
          if (missing.length === 0) continue;
          const values = {
            name,
            missing: missing.map((need) => AMOUNTS[need]).join(' and '),
            defaults: missing.join(' and '),
          };
          if (type === 'Pod') report({ message: 'pod', at: field, values: { ...values, map } });
          else report({ message: 'ratio', at: field, values });
        }
      }
    }
  },
});

const DEFAULTS = ['default', 'defaultRequest'] as const;

type Default = (typeof DEFAULTS)[number];

/** The amount that a container gets from each default. */
const AMOUNTS: Readonly<Record<Default, string>> = {
  default: 'a limit',
  defaultRequest: 'a request',
};

/** The maps of a limit that require amounts in pods, and the defaults that provide these amounts. */
const REQUIREMENTS: readonly {
  readonly type: 'Pod' | 'Container';
  readonly map: 'max' | 'min' | 'maxLimitRequestRatio';
  readonly needs: readonly Default[];
}[] = [
  { type: 'Pod', map: 'max', needs: ['default'] },
  { type: 'Pod', map: 'min', needs: ['defaultRequest'] },
  { type: 'Pod', map: 'maxLimitRequestRatio', needs: DEFAULTS },
  { type: 'Container', map: 'maxLimitRequestRatio', needs: DEFAULTS },
];

/** The resources for which containers get a limit or request by default, from any limit of type Container. */
function defaultsOfContainers(
  limits: readonly Limit[],
): Readonly<Record<Default, ReadonlySet<string>>> {
  const containers = limits.filter(({ type }) => type === 'Container');
  return {
    default: new Set(containers.flatMap((limit) => [...limit.default.keys()])),
    defaultRequest: new Set(containers.flatMap((limit) => [...limit.defaultRequest.keys()])),
  };
}
