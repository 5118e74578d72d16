import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The lists that a rule must have. */
const LISTS = ['operations', 'apiGroups', 'apiVersions', 'resources'] as const;

export default defineRule({
  id: 'admission/rule-lists',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'error',
  summary: 'A rule says which operations, API groups, versions and resources it is about.',
  details: `
A rule matches a request when all of its lists do: \`operations\`, \`apiGroups\`, \`apiVersions\`
and \`resources\`. None of them has a default, so the API server refuses a rule that lacks one or
leaves it empty; an empty list does not mean "all".

Write \`["*"]\` for all, and \`[""]\` in \`apiGroups\` for the core group (pods, services, config
maps). That empty text is a group; as a version or a resource it names nothing and is refused.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    required: {
      text: 'the rule has no {field}, and an empty list matches nothing',
      help: "list what the rule is about, or write {field}: ['*'] for all",
      cause: 'FieldValueRequired',
      rows: [
        'rule-operations-required',
        'rule-api-groups-required',
        'rule-api-versions-required',
        'rule-resources-required',
      ],
    },
    emptyVersion: {
      text: 'an empty text stands in apiVersions, which is no version',
      help: 'write the version, such as v1, without its group',
      cause: 'FieldValueRequired',
      rows: ['rule-api-version-empty'],
    },
    emptyResource: {
      text: 'an empty text stands in resources, which is no resource',
      help: 'write the plural, such as pods, or leave the entry out',
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
    for (const rule of admissionRules(resource)) {
      for (const name of LISTS) {
        const list = rule.get(name);
        if (isEmptyList(list)) report('required', list, { field: name });
      }
      for (const version of rule.get('apiVersions').items()) {
        if (isEmptyText(version)) report('emptyVersion', version);
      }
      for (const entry of rule.get('resources').items()) {
        if (isEmptyText(entry)) report('emptyResource', entry);
      }
    }
  },
});
