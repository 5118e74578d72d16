import {
  forbid,
  reportInvalid,
  requireRange,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { enumFix } from '../../src/analysis/fields/value-fixes.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { percentProblem } from '../../src/server/kubernetes/formats/percent.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import type { IntOrString } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'workload/rolling-update',
  on: 'object',
  kinds: ['Deployment', 'StatefulSet', 'DaemonSet'],
  severity: 'error',
  summary: 'The update strategy of a workload exists, and lets the update proceed.',
  details: `
| kind | field | strategies |
| --- | --- | --- |
| Deployment | \`strategy\` | \`RollingUpdate\`, \`Recreate\` |
| StatefulSet, DaemonSet | \`updateStrategy\` | \`RollingUpdate\`, \`OnDelete\` |

A rolling update replaces pods while others run. \`maxUnavailable\` and \`maxSurge\` are numbers of pods, or percentages such as
\`25%\`. In a Deployment they cannot both be 0, because then no pod could be replaced; in a DaemonSet exactly one of them is 0.
\`rollingUpdate\` is only for the strategy RollingUpdate.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy',
  messages: {
    type: {
      text: "'{type}' is not an update strategy of a {kind}",
      help: 'use {allowed}',
      cause: 'FieldValueNotSupported',
      rows: ['workload-rolling-update-type'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['workload-rolling-update-invalid'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['workload-rolling-update-forbidden'] },
    required: {
      text: 'maxUnavailable and maxSurge are both 0, so that no pod can be replaced',
      help: 'write maxUnavailable: 1',
      cause: 'FieldValueRequired',
      rows: ['workload-rolling-update-required'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          strategy:
            type: Recreate
            rollingUpdate: { maxSurge: 1 }
            #              ^^^^^^^^^^^^^^^ expect: forbidden
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          strategy:
            rollingUpdate:
              maxUnavailable: "1"
              #               ^^^ expect: invalid
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: { name: agent }
        spec:
          updateStrategy:
            type: Recreate
            #     ^^^^^^^^ expect: type
          selector: { matchLabels: { app: agent } }
          template:
            metadata: { labels: { app: agent } }
            spec:
              containers: [{ name: agent, image: agent }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: { name: agent }
        spec:
          updateStrategy:
            rollingUpdate:
              maxUnavailable: 0
              #               ^ expect: required
          selector: { matchLabels: { app: agent } }
          template:
            metadata: { labels: { app: agent } }
            spec:
              containers: [{ name: agent, image: agent }]
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          strategy:
            rollingUpdate: { maxUnavailable: 0, maxSurge: 25% }
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: apps/v1
          kind: Deployment
          metadata: { name: shop }
          spec:
            strategy:
              type: recreate # it has one volume
            selector: { matchLabels: { app: shop } }
            template:
              metadata: { labels: { app: shop } }
              spec:
                containers: [{ name: web, image: nginx }]
        `,
        after: yaml`
          apiVersion: apps/v1
          kind: Deployment
          metadata: { name: shop }
          spec:
            strategy:
              type: Recreate # it has one volume
            selector: { matchLabels: { app: shop } }
            template:
              metadata: { labels: { app: shop } }
              spec:
                containers: [{ name: web, image: nginx }]
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    const { kind } = resource;
    if (isOfKind(resource, 'Deployment')) checkDeployment(resource);
    if (isOfKind(resource, 'DaemonSet')) checkDaemonSet(resource);
    if (isOfKind(resource, 'StatefulSet')) checkStatefulSet(resource);

    function checkDeployment({ root }: Resource<'Deployment'>): void {
      const strategy = root.get('spec').get('strategy');
      const rolling = strategy.get('rollingUpdate');
      switch (strategy.get('type').value) {
        case 'Recreate':
          forbid(report, rolling, 'the strategy is Recreate');
          break;
        case 'RollingUpdate': {
          const unavailable = rolling.get('maxUnavailable');
          const surge = rolling.get('maxSurge');
          checkAmount(report, unavailable);
          checkAmount(report, surge);
          checkShare(report, unavailable);
          if (amountOf(unavailable) === 0 && amountOf(surge) === 0) {
            reportInvalid(report, unavailable, 'maxSurge is 0 too, so no pod can be replaced');
          }
          break;
        }
        default:
          reportType(strategy, ['RollingUpdate', 'Recreate']);
      }
    }

    function checkDaemonSet({ root }: Resource<'DaemonSet'>): void {
      const strategy = root.get('spec').get('updateStrategy');
      const rolling = strategy.get('rollingUpdate');
      switch (strategy.get('type').value) {
        case 'OnDelete':
          break;
        case 'RollingUpdate': {
          const unavailable = rolling.get('maxUnavailable');
          const surge = rolling.get('maxSurge');
          for (const amount of [unavailable, surge]) {
            checkAmount(report, amount);
            checkShare(report, amount);
          }
          const hasUnavailable = amountOf(unavailable) !== 0;
          const hasSurge = amountOf(surge) !== 0;
          if (hasUnavailable && hasSurge) {
            reportInvalid(report, surge, 'it must be 0 unless maxUnavailable is 0');
          } else if (!hasUnavailable && !hasSurge) {
            report({ message: 'required', at: unavailable });
          }
          break;
        }
        default:
          reportType(strategy, ['RollingUpdate', 'OnDelete']);
      }
    }

    function checkStatefulSet({ root, stored }: Resource<'StatefulSet'>): void {
      const strategy = root.get('spec').get('updateStrategy');
      const type = strategy.get('type');
      const rolling = strategy.get('rollingUpdate');
      const gate = 'StatefulSetRecreateStrategy';
      const isStored =
        stored?.root.get('spec').get('updateStrategy').get('type').value === 'Recreate';
      const recreates = hasGate(server, gate, true) || (isStored && hasGate(server, gate, false));
      if (type.value === 'OnDelete' || (type.value === 'Recreate' && recreates)) {
        if (rolling.value === undefined) return;
        reportInvalid(report, rolling, 'it is only allowed with the strategy RollingUpdate');
      } else if (type.value === 'RollingUpdate') {
        requireRange(report, rolling.get('partition'), { least: 0 });
        const unavailable = rolling.get('maxUnavailable');
        if (unavailable.value === undefined) return;
        if (!hasGate(server, 'MaxUnavailableStatefulSet', true)) return;
        checkAmount(report, unavailable);
        checkShare(report, unavailable);
        if (amountOf(unavailable) === 0) reportInvalid(report, unavailable, 'it must not be 0');
      } else if (!type.pruned) {
        const fix = enumFix(type, ['RollingUpdate', 'OnDelete']);
        reportInvalid(report, type, 'use RollingUpdate or OnDelete', { path: strategy.path, fix });
      }
    }

    function reportType(
      strategy: Field<{ readonly type?: string } | undefined>,
      allowed: readonly string[],
    ): void {
      const at = strategy.get('type');
      if (at.pruned) return;
      const values = { type: at.value ?? '', kind, allowed: allowed.join(' or ') };
      report({ message: 'type', at, values, path: strategy.path, fix: enumFix(at, allowed) });
    }
  },
});

function checkAmount(report: ValueReport<'invalid'>, amount: Field<IntOrString | undefined>): void {
  const { value } = amount;
  if (typeof value === 'number') requireRange(report, amount as Field<number>, { least: 0 });
  else if (value !== undefined && percentProblem(value) === 'format') {
    reportInvalid(report, amount, 'use a number, or a percentage such as 25%');
  }
}

function checkShare(report: ValueReport<'invalid'>, amount: Field<IntOrString | undefined>): void {
  if (typeof amount.value === 'string' && percentProblem(amount.value) === 'over-100') {
    reportInvalid(report, amount, 'at most 100% is possible');
  }
}

/** The number of pods or the percentage. Text that is neither counts as the number in it, or as 0. */
function amountOf({ value = 0 }: Field<IntOrString | undefined>): number {
  if (typeof value === 'number') return value;
  if (percentProblem(value) !== 'format') return Number(value.slice(0, -1));
  return /^[+-]?[0-9]+$/.test(value) ? Number(value) : 0;
}
