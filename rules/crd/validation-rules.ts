import { reportSchemaProblems, schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { isBlank } from '../../src/base/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/validation-rules',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'A validation rule has an expression, a one-line message, and a valid reason and fieldPath.',
  details: `
Each entry of \`x-kubernetes-validations\` needs a \`rule\`. The \`message\` is a single line. It is required if the rule has
several lines, because otherwise the rule is the message; \`messageExpression\` does not replace it. The \`reason\` is one
of four values. \`fieldPath\` is the path from the schema with the rule to the field that the error names, such as
\`.spec.size\` or \`.labels['a.b']\`; it cannot enter lists.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules',
  messages: {
    rule: {
      text: 'the entry of x-kubernetes-validations has no rule',
      help: 'add rule, a CEL expression such as self.size > 0',
      cause: 'FieldValueRequired',
      rows: ['crd-cel-rule-required'],
    },
    messageBlank: {
      text: 'the message is blank',
      help: 'remove it, or describe what is wrong',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-message-blank'],
    },
    messageLines: {
      text: 'the message contains a line break; it must be a single line',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-message-newline'],
    },
    messageNeeded: {
      text: 'a rule with line breaks requires a message',
      help: 'add message, a single line',
      cause: 'FieldValueRequired',
      rows: ['crd-cel-message-needed'],
    },
    expressionBlank: {
      text: 'messageExpression is blank',
      help: 'remove it',
      cause: 'FieldValueRequired',
      rows: ['crd-cel-messageexpression-blank'],
    },
    reason: {
      text: "unknown reason '{reason}'; use FieldValueInvalid, FieldValueRequired, FieldValueForbidden or FieldValueDuplicate",
      cause: 'FieldValueNotSupported',
      rows: ['crd-cel-reason'],
    },
    pathBlank: {
      text: 'fieldPath is blank',
      help: 'remove it',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-fieldpath-blank'],
      explains: ['crd/validation-rules#malformedPath'],
    },
    pathLines: {
      text: 'fieldPath contains a line break',
      help: 'remove the line break',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-fieldpath-newline'],
      explains: ['crd/validation-rules#malformedPath'],
    },
    path: {
      text: "fieldPath '{path}' is not the path of a field: {reason}",
      help: 'start at the schema with the rule, and put a dot before each name',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-fieldpath-invalid'],
    },
    malformedPath: {
      text: "fieldPath '{path}' is not the path of a field: {reason}",
      help: 'start at the schema with the rule, and put a dot before each name',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-fieldpath-blank', 'crd-cel-fieldpath-newline'],
    },
    pathCrash: {
      text: "the API server crashes on fieldPath '{path}' (HTTP 500): the path enters a map with arbitrary values",
      help: 'use the path of the map',
      rows: ['crd-panic-fieldpath'],
      crashesServer: true,
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties: { size: { type: integer } }
                      x-kubernetes-validations:
                        - message: size must be positive
                        # ^^^^^^^ expect: rule
                        - rule: self.size > 0
                          message: " "
                          #        ^^^ expect: messageBlank
                          messageExpression: " "
                          #                  ^^^ expect: expressionBlank
                          reason: Invalid
                          #       ^^^^^^^ expect: reason
                          fieldPath: size
                          #          ^^^^ expect: path
                        - rule: self.size > 0
                          message: "positive\nplease"
                          #        ^^^^^^^^^^^^^^^^^^ expect: messageLines
                          fieldPath: " "
                          #          ^^^ expect: pathBlank, malformedPath
                        - rule: "self.size > 0 &&\nself.size < 9"
                        # ^^^^ expect: messageNeeded
                          fieldPath: ".size\n"
                          #          ^^^^^^^^^ expect: pathLines, malformedPath
                        - rule: self.size > 0
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    labels:
                      type: object
                      additionalProperties: true
                      x-kubernetes-validations:
                        - rule: self.size() > 0
                          fieldPath: .a.b
                          #          ^^^^ expect: pathCrash
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties: { size: { type: integer } }
                      x-kubernetes-validations:
                        - rule: self.size > 0
                          message: size must be positive
                          reason: FieldValueInvalid
                          fieldPath: .size
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      rule: 'rule-blank',
      messageBlank: 'message-blank',
      messageLines: 'message-lines',
      messageNeeded: 'message-needed',
      expressionBlank: 'message-expression-blank',
      reason: 'unknown-reason',
      pathBlank: 'field-path-blank',
      pathLines: 'field-path-lines',
    });
    for (const { location, values } of schemaProblems(resource, 'field-path')) {
      const isMalformed = isBlank(values.path) || /[\n\r]/.test(values.path);
      report({ message: isMalformed ? 'malformedPath' : 'path', at: location, values });
    }
    reportSchemaProblems(report, resource, { pathCrash: 'field-path-crash' });
  },
});
