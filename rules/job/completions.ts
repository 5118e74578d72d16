import {
  reportInvalid,
  reportTooLong,
  requireFormat,
  requireOneOf,
  requireRange,
  requireText,
  requireValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { JOB_KINDS, jobSpecOf } from '../../src/analysis/workloads/job-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

const MANY = 100_000;
const MOST_WITH_MANY = 10_000;

export default defineRule({
  id: 'job/completions',
  on: 'object',
  kinds: JOB_KINDS,
  severity: 'error',
  summary: 'The numbers of a Job are not negative, and fit its completion mode.',
  details: `
\`parallelism\`, \`completions\`, \`activeDeadlineSeconds\`, \`backoffLimit\`, \`backoffLimitPerIndex\`, \`maxFailedIndexes\` and
\`ttlSecondsAfterFinished\` are not negative.

With \`completionMode: Indexed\` each pod has an index. Such a Job needs \`completions\`, and its \`parallelism\` and
\`maxFailedIndexes\` are at most 100000. Only such a Job can have \`backoffLimitPerIndex\`, and with it \`maxFailedIndexes\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['job-completions-invalid'] },
    required: { ...VALUE_MESSAGES.required, rows: ['job-completions-required'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['job-completions-unsupported'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['job-completions-too-long'] },
    tracking: {
      text: 'with more than 100000 completions and 10000 pods at once, failed indexes may be lost',
      help: 'use a parallelism of at most 10000',
      severity: 'warning',
      cause: 'Warning',
      rows: ['job-completions-tracking'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
          parallelism: -1
          #            ^^ expect: invalid
          completionMode: indexed
          #               ^^^^^^^ expect: unsupported
          template:
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec: # expect: required
          parallelism: 3
          completionMode: Indexed
          managedBy: example.com/a-controller-with-a-name-that-is-longer-than-allowed
          #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooLong
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
          completions: 200000
          parallelism: 20000
          #            ^^^^^ expect: tracking
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
          completions: 10
          parallelism: 200000
          #            ^^^^^^ expect: invalid
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
          completions: 10
          parallelism: 3
          backoffLimitPerIndex: 1
          maxFailedIndexes: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            completions: 10
            completionMode: indexed # by file
            template:
              spec:
                restartPolicy: Never
                containers: [{ name: import, image: import }]
        `,
        after: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            completions: 10
            completionMode: Indexed # by file
            template:
              spec:
                restartPolicy: Never
                containers: [{ name: import, image: import }]
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    const spec = jobSpecOf(resource);
    for (const name of NUMBERS) requireRange(report, spec.get(name), { least: 0 });
    const mode = spec.get('completionMode');
    const completions = spec.get('completions');
    const parallelism = spec.get('parallelism');
    const failed = spec.get('maxFailedIndexes');
    const perIndex = spec.get('backoffLimitPerIndex');
    if (mode.value !== undefined) requireOneOf(report, mode, ['NonIndexed', 'Indexed']);
    if (failed.value !== undefined) {
      requireValue(report, perIndex, 'the number of failures of each index');
    }
    if (mode.value === 'Indexed') {
      requireValue(report, completions, 'the number of indexes');
      requireRange(report, parallelism, { most: MANY });
      requireRange(report, failed, { most: MANY });
      const { value: count = 0 } = completions;
      if (count > MANY && (parallelism.value ?? 0) > MOST_WITH_MANY) {
        report({ message: 'tracking', at: parallelism, path: spec.path });
      }
      if (completions.value !== undefined && (failed.value ?? 0) > count) {
        reportInvalid(report, failed, 'it must not be more than completions');
      }
      if (count > MANY && perIndex.value !== undefined) {
        requireValue(report, failed, 'the number of indexes that may fail, at most 10000');
        requireRange(report, failed, { most: MOST_WITH_MANY });
        requireRange(report, parallelism, { most: MOST_WITH_MANY });
      }
    }
    if (mode.value === undefined ? !mode.pruned : mode.value === 'NonIndexed') {
      for (const field of [perIndex, failed]) {
        if (field.value === undefined) continue;
        reportInvalid(report, field, 'it is only allowed with completionMode: Indexed');
      }
    }
    const policy = spec.get('podReplacementPolicy');
    const hasFailurePolicy = spec.value?.podFailurePolicy !== undefined;
    if (policy.value !== undefined) {
      requireOneOf(
        report,
        policy,
        hasFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed'],
      );
    }
    const manager = spec.get('managedBy');
    // If the feature is disabled, the server drops the field of a new Job, but not of an update or a CronJob.
    const isNewJob = resource.kind === 'Job' && resource.stored === undefined;
    const isKept = !isNewJob || hasGate(server, 'JobManagedBy', true);
    if (manager.value === undefined || !isKept) return;
    if (manager.value === '') requireText(report, manager, 'a name such as example.com/controller');
    else requireFormat(report, manager, managerProblem);
    if (byteLength(manager.value) > 63) {
      reportTooLong(report, manager, 'at most 63 characters are allowed');
    }
  },
});

const NUMBERS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;

/** Source: `IsDomainPrefixedPath` of `k8s.io/apimachinery/pkg/util/validation`. */
function managerProblem(name: string): string | undefined {
  const slash = name.indexOf('/');
  const path = name.slice(slash + 1);
  if (slash <= 0 || path === '') return 'use a domain and a path, such as example.com/controller';
  const problem = subdomainProblem(name.slice(0, slash));
  if (problem !== undefined) return problem;
  return /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path)
    ? undefined
    : 'use only characters of paths in URLs after the slash';
}
