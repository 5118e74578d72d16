import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'kind/misspelled',
  severity: 'warning',
  summary: 'Kind and apiVersion are spelt as the API server knows them.',
  details: `
No API server has this kind unless somebody has defined a custom resource of that name, but one that
Kubernetes has is spelt nearly like it. kubectl stops at such a document with \`no matches for kind\`,
and kubeadmit has not checked it: it does not know it.

Kinds are singular and case-sensitive, and have no short forms.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/',
  messages: {
    kind: {
      text: "no built-in kind is called '{kind}'; {meant} is",
      help: 'write kind: {meant} (apiVersion: {apiVersion}), or skip this rule if the kind is your own',
    },
    group: {
      text: "{kind} is no kind of '{written}', but of {apiVersion}",
      help: 'write apiVersion: {apiVersion}, or skip this rule if the kind is your own',
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
  checkObject({ origin, resolution }, { report }) {
    if (resolution?.outcome !== 'misspelled') return;
    const { kind, apiVersion: written, meant } = resolution;
    if (kind === meant.kind) {
      const location = locationAt(origin, [...origin.path, 'apiVersion'], null);
      report('group', location, { kind, written, apiVersion: meant.apiVersion });
    } else {
      const location = locationAt(origin, [...origin.path, 'kind'], null);
      report('kind', location, { kind, meant: meant.kind, apiVersion: meant.apiVersion });
    }
  },
});
