import {
  LIMIT_MAPS,
  type Limit,
  type LimitAmounts,
  limitsOf,
  writtenAmount,
} from '../../src/analysis/quota/limit-range-items.ts';
import {
  isContainerResource,
  isExtendedResource,
  isNativeResource,
  isStandardResource,
} from '../../src/analysis/quota/resource-names.ts';
import { qualifiedNameProblems } from '../../src/kubernetes/formats/qualified-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/resource-names',
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'The resources that a LimitRange limits exist, and containers can ask for them.',
  details: `
Limits of the types \`Container\` and \`Pod\` are about \`cpu\`, \`memory\`, \`ephemeral-storage\`, \`hugepages-SIZE\` and
extended resources such as \`example.com/gpu\`; those of \`PersistentVolumeClaim\` about \`storage\`. Names are
case-sensitive and have no \`requests.\` or \`limits.\` in front: that is for quotas.

For containers the API server fills in \`default\` from \`max\`, and \`defaultRequest\` from \`default\` or \`min\`, before
it looks, so it complains of one wrong name in several maps.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    format: {
      text: "the resource '{resource}' is no qualified name: {problem}",
      help: 'write the name of a resource, such as cpu or example.com/gpu',
      cause: 'FieldValueInvalid',
      rows: [
        'lr-max-name-format',
        'lr-min-name-format',
        'lr-default-name-format',
        'lr-defaultrequest-name-format',
        'lr-maxlimitrequestratio-name-format',
      ],
    },
    unknown: {
      text: "Kubernetes has no resource '{resource}'",
      help: 'resources of others have their domain in front: example.com/{resource}',
      cause: 'FieldValueInvalid',
      rows: [
        'lr-max-name-standard',
        'lr-min-name-standard',
        'lr-default-name-standard',
        'lr-defaultrequest-name-standard',
        'lr-maxlimitrequestratio-name-standard',
      ],
    },
    container: {
      text: "containers cannot ask for '{resource}', so a limit of type {type} cannot have it",
      help: 'containers ask for cpu, memory, ephemeral-storage, hugepages-SIZE, and resources with a domain',
      cause: 'FieldValueInvalid',
      rows: ['lr-container-name-standard'],
    },
    extended: {
      text: "containers cannot ask for '{resource}': a resource with a domain does not begin with requests., and is not longer than 253 characters with that in front",
      help: 'leave requests. out; that is for quotas',
      cause: 'FieldValueInvalid',
      rows: ['lr-container-name-extended'],
    },
    copied: {
      text: "the server copies '{resource}' from {source} to {map} and refuses it there too",
      cause: 'FieldValueInvalid',
      rows: ['lr-default-name-standard', 'lr-defaultrequest-name-standard'],
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
                c p u: 2
              # ^^^^^ expect: format
                cpus: 2
              # ^^^^ expect: unknown
                pods: 10
              # ^^^^ expect: container
                requests.example.com/gpu: 1
              # ^^^^^^^^^^^^^^^^^^^^^^^^ expect: extended
      `,
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Container
              default: { Memory: 1Gi }
              #          ^^^^^^ expect: unknown, copied
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Container
              max: { cpu: 2, memory: 1Gi, hugepages-2Mi: 20Mi, example.com/gpu: 1 }
            - type: PersistentVolumeClaim
              max: { storage: 20Gi }
      `,
    ],
  },
  check(resource, { report }) {
    for (const limit of limitsOf(resource)) {
      for (const amount of LIMIT_MAPS.flatMap((map) => [...checkedAmounts(limit, map).values()])) {
        const { resource: name } = amount;
        const problem = problemOf(limit.type, name);
        if (problem === undefined) continue;
        const written = writtenAmount(resource, amount);
        const at = { side: 'key', path: amount.field.path } as const;
        if (written !== amount) {
          report(
            'copied',
            written.field,
            { resource: name, source: written.map, map: amount.map },
            at,
          );
          continue;
        }
        const [detail = ''] = qualifiedNameProblems(name);
        if (problem === 'format')
          report(problem, amount.field, { resource: name, problem: detail }, at);
        else if (problem === 'container') {
          report(problem, amount.field, { resource: name, type: limit.type }, at);
        } else report(problem, amount.field, { resource: name }, at);
      }
    }
  },
});

/** The amounts whose names are looked at: not those that a Pod must not have at all. */
function checkedAmounts(limit: Limit, map: (typeof LIMIT_MAPS)[number]): LimitAmounts {
  const isForbidden = limit.type === 'Pod' && (map === 'default' || map === 'defaultRequest');
  return isForbidden ? new Map() : limit[map];
}

function problemOf(
  type: string,
  name: string,
): 'format' | 'unknown' | 'container' | 'extended' | undefined {
  if (qualifiedNameProblems(name).length > 0) return 'format';
  const isPlain = !name.includes('/');
  if (isPlain && !isStandardResource(name)) return 'unknown';
  if (type !== 'Pod' && type !== 'Container') return undefined;
  if (isPlain && !isContainerResource(name)) return 'container';
  return isNativeResource(name) || isExtendedResource(name) ? undefined : 'extended';
}
