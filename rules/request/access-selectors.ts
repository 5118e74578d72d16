import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  forbid,
  reportInvalid,
  requireFormat,
  requireItems,
  requireText,
  requireValidText,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem, labelValueProblem } from '../../src/analysis/metadata/labels.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import type {
  FieldSelectorAttributes,
  FieldSelectorRequirement,
  LabelSelectorAttributes,
  LabelSelectorRequirement,
} from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'request/access-selectors',
  on: 'object',
  kinds: ['SubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectAccessReview'],
  severity: 'error',
  summary: 'The selectors of an access review are valid.',
  details: `
\`fieldSelector\` and \`labelSelector\` in \`resourceAttributes\` limit the request to some objects. Each has \`requirements\`, or a
\`rawSelector\` as in a URL, but not both. \`In\` and \`NotIn\` need \`values\`; \`Exists\` and \`DoesNotExist\` do not allow them. The
server also accepts operators that it does not know.

A server of 1.31 drops both selectors, because the feature gate AuthorizeWithSelectors is off.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['access-review-selector'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['access-review-selector'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['access-review-selector'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SelfSubjectAccessReview
        spec:
          resourceAttributes:
            verb: list
            resource: pods
            fieldSelector: {} # expect: required
            labelSelector:
              rawSelector: app=web
              #            ^^^^^^^ expect: invalid
              requirements:
                - { key: app, operator: Exists, values: [web] }
                #                                       ^^^^^ expect: forbidden
                - { key: tier, operator: In, values: [] }
                #                                    ^^ expect: required
                - { key: "a b", operator: In, values: ["c d"] }
                #        ^^^^^ expect: invalid
                #                                      ^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SelfSubjectAccessReview
        spec:
          resourceAttributes:
            verb: list
            resource: pods
            fieldSelector:
              requirements: [{ key: spec.nodeName, operator: In, values: [node-1] }]
            labelSelector:
              rawSelector: app=web
      `,
    ],
  },
  check({ root }, { report, server }) {
    // The server drops the selectors before it validates the object.
    if (hasGate(server, 'AuthorizeWithSelectors', false)) return;
    const attributes = root.get('spec').get('resourceAttributes');
    const fields = attributes.get('fieldSelector');
    checkForm(report, fields);
    for (const requirement of fields.itemsOf('requirements')) {
      requireText(report, requirement.get('key'), 'the path of a field');
      checkValues(report, requirement);
    }
    const labels = attributes.get('labelSelector');
    checkForm(report, labels);
    for (const requirement of labels.itemsOf('requirements')) {
      requireValidText(report, requirement.get('key'), labelKeyProblem);
      for (const value of requirement.itemsOf('values')) {
        requireFormat(report, value, labelValueProblem);
      }
      checkValues(report, requirement);
    }
  },
});

/** Checks that a selector has requirements or is written as in a URL, but not both. */
function checkForm(
  report: ValueReport<'required' | 'invalid'>,
  selector: Field<FieldSelectorAttributes | LabelSelectorAttributes | undefined>,
): void {
  if (selector.absent) return;
  const raw = selector.get('rawSelector');
  const requirements = selector.get('requirements');
  const isRaw = !isEmptyText(raw);
  if (isRaw && !isEmptyList(requirements)) {
    reportInvalid(report, raw, 'it cannot be given together with requirements');
  } else if (!isRaw) {
    requireItems(report, requirements, 'a list of requirements, or a rawSelector instead');
  }
}

function checkValues(
  report: ValueReport<'required' | 'forbidden'>,
  requirement: Field<FieldSelectorRequirement | LabelSelectorRequirement>,
): void {
  const values = requirement.get('values');
  const operator = requirement.get('operator').value;
  if (operator === 'In' || operator === 'NotIn') {
    requireItems(report, values, `the values that ${operator} compares with`);
  } else if ((operator === 'Exists' || operator === 'DoesNotExist') && !isEmptyList(values)) {
    forbid(report, values, `${operator} compares with no values`);
  }
}
