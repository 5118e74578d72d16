import { labelValueProblem } from '../../src/analysis/metadata/labels.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import { objectName } from '../../src/analysis/metadata/object-name.ts';
import {
  JOB_KINDS,
  jobSpecOf,
  lastPodNameOf,
  NAME_LABELS,
} from '../../src/analysis/workloads/job-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

/** A Job is named after its CronJob, with a dash and ten digits. */
const LONGEST = 52;

export default defineRule({
  id: 'job/name',
  on: 'object',
  kinds: JOB_KINDS,
  severity: 'error',
  summary: 'The name of a CronJob or of an indexed Job leaves room for what is appended to it.',
  details: `
A Job of a CronJob gets the name of the CronJob and eleven more characters, so the name of a CronJob has at most 52. The pods of an
indexed Job have host names from the name of the Job and the index, which must be DNS labels: without dots, and with at most 63
characters. The pods of any Job have its name as the value of a label, unless \`manualSelector\` is true. The server reports
an invalid one at \`spec.template.labels\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#cronjob',
  messages: {
    length: {
      text: 'the name has {count} characters; at most 52 are allowed',
      help: 'use a shorter name: the names of its Jobs are 11 characters longer',
      cause: 'FieldValueInvalid',
      rows: ['job-name-length'],
    },
    label: {
      text: "the name '{name}' is not a valid value of a label, and the pods of the Job get it as one: {problem}",
      help: 'use a name of at most 63 lowercase letters, digits and dashes',
      cause: 'FieldValueInvalid',
      rows: ['job-name-label'],
    },
    index: {
      text: "the host name '{name}' of the last pod is invalid: {problem}",
      help: 'use a shorter name without dots',
      cause: 'FieldValueInvalid',
      rows: ['job-name-index'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: a-migration-of-the-orders-of-the-shop-to-the-new-database-of-2026
          #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: label
        spec:
          template:
            spec:
              restartPolicy: Never
              containers: [{ name: migrate, image: migrate }]
      `,
      yaml`
        apiVersion: batch/v1
        kind: CronJob
        metadata:
          name: a-report-that-has-a-very-long-name-and-is-made-every-day
          #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: length
        spec:
          schedule: 0 6 * * *
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{ name: report, image: report }]
      `,
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: import.shop
          #     ^^^^^^^^^^^ expect: index
        spec:
          completionMode: Indexed
          completions: 10
          template:
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
    ],
    good: [
      yaml`
        apiVersion: batch/v1
        kind: CronJob
        metadata: { name: report }
        spec:
          schedule: 0 6 * * *
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{ name: report, image: report }]
      `,
    ],
  },
  check(resource, { report }) {
    const metadata = resource.root.get('metadata');
    const at = metadata.get('name').absent ? metadata.get('generateName') : metadata.get('name');
    const path = `${metadata.path}.name`;
    const name = objectName(resource);
    if (resource.kind === 'CronJob') {
      const count = byteLength(name);
      // An update may keep a longer name.
      if (count > LONGEST && resource.stored === undefined) {
        report({ message: 'length', at, path, values: { count } });
      }
      return;
    }
    const { manualSelector } = jobSpecOf(resource).value ?? {};
    const labels = jobSpecOf(resource).get('template').get('metadata').get('labels').value ?? {};
    const isAdded = NAME_LABELS.some((label) => labels[label] === undefined);
    if (resource.stored === undefined && manualSelector !== true && isAdded) {
      const problem = labelValueProblem(name);
      if (problem !== undefined) {
        report({ message: 'label', at, path: 'spec.template.labels', values: { name, problem } });
      }
    }
    const last = lastPodNameOf(resource);
    if (last === undefined) return;
    const problem = labelProblem(last);
    if (problem !== undefined)
      report({ message: 'index', at, path, values: { name: last, problem } });
  },
});
