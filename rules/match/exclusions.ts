import { BINDING_KINDS, POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { matchResources } from '../../src/analysis/requests/admission-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { coversRule } from './exclusions/coverage.ts';

/** More pairs of rules are not compared: each exclusion is held against each rule. */
const MOST_PAIRS = 10_000;

export default defineRule({
  id: 'match/exclusions',
  kinds: [...POLICY_KINDS, ...BINDING_KINDS],
  severity: 'warning',
  summary: 'What excludeResourceRules leaves out is not all that resourceRules lets in.',
  details: `
A request that a rule of \`excludeResourceRules\` matches is left out, whatever \`resourceRules\` says. Where
everything that is let in is left out again, the policy or binding never applies.

Make the exclusion narrower: by \`resourceNames\`, by a subresource, by an operation.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/',
  messages: {
    all: {
      text: 'excludeResourceRules leave out all that resourceRules let in, so this never applies',
      help: 'make the exclusions narrower, or leave them out',
      rows: ['lint-exclude-covers-everything'],
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
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
            excludeResourceRules: # expect: all
              - operations: ["*"]
                apiGroups: [""]
                apiVersions: [v1]
                resources: ["*"]
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
                resources: ["*"]
            excludeResourceRules:
              - operations: ["*"]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [events]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report }) {
    const match = matchResources(resource);
    if (match === undefined) return;
    const rules = match.get('resourceRules').items();
    const field = match.get('excludeResourceRules');
    const exclusions = field.items();
    const pairs = rules.length * exclusions.length;
    if (pairs === 0 || pairs > MOST_PAIRS) return;
    const areLeftOut = rules.every((rule) =>
      exclusions.some((exclusion) => coversRule(exclusion, rule)),
    );
    if (areLeftOut) report('all', field);
  },
});
