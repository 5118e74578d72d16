import { isDeprecated, servedVersions } from '../../src/kubernetes/kinds.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'kind/deprecated',
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
      withoutExample: 'the newest minor serves no version that another one replaces',
    },
    otherKind: {
      text: '{apiVersion} {kind} is deprecated since Kubernetes {since}',
      help: 'use {instead} instead',
      cause: 'Warning',
      beforeValidation: true,
      rows: ['builtin-deprecated-kind'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        #           ^^ expect: otherKind
        kind: Endpoints
        metadata: { name: web }
      `,
    ],
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
  checkDecoded({ origin, facts, apiVersion, minor }, { report }) {
    const version = facts.versions.get(apiVersion);
    if (version === undefined || !isDeprecated(version, minor)) return;
    const { deprecated: since = minor, removed, replacement } = version;
    const location = locationAt(origin, [...origin.path, 'apiVersion'], null);
    const use = servedVersions(facts, minor)[0] ?? apiVersion;
    if (use === apiVersion && replacement !== undefined) {
      const end = replacement.lastIndexOf('/');
      const instead = `${replacement.slice(end + 1)} (apiVersion: ${replacement.slice(0, end)})`;
      report('otherKind', location, { apiVersion, kind: facts.kind, since, instead });
      return;
    }
    report('deprecated', location, {
      apiVersion,
      kind: facts.kind,
      since,
      end: removed === undefined ? '' : `, and gone in ${removed}`,
      use,
    });
  },
});
