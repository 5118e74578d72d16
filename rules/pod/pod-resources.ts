import {
  forbid,
  reportInvalid,
  shownValue,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { podResourceProblem } from '../../src/analysis/pods/amounts.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { isHugePages } from '../../src/analysis/quota/resource-names.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  type Amounts,
  aggregatedAmounts,
  amountsOf,
} from '../../src/server/kubernetes/aggregated-amounts.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type { ResourceRequirements } from '../../src/server/kubernetes/types.generated.ts';

const SUPPORTED = ['cpu', 'memory'];

export default defineRule({
  id: 'pod/pod-resources',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The resources of a pod as a whole are enough for its containers.',
  details: `
\`spec.resources\` are requests and limits of a pod as a whole. They know \`cpu\`, \`memory\` and huge pages, and no \`claims\`. The
requests are at least those of all containers together, and the limits at least those of each container, and of huge pages those of
all containers together. A pod for Windows cannot have them.
`,
  reference:
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#pod-level-resource-specification',
  messages: {
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-pod-resources-unsupported'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-pod-resources-invalid'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-pod-resources-forbidden'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          resources:
            claims: [{ name: gpu }]
            #       ^^^^^^^^^^^^^^^ expect: forbidden
            requests:
              memory: 1Gi
              #       ^^^ expect: invalid
              ephemeral-storage: 1Gi
              #                  ^^^ expect: unsupported
          containers:
            - { name: web, image: nginx, resources: { requests: { memory: 1Gi } } }
            - { name: log, image: fluentd, resources: { requests: { memory: 1Gi } } }
          resourceClaims: [{ name: gpu, resourceClaimName: gpu }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          resources:
            requests: { cpu: 500m, memory: 2Gi }
          containers:
            - { name: web, image: nginx, resources: { requests: { memory: 1Gi } } }
            - { name: log, image: fluentd }
      `,
    ],
  },
  check(resource, { report, minor, server }) {
    const { spec, containers, isTemplate } = podOf(resource);
    const resources = spec.get('resources');
    if (resources.value === undefined || !hasGate(server, 'PodLevelResources', true)) return;
    if (spec.get('os').get('name').value === 'windows') {
      forbid(report, resources, 'the pod is for windows');
      return;
    }
    forbid(report, resources.get('claims'), 'only containers can use claims');
    const [requests, limits] = [resources.get('requests'), resources.get('limits')];
    for (const map of [requests, limits]) checkNames(report, map);
    checkTotal(requests, 'requests', () => true);
    checkTotal(limits, 'limits', isHugePages);
    const own = amountsOf(limits.value);
    const isDefaulted =
      resource.stored === undefined || !serverHas('pod-requests-of-new-pods', minor);
    if (!isTemplate && isDefaulted) checkImpliedRequests();
    checkLimitsOfContainers();

    function totalOf(map: 'requests' | 'limits'): Amounts {
      return aggregatedAmounts(
        containers.map(({ field, list, isSidecar }) => {
          const amounts = amountsOf(field.value?.resources?.[map]);
          return { list, isSidecar, amounts };
        }),
      );
    }

    /** The server adds the requests of all containers to a Pod that has a limit of the resource, but no request. */
    function checkImpliedRequests(): void {
      const total = totalOf('requests');
      for (const { key, field } of limits.entries()) {
        const sum = total.get(key);
        const most = own.get(key);
        if (sum === undefined || most === undefined || requests.value?.[key] !== undefined)
          continue;
        if (sum.compareTo(most) > 0) {
          const problem = `the requests of the containers are ${sum} together`;
          reportInvalid(report, field, problem, { path: requests.path });
        }
      }
    }

    function checkLimitsOfContainers(): void {
      for (const { field, list } of containers) {
        if (list !== 'containers') continue;
        for (const [name, limit] of amountsOf(field.value?.resources?.limits)) {
          const most = own.get(name);
          if (most === undefined || limit.compareTo(most) <= 0) continue;
          const at = field.get('resources').get('limits').entry(name) ?? field;
          const path = `${resources.path}.containers[${field.segment}][${name}].limits`;
          reportInvalid(report, at, `the limit of the pod is ${most}`, { path });
        }
      }
    }

    function checkTotal(
      map: typeof limits,
      name: 'requests' | 'limits',
      isCompared: (resource: string) => boolean,
    ): void {
      const total = totalOf(name);
      const given = amountsOf(map.value);
      for (const { key, field } of map.entries()) {
        const sum = total.get(key);
        const amount = given.get(key);
        if (sum === undefined || amount === undefined || !isCompared(key)) continue;
        if (sum.compareTo(amount) > 0) {
          reportInvalid(
            report,
            field as Field,
            `the ${name} of the containers are ${sum} together`,
          );
        }
      }
    }
  },
});

function checkNames(
  report: ValueReport<'unsupported'>,
  amounts: Field<ResourceRequirements['limits']>,
): void {
  for (const { key, field } of amounts.entries()) {
    const isKnown = SUPPORTED.includes(key) || key.startsWith('hugepages-');
    if (isKnown || podResourceProblem(key) !== undefined) continue;
    report({
      message: 'unsupported',
      at: field,
      values: {
        field: 'the resource',
        value: shownValue(key),
        problem: 'cpu, memory or hugepages-SIZE',
      },
    });
  }
}
