import {
  builtInTargets,
  describeGroups,
  type ResolvedRule,
  resolveRule,
} from '../../src/analysis/requests/resolved-rules.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/invalid-combinations',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'info',
  summary: 'Each resource of a resource rule exists in each of its groups and versions.',
  details: `
A resource rule matches all combinations of its groups, versions and resources. The API reference recommends that each of
them exists. A rule for \`pods\` and \`deployments\` in the groups \`""\` and \`apps\` works, but it also names \`pods\` in
\`apps\`: mistakes in such a rule are not noticed, and it unintentionally matches a resource that is added later.

Use a separate resource rule for each group.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    missing: {
      text: 'the resource rule also matches {resource} of {group} in {version}, which do not exist',
      help: 'use a separate resource rule for each group',
      rows: ['lint-rule-invalid-combination'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: ["", apps]
                #          ^^^^^^^^^^ expect: missing
                apiVersions: [v1]
                resources: [pods, deployments]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments, statefulsets]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const rule of resourceRulesOf(resource)) {
      const missing = missingCombination(resolveRule(rule, minor));
      if (missing === undefined) continue;
      report({
        message: 'missing',
        at: rule.get('apiGroups'),
        values: {
          resource: missing.resource,
          group: describeGroups([missing.group]),
          version: missing.version,
        },
      });
    }
  },
});

/** A resource in a group and version that do not contain it. */
interface Combination {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * The first combination of groups, versions and resources of a resource rule that is not served, if the rule has no
 * wildcards and matches something. Versions in which none of the resources is served are assumed to be for other
 * minors.
 */
function missingCombination(reading: ResolvedRule): Combination | undefined {
  const listed = new Set(reading.rule.get('apiVersions').value ?? []);
  const settled = builtInTargets(reading);
  if (listed.has('*') || settled.length < reading.targets.length) return undefined;
  const served = new Set(
    settled.flatMap(({ builtIn }) =>
      builtIn.map(({ version }) => version).filter((version) => listed.has(version)),
    ),
  );
  for (const { resource, builtIn } of settled) {
    for (const group of reading.groups) {
      for (const version of served) {
        const exists = builtIn.some((known) => known.group === group && known.version === version);
        if (!exists) return { group, version, resource };
      }
    }
  }
  return undefined;
}
