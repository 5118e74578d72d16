import { KINDS_WITH_ADMISSION_RULES } from '../../src/analysis/requests/admission-rules.ts';
import { asksForLabels, requestFilters } from '../../src/analysis/requests/request-filters.ts';
import {
  type RuleReading,
  readRule,
  settledTargets,
} from '../../src/analysis/requests/rule-targets.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/namespace-selector',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'A namespaceSelector stands where there are namespaces to select.',
  details: `
\`namespaceSelector\` looks at the labels of the namespace that a request is about. Requests about what belongs to
no namespace (nodes, cluster roles, CRDs) have none and always pass it, so beside such resources only it
restricts nothing.

Requests about namespaces themselves are the exception: the selector looks at the labels of the namespace. On
\`CREATE\` and \`UPDATE\` those are the labels that the request would give it, so whoever writes a namespace can
choose them; on \`DELETE\` they are those that it has.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-namespaceselector',
  messages: {
    ignored: {
      text: 'the selector restricts nothing: {resource} belong to no namespace',
      help: 'leave it out; matchConditions can look at the object itself',
      rows: ['lint-namespace-selector-cluster-scoped'],
    },
    namespaces: {
      text: 'of namespaces, the selector sees the new labels on CREATE and UPDATE, the old ones on DELETE',
      help: 'whoever may write a namespace can choose the labels that the selector sees',
      severity: 'info',
      rows: ['lint-namespace-selector-delete'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: roles }
        spec:
          matchConstraints:
            namespaceSelector: # expect: ignored
              matchLabels: { env: prod }
            resourceRules:
              - operations: [CREATE]
                apiGroups: [rbac.authorization.k8s.io]
                apiVersions: [v1]
                resources: [clusterroles]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: namespaces }
        spec:
          matchConstraints:
            namespaceSelector: # expect: namespaces
              matchLabels: { env: prod }
            resourceRules:
              - operations: [UPDATE, DELETE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [namespaces]
          validations:
            - expression: request.userInfo.username == 'admin'
              message: only admin may do this
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: roles }
        spec:
          matchConstraints:
            namespaceSelector:
              matchLabels: { env: prod }
            resourceRules:
              - operations: [CREATE]
                apiGroups: [rbac.authorization.k8s.io]
                apiVersions: [v1]
                resources: [clusterroles, roles]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const { namespaceSelector, rules } of requestFilters(resource)) {
      if (!asksForLabels(namespaceSelector)) continue;
      const readings = rules.map((rule) => readRule(rule, minor));
      const clusterScoped = readings.flatMap(clusterScopedIn);
      const [first] = clusterScoped;
      const targets = readings.flatMap((reading) => reading.targets);
      if (first !== undefined && clusterScoped.length === targets.length) {
        report('ignored', namespaceSelector, { resource: first });
      }
      if (readings.some(changesAndDeletesNamespaces)) report('namespaces', namespaceSelector);
    }
  },
});

/** The resources of a rule that are in no namespace, and are none. */
function clusterScopedIn(reading: RuleReading): readonly string[] {
  return settledTargets(reading)
    .filter(
      ({ builtIn, resource }) =>
        resource !== 'namespaces' && builtIn.every(({ namespaced }) => !namespaced),
    )
    .map(({ resource }) => resource);
}

function changesAndDeletesNamespaces(reading: RuleReading): boolean {
  const operations = reading.rule.get('operations').value ?? [];
  const has = (operation: string) => operations.includes('*') || operations.includes(operation);
  return (
    has('DELETE') &&
    (has('CREATE') || has('UPDATE')) &&
    settledTargets(reading).some(
      ({ resource, subresource }) => resource === 'namespaces' && subresource === undefined,
    )
  );
}
