import { labelProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { objectName } from '../../src/analysis/metadata/object-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/name',
  on: 'object',
  kinds: ['Pod', 'ReplicationController', 'ReplicaSet', 'Deployment', 'Job', 'CronJob'],
  severity: 'warning',
  summary: 'The name of a Pod or of a workload can be a host name.',
  details: `
The host name of a pod comes from its name, and the name of a pod from that of its workload. A host name is a DNS label: at most 63
lowercase letters, digits and dashes. The server accepts longer names and names with dots, and gives a warning: the host name is
then cut, or has dots.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names',
  messages: {
    label: {
      text: "'{name}' is not suitable as a host name of pods: {problem}",
      help: 'use a shorter name without dots',
      cause: 'Warning',
      rows: ['pod-name-label'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata:
          name: shop.web
          #     ^^^^^^^^ expect: label
        spec:
          containers: [{ name: web, image: nginx }]
        ---
        apiVersion: v1
        kind: Pod
        metadata: { name: Shop_Web }
        spec:
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop-web }
        spec:
          containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    if (resource.stored !== undefined) return;
    const metadata = resource.root.get('metadata');
    const at = metadata.get('name').absent ? metadata.get('generateName') : metadata.get('name');
    const name = objectName(resource);
    const problem = labelProblem(name);
    // The server gives no warning about a name that it refuses.
    if (problem === undefined || subdomainProblem(name) !== undefined) return;
    report({ message: 'label', at, path: `${metadata.path}.name`, values: { name, problem } });
  },
});
