import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

type List = Field<readonly string[] | undefined>;

export default defineRule({
  id: 'match/redundant-entries',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'info',
  summary: 'No entry of a rule repeats another one.',
  details: `
An entry that is there twice does nothing, nor does one that a wildcard covers. The API server refuses some
of it, depending on the order: \`[pods, "*"]\` is accepted, \`["*", pods]\` is not, and \`["pods/*", pods/log]\` is
refused where \`[pods/log, "pods/*"]\` is not. So such a rule breaks as soon as somebody sorts the list.

\`*\` covers all resources but no subresources, \`pods/*\` pods and all of their subresources, \`*/*\` everything.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    repeated: {
      text: "'{entry}' is listed twice",
      help: 'leave one of them out',
      rows: ['lint-rule-duplicate-entries'],
    },
    covered: {
      text: "'{wildcard}' behind it already covers '{entry}'",
      help: 'leave one of them out; in the other order the server refuses them',
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
  },
  check(resource, { report }) {
    for (const rule of admissionRules(resource)) {
      const resources = rule.get('resources');
      const lists: readonly List[] = [
        rule.get('operations'),
        rule.get('apiGroups'),
        rule.get('apiVersions'),
        resources,
      ];
      for (const { entry, first } of lists.flatMap(repeatedEntries)) {
        const related = [{ span: first.location().span, message: 'the first one' }];
        report('repeated', entry, { entry: entry.value ?? '' }, { related });
      }
      for (const { entry, wildcard } of coveredByLater(resources)) {
        report('covered', entry, { entry: entry.value ?? '', wildcard });
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
    // A wildcard beside another one is refused by the server.
    if (value.includes('*')) return [];
    const first = seen.get(value);
    if (first !== undefined) return [{ entry, first }];
    seen.set(value, entry);
    return [];
  });
}

/** The entries that a wildcard behind them covers; those before it are what the server refuses. */
function coveredByLater(
  list: List,
): readonly { readonly entry: Field<string>; readonly wildcard: string }[] {
  const wildcards = new Set<string>();
  const covered: { entry: Field<string>; wildcard: string }[] = [];
  for (const entry of [...list.items()].reverse()) {
    const { value = '' } = entry;
    const slash = value.indexOf('/');
    const halves = slash < 0 ? [value] : [value.slice(0, slash), value.slice(slash + 1)];
    const [resource, subresource] = halves;
    const covering = subresource === undefined ? ['*'] : [`${resource}/*`, `*/${subresource}`];
    const wildcard = covering.find((one) => one !== value && wildcards.has(one));
    if (wildcard !== undefined) covered.push({ entry, wildcard });
    if (halves.includes('*')) wildcards.add(value);
  }
  return covered.reverse();
}
