import { isDeprecated, servedVersions } from '../../src/kubernetes/kinds.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'kind/deprecated',
  kinds: 'all',
  severity: 'warning',
  summary: 'The apiVersion is not deprecated.',
  details: `
A deprecated version of an API is served for some more minors, and then removed. The stored objects are kept, but the API
server refuses manifests in that version. It returns a warning to each client that uses the version.

Use the version that replaces it, and check the fields: the names and defaults of some fields may differ.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  messages: {
    deprecated: {
      text: '{apiVersion} of {kind} is deprecated since Kubernetes {since}{end}',
      help: 'use apiVersion: {use}',
      cause: 'Warning',
      beforeValidation: true,
      rows: ['fs-v1beta3', 'plc-v1beta3-zero-shares', 'lint-plc-v1beta3'],
      withoutExample: 'the newest minor serves no deprecated version of these kinds',
    },
  },
  examples: {
    bad: [],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: batch }
        spec:
          type: Limited
          limited: { limitResponse: { type: Reject } }
      `,
    ],
  },
  check({ origin, facts, apiVersion, minor }, { report }) {
    const version = facts.versions[apiVersion];
    if (version === undefined || !isDeprecated(version, minor)) return;
    report('deprecated', locationAt(origin, [...origin.path, 'apiVersion'], null), {
      apiVersion,
      kind: facts.kind,
      since: version.deprecated ?? minor,
      end: version.removed === undefined ? '' : ` and removed in ${version.removed}`,
      use: servedVersions(facts, minor)[0] ?? apiVersion,
    });
  },
});
