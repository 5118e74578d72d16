import {
  requireUnique,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { annotatedTolerations } from '../../src/analysis/pods/annotations.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { checkToleration, comparesNumbers } from '../../src/analysis/pods/tolerations.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type { Toleration } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/tolerations',
  on: 'object',
  kinds: [...POD_KINDS, 'RuntimeClass'],
  severity: 'error',
  summary: 'Tolerations match taints by a key, a value and an effect.',
  details: `
A toleration lets a pod run on nodes with a taint. With \`operator: Equal\`, which is the default, the taint must have its \`key\`
and \`value\`; with \`Exists\` only the \`key\`, and there is no \`value\`. Only \`Exists\` may have no \`key\`: it tolerates every
taint. \`effect\` is \`NoSchedule\`, \`PreferNoSchedule\` or \`NoExecute\`; without it, all effects are tolerated.
\`tolerationSeconds\` is only for \`NoExecute\`. A RuntimeClass has tolerations for its pods, each once.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#concepts',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-tolerations-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-tolerations-unsupported'] },
    duplicate: {
      text: 'the toleration is listed twice',
      help: 'remove one of the two',
      cause: 'FieldValueDuplicate',
      rows: ['runtime-class-toleration-twice'],
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
          tolerations:
            - operator: Equal
              #         ^^^^^ expect: invalid
              effect: NoSchedule
            - key: gpu
              operator: Exist
              #         ^^^^^ expect: unsupported
            - key: spot
              operator: Exists
              value: "true"
              #      ^^^^^^ expect: invalid
              effect: noschedule
              #       ^^^^^^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: { name: kata }
        handler: kata
        scheduling:
          tolerations:
            - { key: gpu, operator: Exists }
            - { key: gpu, operator: Exists } # expect: duplicate
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          tolerations:
            - { key: gpu, operator: Exists, effect: NoSchedule }
            - { key: spot, value: "true" }
            - { key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 60 }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            tolerations:
              - key: dedicated
                operator: Exist # any value
                effect: noSchedule
            containers: [{ name: web, image: nginx }]
        `,
        after: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            tolerations:
              - key: dedicated
                operator: Exists # any value
                effect: NoSchedule
            containers: [{ name: web, image: nginx }]
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    if (isOfKind(resource, ...POD_KINDS)) {
      const compares = comparesNumbers(resource);
      const tolerations = podOf(resource).spec.itemsOf('tolerations');
      for (const toleration of [...tolerations, ...(annotatedTolerations(resource) ?? [])]) {
        checkToleration(report, toleration, compares);
      }
    } else if (isOfKind(resource, 'RuntimeClass')) {
      const tolerations = resource.root.get('scheduling').itemsOf('tolerations');
      const compares = hasGate(server, 'TaintTolerationComparisonOperators', true);
      const note: ValueReport<'invalid' | 'unsupported'> = serverHas(
        'runtime-class-toleration-paths',
        server.minor,
      )
        ? report
        : (finding) => report({ ...finding, path: oldPath(finding.path ?? finding.at.path) });
      for (const toleration of tolerations) checkToleration(note, toleration, compares);
      requireUnique(report, tolerations, keyOf, 'each can occur once');
    }
  },
});

/** The path of a toleration of a RuntimeClass to older servers. */
function oldPath(path: string): string {
  return path.replace(/^scheduling/, 'scheduling.tolerations');
}

function keyOf({ value }: Field<Toleration>): string {
  const { key = '', operator = '', value: text = '', effect = '' } = value ?? {};
  return [key, operator, text, effect].join(' ');
}
