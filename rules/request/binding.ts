import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { segmentProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'request/binding',
  on: 'object',
  kinds: ['Binding'],
  severity: 'error',
  summary: 'A Binding names a pod and a node.',
  details: `
A Binding assigns the pod of its name to the node that \`target\` names. Schedulers create it; the server answers it, and does not
store it. The \`kind\` of the target is Node, or absent.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/binding-v1/',
  messages: {
    pod: {
      text: 'the Binding does not name its pod',
      help: 'add metadata.name: the name of the pod',
      cause: 'Status',
      rows: ['binding-name'],
    },
    podName: {
      text: "'{name}' is not the name of a pod: {problem}",
      cause: 'Status',
      rows: ['binding-name'],
    },
    node: {
      text: 'the target of the Binding has no name',
      help: 'add the name of a node',
      cause: 'Status',
      rows: ['binding-target'],
    },
    kind: {
      text: "a Binding cannot have a target of kind '{kind}'",
      help: 'use Node',
      cause: 'Status',
      rows: ['binding-target'],
    },
    nodeName: {
      text: "'{name}' is not the name of a node: {problem}",
      cause: 'Status',
      rows: ['binding-target'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Binding
        metadata: # expect: pod
          generateName: web-
        target: # expect: node
          kind: Node
      `,
      yaml`
        apiVersion: v1
        kind: Binding
        metadata:
          name: shop/web
          #     ^^^^^^^^ expect: podName
        target:
          kind: Machine
          #     ^^^^^^^ expect: kind
          name: node-1
      `,
      yaml`
        apiVersion: v1
        kind: Binding
        metadata: { name: web }
        target:
          kind: Node
          name: Node_1
          #     ^^^^^^ expect: nodeName
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Binding
        metadata: { name: web, namespace: shop }
        target: { apiVersion: v1, kind: Node, name: node-1 }
      `,
    ],
  },
  check({ root }, { report, minor }) {
    const pod = root.get('metadata').get('name');
    const podProblem = segmentProblem(pod.value ?? '');
    if (isEmptyText(pod)) report({ message: 'pod', at: pod, path: '' });
    else if (podProblem !== undefined) {
      const values = { name: pod.value ?? '', problem: podProblem };
      report({ message: 'podName', at: pod, values, path: '' });
    }
    const target = root.get('target');
    const { value: kind = '' } = target.get('kind');
    const isNode = kind === '' || kind === 'Node';
    if (!isNode) report({ message: 'kind', at: target.get('kind'), values: { kind }, path: '' });
    const node = target.get('name');
    if (isEmptyText(node)) report({ message: 'node', at: node, path: '' });
    else if (isNode && serverHas('binding-node-names', minor)) {
      const problem = subdomainProblem(node.value ?? '');
      if (problem !== undefined) {
        report({
          message: 'nodeName',
          at: node,
          values: { name: node.value ?? '', problem },
          path: '',
        });
      }
    }
  },
});
