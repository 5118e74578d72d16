import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The required lists of a resource rule. */
const LISTS = ['operations', 'apiGroups', 'apiVersions', 'resources'] as const;

export default defineRule({
  id: 'admission/rule-lists',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'error',
  summary: 'A resource rule has operations, apiGroups, apiVersions and resources.',
  details: `
A resource rule of a webhook, policy or binding matches a request if all of its lists match: \`operations\`,
\`apiGroups\`, \`apiVersions\` and \`resources\`. They have no defaults, so each of them is required and must not be
empty.

Use \`["*"]\` to match all, and \`[""]\` in \`apiGroups\` for the core group (Pods, Services, ConfigMaps). The empty
string is not a valid version or resource.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    required: {
      text: '{field} is required and must not be empty',
      help: "list the {field} to match, or use ['*'] to match all",
      cause: 'FieldValueRequired',
      rows: [
        'rule-operations-required',
        'rule-api-groups-required',
        'rule-api-versions-required',
        'rule-resources-required',
      ],
    },
    emptyVersion: {
      text: 'apiVersions must not contain an empty string',
      help: 'use a version without its group, such as v1',
      cause: 'FieldValueRequired',
      rows: ['rule-api-version-empty'],
    },
    emptyResource: {
      text: 'resources must not contain an empty string',
      help: 'use the plural name of a resource, such as pods, or remove the entry',
      cause: 'FieldValueRequired',
      rows: ['rule-resource-empty'],
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
              - operations: []
                #           ^^ expect: required
                apiGroups: [""]
                apiVersions: [v1, ""]
                #                 ^^ expect: emptyVersion
                resources: ["", pods]
                #           ^^ expect: emptyResource
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE] # expect: required
                apiVersions: [v1]
                resources: [pods]
          validations:
            - expression: object.metadata.name != "default"
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
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
              - operations: [CREATE]
                apiGroups: ["*"]
                apiVersions: ["*"]
                resources: ["*"]
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of resourceRulesOf(resource)) {
      for (const name of LISTS) {
        const list = rule.get(name);
        if (isEmptyList(list)) report({ message: 'required', at: list, values: { field: name } });
      }
      for (const version of rule.itemsOf('apiVersions')) {
        if (isEmptyText(version)) report({ message: 'emptyVersion', at: version });
      }
      for (const entry of rule.itemsOf('resources')) {
        if (isEmptyText(entry)) report({ message: 'emptyResource', at: entry });
      }
    }
  },
});
