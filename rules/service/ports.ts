import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { PROTOCOLS, requirePort, requirePortNumber } from '../../src/analysis/fields/ports.ts';
import {
  requireFormat,
  requireItems,
  requireOneOf,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { settingChoices } from '../../src/analysis/fields/value-fixes.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import { allocationOf } from '../../src/analysis/services/allocation.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { portNameProblems } from '../../src/server/kubernetes/formats/port.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type { ServicePort } from '../../src/server/kubernetes/types.generated.ts';
import { valueAt } from '../../src/yaml/index.ts';

/** Names for the ports of widespread protocols. */
const WELL_KNOWN: ReadonlyMap<number, string> = new Map([
  [53, 'dns'],
  [80, 'http'],
  [443, 'https'],
]);

const KUBELET_PORT = 10_250;

export default defineRule({
  id: 'service/ports',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'A Service has ports, each with a valid number and, if there are several, a name.',
  details: `
A Service has at least one port, unless it is headless (\`clusterIP: None\`) or of type \`ExternalName\`. A port has a \`port\`
from 1 to 65535 and a \`protocol\`: TCP, which is the default, UDP or SCTP. \`targetPort\` is the number of a port of the pods, or
the name of one; by default it is \`port\`.

With several ports each one needs a name of its own. Two ports can have the same number only if their protocols
differ. \`appProtocol\` is a name such as \`http\` or \`kubernetes.io/h2c\`. Before Kubernetes 1.33, a Service of type \`LoadBalancer\`
cannot have the port 10250.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['service-ports-required'] },
    portName: {
      text: 'the port {port} has no name, which a Service with several ports needs for each',
      help: 'add a name that no other port has, such as name: {name}',
      cause: 'FieldValueRequired',
      rows: ['service-port-name-required'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['service-port-number', 'service-target-port'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['service-port-protocol'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['service-port-name-twice'] },
    same: {
      text: 'two ports have the number {number} and the protocol {protocol}',
      help: 'remove one of them, or change its port or protocol',
      cause: 'FieldValueDuplicate',
      rows: ['service-port-twice'],
    },
    kubelet: {
      text: 'a Service of type LoadBalancer cannot have the port 10250, which the kubelet uses',
      help: 'use another port; targetPort can still be 10250',
      cause: 'FieldValueInvalid',
      rows: ['service-port-kubelet'],
      withoutExample: 'examples are checked for the newest minor',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec: # expect: required
          selector: { app: web }
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          selector: { app: web }
          ports:
            - port: 99999 # expect: portName
              #     ^^^^^ expect: invalid
              targetPort: http_server
              #           ^^^^^^^^^^^ expect: invalid
              protocol: tcp
              #         ^^^ expect: unsupported
            - name: admin
              port: 8080
            - name: admin # expect: same
              #     ^^^^^ expect: duplicate
              port: 8080
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          selector: { app: web }
          ports:
            - { name: http, port: 80, targetPort: http }
            - { name: http3, port: 80, protocol: UDP, targetPort: 8443 }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            selector: { app: web }
            ports:
              - port: 80 # of the proxy
                protocol: tcp
              - { port: 443, targetPort: 8443 }
              - { port: 9090, targetPort: metrics }
              - { port: 5000, targetPort: "5000" }
        `,
        after: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            selector: { app: web }
            ports:
              - port: 80 # of the proxy
                protocol: TCP
                name: http
              - { port: 443, targetPort: 8443, name: https }
              - { port: 9090, targetPort: metrics, name: metrics }
              - { port: 5000, targetPort: 5000, name: tcp-5000 }
        `,
      },
    ],
  },
  check(resource, { report, minor }) {
    const spec = resource.root.get('spec');
    const list = spec.get('ports');
    const ports = list.items();
    const { value: type } = spec.get('type');
    const mayExposeKubelet = type !== 'LoadBalancer' || serverHas('kubelet-port-exposed', minor);
    if (type !== 'ExternalName' && !allocationOf(resource).isHeadless) {
      requireItems(report, list, 'a list such as [{ port: 80 }]');
    }
    const seen = new Set<string>();
    for (const port of ports) {
      const name = port.get('name');
      if (ports.length > 1 && isEmptyText(name)) {
        const free = freeName(port, ports);
        const values = { port: port.value?.port ?? 0, name: free };
        report({ message: 'portName', at: name, values, fix: settingChoices(name, [free]) });
      }
      if (name.value) requireFormat(report, name, labelProblem);
      const target = port.get('targetPort');
      const isDefault = valueAt(target.origin.document.value, target.documentPath) === undefined;
      // By default, it is the same number.
      const explainsFields = isDefault ? [target.path] : [];
      requirePortNumber((finding) => report({ ...finding, explainsFields }), port.get('port'));
      const protocol = port.get('protocol');
      requireOneOf(report, protocol, PROTOCOLS);
      // The default is the number, which is 0 for one that the server cannot read.
      if (target.value !== 0 || !port.get('port').pruned) requirePort(report, target);
      requireFormat(report, port.get('appProtocol'), labelKeyProblem);
      const { port: number = 0, protocol: used = '' } = port.value ?? {};
      if (seen.has(`${used} ${number}`)) {
        report({ message: 'same', at: port, values: { number, protocol: used } });
      }
      seen.add(`${used} ${number}`);
      if (number === KUBELET_PORT && !mayExposeKubelet)
        report({ message: 'kubelet', at: port.get('port'), path: port.path });
    }
    const names = ports.map((port) => port.get('name'));
    requireUnique(report, names, ({ value }) => value || undefined, 'each port needs its own name');
  },
});

/** A name for a port that no other port has. */
function freeName(port: Field<ServicePort>, ports: readonly Field<ServicePort>[]): string {
  const suggestion = suggestedName(port);
  const isTaken = ports.some(
    (other) =>
      other.get('name').value === suggestion ||
      (other.segment !== port.segment && suggestedName(other) === suggestion),
  );
  return isTaken ? numberedName(port) : suggestion;
}

/** The name of the port of the pods, or one by its number. */
function suggestedName(port: Field<ServicePort>): string {
  const { port: number = 0, targetPort } = port.value ?? {};
  const isName = typeof targetPort === 'string' && portNameProblems(targetPort).length === 0;
  return isName ? targetPort : (WELL_KNOWN.get(number) ?? numberedName(port));
}

function numberedName({ value: { port = 0, protocol = '' } = {} }: Field<ServicePort>): string {
  return `${protocol.toLowerCase()}-${port}`;
}
