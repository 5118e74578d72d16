import { type Limit, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/missing-numbers',
  kinds: ['LimitRange'],
  severity: 'warning',
  summary: 'What a limit asks for is there by default.',
  details: `
Admission refuses what does not say the number that a limit is about, rather than taking it for fine:

- With a \`max\` of type \`Pod\` for a resource, some container of each pod must have a limit for it; with a \`min\`, a
  request; with a \`maxLimitRequestRatio\`, both.
- With a \`maxLimitRequestRatio\` of type \`Container\`, each container must have both.
- With a \`max\` or \`min\` of type \`PersistentVolumeClaim\` for anything but \`storage\`, each claim must request that,
  which no ordinary claim does.

So pods that say nothing are refused, those of system components and of charts included. Add a limit of type
\`Container\` with \`default\` and \`defaultRequest\` for the resource; for claims keep to \`storage\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    pod: {
      text: 'pods that say nothing of {name} are refused: {map} wants {wanted}, and nothing here gives it by default',
      help: 'add a limit of type Container with {defaults} for {name}',
      rows: ['lint-lr-pod-needs-numbers'],
    },
    ratio: {
      text: 'containers that say nothing of {name} are refused: the ratio wants a request and a limit',
      help: 'add {defaults} for {name}',
      rows: ['lint-lr-ratio-needs-numbers'],
    },
    claim: {
      text: 'every claim is refused that does not request {name}, so all ordinary ones',
      help: 'leave it out; claims request storage',
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const limits = limitsOf(resource);
    const given = givenByDefault(limits);
    const missingFor = (name: string, needs: readonly Default[]): readonly Default[] =>
      needs.filter((need) => !given[need].has(name));
    for (const limit of limits) {
      if (limit.type === 'PersistentVolumeClaim') {
        for (const { resource: name, field } of [...limit.max.values(), ...limit.min.values()]) {
          if (name !== 'storage') report('claim', field, { name });
        }
      }
      if (limit.type === 'Pod') {
        for (const { map, needs } of NEEDS) {
          for (const [name, { field }] of limit[map]) {
            const missing = missingFor(name, needs);
            if (missing.length === 0) continue;
            const wanted = missing.map((need) => WANTED[need]).join(' and ');
            report('pod', field, { name, map, wanted, defaults: missing.join(' and ') });
          }
        }
      }
      if (limit.type === 'Container') {
        for (const [name, { field }] of limit.maxLimitRequestRatio) {
          const missing = missingFor(name, DEFAULTS);
          if (missing.length > 0) {
            report('ratio', field, { name, defaults: missing.join(' and ') });
          }
        }
      }
    }
  },
});

const DEFAULTS = ['default', 'defaultRequest'] as const;

type Default = (typeof DEFAULTS)[number];

const WANTED: Readonly<Record<Default, string>> = {
  default: 'a limit',
  defaultRequest: 'a request',
};

/** What the maps of a limit of type Pod want, by the default that gives it. */
const NEEDS: readonly {
  readonly map: 'max' | 'min' | 'maxLimitRequestRatio';
  readonly needs: readonly Default[];
}[] = [
  { map: 'max', needs: ['default'] },
  { map: 'min', needs: ['defaultRequest'] },
  { map: 'maxLimitRequestRatio', needs: DEFAULTS },
];

/** The resources that containers get by default, from any limit. */
function givenByDefault(limits: readonly Limit[]): Readonly<Record<Default, ReadonlySet<string>>> {
  const containers = limits.filter(({ type }) => type === 'Container');
  return {
    default: new Set(containers.flatMap((limit) => [...limit.default.keys()])),
    defaultRequest: new Set(containers.flatMap((limit) => [...limit.defaultRequest.keys()])),
  };
}
