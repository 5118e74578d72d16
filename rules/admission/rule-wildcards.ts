import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { wildcardBesideOthers } from '../../src/analysis/requests/wildcard-entries.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The lists in which `*` stands alone, and what each is a list of. */
const EXCLUSIVE_LISTS = [
  { name: 'operations', what: 'operations' },
  { name: 'apiGroups', what: 'API groups' },
  { name: 'apiVersions', what: 'API versions' },
] as const;

export default defineRule({
  id: 'admission/rule-wildcards',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'error',
  summary: 'Nothing in a rule is listed beside a wildcard that covers it.',
  details: `
In \`operations\`, \`apiGroups\` and \`apiVersions\` of a rule, \`*\` means everything, so the API server
refuses it beside other entries: they would read like a restriction that is not there.

In \`resources\`, \`*\` covers all resources but no subresources, \`pods/*\` all subresources of pods,
\`*/scale\` that subresource of every resource, and \`*/*\` everything. An entry that an earlier one
covers is refused, and so is any entry beside \`*/*\`. The server goes by the order here: it overlooks
\`pods\` before \`*\` (\`[pods, "*"]\` is accepted), but not after it.

Keep either the wildcard or the names.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    exclusive: {
      text: "{field} has '*' beside other entries; '*' already means all {what}",
      help: "keep either '*' or the others",
      cause: 'FieldValueInvalid',
      rows: [
        'rule-operations-wildcard-exclusive',
        'rule-api-groups-wildcard-exclusive',
        'rule-api-versions-wildcard-exclusive',
      ],
    },
    allResources: {
      text: "resources has '*' before '{resource}'; '*' already means all resources (without subresources)",
      help: "keep either '*' or the resources by name; subresources may stand beside it",
      cause: 'FieldValueInvalid',
      rows: ['rule-resources-wildcard-exclusive'],
    },
    everything: {
      text: "resources has '*/*' beside other entries; '*/*' already means all resources and subresources",
      help: "keep either '*/*' or the others",
      cause: 'FieldValueInvalid',
      rows: ['rule-resources-double-wildcard-exclusive'],
    },
    covered: {
      text: "'{entry}' is already covered by '{wildcard}' before it",
      help: 'leave one of the two out',
      cause: 'FieldValueInvalid',
      rows: [
        'rule-resource-covered-by-subresource-wildcard',
        'rule-resource-covered-by-resource-wildcard',
      ],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: ["*", CREATE]
                #            ^^^ expect: exclusive
                apiGroups: [apps, "*"]
                #                 ^^^ expect: exclusive
                apiVersions:
                  - v1
                  - "*" # expect: exclusive
                resources: ["*", pods]
                #                ^^^^ expect: allResources
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: ["pods/*", pods/log]
                #                     ^^^^^^^^ expect: covered
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: ["*/*", pods]
                #           ^^^^^ expect: everything
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: ["*"]
                apiGroups: ["*"]
                apiVersions: ["*"]
                resources: ["*", "*/scale", "pods/*"]
              - operations: [CREATE, UPDATE]
                apiGroups: ["", apps]
                apiVersions: [v1]
                resources: [pods, pods/log, deployments]
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of admissionRules(resource)) {
      for (const { name, what } of EXCLUSIVE_LISTS) {
        const list = rule.get(name);
        const wildcard = wildcardBesideOthers(list);
        if (wildcard !== undefined) {
          report('exclusive', wildcard, { field: name, what }, { path: list.path });
        }
      }
      const resources = rule.get('resources');
      for (const { entry, wildcard } of coveredEntries(resources)) {
        report('covered', entry, { entry: entry.value ?? '', wildcard });
      }
      const everything = wildcardBesideOthers(resources, '*/*');
      if (everything !== undefined) report('everything', everything, {}, { path: resources.path });
      const plain = plainEntryBesideWildcard(resources);
      if (plain !== undefined) {
        report('allResources', plain, { resource: plain.value ?? '' }, { path: resources.path });
      }
    }
  },
});

type List = Field<readonly string[] | undefined>;

/** The entries `resource/subresource` after a wildcard for either half of them, as the server goes through the list. */
function coveredEntries(
  list: List,
): readonly { readonly entry: Field<string>; readonly wildcard: string }[] {
  const covered: { entry: Field<string>; wildcard: string }[] = [];
  const wildcards = new Set<string>();
  for (const entry of list.items()) {
    const text = entry.value ?? '';
    const slash = text.indexOf('/');
    if (slash < 0) continue;
    const resource = text.slice(0, slash);
    const subresource = text.slice(slash + 1);
    for (const wildcard of [`${resource}/*`, `*/${subresource}`]) {
      if (wildcards.has(wildcard)) covered.push({ entry, wildcard });
    }
    if (subresource === '*' || resource === '*') wildcards.add(text);
  }
  return covered;
}

/**
 * The last entry without a slash, where it is no `*` and the list has one: of the plain entries the
 * server remembers the last one only.
 */
function plainEntryBesideWildcard(list: List): Field<string> | undefined {
  const plain = list
    .items()
    .filter(({ value }) => value !== undefined && value !== '' && !value.includes('/'));
  const last = plain.at(-1);
  return last?.value !== '*' && plain.some(({ value }) => value === '*') ? last : undefined;
}
