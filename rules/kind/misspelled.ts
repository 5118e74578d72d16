import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'kind/misspelled',
  on: 'head',
  severity: 'warning',
  summary: 'The kind and apiVersion are not misspelled.',
  details: `
Kubernetes has no such kind, but one with a similar name. Unless a CustomResourceDefinition defines the kind, kubectl
reports \`no matches for kind\`. kubeadmit does not check such an object.

Kinds are singular and case-sensitive, and cannot be abbreviated.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/',
  messages: {
    kind: {
      text: "'{kind}' is not a built-in kind; did you mean {meant}?",
      help: 'use kind: {meant} (apiVersion: {apiVersion}), or disable this rule if a CRD defines the kind',
    },
    group: {
      text: "{kind} is not in '{written}'; did you mean {apiVersion}?",
      help: 'use apiVersion: {apiVersion}, or disable this rule if a CRD defines the kind',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinitions
        #     ^^^^^^^^^^^^^^^^^^^^^^^^^ expect: kind
        metadata: { name: crontabs.stable.example.com }
      `,
      yaml`
        apiVersion: admisionregistration.k8s.io/v1
        #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: group
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
      `,
    ],
    good: [
      yaml`
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
      `,
    ],
  },
  check({ origin, resolution }, { report }) {
    if (resolution?.outcome !== 'misspelled') return;
    const { kind, apiVersion: written, meant } = resolution;
    if (kind === meant.kind) {
      const location = locationAt(origin, [...origin.path, 'apiVersion'], null);
      report({
        message: 'group',
        at: location,
        values: { kind, written, apiVersion: meant.apiVersion },
      });
    } else {
      const location = locationAt(origin, [...origin.path, 'kind'], null);
      report({
        message: 'kind',
        at: location,
        values: { kind, meant: meant.kind, apiVersion: meant.apiVersion },
      });
    }
  },
});
