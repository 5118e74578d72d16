import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { groupWords, readRule } from '../../src/analysis/requests/rule-targets.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { missingCombination } from './invalid-combinations/combinations.ts';

export default defineRule({
  id: 'match/invalid-combinations',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'info',
  summary: 'Each resource of a rule exists in each of its groups and versions.',
  details: `
A rule stands for all combinations of its groups, versions and resources. The API reference recommends that
each of them exists: a rule for \`pods\` and \`deployments\` in the groups \`""\` and \`apps\` works, but it also
says \`pods\` of \`apps\`, a slip in it goes unnoticed, and it matches by accident what a later version adds.

Write a rule for each group.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    missing: {
      text: 'the rule also stands for {resource} of {group} in {version}, which do not exist',
      help: 'write a rule for each group',
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
    for (const rule of admissionRules(resource)) {
      const missing = missingCombination(readRule(rule, minor));
      if (missing === undefined) continue;
      report('missing', rule.get('apiGroups'), {
        resource: missing.resource,
        group: groupWords([missing.group]),
        version: missing.version,
      });
    }
  },
});
