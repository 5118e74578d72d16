import { versionFix } from '../../src/analysis/versions/version-fix.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isBuiltInGroup, type UnservedReason } from '../../src/server/kubernetes/kinds.ts';
import { compareMinors } from '../../src/server/kubernetes/minors.ts';

export default defineRule({
  id: 'kind/unserved',
  on: 'head',
  severity: 'error',
  summary: 'The apiVersion is one that the API server of the chosen minor serves.',
  details: `
An API server serves each kind only in some groups and versions. With default flags these are the stable versions, and a few
old beta versions. For any other apiVersion it responds that the resource is not found, and kubectl reports
\`no matches for kind\`. New minors add versions and remove old ones, so a manifest can work in one cluster and not in
another.

Use the version in the message, and check the fields: their names can differ, and other fields can be required. Alpha
and most beta versions are served only if \`--runtime-config\` and the feature gate of the kind enable them.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  messages: {
    nonexistent: {
      text: '{kind} does not exist in {apiVersion}',
      help: 'use apiVersion: {use}',
      cause: 'Unserved',
      rows: ['version-not-served', 'builtin-version-not-served'],
    },
    noVersion: {
      text: 'the apiVersion {apiVersion} is only a group: the version is missing',
      help: 'use apiVersion: {use}',
      cause: 'Unserved',
    },
    gone: {
      text: '{kind} is not served in any version: {apiVersion} {reason}',
      help: 'remove the object',
      cause: 'Unserved',
      rows: ['builtin-kind-gone'],
    },
    removed: {
      text: '{apiVersion} of {kind} was removed in Kubernetes {removed}',
      help: 'use apiVersion: {use}',
      cause: 'Unserved',
      rows: ['version-not-served'],
    },
    introducedLater: {
      text: '{apiVersion} of {kind} exists only in Kubernetes {introduced} and later',
      help: 'use apiVersion: {use}',
      cause: 'Unserved',
      rows: ['version-not-served'],
      withoutExample: 'the examples are for the newest minor',
    },
    disabled: {
      isOfDisabledVersion: true,
      text: '{apiVersion} of {kind} is served only if --runtime-config of the API server enables it',
      help: 'use apiVersion: {use}',
      cause: 'Unserved',
      rows: ['version-not-served'],
    },
    notYetServed: {
      text: '{kind} is served only in Kubernetes {since} and later, in {use}',
      help: 'remove it from the manifests for earlier minors',
      cause: 'Unserved',
      rows: ['version-not-served'],
      withoutExample: 'the newest minor serves all kinds',
    },
    notYetEnabled: {
      text: '{kind} is served only if --runtime-config enables {apiVersion}, or in Kubernetes {since} and later in {use}',
      help: 'enable the version, or remove the {kind} from the manifests for earlier minors',
      cause: 'Unserved',
      rows: ['version-not-served'],
      withoutExample: 'the newest minor serves all kinds',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1beta1
        #           ^^^^^^^^^^^^^^ expect: removed
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 1
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: v1
        #           ^^ expect: nonexistent
        kind: NetworkPolicy
        metadata: { name: deny-all }
        spec: { podSelector: {} }
      `,
      yaml`
        apiVersion: networking.k8s.io
        #           ^^^^^^^^^^^^^^^^^ expect: noVersion
        kind: Ingress
        metadata: { name: shop }
      `,
      yaml`
        apiVersion: policy/v1beta1
        #           ^^^^^^^^^^^^^^ expect: gone
        kind: PodSecurityPolicy
        metadata: { name: restricted }
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1beta1
        #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: disabled
        kind: MutatingAdmissionPolicyBinding
        metadata: { name: labels }
        spec: { policyName: labels }
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
        # another group may have a kind of the same name
        apiVersion: projectcalico.org/v3
        kind: NetworkPolicy
        metadata: { name: deny-all }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: flowcontrol.apiserver.k8s.io/v1beta3 # until 1.31
          kind: FlowSchema
          metadata: { name: batch }
          spec:
            priorityLevelConfiguration: { name: workload-low }
            rules:
              - subjects: [{ kind: Group, group: { name: system:authenticated } }]
                nonResourceRules: [{ verbs: [get], nonResourceURLs: [/metrics] }]
        `,
        after: yaml`
          apiVersion: flowcontrol.apiserver.k8s.io/v1 # until 1.31
          kind: FlowSchema
          metadata: { name: batch }
          spec:
            priorityLevelConfiguration: { name: workload-low }
            rules:
              - subjects: [{ kind: Group, group: { name: system:authenticated } }]
                nonResourceRules: [{ verbs: [get], nonResourceURLs: [/metrics] }]
        `,
      },
    ],
  },
  check({ origin, resolution }, { report, minor }) {
    if (resolution?.outcome !== 'unserved') return;
    const location = locationAt(origin, [...origin.path, 'apiVersion'], null);
    const { apiVersion, facts, use, reason } = resolution;
    if (use === undefined) {
      report({
        message: 'gone',
        at: location,
        values: { kind: facts.kind, apiVersion, reason: reasonFor(resolution) },
      });
      return;
    }
    const values = { kind: facts.kind, apiVersion, use: use.apiVersion, since: use.since };
    if (compareMinors(use.since, minor) > 0) {
      report({
        message: reason === 'off-by-default' ? 'notYetEnabled' : 'notYetServed',
        at: location,
        values,
      });
      return;
    }
    switch (reason) {
      case 'never-existed':
        report({
          message: isBuiltInGroup(apiVersion) ? 'noVersion' : 'nonexistent',
          at: location,
          values,
        });
        break;
      case 'removed':
        report({
          message: 'removed',
          at: location,
          values: { ...values, removed: resolution.removed },
          fix: versionFix(origin, facts, apiVersion, use.apiVersion),
        });
        break;
      case 'introduced-later':
        report({
          message: 'introducedLater',
          at: location,
          values: { ...values, introduced: resolution.introduced },
        });
        break;
      case 'off-by-default':
        report({ message: 'disabled', at: location, values });
        break;
    }
  },
});

function reasonFor(reason: UnservedReason): string {
  switch (reason.reason) {
    case 'never-existed':
      return 'does not exist';
    case 'removed':
      return `was removed in Kubernetes ${reason.removed}`;
    case 'introduced-later':
      return `exists only in Kubernetes ${reason.introduced} and later`;
    case 'off-by-default':
      return 'is served only if --runtime-config of the API server enables it';
  }
}
