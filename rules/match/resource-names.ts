import { BINDING_KINDS, POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { matchResources } from '../../src/analysis/requests/admission-rules.ts';
import { readRule, settledTargets } from '../../src/analysis/requests/rule-targets.ts';
import { isDns1123Subdomain } from '../../src/kubernetes/formats/dns.ts';
import { pathSegmentProblems } from '../../src/kubernetes/formats/path-segment.ts';
import type { BuiltInResource } from '../../src/kubernetes/resources.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Groups whose objects may have names beyond DNS names. */
const FREE_NAMES: ReadonlySet<string> = new Set([
  'rbac.authorization.k8s.io',
  'certificates.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
]);

export default defineRule({
  id: 'match/resource-names',
  kinds: [...POLICY_KINDS, ...BINDING_KINDS],
  severity: 'warning',
  summary: 'resourceNames are names that objects of the resource can have.',
  details: `
\`resourceNames\` is compared with the name in the request, letter by letter; there are no wildcards. Most
objects have DNS names: lower-case letters, digits, dashes and dots. Another name never matches, and neither
the server nor \`kubectl\` says so.

An empty name matches requests without one only: a creation with \`generateName\`, whose name is made later, and
the deletion of a whole collection. Leave the list out for all names.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/',
  messages: {
    impossible: {
      text: "nothing in {resource} can be called '{name}', so this matches nothing",
      help: 'names have lower-case letters, digits, - and .; there are no wildcards',
      rows: ['lint-rule-resource-name-never'],
    },
    empty: {
      text: 'an empty name matches only requests without a name, as with generateName',
      help: 'leave resourceNames out for all names',
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
      ...(match?.get('resourceRules').items() ?? []),
      ...(match?.get('excludeResourceRules').items() ?? []),
    ];
    for (const rule of rules) {
      const names = rule.get('resourceNames').items();
      if (names.length === 0) continue;
      const reading = readRule(rule, minor);
      const settled = settledTargets(reading);
      const [first] = settled;
      const areDnsNames =
        settled.length === reading.targets.length &&
        settled.every(({ builtIn }) => builtIn.every(hasDnsNames));
      for (const field of names) {
        const { value: name = '' } = field;
        // What cannot stand in a path is refused by the server.
        if (pathSegmentProblems(name).length > 0) continue;
        if (name === '') report('empty', field);
        else if (first !== undefined && areDnsNames && !isDns1123Subdomain(name)) {
          report('impossible', field, { resource: first.resource, name });
        }
      }
    }
  },
});

function hasDnsNames({ group, resource }: BuiltInResource): boolean {
  return !FREE_NAMES.has(group) && resource !== 'ipaddresses';
}
