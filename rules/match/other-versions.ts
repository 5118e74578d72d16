import { KINDS_WITH_ADMISSION_RULES } from '../../src/analysis/requests/admission-rules.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { readRule, settledTargets } from '../../src/analysis/requests/rule-targets.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/other-versions',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'info',
  summary: 'With matchPolicy Exact the rules name all versions in which a resource is served.',
  details: `
One object can be written through several versions, such as HorizontalPodAutoscalers through \`autoscaling/v1\` and
\`autoscaling/v2\`. With \`matchPolicy: Exact\` a rule matches only requests in a version that it names; who uses
another one gets past it. With \`Equivalent\`, the default, such requests match too, and the object is converted
to the version of the rule first.

Leave \`matchPolicy\` out, or list all versions.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy',
  messages: {
    bypass: {
      text: '{resource} are also served in {versions}; requests in those get past this rule',
      help: 'write matchPolicy: Equivalent, or list all versions',
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
        settledTargets(readRule(rule, minor)),
      )) {
        const versions = builtIn.map(({ version }) => version);
        const unnamed = versions.filter((version) => !named.has(version));
        if (unnamed.length === 0 || unnamed.length === versions.length) continue;
        report('bypass', field, {
          resource: field.value ?? '',
          versions: [...new Set(unnamed)].join(', '),
        });
      }
    }
  },
});
