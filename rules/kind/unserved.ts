import type { Resolution, UnservedReason } from '../../src/kubernetes/kinds.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'kind/unserved',
  severity: 'error',
  summary: 'The apiVersion is one that the API server of the chosen minor serves.',
  details: `
A server knows each kind in certain groups and versions only, and with default flags it serves the
stable ones (and a few old betas). For any other it answers that there is no such kind, and kubectl
says \`no matches for kind\`. Versions come and go with the minors: what worked on the old cluster may
be gone on the new one.

Write the version that the message names, and check the fields: between versions some have other
names or must be given.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  messages: {
    replaced: {
      text: '{kind} is not served as {apiVersion}: {reason}',
      help: 'write apiVersion: {use}, which is served since Kubernetes {since}',
      cause: 'Unserved',
      rows: ['version-not-served', 'builtin-version-not-served'],
    },
    gone: {
      text: '{kind} is not served as {apiVersion}: {reason}',
      cause: 'Unserved',
      rows: ['builtin-kind-gone'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1beta1
        #           ^^^^^^^^^^^^^^ expect: replaced
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 1
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: v1
        #           ^^ expect: replaced
        kind: NetworkPolicy
        metadata: { name: deny-all }
        spec: { podSelector: {} }
      `,
      yaml`
        apiVersion: policy/v1beta1
        #           ^^^^^^^^^^^^^^ expect: gone
        kind: PodSecurityPolicy
        metadata: { name: restricted }
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 1
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        # a group of its own may have a kind of the same name
        apiVersion: projectcalico.org/v3
        kind: NetworkPolicy
        metadata: { name: deny-all }
      `,
    ],
  },
  checkObject({ origin, resolution }, { report, minor }) {
    if (resolution?.outcome !== 'unserved') return;
    const { apiVersion, facts, use } = resolution;
    const location = locationAt(origin, [...origin.path, 'apiVersion'], null);
    const values = { kind: facts.kind, apiVersion, reason: describe(resolution, minor) };
    if (use === undefined) report('gone', location, values);
    else report('replaced', location, { ...values, use: use.apiVersion, since: use.since });
  },
});

function describe(reason: Resolution & UnservedReason, minor: string): string {
  switch (reason.reason) {
    case 'never-existed':
      return 'there never was such a version of it';
    case 'removed':
      return `it was removed in Kubernetes ${reason.removed}`;
    case 'introduced-later':
      return `it comes with Kubernetes ${reason.introduced}, and ${minor} is meant`;
    case 'off-by-default':
      return 'it is off unless the server is started with a flag for it';
  }
}
