import { builtInTargets, resolveRule } from '../../src/analysis/requests/resolved-rules.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/unserved-versions',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'Resource rules name versions in which the API server serves the resource.',
  details: `
The API server compares the versions of a resource rule with the version of the request and, with
\`matchPolicy: Equivalent\`, with the other versions in which it serves the resource. So a rule whose versions are all
unserved never matches: a rule for \`deployments\` in \`v1beta1\` of \`apps\` has had no effect since Kubernetes 1.16. Old
versions in addition to a current one do no harm.

Versions that are served only with \`--runtime-config\` count as unserved.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy',
  messages: {
    unserved: {
      text: '{versions} matches nothing: {resource} of this group are served in {served} only',
      help: 'add {served} to apiVersions',
      rows: ['lint-rule-unserved-version'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1beta1]
                #             ^^^^^^^ expect: unserved
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1beta1, v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const rule of resourceRulesOf(resource)) {
      const list = rule.get('apiVersions');
      const versions = (list.value ?? []).filter((version) => !/[*/]/.test(version));
      if (versions.length === 0 || list.value?.includes('*')) continue;
      for (const { builtIn, resource: name } of builtInTargets(resolveRule(rule, minor))) {
        const served = [...new Set(builtIn.map(({ version }) => version))];
        if (served.some((version) => versions.includes(version))) continue;
        const [only] = list.items();
        const where = list.items().length === 1 && only !== undefined ? only : list;
        report({
          message: 'unserved',
          at: where,
          values: {
            resource: name,
            served: served.join(', '),
            versions: versions.slice(0, 5).join(', '),
          },
        });
      }
    }
  },
});
