import { textRangeOf } from '../../src/analysis/cel/text-ranges.ts';
import {
  type CompiledRules,
  compiledRules,
  type RuleMember,
  ruleLocation,
  rulesLocation,
  uncorrelatableAbove,
} from '../../src/analysis/crd/rules.ts';
import type { CompiledExpression } from '../../src/expressions/compiled-expression.ts';
import { describeFeature, newerFeatures } from '../../src/expressions/newer-features.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/crd-rules',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Each rule of a schema compiles to true or false, and each messageExpression to a text.',
  details: `
The API server compiles the rules in \`x-kubernetes-validations\` when the CRD is created, with the
types that the schema gives, and refuses the CRD if one does not compile: for a slip of syntax, a field
that the schema does not declare, a function that the types do not fit, or another result than a boolean.

In a rule \`self\` is the value of the schema that the rule stands at. \`oldSelf\` is the value before an update; it
is not there below a list that is no \`x-kubernetes-list-type: map\`, since its items cannot be told
apart. Names that are no identifiers are escaped (\`self.max__dash__size\`).

Functions and macros come with minors, and one minor later than it seems: a server compiles new
rules with what the minor before it knows, so that it can be rolled back. \`isSemver()\` came with 1.33, and may
stand in new rules from 1.34 on. Where a later minor takes what is refused, the help says which.

The text after the colon is the API server's, with its line and column in the rule. What rules may
cost is told by \`cel/crd-cost\`.
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
    newer: {
      text: 'the {owner} does not compile: {line}:{column}: {issue}',
      help: '{need}',
      cause: 'FieldValueInvalid',
      rows: [
        'crd-cel-since-cidr',
        'crd-cel-since-format',
        'crd-cel-since-ip',
        'crd-cel-since-lists',
        'crd-cel-since-semver',
        'crd-cel-since-twovar',
      ],
      withoutExample: 'the newest minor has all that there is',
    },
    rule: {
      text: 'the rule is no condition: {detail}',
      help: 'compare with something, such as self.size > 0',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-bool'],
    },
    message: {
      text: 'the messageExpression is no text: {detail}',
      help: 'join texts by +, and turn other values into text by string()',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-messageexpression-string'],
    },
    program: {
      text: 'the {owner} cannot be run: {detail}',
      cause: 'FieldValueInvalid',
    },
    untyped: {
      text: 'a rule needs types, and the schema here has none, or its items or values have none',
      help: 'add type, and properties, items or additionalProperties with a type',
      cause: 'InternalError',
      rows: ['crd-cel-untyped-node'],
    },
    uncorrelatable: {
      text: 'oldSelf cannot be used here: what is in {above} cannot be matched with what was there before an update',
      help: 'make a list a list map (x-kubernetes-list-type: map with keys), or put the rule above it',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-oldself-uncorrelatable'],
    },
    optionalOldSelf: {
      text: 'optionalOldSelf is given, and the rule does not speak of oldSelf',
      help: 'leave optionalOldSelf out',
      cause: 'FieldValueInvalid',
      rows: ['crd-cel-optional-oldself-unused'],
    },
    crash: {
      text: "the server's code fails on this {owner}: {detail}",
      crashesServer: true,
      rows: ['crd-panic-format-target'],
      withoutExample: 'few expressions do that, and none that anybody means',
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
    const tell = (
      owner: string,
      rules: CompiledRules,
      member: RuleMember,
      one: CompiledExpression,
    ) => {
      const { text, context, compiled } = one;
      if (compiled.ok) return;
      const { reason, detail, issues } = compiled;
      const location = ruleLocation(resource, rules, member);
      if (reason === 'crash') report('crash', location, { owner, detail });
      else if (reason === 'program') report('program', location, { owner, detail });
      else if (reason === 'result') {
        report(member.name === 'rule' ? 'rule' : 'message', location, { detail });
      }
      const newer = newerFeatures(text, context, compiled);
      for (const issue of issues) {
        const { line, column, message } = issue;
        const values = { owner, line, column: column + 1, issue: message };
        const place = ruleLocation(resource, rules, member, textRangeOf(issue, text));
        const feature = newer.get(issue);
        if (feature === undefined) report('issue', place, values);
        else report('newer', place, { ...values, need: describeFeature(feature) });
      }
    };
    for (const rules of compiledRules(resource)) {
      if (rules.entries === undefined) {
        report('untyped', rulesLocation(resource, rules));
        continue;
      }
      const above = uncorrelatableAbove(rules.node);
      for (const [index, entry] of rules.entries.entries()) {
        const { rule, condition, message, usesOldSelf } = entry;
        if (condition !== undefined) tell('rule', rules, { index, name: 'rule' }, condition);
        if (message !== undefined) {
          tell('messageExpression', rules, { index, name: 'messageExpression' }, message);
        }
        if (usesOldSelf === true && above !== undefined) {
          const location = ruleLocation(resource, rules, { index, name: 'rule' });
          report('uncorrelatable', location, {
            above: above.path === '' ? 'the root' : above.path,
          });
        } else if (usesOldSelf === false && rule.optionalOldSelf !== undefined) {
          report(
            'optionalOldSelf',
            ruleLocation(resource, rules, { index, name: 'optionalOldSelf' }),
          );
        }
      }
    }
  },
});
