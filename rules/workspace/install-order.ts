import type { InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'workspace/install-order',
  kinds: 'installation',
  severity: 'warning',
  summary: 'A Namespace comes before the objects in it.',
  details: `
\`kubectl apply -f\` sends the objects of a file one after the other, and the files of a folder in the order of their names.
An object in a namespace that does not exist yet is refused (\`namespaces "shop" not found\`), while the command continues
with the next one. So the first run fails, and the second one succeeds.

Kustomize, Helm, Argo CD and Flux send Namespaces first; what they install is not reported. As a folder may be applied in
another way, the order of its files is only information.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/management/#organizing-resource-configurations',
  messages: {
    sameFile: {
      text: "the Namespace '{name}' comes after {count} of its objects, which the server refuses in the first run of kubectl apply",
      help: 'move the Namespace to the start of the file',
    },
    folder: {
      text: "kubectl apply -f sends the Namespace '{name}' after {count} of its objects, as the name of its file sorts after theirs",
      help: 'rename the file, such as 00-{name}.yaml',
      severity: 'info',
      withoutExample: 'an example is one file; fixtures/workspaces has several',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: cart, namespace: shop }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: cart } }
        ---
        apiVersion: v1
        kind: Namespace
        metadata: { name: shop }
        #                 ^^^^ expect: sameFile
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata: { name: shop }
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: cart, namespace: shop }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: cart } }
      `,
    ],
  },
  checkInstallation(installation, { report }) {
    if (!installation.isAppliedInFileOrder) return;
    const before = new Map<string, InstalledObject[]>();
    for (const object of installation.objects) {
      const { kind, group, name, namespace } = object;
      if (namespace !== undefined) {
        const known = before.get(namespace);
        if (known === undefined) before.set(namespace, [object]);
        else known.push(object);
      }
      if (kind !== 'Namespace' || group !== '') continue;
      const early = before.get(name) ?? [];
      const [first] = early.filter(({ file }) => file === object.file).concat(early);
      if (first === undefined) continue;
      const where = { object, at: ['metadata', 'name'] };
      const related = [{ object: first, message: 'the first of them' }];
      const id = first.file === object.file ? 'sameFile' : 'folder';
      report(id, where, { name, count: early.length }, related);
    }
  },
});
