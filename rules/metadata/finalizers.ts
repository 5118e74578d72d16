import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { isStandardFinalizer } from '../../src/analysis/metadata/standard-finalizers.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { groupAndVersion } from '../../src/server/kubernetes/api-version.ts';
import { metadataTraits } from '../../src/server/kubernetes/kinds.ts';

export default defineRule({
  id: 'metadata/finalizers',
  on: 'metadata',
  severity: 'error',
  summary: 'Finalizers are qualified names with a domain, and do not contradict each other.',
  details: `
An object with a finalizer is deleted only after its controller has removed the finalizer. The name of a finalizer has
the form of a label key, with the domain of that controller: \`example.com/cleanup\`. Without a domain, the server accepts
only \`kubernetes\`, \`orphan\` and \`foregroundDeletion\`. (For some kinds it does not require a domain.)

\`orphan\` and \`foregroundDeletion\` exclude each other: the former keeps the dependents of the object, the latter
deletes them first.

For a custom resource, the server only warns of a name without a \`/\`. A name that ends with the group of its kind, such as
\`resources-finalizer.argocd.argoproj.io\` of an Application, is chosen by the controller of that kind.

If no controller removes a finalizer, the object cannot be deleted. A manifest rarely needs one.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  messages: {
    format: {
      text: "'{name}' is not a valid finalizer: {problem}",
      help: 'use a name such as example.com/cleanup',
      cause: 'FieldValueInvalid',
      rows: ['meta-finalizer-name', 'crd-meta-finalizer'],
      step: 'metadata',
      explains: ['metadata/finalizers#invalidUnqualified'],
    },
    unqualified: {
      text: "the finalizer '{name}' has no domain",
      help: 'use example.com/{name}, with the domain of its controller',
      cause: 'FieldValueInvalid',
      rows: ['meta-finalizer-unqualified'],
    },
    invalidUnqualified: {
      text: "the finalizer '{name}' has no domain",
      help: 'use a name such as example.com/cleanup',
      cause: 'FieldValueInvalid',
      rows: ['meta-finalizer-unqualified'],
    },
    undomained: {
      text: "the finalizer '{name}' does not name the domain of its controller",
      help: 'use a name such as example.com/{name}; the same name from another controller is a conflict',
      severity: 'warning',
      cause: 'Warning',
      rows: ['cr-warn-finalizer'],
    },
    ofController: {
      text: "the finalizer '{name}' does not name the domain of its controller in the way that the server expects",
      help: 'keep it if its controller has no other one',
      severity: 'info',
      cause: 'Warning',
      rows: ['cr-warn-finalizer'],
    },
    conflict: {
      text: 'the finalizers orphan and foregroundDeletion exclude each other',
      help: 'keep one of them',
      cause: 'FieldValueInvalid',
      rows: ['meta-finalizer-conflict'],
      step: 'metadata',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          finalizers:
            - cleanup # expect: unqualified
            - clean up # expect: format, invalidUnqualified
            - orphan
            - foregroundDeletion # expect: conflict
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata:
          name: nightly
          finalizers:
            - cleanup # expect: undomained
            - cleanup.stable.example.com # expect: ofController
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          finalizers: [example.com/cleanup, foregroundDeletion]
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report }) {
    const list = resource.root.get('metadata').get('finalizers');
    const { facts, apiVersion } = resource;
    // In an update, only the finalizers that it adds count.
    const stored = resource.stored?.root.get('metadata').get('finalizers').value ?? [];
    const requiresDomain =
      facts !== undefined && metadataTraits(facts, apiVersion).acceptsPlainFinalizers !== true;
    const finalizers = list.items();
    for (const finalizer of finalizers) {
      if (finalizer.pruned) continue;
      const name = finalizer.value ?? '';
      const problem = labelKeyProblem(name);
      if (problem !== undefined)
        report({ message: 'format', at: finalizer, values: { name, problem }, path: list.path });
      if (name.includes('/') || isStandardFinalizer(name)) continue;
      if (requiresDomain) {
        report({
          message: problem === undefined ? 'unqualified' : 'invalidUnqualified',
          at: finalizer,
          values: { name },
        });
      } else if (facts === undefined && !stored.includes(name)) {
        const isOfController = name.endsWith(`.${groupAndVersion(apiVersion).group}`);
        const message = isOfController ? 'ofController' : 'undomained';
        report({ message, at: finalizer, values: { name }, path: list.path });
      }
    }
    const orphan = finalizers.findIndex(({ value }) => value === 'orphan');
    const foreground = finalizers.findIndex(({ value }) => value === 'foregroundDeletion');
    const later = finalizers[Math.max(orphan, foreground)];
    if (orphan >= 0 && foreground >= 0 && later !== undefined) {
      report({ message: 'conflict', at: later, path: list.path });
    }
  },
});
