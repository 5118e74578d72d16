import { withoutCoveredEntries, withoutEntry } from '../../src/analysis/fields/entry-fixes.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { wildcardAmongOthers } from '../../src/analysis/requests/wildcard-entries.ts';
import { cut } from '../../src/base/go/cut.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The lists in which `*` must be the only entry, and the names of their entries. */
const EXCLUSIVE_LISTS = [
  { name: 'operations', what: 'operations' },
  { name: 'apiGroups', what: 'API groups' },
  { name: 'apiVersions', what: 'API versions' },
] as const;

export default defineRule({
  id: 'admission/rule-wildcards',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'error',
  summary: 'A resource rule has no entries that a wildcard before them already matches.',
  details: `
In \`operations\`, \`apiGroups\` and \`apiVersions\` of a resource rule, \`*\` matches everything, so it must be the only
entry.

In \`resources\`, \`*\` matches all resources but no subresources, \`pods/*\` matches Pods and all their subresources,
\`*/scale\` matches the scale subresource of all resources, and \`*/*\` matches everything. \`*/*\` must be the only
entry, and other entries must not be listed after a wildcard that already matches them. The order matters:
\`[pods, "*"]\` is accepted, \`["*", pods]\` is not.

Keep either the wildcard or the other entries.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    exclusive: {
      text: "{field} has '*' and other entries; '*' already matches all {what}",
      help: "keep either '*' or the other entries",
      cause: 'FieldValueInvalid',
      rows: [
        'rule-operations-wildcard-exclusive',
        'rule-api-groups-wildcard-exclusive',
        'rule-api-versions-wildcard-exclusive',
      ],
    },
    allResources: {
      text: "resources has '*' before '{resource}'; '*' already matches all resources, but no subresources",
      help: "keep either '*' or the names of resources; '*' may be combined with subresources",
      cause: 'FieldValueInvalid',
      rows: ['rule-resources-wildcard-exclusive'],
    },
    everything: {
      text: "resources has '*/*' and other entries; '*/*' already matches all resources and subresources",
      help: "keep either '*/*' or the other entries",
      cause: 'FieldValueInvalid',
      rows: ['rule-resources-double-wildcard-exclusive'],
      explains: ['admission/rule-wildcards#covered', 'admission/rule-wildcards#allResources'],
    },
    covered: {
      text: "'{entry}' is already matched by '{wildcard}' before it",
      help: 'remove one of the two entries',
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
    fixed: [
      {
        before: yaml`
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
                  apiGroups: [apps, "*"]
                  apiVersions:
                    - v1
                    - "*"
                  resources: ["*", pods, pods/status]
                - operations: [CREATE]
                  apiGroups: [""]
                  apiVersions: [v1]
                  resources: ["pods/*", pods/log]
                - operations: [CREATE]
                  apiGroups: [""]
                  apiVersions: [v1]
                  resources: ["*/*", pods]
        `,
        after: yaml`
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
                - operations: ["*"]
                  apiGroups: ["*"]
                  apiVersions:
                    - "*"
                  resources: ["*", pods/status]
                - operations: [CREATE]
                  apiGroups: [""]
                  apiVersions: [v1]
                  resources: ["pods/*"]
                - operations: [CREATE]
                  apiGroups: [""]
                  apiVersions: [v1]
                  resources: ["*/*"]
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const rule of resourceRulesOf(resource)) {
      for (const { name, what } of EXCLUSIVE_LISTS) {
        const list = rule.get(name);
        const wildcard = wildcardAmongOthers(list);
        if (wildcard !== undefined) {
          const fix = withoutCoveredEntries(resource, list, '*');
          report({
            message: 'exclusive',
            at: wildcard,
            values: { field: name, what },
            path: list.path,
            fix,
          });
        }
      }
      const resources = rule.get('resources');
      for (const { entry, wildcard } of coveredEntries(resources)) {
        const fix = withoutEntry(resource, entry);
        report({
          message: 'covered',
          at: entry,
          values: { entry: entry.value ?? '', wildcard },
          fix,
        });
      }
      const everything = wildcardAmongOthers(resources, '*/*');
      if (everything !== undefined) {
        const fix = withoutCoveredEntries(resource, resources, '*/*');
        report({ message: 'everything', at: everything, path: resources.path, fix });
      }
      const plain = plainEntryWithWildcard(resources);
      if (plain !== undefined) {
        const fix = withoutCoveredEntries(resource, resources, '*', isPlainResource);
        report({
          message: 'allResources',
          at: plain,
          values: { resource: plain.value ?? '' },
          path: resources.path,
          fix,
        });
      }
    }
  },
});

/** Reports whether an entry names a resource, and not a subresource. */
function isPlainResource(entry: string): boolean {
  return entry !== '*' && !entry.includes('/');
}

type List = Field<readonly string[] | undefined>;

/**
 * The entries `resource/subresource` after a wildcard for the resource or the subresource, as the server finds them.
 */
function coveredEntries(
  list: List,
): readonly { readonly entry: Field<string>; readonly wildcard: string }[] {
  const covered: { entry: Field<string>; wildcard: string }[] = [];
  const wildcards = new Set<string>();
  for (const entry of list.items()) {
    const text = entry.value ?? '';
    const [resource, subresource] = cut(text, '/');
    if (subresource === undefined) continue;
    for (const wildcard of [`${resource}/*`, `*/${subresource}`]) {
      if (wildcards.has(wildcard)) covered.push({ entry, wildcard });
    }
    if (subresource === '*' || resource === '*') wildcards.add(text);
  }
  return covered;
}

/**
 * The last entry without a slash, if it is not `*` and the list has `*` too: the server compares only the last of these
 * entries.
 */
function plainEntryWithWildcard(list: List): Field<string> | undefined {
  const plain = list
    .items()
    .filter(({ value }) => value !== undefined && value !== '' && !value.includes('/'));
  const last = plain.at(-1);
  return last?.value !== '*' && plain.some(({ value }) => value === '*') ? last : undefined;
}
