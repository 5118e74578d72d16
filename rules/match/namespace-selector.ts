import { hasRequirements, requestFilters } from '../../src/analysis/requests/request-filters.ts';
import {
  builtInTargets,
  type ResolvedRule,
  resolveRule,
} from '../../src/analysis/requests/resolved-rules.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/namespace-selector',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'A namespaceSelector is used with namespaced resources.',
  details: `
\`namespaceSelector\` matches the labels of the namespace of a request. It always matches requests for cluster-scoped
resources (Nodes, ClusterRoles, CRDs), so it has no effect if all resources are cluster-scoped.

Namespaces themselves are an exception: the selector matches the labels of the Namespace object in the request. For
\`CREATE\` and \`UPDATE\` these are the new labels, so anyone who can write a Namespace can choose them; for \`DELETE\` they
are the current ones.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-namespaceselector',
  messages: {
    ignored: {
      text: 'namespaceSelector has no effect, because {resource} are cluster-scoped',
      help: 'remove it, or use matchConditions to select objects',
      rows: ['lint-namespace-selector-cluster-scoped'],
    },
    namespaces: {
      text: 'for Namespaces, the selector matches the new labels on CREATE and UPDATE, and the current labels on DELETE',
      help: 'limit who can write Namespaces, because the writer chooses the labels that are matched',
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
      if (!hasRequirements(namespaceSelector)) continue;
      const readings = rules.map((rule) => resolveRule(rule, minor));
      const clusterScoped = readings.flatMap(clusterScopedIn);
      const [first] = clusterScoped;
      const targets = readings.flatMap((reading) => reading.targets);
      if (first !== undefined && clusterScoped.length === targets.length) {
        report({ message: 'ignored', at: namespaceSelector, values: { resource: first } });
      }
      if (readings.some(changesAndDeletesNamespaces))
        report({ message: 'namespaces', at: namespaceSelector });
    }
  },
});

/** The cluster-scoped resources of a resource rule, without Namespaces. */
function clusterScopedIn(reading: ResolvedRule): readonly string[] {
  return builtInTargets(reading)
    .filter(
      ({ builtIn, resource }) =>
        resource !== 'namespaces' && builtIn.every(({ namespaced }) => !namespaced),
    )
    .map(({ resource }) => resource);
}

function changesAndDeletesNamespaces(reading: ResolvedRule): boolean {
  const operations = reading.rule.get('operations').value ?? [];
  const has = (operation: string) => operations.includes('*') || operations.includes(operation);
  return (
    has('DELETE') &&
    (has('CREATE') || has('UPDATE')) &&
    builtInTargets(reading).some(
      ({ resource, subresource }) => resource === 'namespaces' && subresource === undefined,
    )
  );
}
