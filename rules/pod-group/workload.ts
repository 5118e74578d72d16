import {
  type DeclaredMessage,
  reportDeclared,
} from '../../src/analysis/declared/declared-errors.ts';
import {
  reportInvalid,
  requireCount,
  requireFormat,
  requireItems,
  requireRange,
  requireText,
  requireUnique,
  requireValidText,
  VALUE_MESSAGES,
  type ValueReport,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import {
  labelProblem,
  segmentProblem,
  subdomainProblem,
} from '../../src/analysis/metadata/names.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type {
  PodGroupPolicy,
  TypedLocalObjectReference,
  WorkloadSpec,
} from '../../src/server/kubernetes/types.generated.ts';

type Message = Exclude<DeclaredMessage, 'tooLong'>;
type Report = ValueReport<Message>;

const MOST_GROUPS = 8;

export default defineRule({
  id: 'pod-group/workload',
  on: 'object',
  kinds: ['Workload'],
  severity: 'error',
  summary: 'A Workload has templates of groups of pods, with values that the server accepts.',
  details: `
A Workload describes the groups of pods that a controller makes. Since Kubernetes 1.37, it has either \`podGroupTemplates\` or, with
the feature gate \`CompositePodGroup\`, \`compositePodGroupTemplates\`: 1 to 8 templates, each with a name of its own and exactly one
scheduling policy. \`controllerRef\` names the object of the controller.

In Kubernetes 1.35, the groups are in \`podGroups\`, and their scheduling policies in \`policy\`.

No server serves the kind by default: it needs the feature gate \`GenericWorkload\` and an entry in \`--runtime-config\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/workload-api/',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['workload-required', 'workload-v1alpha1-groups', 'workload-v1alpha1-controller'],
    },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: [
        'workload-lists',
        'workload-values',
        'workload-gates',
        'workload-v1alpha1-groups',
        'workload-v1alpha1-controller',
      ],
    },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['workload-values'] },
    duplicate: {
      ...VALUE_MESSAGES.duplicate,
      rows: ['workload-counts', 'workload-v1alpha1-groups'],
    },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['workload-counts', 'workload-v1alpha1-groups'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: Workload
        metadata: { name: training, namespace: jobs }
        spec:
          controllerRef: # expect: required
            apiGroup: batch
            kind: Job
          podGroupTemplates:
            - name: Leader
              #     ^^^^^^ expect: invalid
              schedulingPolicy: { basic: {} }
            - name: workers
              preemptionPolicy: Always
              #                 ^^^^^^ expect: unsupported
              schedulingPolicy:
                gang: { minCount: 4 }
            - name: workers # expect: duplicate
              schedulingPolicy: { basic: {} }
      `,
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: Workload
        metadata: { name: training, namespace: jobs }
        spec:
          podGroupTemplates:
            - name: workers
              schedulingPolicy: { basic: {} }
              schedulingConstraints:
                topology: [{ key: topology.example.com/rack }, { key: topology.example.com/row }]
                #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooMany
      `,
    ],
    good: [
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: Workload
        metadata: { name: training, namespace: jobs }
        spec:
          controllerRef: { apiGroup: batch, kind: Job, name: training }
          podGroupTemplates:
            - name: workers
              schedulingPolicy:
                gang: { minCount: 4 }
      `,
    ],
  },
  check(resource, { report }) {
    const { apiVersion, root } = resource;
    if (apiVersion === 'scheduling.k8s.io/v1alpha1') checkFirstVersion(root.get('spec'), report);
    else reportDeclared<Message>(resource, report);
  },
});

/**
 * Checks the version of Kubernetes 1.35, whose types declare no checks.
 *
 * Source: `validateWorkloadSpec` in `pkg/apis/scheduling/validation/validation.go` of Kubernetes 1.35.
 */
function checkFirstVersion(spec: Field<WorkloadSpec | undefined>, report: Report): void {
  const controller = spec.get('controllerRef');
  if (controller.value !== undefined) checkController(controller, report);
  const groups = spec.get('podGroups');
  requireItems(report, groups, 'at least one group of pods');
  if (!requireCount(report, groups, MOST_GROUPS)) return;
  const names = groups.items().map((group) => group.get('name'));
  requireUnique(report, names, ({ value }) => value ?? '', 'each name can occur once');
  for (const name of names) requireValidText(report, name, labelProblem);
  for (const group of groups.items()) checkPolicy(group.get('policy'), report);
}

function checkController(
  controller: Field<TypedLocalObjectReference | undefined>,
  report: Report,
): void {
  const group = controller.get('apiGroup');
  if (group.value !== '') requireFormat(report, group, subdomainProblem);
  for (const name of ['kind', 'name'] as const) {
    const field = controller.get(name);
    if (requireText(report, field, `the ${name} of the object of the controller`)) {
      requireFormat(report, field, segmentProblem);
    }
  }
}

function checkPolicy(policy: Field<PodGroupPolicy | undefined>, report: Report): void {
  const { basic, gang } = policy.value ?? {};
  if (basic !== undefined && gang !== undefined) {
    reportInvalid(report, policy, 'exactly one of these must be set: basic, gang');
  } else if (gang !== undefined) {
    const count = policy.get('gang').get('minCount');
    if (!count.pruned) requireRange(report, count.with(count.value ?? 0), { least: 1 });
  } else if (basic === undefined && !policy.pruned) {
    report({ message: 'required', at: policy, values: valueTexts(policy, 'either basic or gang') });
  }
}
