import {
  reportInvalid,
  requireFormat,
  requireText,
  requireValidText,
  requireValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

const LONGEST = 128;
const LONGEST_NOTE = 1024;

/** The fields of older clients, which events.k8s.io/v1 has under other names, and their paths in the server. */
const DEPRECATED = [
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
] as const;

export default defineRule({
  id: 'event/new-event',
  on: 'object',
  kinds: ['Event'],
  severity: 'error',
  summary: 'An Event with an eventTime names its reporter, action and reason.',
  details: `
An Event with an \`eventTime\` needs a \`reason\`, an \`action\` and a \`reportingInstance\` of at most 128 bytes each, and a
\`reportingController\` (\`reportingComponent\` in v1) such as \`example.com/backup\`. Its text has at most 1024 bytes.

In events.k8s.io/v1, the \`eventTime\` is required, the \`type\` is \`Normal\` or \`Warning\`, a \`series\` has a \`count\` of at least 2 and
a \`lastObservedTime\`, and the fields of older clients (\`deprecatedCount\` and others) are not allowed.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['event-required', 'event-time', 'event-series'],
      explainsInField: ['event/new-event#invalid'],
    },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['event-controller', 'event-lengths', 'event-type', 'event-deprecated', 'event-series'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: events.k8s.io/v1
        kind: Event # expect: required
        metadata: { name: web.1 }
        type: Info
        #     ^^^^ expect: invalid
        series: # expect: required
          count: 1
          #      ^ expect: invalid
        deprecatedCount: 3
        #                ^ expect: invalid
      `,
      yaml`
        apiVersion: v1
        kind: Event # expect: required
        metadata: { name: web.1 }
        eventTime: "2026-01-31T12:00:00.000000Z"
        reason: ${'Started'.repeat(19)} # expect: invalid
        action: Start
        reportingComponent: kubelet of node 1
        #                   ^^^^^^^^^^^^^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: events.k8s.io/v1
        kind: Event
        metadata: { name: web.1, namespace: shop }
        eventTime: "2026-01-31T12:00:00.000000Z"
        type: Normal
        reason: Started
        action: Start
        note: The container has started.
        reportingController: example.com/kubelet
        reportingInstance: kubelet-node-1
        regarding: { kind: Pod, name: web, namespace: shop }
        series:
          count: 2
          lastObservedTime: "2026-01-31T12:05:00.000000Z"
      `,
    ],
  },
  check({ root, apiVersion }, { report }) {
    const isCore = apiVersion === 'v1';
    if (root.get('eventTime').value !== undefined) {
      const controller = root.get(isCore ? 'reportingComponent' : 'reportingController');
      requireText(report, controller, 'the controller, such as example.com/backup');
      requireValidText(report, controller, labelKeyProblem);
      for (const name of ['reportingInstance', 'action', 'reason'] as const) {
        const field = root.get(name);
        requireText(report, field, `the ${name} of the Event`);
        requireFormat(report, field, (text) => lengthProblem(text, LONGEST));
      }
      const note = root.get(isCore ? 'message' : 'note');
      requireFormat(report, note, (text) => lengthProblem(text, LONGEST_NOTE), { path: 'message' });
    }
    if (isCore) return;
    requireValue(report, root.get('eventTime'), 'the time of the Event');
    const type = root.get('type');
    if (!type.pruned && type.value !== 'Normal' && type.value !== 'Warning') {
      reportInvalid(report, type, 'use Normal or Warning');
    }
    const series = root.get('series');
    if (series.value !== undefined) {
      const count = series.get('count');
      if (!count.pruned && (count.value ?? 0) < 2) {
        reportInvalid(report, count, 'it must be at least 2');
      }
      requireValue(report, series.get('lastObservedTime'), 'the time of the last Event');
    }
    const reason = 'it is only for older clients, so remove it';
    for (const [name, path] of DEPRECATED) {
      const field = root.get(name);
      if ((field.value ?? 0) !== 0) reportInvalid(report, field, reason, { path });
    }
    const source = root.get('deprecatedSource');
    if (source.get('component').value || source.get('host').value) {
      reportInvalid(report, source, reason, { path: 'source' });
    }
  },
});

function lengthProblem(text: string, longest: number): string | undefined {
  return byteLength(text) > longest ? `at most ${longest} bytes are allowed` : undefined;
}
