import { ADMISSION_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { builtInTargets, resolveRule } from '../../src/analysis/requests/resolved-rules.ts';
import { matchResources } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Subdomain } from '../../src/server/kubernetes/formats/dns.ts';
import { pathSegmentProblems } from '../../src/server/kubernetes/formats/path-segment.ts';
import type { BuiltInResource } from '../../src/server/kubernetes/resources.ts';

/** Groups whose objects can have names that are not DNS names. */
const FREE_NAMES: ReadonlySet<string> = new Set([
  'rbac.authorization.k8s.io',
  'certificates.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
]);

export default defineRule({
  id: 'match/resource-names',
  on: 'object',
  kinds: ADMISSION_KINDS,
  severity: 'warning',
  summary: 'Objects of the resource can have the names in resourceNames.',
  details: `
\`resourceNames\` are compared literally with the name in the request; there are no wildcards. The names of most objects
are DNS subdomains: lowercase letters, digits, \`-\` and \`.\`. Any other name never matches, but the API server accepts
it.

An empty name matches only requests without a name: the creation of an object with \`generateName\`, whose name is
generated later, and the deletion of a collection. Remove \`resourceNames\` to match all names.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/',
  messages: {
    impossible: {
      text: "'{name}' matches nothing: it is not a valid name for {resource}",
      help: 'use the full name of an object: lowercase letters, digits, - and .; there are no wildcards',
      rows: ['lint-rule-resource-name-never'],
    },
    empty: {
      text: 'an empty name matches only requests without a name, such as creation with generateName',
      help: 'remove resourceNames to match all names',
      severity: 'info',
      rows: ['lint-rule-resource-name-never'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: settings }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
                resourceNames:
                  - Settings
                  # ^^^^^^^^ expect: impossible
                  - shop-*
                  # ^^^^^^ expect: impossible
                  - ""
                  # ^^ expect: empty
          validations:
            - expression: request.userInfo.username == 'admin'
              message: only admin may change the settings
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: settings }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
                resourceNames: [settings, shop-settings]
              - operations: [UPDATE]
                apiGroups: [rbac.authorization.k8s.io]
                apiVersions: [v1]
                resources: [clusterroles]
                resourceNames: ["system:node"]
          validations:
            - expression: request.userInfo.username == 'admin'
              message: only admin may change the settings
      `,
    ],
  },
  check(resource, { report, minor }) {
    const match = matchResources(resource);
    const rules = [
      ...(match?.itemsOf('resourceRules') ?? []),
      ...(match?.itemsOf('excludeResourceRules') ?? []),
    ];
    for (const rule of rules) {
      const names = rule.itemsOf('resourceNames');
      if (names.length === 0) continue;
      const reading = resolveRule(rule, minor);
      const settled = builtInTargets(reading);
      const [first] = settled;
      const areDnsNames =
        settled.length === reading.targets.length &&
        settled.every(({ builtIn }) => builtIn.every(hasDnsNames));
      for (const field of names) {
        const { value: name = '' } = field;
        // The server refuses names that cannot be part of a path.
        if (pathSegmentProblems(name).length > 0) continue;
        if (name === '') report({ message: 'empty', at: field });
        else if (first !== undefined && areDnsNames && !isDns1123Subdomain(name)) {
          report({ message: 'impossible', at: field, values: { resource: first.resource, name } });
        }
      }
    }
  },
});

function hasDnsNames({ group, resource }: BuiltInResource): boolean {
  return !FREE_NAMES.has(group) && resource !== 'ipaddresses';
}
