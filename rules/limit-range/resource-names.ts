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
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { qualifiedNameProblems } from '../../src/server/kubernetes/formats/qualified-name.ts';

/** An invalid name in one map is reported for the maps that the server copies it to. */
const COPIED = ['limit-range/resource-names#copied'];

export default defineRule({
  id: 'limit-range/resource-names',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'The resources of a LimitRange exist, and containers can request them.',
  details: `
Limits of the types \`Container\` and \`Pod\` are for \`cpu\`, \`memory\`, \`ephemeral-storage\`, \`hugepages-SIZE\` and extended
resources such as \`example.com/gpu\`. Limits of the type \`PersistentVolumeClaim\` are for \`storage\`. The names are
case-sensitive. The prefixes \`requests.\` and \`limits.\` are for quotas only.

For limits of type \`Container\`, the API server first copies \`max\` to \`default\`, and \`default\` or \`min\` to
\`defaultRequest\`. So it reports one invalid name for several maps.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    format: {
      text: "'{resource}' is not a valid resource name: {problem}",
      help: 'use the name of a resource, such as cpu or example.com/gpu',
      cause: 'FieldValueInvalid',
      rows: [
        'lr-max-name-format',
        'lr-min-name-format',
        'lr-default-name-format',
        'lr-defaultrequest-name-format',
        'lr-maxlimitrequestratio-name-format',
      ],
      explains: COPIED,
    },
    unknown: {
      text: "unknown resource '{resource}'",
      help: 'use {suggestion}',
      cause: 'FieldValueInvalid',
      rows: [
        'lr-max-name-standard',
        'lr-min-name-standard',
        'lr-default-name-standard',
        'lr-defaultrequest-name-standard',
        'lr-maxlimitrequestratio-name-standard',
      ],
      explains: COPIED,
    },
    container: {
      text: "containers cannot request '{resource}', so a limit of type {type} cannot have it",
      help: 'use {suggestion}',
      cause: 'FieldValueInvalid',
      rows: ['lr-container-name-standard'],
      explains: COPIED,
    },
    extended: {
      text: "containers cannot request '{resource}': it starts with requests., or its domain is too long",
      help: 'remove the prefix requests., which is for quotas only',
      cause: 'FieldValueInvalid',
      rows: ['lr-container-name-extended'],
      explains: COPIED,
    },
    copied: {
      text: "the server copied '{resource}' from {source} to {map}, and refuses it there too",
      help: 'fix the name in {source}',
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
          report({
            message: 'copied',
            at: written.field,
            values: { resource: name, source: written.map, map: amount.map },
            ...at,
          });
          continue;
        }
        const [detail = ''] = qualifiedNameProblems(name);
        const suggestion = suggestResource(limit.type, name);
        const values = { resource: name, problem: detail, type: limit.type, suggestion };
        report({ message: problem, at: amount.field, values, ...at });
      }
    }
  },
});

/** The most likely resource, or all resources that a limit of the type can have. */
function suggestResource(type: string, name: string): string {
  if (type === 'PersistentVolumeClaim') return 'storage';
  const plain = name.toLowerCase().replace(/^(requests|limits)\./, '');
  return isContainerResource(plain)
    ? plain
    : 'cpu, memory, ephemeral-storage, hugepages-SIZE, or an extended resource such as example.com/gpu';
}

/** The amounts whose names the server validates: all except the maps that are not allowed for a Pod. */
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
