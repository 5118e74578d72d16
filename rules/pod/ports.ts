import { POD_KINDS, type PodContainer, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isPortNumber, portNameProblems } from '../../src/server/kubernetes/formats/port.ts';
import type { ContainerPort } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/ports',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary:
    'The ports of a container are numbers from 1 to 65535, and their names and host ports are unique.',
  details: `
Each item of \`ports\` has a \`containerPort\`. Its \`name\` has at most 15 lowercase letters, digits and single \`-\`, with at least one
letter, and is unique in the container.

A \`hostPort\` is a port of the node. Two containers of a pod cannot have the same one with the same protocol and \`hostIP\`. With
\`hostNetwork\`, the container uses the ports of the node itself, so that \`hostPort\` must be equal to \`containerPort\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports',
  messages: {
    required: {
      text: 'the port has no containerPort',
      help: 'write the number of the port that the container listens on',
      cause: 'FieldValueRequired',
      rows: ['pod-port-required'],
    },
    range: {
      text: '{field} is {value}; it must be between 1 and 65535',
      help: 'use a value between 1 and 65535',
      cause: 'FieldValueInvalid',
      rows: ['pod-port-range'],
    },
    name: {
      text: "'{name}' cannot be the name of a port: {problem}",
      help: 'use a name such as http or metrics-2',
      cause: 'FieldValueInvalid',
      rows: ['pod-port-name'],
    },
    duplicateName: {
      text: "another port of the container has the name '{name}'",
      help: 'give each port of the container a name of its own',
      cause: 'FieldValueDuplicate',
      rows: ['pod-port-name-duplicate'],
    },
    duplicateHostPort: {
      text: 'the hostPort {port}/{protocol} is used twice in the pod',
      help: 'use another hostPort, protocol or hostIP',
      cause: 'FieldValueDuplicate',
      rows: ['pod-host-port-duplicate'],
    },
    hostNetwork: {
      text: 'with hostNetwork the hostPort {hostPort} must be the containerPort {port}',
      help: 'remove hostPort',
      cause: 'FieldValueInvalid',
      rows: ['pod-host-port-host-network'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              ports:
                - name: http_server
                  #     ^^^^^^^^^^^ expect: name
                  containerPort: 80000
                  #              ^^^^^ expect: range
                - { name: metrics, containerPort: 9100, hostPort: 9100 }
                - { name: metrics, containerPort: 9101, hostPort: 9100 }
                #         ^^^^^^^ expect: duplicateName
                #                                                 ^^^^ expect: duplicateHostPort
                - name: admin # expect: required
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostNetwork: true
          containers:
            - name: web
              image: nginx
              ports:
                - { containerPort: 8080, hostPort: 80 }
                #                                  ^^ expect: hostNetwork
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              ports:
                - { name: http, containerPort: 8080, hostPort: 80 }
                - { name: dns, containerPort: 53, protocol: UDP }
      `,
    ],
  },
  check(resource, { report }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers, isTemplate } = pod;
    const hasHostNetwork = spec.get('hostNetwork').value === true;
    const hostPorts = new Set<string>();
    for (const container of containers) {
      if (container.list !== 'containers') hostPorts.clear();
      const names = new Set<string>();
      for (const port of container.field.itemsOf('ports')) {
        checkName(port, names);
        checkNumbers(port);
        checkHostPort(port, container);
      }
    }

    function checkName(port: Field<ContainerPort>, names: Set<string>): void {
      const at = port.get('name');
      const { value: name = '' } = at;
      if (name === '') return;
      const [problem] = portNameProblems(name);
      if (problem !== undefined) report({ message: 'name', at, values: { name, problem } });
      else if (names.has(name)) report({ message: 'duplicateName', at, values: { name } });
      else names.add(name);
    }

    function checkNumbers(port: Field<ContainerPort>): void {
      for (const name of ['containerPort', 'hostPort'] as const) {
        const at = port.get(name);
        const { value = 0 } = at;
        if (value === 0) {
          if (name === 'containerPort' && !at.pruned) report({ message: 'required', at });
        } else if (!isPortNumber(value)) {
          report({ message: 'range', at, values: { field: name, value } });
        }
      }
    }

    function checkHostPort(port: Field<ContainerPort>, { list, field }: PodContainer): void {
      const at = port.get('hostPort');
      const { value: hostPort = 0 } = at;
      const { value: number = 0 } = port.get('containerPort');
      if (hasHostNetwork && list === 'containers') {
        if (hostPort !== number && (!isTemplate || hostPort !== 0)) {
          report({ message: 'hostNetwork', at, values: { hostPort, port: number } });
        }
      }
      if (hostPort === 0 || list === 'ephemeralContainers') return;
      const { value: protocol = '' } = port.get('protocol');
      const key = `${protocol}/${port.get('hostIP').value ?? ''}/${hostPort}`;
      if (hostPorts.has(key)) {
        const values = { port: hostPort, protocol };
        // The server compares the ports of each init container alone, and reports them with the index 0.
        const path =
          list === 'containers'
            ? at.path
            : at.path.replace(`${list}[${field.segment}]`, `${list}[0]`);
        report({ message: 'duplicateHostPort', at, path, values });
      }
      hostPorts.add(key);
    }
  },
});
