import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  reportInvalid,
  requireCount,
  requireOneOf,
  requireText,
  requireValidText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { podTemplateIn } from '../../src/analysis/pods/pod-specs.ts';
import { JOB_KINDS, jobSpecOf } from '../../src/analysis/workloads/job-specs.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { PodFailurePolicyRule } from '../../src/server/kubernetes/types.generated.ts';

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const MOST_RULES = 20;
const MOST_CODES = 255;

export default defineRule({
  id: 'job/pod-failure-policy',
  on: 'object',
  kinds: JOB_KINDS,
  severity: 'error',
  summary: 'Each rule of a podFailurePolicy has an action, and either exit codes or conditions.',
  details: `
A rule says what a failed pod means: \`action\` is \`FailJob\`, \`FailIndex\` (with \`backoffLimitPerIndex\`), \`Ignore\` or \`Count\`. It
looks either at the exit codes of containers or at conditions of the pod.

\`onExitCodes.values\` has 1 to 255 different codes in ascending order, without 0 for the operator \`In\`. \`containerName\` is a
container of the template. There are at most 20 rules.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['job-pod-failure-policy-required'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['job-pod-failure-policy-unsupported'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['job-pod-failure-policy-invalid'] },
    condition: {
      text: 'the rule needs {what}',
      help: 'write onExitCodes or onPodConditions',
      cause: 'FieldValueInvalid',
      rows: ['job-pod-failure-policy-condition'],
    },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['job-pod-failure-policy-duplicate'] },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['job-pod-failure-policy-too-many'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
          podFailurePolicy:
            rules:
              - action: Fail
                #       ^^^^ expect: unsupported
                onExitCodes:
                  containerName: main
                  #              ^^^^ expect: invalid
                  operator: In
                  values: [1, 1]
                  #           ^ expect: duplicate
              - action: Ignore # expect: condition
              - onPodConditions: [{ type: DisruptionTarget }] # expect: required
          template:
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
          podFailurePolicy:
            rules:
              - action: Ignore
                onPodConditions: [{ type: a }, { type: b }, { type: c }, { type: d }, { type: e }, { type: f }, { type: g }, { type: h }, { type: i }, { type: j }, { type: k }, { type: l }, { type: m }, { type: n }, { type: o }, { type: p }, { type: q }, { type: r }, { type: s }, { type: t }, { type: u }]
                #                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooMany
          template:
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
    ],
    good: [
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
          podFailurePolicy:
            rules:
              - action: FailJob
                onExitCodes: { containerName: import, operator: In, values: [1, 42] }
              - action: Ignore
                onPodConditions: [{ type: DisruptionTarget }]
          template:
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
    ],
  },
  check(resource, { report }) {
    const spec = jobSpecOf(resource);
    const pod = podTemplateIn(resource.kind, resource.root).get('spec');
    const names = [...pod.itemsOf('containers'), ...pod.itemsOf('initContainers')].map(
      ({ value }) => value?.name ?? '',
    );
    const rules = spec.get('podFailurePolicy').get('rules');
    requireCount(report, rules, MOST_RULES);
    for (const rule of rules.items()) {
      const action = rule.get('action');
      if (isEmptyText(action)) requireText(report, action, 'FailJob, FailIndex, Ignore or Count');
      else requireOneOf(report, action, ACTIONS);
      if (action.value === 'FailIndex' && spec.value?.backoffLimitPerIndex === undefined) {
        reportInvalid(report, action, 'it is only allowed with backoffLimitPerIndex');
      }
      const codes = rule.get('onExitCodes');
      const conditions = rule.get('onPodConditions');
      if (codes.value !== undefined) checkCodes(rule);
      requireCount(report, conditions, MOST_RULES);
      for (const condition of conditions.items()) {
        requireValidText(report, condition.get('type'), labelKeyProblem);
        const status = condition.get('status');
        if (isEmptyText(status)) requireText(report, status, 'True, False or Unknown');
        else requireOneOf(report, status, ['False', 'True', 'Unknown']);
      }
      const hasCodes = codes.value !== undefined;
      const hasConditions = !isEmptyList(conditions);
      if (hasCodes === hasConditions && !codes.pruned) {
        const what = hasCodes ? 'only one of onExitCodes and onPodConditions' : 'a condition';
        report({ message: 'condition', at: rule, values: { what } });
      }
    }

    function checkCodes(rule: Field<PodFailurePolicyRule>): void {
      const codes = rule.get('onExitCodes');
      const operator = codes.get('operator');
      if (isEmptyText(operator)) requireText(report, operator, 'In or NotIn');
      else requireOneOf(report, operator, ['In', 'NotIn']);
      const container = codes.get('containerName');
      if (container.value !== undefined && !names.includes(container.value)) {
        reportInvalid(report, container, 'the template has no such container');
      }
      const values = codes.get('values');
      if (isEmptyList(values)) reportInvalid(report, values, 'at least one exit code is needed');
      requireCount(report, values, MOST_CODES);
      const seen = new Set<number>();
      let last = Number.NEGATIVE_INFINITY;
      let isOrdered = true;
      for (const code of values.items()) {
        const { value = 0 } = code;
        if (operator.value === 'In' && value === 0) {
          reportInvalid(report, code, 'a failed container has another exit code than 0');
        }
        if (seen.has(value)) {
          const texts = { field: 'the code', value: String(value), problem: 'each is listed once' };
          report({ message: 'duplicate', at: code, values: texts });
        }
        seen.add(value);
        isOrdered &&= last <= value;
        last = value;
      }
      if (!isOrdered) reportInvalid(report, values, 'the codes must be in ascending order');
    }
  },
});
