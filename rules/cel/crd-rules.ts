import { advisedIssues } from '../../src/analysis/cel/advised-issues.ts';
import { textRangeOf } from '../../src/analysis/cel/text-ranges.ts';
import {
  type CompiledRules,
  compiledRules,
  type RuleMember,
  ruleLocation,
  rulesLocation,
  uncorrelatableAbove,
} from '../../src/analysis/crd/rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { SchemaNode } from '../../src/server/crd/schema-node.ts';
import type { CompiledExpression } from '../../src/server/expressions/compiled-expression.ts';

export default defineRule({
  id: 'cel/crd-rules',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The validation rules of a schema compile, and have the required type.',
  details: `
When a CRD is created, the API server compiles the rules in \`x-kubernetes-validations\` with the types of the schema. It refuses
the CRD if one of them does not compile. Causes are a syntax error, a field that the schema does not have, a function that
does not accept the types of its arguments, and a result other than a boolean, or than a string for a messageExpression.

In a rule, \`self\` is the value of the schema that has the rule. \`oldSelf\` is its value before an update. It is not available
below a list without \`x-kubernetes-list-type: map\`, because the API server cannot correlate the items. Names that are
not identifiers are escaped (\`self.max__dash__size\`).

Functions and macros are added in new minors. A new rule can use them only one minor later than that, so that the API server can
be downgraded: \`isSemver()\` was added in 1.33, and new rules can use it from 1.34. If a later minor supports what is
refused, the help names it.

The text after the colon is that of the API server, with the line and column in the rule. The rule \`cel/crd-cost\` reports
the cost of rules.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules',
  messages: {
    issue: {
      text: 'the {owner} does not compile: {line}:{column}: {issue}',
      cause: 'FieldValueInvalid',
      rows: [
        'crd-cel-format-types',
        'crd-cel-literal-checks',
        'crd-cel-masked-by-schema',
        'crd-cel-messageexpression-compile',
        'crd-cel-no-overload',
        'crd-cel-not-available',
        'crd-cel-since-quantity',
        'crd-cel-since-sets',
        'crd-cel-since-strings-v2',
        'crd-cel-syntax',
        'crd-cel-undeclared',
        'crd-cel-undefined-field',
      ],
    },
    mistake: {
      text: 'the {owner} does not compile: {line}:{column}: {issue}',
      help: '{advice}',
      cause: 'FieldValueInvalid',
    },
    newer: {
      text: 'the {owner} does not compile: {line}:{column}: {issue}',
      help: '{advice}',
      cause: 'FieldValueInvalid',
      rows: [
        'crd-cel-since-cidr',
        'crd-cel-since-format',
        'crd-cel-since-ip',
        'crd-cel-since-lists',
        'crd-cel-since-semver',
        'crd-cel-since-twovar',
      ],
      withoutExample: 'the newest minor supports all functions',
    },
    rule: {
      text: 'the result of the rule is not a boolean: {detail}',
      help: 'use a condition, such as self.size > 0',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-bool'],
    },
    message: {
      text: 'the result of the messageExpression is not a string: {detail}',
      help: 'use a string; concatenate strings with +, and convert other values with string()',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-messageexpression-string'],
    },
    program: {
      text: 'the {owner} cannot be evaluated: {detail}',
      cause: 'FieldValueInvalid',
    },
    untyped: {
      text: 'the schema or its items or values have no type, which the rules require',
      help: 'add type, and properties, items or additionalProperties with a type',
      cause: 'InternalError',
      rows: ['crd-cel-untyped-node'],
    },
    untypedAbove: {
      text: 'the server finds no type for these rules, because {above} has no type',
      help: 'add type to {above}, and properties, items or additionalProperties with a type',
      cause: 'InternalError',
      rows: ['crd-cel-untyped-above'],
    },
    misplaced: {
      text: 'the server finds no type for these rules: a schema of this type has no {keyword}',
      help: 'move the rules to the schema of the value that they are about',
      cause: 'InternalError',
      rows: ['crd-cel-misplaced-rules'],
    },
    uncorrelatable: {
      text: 'oldSelf is not available here: values in {above} cannot be correlated with their old values',
      help: 'use a list with x-kubernetes-list-type: map, or move the rule above the list',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-oldself-uncorrelatable'],
      explainsInField: ['cel/crd-immutable-field'],
    },
    optionalOldSelf: {
      text: 'optionalOldSelf is set, but the rule does not use oldSelf',
      help: 'remove optionalOldSelf',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-optional-oldself-unused'],
    },
    crash: {
      text: 'the API server crashes on this {owner}: {detail}',
      crashesServer: true,
      rows: ['cel-program-crash', 'crd-panic-format-target', 'crd-panic-misplaced-rules'],
      withoutExample: 'only unusual expressions do this',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: pools.shop.example.com }
        spec:
          group: shop.example.com
          names: { plural: pools, kind: Pool }
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
                      x-kubernetes-validations:
                        - rule: self.min <= self.maximum
                          #                     ^^^^^^^^ expect: issue
                        - rule: self.min != null
                          #              ^^ expect: mistake
                        - rule: self.min
                          #     ^^^^^^^^ expect: rule
                        - rule: self.min > 0
                          messageExpression: self.min
                          #                  ^^^^^^^^ expect: message
                        - rule: self.min > int('one')
                          #     ^^^^^^^^^^^^^^^^^^^^^ expect: program
                        - rule: self.min > 0
                          optionalOldSelf: true
                          #                ^^^^ expect: optionalOldSelf
                      properties:
                        min: { type: integer }
                        max: { type: integer }
                        hosts:
                          type: array
                          maxItems: 10
                          items:
                            type: string
                            maxLength: 20
                            x-kubernetes-validations:
                              - rule: self == oldSelf
                                #     ^^^^^^^^^^^^^^^ expect: uncorrelatable
                        rest:
                          x-kubernetes-preserve-unknown-fields: true
                          x-kubernetes-validations: [{ rule: self != null }]
                          #                         ^^^^^^^^^^^^^^^^^^^^^^^^ expect: untyped
                          properties:
                            size:
                              type: integer
                              x-kubernetes-validations: [{ rule: self > 0 }]
                              #                         ^^^^^^^^^^^^^^^^^^^^ expect: untypedAbove
                        label:
                          type: string
                          items:
                            type: string
                            x-kubernetes-validations: [{ rule: self != '' }]
                            #                         ^^^^^^^^^^^^^^^^^^^^^^ expect: misplaced
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: pools.shop.example.com }
        spec:
          group: shop.example.com
          names: { plural: pools, kind: Pool }
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
                      required: [min, max]
                      x-kubernetes-validations:
                        - rule: self.min <= self.max
                          messageExpression: "'min %d is above max'.format([self.min])"
                        - rule: self.min >= oldSelf.min
                          message: min can only grow
                      properties:
                        min: { type: integer }
                        max: { type: integer }
      `,
    ],
  },
  check(resource, { report }) {
    for (const rules of compiledRules(resource)) {
      if (rules.entries === undefined) {
        reportUntyped(rules);
        continue;
      }
      const above = uncorrelatableAbove(rules.node);
      for (const [index, entry] of rules.entries.entries()) {
        const { rule, condition, message, usesOldSelf } = entry;
        if (condition !== undefined) {
          reportFailure('rule', rules, { index, name: 'rule' }, condition);
        }
        if (message !== undefined) {
          reportFailure('messageExpression', rules, { index, name: 'messageExpression' }, message);
        }
        if (usesOldSelf === true && above !== undefined) {
          const location = ruleLocation(resource, rules, { index, name: 'rule' });
          report({
            message: 'uncorrelatable',
            at: location,
            values: { above: placeOf(above) },
          });
        } else if (usesOldSelf === false && rule.optionalOldSelf !== undefined) {
          report({
            message: 'optionalOldSelf',
            at: ruleLocation(resource, rules, { index, name: 'optionalOldSelf' }),
          });
        }
      }
    }

    function reportUntyped(rules: CompiledRules): void {
      const { type, node } = rules;
      const at = rulesLocation(resource, rules);
      if (type.outcome === 'untyped') {
        if (type.node === node) report({ message: 'untyped', at });
        else report({ message: 'untypedAbove', at, values: { above: placeOf(type.node) } });
      } else if (type.outcome === 'misplaced') {
        report({ message: 'misplaced', at, values: { keyword: node.keyword ?? '' } });
      } else if (type.outcome === 'crash') {
        const detail = `it finds no type for ${placeOf(type.misplaced)}`;
        report({ message: 'crash', at, values: { owner: 'rule', detail } });
      }
    }

    function reportFailure(
      owner: string,
      rules: CompiledRules,
      member: RuleMember,
      one: CompiledExpression,
    ): void {
      const { text, context, compiled } = one;
      if (compiled.ok) return;
      const { reason, detail } = compiled;
      const location = ruleLocation(resource, rules, member);
      if (reason === 'crash') report({ message: 'crash', at: location, values: { owner, detail } });
      else if (reason === 'program')
        report({ message: 'program', at: location, values: { owner, detail } });
      else if (reason === 'result') {
        report({
          message: member.name === 'rule' ? 'rule' : 'message',
          at: location,
          values: { detail },
        });
      }
      for (const advised of advisedIssues(text, context, compiled)) {
        const { line, column, message } = advised.issue;
        const values = { owner, line, column: column + 1, issue: message };
        const at = ruleLocation(resource, rules, member, textRangeOf(advised.issue, text));
        if (advised.kind === 'issue') report({ message: 'issue', at, values });
        else report({ message: advised.kind, at, values: { ...values, advice: advised.advice } });
      }
    }
  },
});

/** The place of a schema in a sentence. */
function placeOf({ path }: SchemaNode): string {
  return path === '' ? 'the root' : path;
}
