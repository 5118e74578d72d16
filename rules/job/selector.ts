import { objectName } from '../../src/analysis/metadata/object-name.ts';
import { hasSelectorError } from '../../src/analysis/metadata/selector-errors.ts';
import { isJobOfServer, JOB_KINDS, NAME_LABELS } from '../../src/analysis/workloads/job-specs.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { selectorMatches } from '../../src/server/kubernetes/label-selector.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

/** The labels with the uid of a Job, which the server adds to its template, and an example of the uid. */
const UID_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'];
const PREFIXED_LABELS = ['batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'];
const SOME_UID = '00000000-0000-0000-0000-000000000000';

export default defineRule({
  id: 'job/selector',
  on: 'object',
  kinds: JOB_KINDS,
  severity: 'error',
  summary: 'A Job leaves its selector to the server, or selects the labels of its template.',
  details: `
The server writes the selector of a Job, and the labels \`batch.kubernetes.io/controller-uid\` and \`batch.kubernetes.io/job-name\`
(also without prefix) of its template. A selector in the manifest is refused, and these labels are as well, unless they have the
values of the server.

With \`manualSelector: true\` the Job has a selector of its own, which must select the labels of its template. The jobs of a CronJob
cannot have one.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/controllers/job/#specifying-your-own-pod-selector',
  messages: {
    generated: {
      text: 'the server writes the selector of a Job',
      help: 'remove the selector',
      cause: 'FieldValueInvalid',
      rows: ['job-selector-generated'],
    },
    reserved: {
      text: "the label '{key}' of the template has another value than the server gives it",
      help: 'remove the label',
      cause: 'FieldValueInvalid',
      rows: ['job-selector-reserved'],
    },
    required: {
      text: 'a Job with manualSelector has no selector',
      help: 'add a selector with labels of the template, or remove manualSelector',
      cause: 'FieldValueRequired',
      rows: ['job-selector-required'],
    },
    labels: {
      text: 'the selector does not select the labels of the template',
      help: 'use the same labels in spec.selector and spec.template.metadata.labels',
      cause: 'FieldValueInvalid',
      rows: ['job-selector-labels'],
    },
    manual: {
      text: 'the jobs of a CronJob cannot have manualSelector',
      help: 'remove manualSelector',
      cause: 'FieldValueNotSupported',
      rows: ['job-selector-manual'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec:
          selector: { matchLabels: { app: import } }
          #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: generated
          template:
            metadata:
              labels:
                app: import
                job-name: shop
                #         ^^^^ expect: reserved
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
      yaml`
        apiVersion: batch/v1
        kind: Job
        metadata: { name: import }
        spec: # expect: required
          manualSelector: true
          template:
            metadata:
              labels: { app: import }
              #       ^^^^^^^^^^^^^^^ expect: labels
            spec:
              restartPolicy: Never
              containers: [{ name: import, image: import }]
      `,
      yaml`
        apiVersion: batch/v1
        kind: CronJob
        metadata: { name: report }
        spec:
          schedule: 0 6 * * *
          jobTemplate:
            spec:
              manualSelector: true
              #               ^^^^ expect: manual
              template:
                spec:
                  restartPolicy: Never
                  containers: [{ name: report, image: report }]
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
  },
  check(resource, { report, minor }) {
    if (isOfKind(resource, 'CronJob')) {
      const spec = resource.root.get('spec').get('jobTemplate').get('spec');
      const selector = spec.get('selector');
      if (selector.value !== undefined) report({ message: 'generated', at: selector });
      const manual = spec.get('manualSelector');
      if (manual.value === true) report({ message: 'manual', at: manual });
    } else if (isOfKind(resource, 'Job')) {
      if (resource.root.get('spec').get('manualSelector').value === true) checkManual(resource);
      else if (resource.stored !== undefined && isJobOfServer(resource.stored.resource)) {
        checkManual(resource);
        checkStoredLabels(resource);
      } else if (resource.stored === undefined) checkGenerated(resource);
    }

    function checkManual({ root }: Resource<'Job'>): void {
      const spec = root.get('spec');
      const selector = spec.get('selector');
      const labels = spec.get('template').get('metadata').get('labels');
      if (selector.absent) report({ message: 'required', at: selector });
      if (selector.pruned || (selector.value !== undefined && hasSelectorError(selector))) return;
      const given = new Map(Object.entries(labels.value ?? {}));
      if (selector.value === undefined || !selectorMatches(selector.value, given)) {
        report({ message: 'labels', at: labels, path: 'spec.template.metadata.labels' });
      }
    }

    /** Until 1.36, an update was checked for the labels that the server gives a new Job. */
    function checkStoredLabels({ root, stored }: Resource<'Job'>): void {
      if (serverHas('job-labels-of-updates-unchecked', minor) || stored === undefined) return;
      const spec = root.get('spec');
      const selector = spec.get('selector');
      if (selector.value === undefined) return;
      const metadata = root.get('metadata').value ?? {};
      const uid = stored.root.get('metadata').value?.uid ?? SOME_UID;
      const before = stored.root.get('spec');
      const kept = before.get('template').get('metadata').get('labels').value;
      // A Job with a selector of its own does not have the labels with a domain.
      const isWithout =
        before.get('manualSelector').value === true &&
        PREFIXED_LABELS.some((key) => kept?.[key] === undefined);
      const expected = new Map(
        [
          ...NAME_LABELS.map((key) => [key, metadata.name ?? ''] as const),
          ...UID_LABELS.map((key) => [key, uid] as const),
        ].filter(([key]) => !isWithout || !PREFIXED_LABELS.includes(key)),
      );
      const labels = spec.get('template').get('metadata').get('labels');
      for (const [key, value] of expected) {
        const given = labels.value?.[key];
        const path = `spec.template.metadata.labels[${key}]`;
        if (given === value) continue;
        const cause = given === undefined ? 'FieldValueRequired' : 'FieldValueInvalid';
        report({ message: 'reserved', at: labels, path, cause, values: { key } });
      }
      if (hasSelectorError(selector) || selectorMatches(selector.value, expected)) return;
      report({ message: 'generated', at: selector });
    }

    function checkGenerated(job: Resource<'Job'>): void {
      const spec = job.root.get('spec');
      const labels = spec.get('template').get('metadata').get('labels');
      const expected = new Map([
        ...NAME_LABELS.map((key) => [key, objectName(job)] as const),
        ...UID_LABELS.map((key) => [key, SOME_UID] as const),
      ]);
      const given = new Map(expected);
      for (const { key, field } of labels.entries()) {
        const { value = '' } = field;
        const reserved = expected.get(key);
        // The server knows the uid only when it has made the Job.
        if (reserved !== undefined && reserved !== value) {
          report({ message: 'reserved', at: field, values: { key } });
        }
        given.set(key, value);
      }
      const selector = spec.get('selector');
      const { value } = selector;
      if (selector.pruned || (value !== undefined && hasSelectorError(selector))) return;
      const uid = value?.matchLabels?.[UID_LABEL] ?? SOME_UID;
      const complete = { ...value, matchLabels: { ...value?.matchLabels, [UID_LABEL]: uid } };
      if (!selectorMatches(complete, expected)) report({ message: 'generated', at: selector });
      if (!selectorMatches(complete, given)) {
        report({ message: 'labels', at: labels, path: 'spec.template.metadata.labels' });
      }
    }
  },
});

const UID_LABEL = 'batch.kubernetes.io/controller-uid';
