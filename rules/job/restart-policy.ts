import { enumFix, settingChoices } from '../../src/analysis/fields/value-fixes.ts';
import { podTemplateIn } from '../../src/analysis/pods/pod-specs.ts';
import { JOB_KINDS, jobSpecOf } from '../../src/analysis/workloads/job-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const POLICIES: readonly string[] = ['OnFailure', 'Never'];

export default defineRule({
  id: 'job/restart-policy',
  on: 'object',
  kinds: JOB_KINDS,
  severity: 'error',
  summary: 'The pods of a Job are restarted on failure or never.',
  details: `
The pods of a Job end, so their \`restartPolicy\` is \`OnFailure\`, which restarts a failed container in its pod, or \`Never\`, with
which the Job makes a new pod. The default of pods, \`Always\`, is refused: the field must be written. With a
\`podFailurePolicy\` it must be \`Never\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/controllers/job/#handling-pod-and-container-failures',
  messages: {
    required: {
      text: 'restartPolicy is Always (the default), which a Job does not allow',
      help: 'write restartPolicy: OnFailure, or Never',
      cause: 'FieldValueRequired',
      rows: ['job-restart-policy-required'],
    },
    unknown: {
      text: "'{value}' is not a restart policy of the pods of a Job",
      help: 'use OnFailure or Never',
      cause: 'FieldValueNotSupported',
      rows: ['job-restart-policy-unknown'],
    },
    failurePolicy: {
      text: "with a podFailurePolicy the restartPolicy must be Never, and it is '{value}'",
      help: 'use restartPolicy: Never, or remove podFailurePolicy',
      cause: 'FieldValueInvalid',
      rows: ['job-restart-policy-failure-policy'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
          template:
            spec: # expect: required
              containers: [{ name: import, image: import }]
      `,
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
          template:
            spec:
              restartPolicy: never
              #              ^^^^^ expect: unknown
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
                onPodConditions: [{ type: DisruptionTarget }]
          template:
            spec:
              restartPolicy: OnFailure
              #              ^^^^^^^^^ expect: failurePolicy
              containers: [{ name: import, image: import }]
      `,
    ],
    good: [
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
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
            template:
              spec: # one pod
                containers: [{ name: import, image: import }]
        `,
        after: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            template:
              spec: # one pod
                containers: [{ name: import, image: import }]
                restartPolicy: OnFailure
        `,
      },
      {
        before: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            template:
              spec:
                restartPolicy: never
                containers: [{ name: import, image: import }]
        `,
        after: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            template:
              spec:
                restartPolicy: Never
                containers: [{ name: import, image: import }]
        `,
      },
      {
        before: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            podFailurePolicy:
              rules:
                - action: Ignore
                  onPodConditions: [{ type: DisruptionTarget }]
            template:
              spec:
                restartPolicy: OnFailure
                containers: [{ name: import, image: import }]
        `,
        after: yaml`
          apiVersion: batch/v1
          kind: Job
          metadata: { name: import }
          spec:
            podFailurePolicy:
              rules:
                - action: Ignore
                  onPodConditions: [{ type: DisruptionTarget }]
            template:
              spec:
                restartPolicy: Never
                containers: [{ name: import, image: import }]
        `,
      },
    ],
  },
  check(resource, { report }) {
    const template = podTemplateIn(resource.kind, resource.root);
    const policy = template.get('spec').get('restartPolicy');
    const { value } = policy;
    if (policy.pruned) return;
    if (value === undefined || value === 'Always') {
      report({ message: 'required', at: policy, fix: settingChoices(policy, POLICIES) });
    } else if (!POLICIES.includes(value)) {
      report({ message: 'unknown', at: policy, values: { value }, fix: enumFix(policy, POLICIES) });
    } else if (value === 'OnFailure' && jobSpecOf(resource).value?.podFailurePolicy !== undefined) {
      const fix = settingChoices(policy, ['Never']);
      report({ message: 'failurePolicy', at: policy, values: { value }, fix });
    }
  },
});
