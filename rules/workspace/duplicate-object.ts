import { repeatedObjects } from '../../src/analysis/installations/repeated-objects.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'workspace/duplicate-object',
  on: 'installation',
  severity: 'warning',
  summary: 'Each object is defined once among those that are applied together.',
  details: `
An object is identified by its group, kind, namespace and name. If two manifests that are applied together have the same
identity, kubectl applies the second one over the first: what only the first one sets is lost, or stays, depending on the
client. Kustomize and Helm refuse such input.

Manifests are applied together if they are in one file, one kustomization or one rendered chart. The files of a folder may
be alternatives. So of those, only CustomResourceDefinitions, policies, bindings and webhook configurations are reported,
as information.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  messages: {
    sameFile: {
      text: "the {kind} '{name}' is in this file a second time; it replaces the one on line {line}",
      help: 'delete one of them, or rename it',
    },
    installation: {
      text: "{place} has the {kind} '{name}' a second time; the first is at {first}",
      help: 'keep one of them, or make one a patch of the other',
      withoutExample: 'an example is one file; fixtures/installations has several',
    },
    folder: {
      text: "the {kind} '{name}' is at {first} too; if both are applied, the second replaces the first",
      help: 'rename one of them, or move it to another folder',
      severity: 'info',
      withoutExample: 'an example is one file; fixtures/installations has several',
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
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: cart
          #     ^^^^ expect: sameFile
          namespace: shop
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: checkout } }
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: cart, namespace: shop }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: cart } }
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: cart, namespace: test }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: cart } }
      `,
    ],
  },
  check(installation, { report }) {
    const inOneFile = new Set<unknown>();
    for (const { first, second } of repeatedObjects(installation)) {
      const { kind, name } = second;
      const where = { object: second, at: ['metadata', 'name'] };
      const related = [{ object: first, at: ['metadata', 'name'], message: 'the first one' }];
      const values = { kind, name, first: `${first.file}:${first.line}` };
      if (first.file === second.file) {
        // A file with many objects of one name shows variants: one finding says so.
        if (inOneFile.has(first)) continue;
        inOneFile.add(first);
        report({
          message: 'sameFile',
          at: where,
          values: { kind, name, line: first.line },
          related,
        });
      } else if (installation.areTogether(first, second)) {
        report({
          message: 'installation',
          at: where,
          values: { ...values, place: installation.description },
          related,
        });
      } else if (KINDS_THAT_REPLACE.has(kind)) {
        report({ message: 'folder', at: where, values, related });
      }
    }
  },
});

/** The kinds whose objects decide about others, so that a replaced one is missed. */
const KINDS_THAT_REPLACE: ReadonlySet<string> = new Set([
  'CustomResourceDefinition',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);
