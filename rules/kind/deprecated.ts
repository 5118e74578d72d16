import { versionFix } from '../../src/analysis/versions/version-fix.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDeprecated, servedVersions } from '../../src/server/kubernetes/kinds.ts';

export default defineRule({
  id: 'kind/deprecated',
  on: 'decoded',
  severity: 'warning',
  summary: 'The apiVersion is not deprecated.',
  details: `
A deprecated version of an API is served for some more minors, and then removed. The stored objects are kept, but the API
server refuses manifests in that version. It returns a warning to each client that uses the version.

Use the version that replaces it, and check the fields: the names and defaults of some fields may differ.

It is an info if another kind replaces the kind: Kubernetes has no plan to remove such a kind.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  messages: {
    deprecated: {
      text: '{apiVersion} of {kind} is deprecated since Kubernetes {since}{end}',
      help: 'use apiVersion: {use}',
      cause: 'Warning',
      step: 'before-validation',
      rows: ['fs-v1beta3', 'plc-v1beta3-zero-shares', 'lint-plc-v1beta3'],
      withoutExample: 'the newest minor serves no version that another one replaces',
    },
    otherKind: {
      text: '{apiVersion} {kind} is deprecated since Kubernetes {since}',
      help: 'use {instead} instead',
      severity: 'info',
      cause: 'Warning',
      step: 'before-validation',
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
  check({ origin, facts, apiVersion, minor }, { report }) {
    if (facts === undefined) return;
    const version = facts.versions.get(apiVersion);
    if (version === undefined || !isDeprecated(version, minor)) return;
    const { deprecated: since = minor, removed, replacement } = version;
    const location = locationAt(origin, [...origin.path, 'apiVersion'], null);
    const use = servedVersions(facts, minor)[0] ?? apiVersion;
    if (use === apiVersion && replacement !== undefined) {
      const end = replacement.lastIndexOf('/');
      const instead = `${replacement.slice(end + 1)} (apiVersion: ${replacement.slice(0, end)})`;
      report({
        message: 'otherKind',
        at: location,
        values: { apiVersion, kind: facts.kind, since, instead },
      });
      return;
    }
    const end = removed === undefined ? '' : ` and removed in ${removed}`;
    const values = { apiVersion, kind: facts.kind, since, end, use };
    report({
      message: 'deprecated',
      at: location,
      values,
      fix: versionFix(origin, facts, apiVersion, use),
    });
  },
});
