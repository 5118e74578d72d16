import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The messages about a misspelled field, if no CRD can define the kind, and if one may. */
const MESSAGES = {
  kind: { certain: 'noKind', possible: 'kind' },
  apiVersion: { certain: 'noGroup', possible: 'group' },
} as const;

export default defineRule({
  id: 'kind/misspelled',
  on: 'head',
  severity: 'warning',
  summary: 'The kind and apiVersion are not misspelled.',
  details: `
Kubernetes has no such kind, but one with a similar name. A CustomResourceDefinition may define it, but none can in the core
group, in a group without a dot (\`apps\`) or in an apiVersion with built-in kinds: there it is an error. kubeadmit does not
check such an object further.

Kinds are singular and case-sensitive, and cannot be abbreviated.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/',
  messages: {
    kind: {
      text: "'{kind}' is not a built-in kind; did you mean {meant}?",
      help: 'use kind: {meant} (apiVersion: {apiVersion}), or disable this rule if a CRD defines the kind',
    },
    noKind: {
      text: "{written} has no kind '{kind}'; did you mean {meant}?",
      help: 'use kind: {meant} (apiVersion: {apiVersion})',
      severity: 'error',
      cause: 'Unserved',
    },
    group: {
      text: "{kind} is not in '{written}'; did you mean {apiVersion}?",
      help: 'use apiVersion: {apiVersion}, or disable this rule if a CRD defines the kind',
    },
    noGroup: {
      text: "{kind} is not in '{written}'; did you mean {apiVersion}?",
      help: 'use apiVersion: {apiVersion}',
      severity: 'error',
      cause: 'Unserved',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployement
        #     ^^^^^^^^^^^ expect: noKind
        metadata: { name: web }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v2
        kind: CustomResourceDefinitions
        #     ^^^^^^^^^^^^^^^^^^^^^^^^^ expect: kind
        metadata: { name: crontabs.stable.example.com }
      `,
      yaml`
        apiVersion: rbac/v1
        #           ^^^^^^^ expect: noGroup
        kind: Role
        metadata: { name: shop }
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
    const { kind, apiVersion: written, meant, isCertain } = resolution;
    const { apiVersion } = meant;
    const wrong = kind === meant.kind ? 'apiVersion' : 'kind';
    const { certain, possible } = MESSAGES[wrong];
    report({
      message: isCertain ? certain : possible,
      at: locationAt(origin, [...origin.path, wrong], null),
      values: { kind, written, apiVersion, meant: meant.kind },
    });
  },
});
