import { isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  reportInvalid,
  requireFormat,
  requireOneOf,
  requireRange,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { isZoneName } from '../../src/base/go/time-zones.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { cronProblem } from '../../src/server/kubernetes/formats/cron.ts';
import { minorsBefore, serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'job/schedule',
  on: 'object',
  kinds: ['CronJob'],
  severity: 'error',
  summary: 'A CronJob has a schedule of five fields, and a time zone that exists.',
  details: `
The \`schedule\` has five fields: minute, hour, day of the month, month, and day of the week (0 or \`sun\` to 6 or \`sat\`). Each is
\`*\`, a value, a range (\`1-5\`), a list (\`1,15\`) or one of them with a step (\`*/10\`). \`@hourly\`, \`@daily\`, \`@weekly\`,
\`@monthly\`, \`@yearly\` and \`@every 90m\` are allowed as well. There are no seconds.

The time zone is a field of its own, \`timeZone\`, with a name such as \`Europe/Berlin\` or \`Etc/UTC\`. The server refuses \`TZ=\` in
the schedule.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['job-schedule-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['job-schedule-invalid'] },
    zone: {
      text: 'the schedule has a time zone (TZ), which the server refuses in new CronJobs',
      help: 'move the time zone to the field timeZone',
      severity: 'warning',
      cause: 'Warning',
      rows: ['job-schedule-zone'],
      ofUpdates: true,
    },
    crash: {
      text: "the API server crashes on '{schedule}' (HTTP 500), because no fields follow the time zone",
      help: 'write five fields, such as 0 6 * * *, and move the time zone to the field timeZone',
      crashesServer: true,
      range: minorsBefore('zones-without-fields-are-errors'),
      rows: ['job-schedule-zone'],
      withoutExample: 'the newest minor does not crash',
    },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['job-schedule-unsupported'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: batch/v1
        kind: CronJob
        metadata: { name: report }
        spec:
          schedule: 0 0 6 * * *
          #         ^^^^^^^^^^^ expect: invalid
          timeZone: Berlin
          #         ^^^^^^ expect: invalid
          concurrencyPolicy: Never
          #                  ^^^^^ expect: unsupported
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{ name: report, image: report }]
      `,
      yaml`
        apiVersion: batch/v1
        kind: CronJob
        metadata: { name: report }
        spec: # expect: required
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{ name: report, image: report }]
      `,
    ],
    updates: [
      {
        stored: yaml`
          apiVersion: batch/v1
          kind: CronJob
          metadata: { name: report }
          spec:
            schedule: TZ=Europe/Berlin 30 6 * * mon-fri
            jobTemplate:
              spec:
                template:
                  spec:
                    restartPolicy: Never
                    containers: [{ name: report, image: report }]
        `,
        changed: yaml`
          apiVersion: batch/v1
          kind: CronJob
          metadata: { name: report }
          spec:
            schedule: TZ=Europe/Berlin 30 6 * * mon-fri
            #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: invalid, zone
            jobTemplate:
              spec:
                template:
                  spec:
                    restartPolicy: Never
                    containers: [{ name: report, image: report:2 }]
        `,
      },
    ],
    good: [
      yaml`
        apiVersion: batch/v1
        kind: CronJob
        metadata: { name: report }
        spec:
          schedule: 30 6 * * mon-fri
          timeZone: Europe/Berlin
          concurrencyPolicy: Forbid
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{ name: report, image: report }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: batch/v1
          kind: CronJob
          metadata: { name: import }
          spec:
            schedule: "0 3 * * *"
            concurrencyPolicy: forbid # it locks the tables
            jobTemplate:
              spec:
                template:
                  spec:
                    restartPolicy: Never
                    containers: [{ name: import, image: import }]
        `,
        after: yaml`
          apiVersion: batch/v1
          kind: CronJob
          metadata: { name: import }
          spec:
            schedule: "0 3 * * *"
            concurrencyPolicy: Forbid # it locks the tables
            jobTemplate:
              spec:
                template:
                  spec:
                    restartPolicy: Never
                    containers: [{ name: import, image: import }]
        `,
      },
    ],
  },
  check(resource, { report, minor }) {
    const spec = resource.root.get('spec');
    const schedule = spec.get('schedule');
    if (requireText(report, schedule, 'such as 0 6 * * *')) {
      const text = schedule.value ?? '';
      const hasOnlyZone = /^(?:CRON_)?TZ=[^ ]*$/.test(text);
      if (hasOnlyZone && !serverHas('zones-without-fields-are-errors', minor)) {
        report({ message: 'crash', at: schedule, values: { schedule: text } });
      } else if (text.includes('TZ')) {
        reportInvalid(report, schedule, 'the time zone belongs to the field timeZone');
        if (resource.stored !== undefined) report({ message: 'zone', at: schedule, path: '' });
      } else {
        requireFormat(report, schedule, cronProblem);
      }
    }
    const zone = spec.get('timeZone');
    requireFormat(report, zone, (name) =>
      isZoneName(name)
        ? undefined
        : 'use the name of a time zone, such as Europe/Berlin or Etc/UTC',
    );
    const policy = spec.get('concurrencyPolicy');
    if (!isEmptyText(policy)) requireOneOf(report, policy, ['Allow', 'Forbid', 'Replace']);
    requireRange(report, spec.get('startingDeadlineSeconds'), { least: 0 });
    requireRange(report, spec.get('successfulJobsHistoryLimit'), { least: 0 });
    requireRange(report, spec.get('failedJobsHistoryLimit'), { least: 0 });
  },
});
