import { isDeprecated, servedVersions } from '../../src/kubernetes/kinds.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'kind/deprecated',
  kinds: 'all',
  severity: 'warning',
  summary: 'The apiVersion is not on its way out.',
  details: `
A version of an API that is deprecated works for some more minors and is then gone: objects are kept, but
manifests that name it are refused. The API server warns each client that uses it.

Write the version that replaces it while both are served, and check the fields: some have other names
or defaults.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  messages: {
    deprecated: {
      text: '{apiVersion} of {kind} is deprecated since Kubernetes {since}{end}',
      help: 'write apiVersion: {use}',
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
    const version = facts.versions.get(apiVersion);
    if (version === undefined || !isDeprecated(version, minor)) return;
    report('deprecated', locationAt(origin, [...origin.path, 'apiVersion'], null), {
      apiVersion,
      kind: facts.kind,
      since: version.deprecated ?? minor,
      end: version.removed === undefined ? '' : `, and gone in ${version.removed}`,
      use: servedVersions(facts, minor)[0] ?? apiVersion,
    });
  },
});
