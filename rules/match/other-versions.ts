import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { builtInTargets, resolveRule } from '../../src/analysis/requests/resolved-rules.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/other-versions',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'info',
  summary:
    'With matchPolicy Exact, resource rules name all versions in which a resource is served.',
  details: `
The same object can be changed through several versions, such as a HorizontalPodAutoscaler through \`autoscaling/v1\` and
\`autoscaling/v2\`. With \`matchPolicy: Exact\`, a resource rule matches only requests for the versions that it names, so
requests for other versions bypass it. With \`Equivalent\`, the default, it matches them too, and the object is converted
to the version of the rule first.

Remove \`matchPolicy\`, or list all versions.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy',
  messages: {
    bypass: {
      text: '{resource} are also served in {versions}, and requests for these versions bypass this rule',
      help: 'use matchPolicy: Equivalent, or list all versions',
      rows: ['lint-match-policy-exact'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: scaling }
        spec:
          matchConstraints:
            matchPolicy: Exact
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [autoscaling]
                apiVersions: [v2]
                resources: [horizontalpodautoscalers]
                #           ^^^^^^^^^^^^^^^^^^^^^^^^ expect: bypass
          validations:
            - expression: object.spec.maxReplicas <= 5
              message: at most 5 replicas
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: scaling }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [autoscaling]
                apiVersions: [v2]
                resources: [horizontalpodautoscalers]
          validations:
            - expression: object.spec.maxReplicas <= 5
              message: at most 5 replicas
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const { matchPolicy, rules } of requestFilters(resource)) {
      if (matchPolicy.value !== 'Exact') continue;
      // Another rule may name the other versions, or all of them.
      const named = new Set(rules.flatMap((rule) => rule.get('apiVersions').value ?? []));
      if (named.has('*')) continue;
      for (const { field, builtIn } of rules.flatMap((rule) =>
        builtInTargets(resolveRule(rule, minor)),
      )) {
        const versions = builtIn.map(({ version }) => version);
        const unnamed = versions.filter((version) => !named.has(version));
        if (unnamed.length === 0 || unnamed.length === versions.length) continue;
        report({
          message: 'bypass',
          at: field,
          values: { resource: field.value ?? '', versions: [...new Set(unnamed)].join(', ') },
        });
      }
    }
  },
});
