import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/validation-rules',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'Rules have an expression, a message in one line, a known reason and a path that exists.',
  details: `
Each entry of \`x-kubernetes-validations\` needs a \`rule\`. Its \`message\` is one line of text, and required when the rule has several
lines (the rule itself is the message otherwise); \`messageExpression\` does not replace it. A \`reason\` is one of four, and \`fieldPath\` leads
from the schema with the rule to the field that is to be named, as \`.spec.size\` or \`.labels['a.b']\`; lists cannot be entered.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules',
  messages: {
    rule: {
      text: 'the entry has no rule',
      help: 'add rule with a CEL expression such as self.size > 0',
      cause: 'FieldValueRequired',
      rows: ['crd-cel-rule-required'],
    },
    messageBlank: {
      text: 'the message is blank',
      help: 'leave it out, or write what is wrong',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-message-blank'],
    },
    messageLines: {
      text: 'the message has a line break; it must be one line',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-message-newline'],
    },
    messageNeeded: {
      text: 'the rule has several lines, so it needs a message',
      help: 'add message with one line of text',
      cause: 'FieldValueRequired',
      rows: ['crd-cel-message-needed'],
    },
    expressionBlank: {
      text: 'the messageExpression is blank',
      help: 'leave it out',
      cause: 'FieldValueRequired',
      rows: ['crd-cel-messageexpression-blank'],
    },
    reason: {
      text: "there is no reason '{reason}'; it must be FieldValueInvalid, FieldValueRequired, FieldValueForbidden or FieldValueDuplicate",
      cause: 'FieldValueNotSupported',
      rows: ['crd-cel-reason'],
    },
    pathBlank: {
      text: 'the fieldPath is blank',
      help: 'leave it out',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-fieldpath-blank'],
    },
    pathLines: {
      text: 'the fieldPath has a line break',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-fieldpath-newline'],
    },
    path: {
      text: "the fieldPath '{path}' leads nowhere: {reason}",
      help: 'write it from the schema with the rule on, with a dot before each name',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-fieldpath-invalid', 'crd-cel-fieldpath-blank', 'crd-cel-fieldpath-newline'],
    },
    pathCrash: {
      text: "the fieldPath '{path}' goes on below a map that takes any values; the API server crashes on it (HTTP 500)",
      help: 'end the path at the map',
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
                          #          ^^^ expect: pathBlank, path
                        - rule: "self.size > 0 &&\nself.size < 9"
                        # ^^^^ expect: messageNeeded
                          fieldPath: ".size\n"
                          #          ^^^^^^^^^ expect: pathLines, path
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
    for (const { location } of schemaProblems(resource, 'rule-blank')) {
      report('rule', location);
    }
    for (const { location } of schemaProblems(resource, 'message-blank')) {
      report('messageBlank', location);
    }
    for (const { location } of schemaProblems(resource, 'message-lines')) {
      report('messageLines', location);
    }
    for (const { location } of schemaProblems(resource, 'message-needed')) {
      report('messageNeeded', location);
    }
    for (const { location } of schemaProblems(resource, 'message-expression-blank')) {
      report('expressionBlank', location);
    }
    for (const { location, values } of schemaProblems(resource, 'unknown-reason')) {
      report('reason', location, values);
    }
    for (const { location } of schemaProblems(resource, 'field-path-blank')) {
      report('pathBlank', location);
    }
    for (const { location } of schemaProblems(resource, 'field-path-lines')) {
      report('pathLines', location);
    }
    for (const { location, values } of schemaProblems(resource, 'field-path')) {
      report('path', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'field-path-crash')) {
      report('pathCrash', location, values);
    }
  },
});
