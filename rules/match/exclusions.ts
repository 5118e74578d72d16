import { ADMISSION_KINDS, BINDING_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import type { ResourceRuleField } from '../../src/analysis/requests/request-filters.ts';
import { matchResources } from '../../src/analysis/requests/resource-rules.ts';
import { cut } from '../../src/base/go/cut.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** If there are more pairs, nothing is reported, because each exclusion is compared with each resource rule. */
const MOST_PAIRS = 10_000;

export default defineRule({
  id: 'match/exclusions',
  on: 'object',
  kinds: ADMISSION_KINDS,
  severity: 'warning',
  summary: 'The excludeResourceRules do not exclude everything that resourceRules match.',
  details: `
A request that one of the \`excludeResourceRules\` matches is excluded, even if one of the \`resourceRules\` matches it too.
If the exclusions match everything that \`resourceRules\` match, the policy or binding never applies.

Narrow the exclusions: by \`resourceNames\`, by a subresource or by an operation.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/',
  messages: {
    all: {
      text: 'excludeResourceRules exclude everything that resourceRules match, so the {kind} never applies',
      help: 'limit the exclusions to part of these requests, or remove them',
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
    const rules = match.itemsOf('resourceRules');
    const field = match.get('excludeResourceRules');
    const exclusions = field.items();
    const pairs = rules.length * exclusions.length;
    if (pairs === 0 || pairs > MOST_PAIRS) return;
    const areExcluded = rules.every((rule) =>
      exclusions.some((exclusion) => coversRule(exclusion, rule)),
    );
    if (areExcluded) {
      report({
        message: 'all',
        at: field,
        values: { kind: isOfKind(resource, ...BINDING_KINDS) ? 'binding' : 'policy' },
      });
    }
  },
});

/** Reports whether the lists of a resource rule match everything that the lists of another one match. */
function coversRule(wide: ResourceRuleField, narrow: ResourceRuleField): boolean {
  const scope = wide.get('scope').value ?? '*';
  const names = wide.get('resourceNames').value ?? [];
  const narrowNames = narrow.get('resourceNames').value ?? [];
  const hasNames =
    names.length === 0 ||
    (narrowNames.length > 0 && narrowNames.every((name) => names.includes(name)));
  return (
    hasNames &&
    (scope === '*' || scope === narrow.get('scope').value) &&
    coversList(wide.get('operations').value, narrow.get('operations').value) &&
    coversList(wide.get('apiGroups').value, narrow.get('apiGroups').value) &&
    coversList(wide.get('apiVersions').value, narrow.get('apiVersions').value) &&
    coversResources(wide.get('resources').value ?? [], narrow.get('resources').value ?? [])
  );
}

type List = readonly string[] | undefined;

function coversList(wide: List = [], narrow: List = []): boolean {
  const entries = new Set(wide);
  return entries.has('*') || narrow.every((entry) => entries.has(entry));
}

function coversResources(wide: readonly string[], narrow: readonly string[]): boolean {
  const entries = new Set(wide);
  return narrow.every((entry) => {
    const [resource, subresource] = cut(entry, '/');
    const other = subresource === undefined ? '*' : `*/${subresource}`;
    return [entry, other, `${resource}/*`, '*/*'].some((one) => entries.has(one));
  });
}
