import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { readRule, settledTargets } from '../../src/analysis/requests/rule-targets.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/unserved-versions',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'Rules name versions in which the API server serves the resource.',
  details: `
A rule whose versions are all gone never matches: the API server compares them with the version of the request,
and with those in which it serves the same resource otherwise (\`matchPolicy: Equivalent\`), but not with
versions that it does not serve. So a rule for \`deployments\` in \`v1beta1\` of \`apps\` has been dead since
Kubernetes 1.16. Old versions beside a current one do no harm.

Versions that a server serves only when a flag says so count as not served.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy',
  messages: {
    unserved: {
      text: '{resource} of this group are served in {served}, not in {versions}, so this matches nothing',
      help: 'write {served}',
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
    for (const rule of admissionRules(resource)) {
      const list = rule.get('apiVersions');
      const versions = (list.value ?? []).filter((version) => !/[*/]/.test(version));
      if (versions.length === 0 || list.value?.includes('*')) continue;
      for (const { builtIn, resource: name } of settledTargets(readRule(rule, minor))) {
        const served = [...new Set(builtIn.map(({ version }) => version))];
        if (served.some((version) => versions.includes(version))) continue;
        const [only] = list.items();
        const where = list.items().length === 1 && only !== undefined ? only : list;
        report('unserved', where, {
          resource: name,
          served: served.join(', '),
          versions: versions.slice(0, 5).join(', '),
        });
      }
    }
  },
});
