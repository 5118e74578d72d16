import { withoutEntry } from '../../src/analysis/fields/entry-fixes.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { cut } from '../../src/base/go/cut.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

type List = Field<readonly string[] | undefined>;

export default defineRule({
  id: 'match/redundant-entries',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'info',
  summary: 'No entry of a resource rule is redundant.',
  details: `
An entry that is listed twice, or that a wildcard already matches, has no effect. Whether the API server rejects it depends
on the order: \`[pods, "*"]\` is accepted, but \`["*", pods]\` is not; \`[pods/log, "pods/*"]\` is accepted, but
\`["pods/*", pods/log]\` is not. So a tool that sorts the list makes the object invalid.

\`*\` matches all resources but no subresources, \`pods/*\` matches Pods and all their subresources, \`*/*\` matches
everything.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    repeated: {
      text: "'{entry}' is listed twice",
      help: 'remove one of them',
      rows: ['lint-rule-duplicate-entries'],
    },
    covered: {
      text: "'{entry}' is redundant, because '{wildcard}' after it already matches it",
      help: 'remove one of them; in the opposite order, the API server rejects them',
      rows: ['lint-rule-wildcard-order'],
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
              - operations: [CREATE, UPDATE, CREATE]
                #                            ^^^^^^ expect: repeated
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments, "*"]
                #           ^^^^^^^^^^^ expect: covered
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
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: ["*", "*/scale"]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingAdmissionPolicy
          metadata: { name: names }
          spec:
            matchConstraints:
              resourceRules:
                - operations: [CREATE, UPDATE, CREATE]
                  apiGroups: [apps]
                  apiVersions: [v1]
                  resources:
                    - deployments
                    - "*"
            validations:
              - expression: object.metadata.name != 'test'
                message: do not call it test
        `,
        after: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingAdmissionPolicy
          metadata: { name: names }
          spec:
            matchConstraints:
              resourceRules:
                - operations: [CREATE, UPDATE]
                  apiGroups: [apps]
                  apiVersions: [v1]
                  resources:
                    - "*"
            validations:
              - expression: object.metadata.name != 'test'
                message: do not call it test
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const rule of resourceRulesOf(resource)) {
      const resources = rule.get('resources');
      const lists: readonly List[] = [
        rule.get('operations'),
        rule.get('apiGroups'),
        rule.get('apiVersions'),
        resources,
      ];
      for (const { entry, first } of lists.flatMap(repeatedEntries)) {
        const related = [{ span: first.location().span, message: 'first listed here' }];
        report({
          message: 'repeated',
          at: entry,
          values: { entry: entry.value ?? '' },
          related,
          fix: withoutEntry(resource, entry),
        });
      }
      for (const { entry, wildcard } of coveredByLater(resources)) {
        const fix = withoutEntry(resource, entry);
        report({
          message: 'covered',
          at: entry,
          values: { entry: entry.value ?? '', wildcard },
          fix,
        });
      }
    }
  },
});

function repeatedEntries(
  list: List,
): readonly { readonly entry: Field<string>; readonly first: Field<string> }[] {
  const seen = new Map<string, Field<string>>();
  return list.items().flatMap((entry) => {
    const { value = '' } = entry;
    // The server refuses a repeated wildcard.
    if (value.includes('*')) return [];
    const first = seen.get(value);
    if (first !== undefined) return [{ entry, first }];
    seen.set(value, entry);
    return [];
  });
}

/** The entries that a later wildcard matches. The server refuses entries that an earlier wildcard matches. */
function coveredByLater(
  list: List,
): readonly { readonly entry: Field<string>; readonly wildcard: string }[] {
  const wildcards = new Set<string>();
  const covered: { entry: Field<string>; wildcard: string }[] = [];
  for (const entry of [...list.items()].reverse()) {
    const { value = '' } = entry;
    const halves = cut(value, '/');
    const [resource, subresource] = halves;
    const covering = subresource === undefined ? ['*'] : [`${resource}/*`, `*/${subresource}`];
    const wildcard = covering.find((pattern) => pattern !== value && wildcards.has(pattern));
    if (wildcard !== undefined) covered.push({ entry, wildcard });
    if (halves.includes('*')) wildcards.add(value);
  }
  return covered.reverse();
}
