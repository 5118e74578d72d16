import {
  forbid,
  reportInvalid,
  requireFormat,
  requireOneOf,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { allocationOf } from '../../src/analysis/services/allocation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'service/type',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'A Service has one of four types, and the fields of that type.',
  details: `
The type of a Service is \`ClusterIP\`, which is the default, \`NodePort\`, \`LoadBalancer\` or \`ExternalName\`.

A Service of type \`ExternalName\` needs \`externalName\`, a DNS name, and has no addresses: no \`clusterIP\`, \`clusterIPs\`,
\`ipFamilies\` and \`ipFamilyPolicy\`. A headless Service, whose \`clusterIP\` is \`None\`, is of type \`ClusterIP\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types',
  messages: {
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['service-type'] },
    required: { ...VALUE_MESSAGES.required, rows: ['service-external-name'] },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['service-external-name-format', 'service-headless-type'],
    },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['service-external-name-address'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: loadBalancer
          #     ^^^^^^^^^^^^ expect: unsupported
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: database }
        spec: # expect: required
          type: ExternalName
          ipFamilyPolicy: SingleStack
          #               ^^^^^^^^^^^ expect: forbidden
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: database }
        spec:
          type: ExternalName
          externalName: db_1.example.com
          #             ^^^^^^^^^^^^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: NodePort
          clusterIP: None
          #          ^^^^ expect: invalid
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: database }
        spec:
          type: ExternalName
          externalName: db.example.com
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            type: loadBalancer # reached from outside
            ports: [{ port: 80 }]
        `,
        after: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            type: LoadBalancer # reached from outside
            ports: [{ port: 80 }]
        `,
      },
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const type = spec.get('type');
    requireOneOf(report, type, ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName']);
    const { clusterIPs, isHeadless } = allocationOf(resource);
    const list = spec.get('clusterIPs');
    const singular = spec.get('clusterIP');
    if (type.value === 'ExternalName') {
      const name = spec.get('externalName');
      const withoutDot = (name.value ?? '').replace(/\.$/, '');
      if (withoutDot !== '' || name.pruned) {
        requireFormat(report, name, () => subdomainProblem(withoutDot));
      } else {
        const values = valueTexts(name, 'the DNS name of the target');
        report({ message: 'required', at: name, values });
      }
      const reason = 'the type of the Service is ExternalName';
      if (clusterIPs.length > 0) {
        const at = list.value === undefined ? singular : list;
        forbid(report, at, reason, { path: list.path });
      }
      const families = spec.get('ipFamilies');
      if ((families.value ?? []).length > 0) forbid(report, families, reason);
      forbid(report, spec.get('ipFamilyPolicy'), reason);
    } else if (isHeadless && (type.value === 'NodePort' || type.value === 'LoadBalancer')) {
      const problem = `a Service of type ${type.value} cannot be headless`;
      reportInvalid(report, list.items()[0] ?? singular, problem, { path: 'spec.clusterIPs[0]' });
    }
  },
});
