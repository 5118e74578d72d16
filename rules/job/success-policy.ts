import { isEmptyList } from '../../src/analysis/emptiness.ts';
import {
  reportInvalid,
  reportTooLong,
  requireCount,
  requireRange,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { JOB_KINDS, jobSpecOf } from '../../src/analysis/workloads/job-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { countIndexes } from '../../src/server/kubernetes/formats/job-indexes.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

const MOST_RULES = 20;
const LONGEST = 64 * 1024;

export default defineRule({
  id: 'job/success-policy',
  on: 'object',
  kinds: JOB_KINDS,
  severity: 'error',
  summary: 'A successPolicy says which indexes, or how many, must succeed.',
  details: `
An indexed Job can succeed before all of its indexes do. Each of the 1 to 20 rules has \`succeededIndexes\`, such as \`0,2-4\` in
ascending order, or \`succeededCount\`, or both: so many of these indexes. Without \`completions\`, the API server crashes on both.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#success-policy',
  messages: {
    rules: {
      text: 'the successPolicy has no rule',
      help: 'add a rule with succeededIndexes or succeededCount',
      cause: 'FieldValueRequired',
      rows: ['job-success-policy-rules'],
    },
    condition: {
      text: 'the rule has no condition',
      help: 'write succeededIndexes or succeededCount',
      cause: 'FieldValueRequired',
      rows: ['job-success-policy-condition'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['job-success-policy-invalid'] },
    crash: {
      text: 'the API server crashes on {field} (HTTP 500), because the Job has no completions',
      help: 'add completions, the number of indexes',
      crashesServer: true,
      rows: ['job-success-policy-crash'],
    },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['job-success-policy-too-many'] },
    tooLong: {
      ...VALUE_MESSAGES.tooLong,
      withoutExample: 'the indexes of the example would be longer than 64 KiB',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
          completionMode: Indexed
          completions: 5
          successPolicy:
            rules:
              - {} # expect: condition
              - succeededIndexes: 3-1
                #                 ^^^ expect: invalid
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
          completionMode: Indexed
          completions: 5
          successPolicy: {} # expect: rules
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
          completionMode: Indexed
          completions: 5
          successPolicy:
            rules: [{ succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }, { succeededCount: 1 }] # expect: tooMany
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
          completionMode: Indexed
          parallelism: 2
          successPolicy:
            rules:
              - succeededIndexes: "0" # expect: crash
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
          completionMode: Indexed
          completions: 5
          successPolicy:
            rules: [{ succeededIndexes: "0,2-3", succeededCount: 2 }]
          template:
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
    ],
  },
  check(resource, { report, server }) {
    const spec = jobSpecOf(resource);
    const policy = spec.get('successPolicy');
    // The server drops the field of a Job if the feature is disabled, but not of a CronJob.
    const isKept = resource.kind === 'CronJob' || !hasGate(server, 'JobSuccessPolicy', false);
    if (policy.value === undefined || !isKept) return;
    if (spec.value?.completionMode !== 'Indexed') {
      reportInvalid(report, policy, 'it is only allowed with completionMode: Indexed');
      return;
    }
    const rules = policy.get('rules');
    if (isEmptyList(rules)) report({ message: 'rules', at: rules });
    requireCount(report, rules, MOST_RULES);
    const { value: completions } = spec.get('completions');
    for (const rule of rules.items()) {
      const indexes = rule.get('succeededIndexes');
      const count = rule.get('succeededCount');
      if (indexes.absent && count.absent) report({ message: 'condition', at: rule });
      if (completions === undefined) {
        for (const [field, at] of Object.entries({
          succeededIndexes: indexes,
          succeededCount: count,
        })) {
          if (at.value !== undefined) report({ message: 'crash', at, values: { field } });
        }
        continue;
      }
      let total: number | undefined = 0;
      if (indexes.value !== undefined) {
        if (byteLength(indexes.value) > LONGEST) {
          reportTooLong(report, indexes, 'at most 65536 characters are allowed');
        }
        total = countIndexes(indexes.value, completions);
        if (total === undefined) {
          const problem = `use numbers below ${completions} and ranges in ascending order, as in 0,2-4`;
          reportInvalid(report, indexes, problem);
        }
      }
      requireRange(report, count, { least: 0 });
      const { value: needed = 0 } = count;
      if (needed > completions) reportInvalid(report, count, 'it is more than completions');
      else if (indexes.value !== undefined && needed > (total ?? 0)) {
        reportInvalid(report, count, 'it is more than the number of succeededIndexes');
      }
    }
  },
});
