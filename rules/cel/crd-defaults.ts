import { textRangeOf } from '../../src/analysis/cel/text-ranges.ts';
import type { DefaultRule } from '../../src/analysis/crd/default-rules.ts';
import {
  type RefusedDefault,
  refusedDefaults,
  undecidedDefaults,
} from '../../src/analysis/crd/default-runs.ts';
import { causeOfRule } from '../../src/analysis/crd/rule-cause.ts';
import {
  type SchemaJudgement,
  schemaJudgements,
  schemaLocation,
  schemaPath,
} from '../../src/analysis/crd/schemas.ts';
import type { VersionField } from '../../src/analysis/crd/versions.ts';
import { trimSpace } from '../../src/base/go/white-space.ts';
import { locationAt, locationWithin, type RelatedSpan } from '../../src/rule/location.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { followFieldPath } from '../../src/server/crd/field-path.ts';
import type { Below } from '../../src/server/crd/schema/problem.ts';
import type { CompileFailure } from '../../src/server/expressions/compile.ts';
import type { CompiledExpression } from '../../src/server/expressions/compiled-expression.ts';
import { describeFeature, newerFeatures } from '../../src/server/expressions/newer-features.ts';

export default defineRule({
  id: 'cel/crd-defaults',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A default satisfies the validation rules of its schema, and these rules compile.',
  details: `
When a CRD is created, the API server validates each default with its schema, and with the validation rules of that schema and
of the schemas below it: first as an update in which the value does not change (\`oldSelf\` is the default too), then as a new
value. It refuses a default that violates a rule, because it would refuse all objects that use the default.

The rules of schemas above the default are not evaluated. Fields that the default does not contain are absent for its rules,
even if the schemas below have defaults of their own.

For this validation, the API server compiles the rules. If one does not compile, it reports this at the default, once for each
value in the default that the rule applies to. The related location of the finding is the rule, which must be fixed.

If a default is invalid, the API server does not validate the rules of the CRD otherwise. So it reports other mistakes in rules
only afterwards.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    violated: {
      text: 'the default violates a validation rule of its schema: {message}',
      help: 'use a default that satisfies the rule, or change the rule',
      cause: 'FieldValueInvalid',
      rows: ['crd-default-cel'],
    },
    failing: {
      text: 'a validation rule of its schema fails with an error for this default: {error}',
      help: 'guard the rule with has(), or add the missing value to the default',
      cause: 'FieldValueInvalid',
    },
    costly: {
      text: 'the cost of the validation rules for this default exceeds the limit of the API server: {error}',
      help: 'use a smaller default, or simpler rules',
      cause: 'FieldValueInvalid',
      withoutExample: 'it would need a default with thousands of items',
    },
    unknown: {
      text: 'a validation rule was not evaluated for this default: {reason}',
      help: 'shorten the default, or change the rule',
      severity: 'warning',
      isUnknown: true,
      withoutExample:
        'it takes a pattern of many thousand instructions, or strings of many megabytes',
    },
    issue: {
      text: 'a validation rule for this default does not compile: {detail}',
      help: 'fix the rule; the API server compiles the other rules of the CRD only afterwards',
      cause: 'FieldValueInvalid',
    },
    untyped: {
      text: 'this default has validation rules, but its schema has no type for CEL',
      help: 'add type, and properties, items or additionalProperties with a type',
      cause: 'FieldValueInvalid',
    },
    crash: {
      text: 'the API server crashes on a validation rule for this default: {detail}',
      crashesServer: true,
      withoutExample: 'the newest minor does not crash',
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
                      default:
                        size: 1
                        #     ^ expect: issue
                      properties:
                        size:
                          type: integer
                          x-kubernetes-validations:
                            - rule: self > '0'
                    name:
                      type: string
                      default: main
                      #        ^^^^ expect: violated
                      x-kubernetes-validations:
                        - rule: self.startsWith('shop-')
                          message: the name begins with shop-
                    limits:
                      type: object
                      default: { min: 1 }
                      #        ^^^^^^^^^^ expect: failing
                      properties: { min: { type: integer }, max: { type: integer } }
                      x-kubernetes-validations:
                        - rule: self.min <= self.max
                    rest:
                      x-kubernetes-preserve-unknown-fields: true
                      default: {}
                      #        ^^ expect: untyped
                      x-kubernetes-validations: [{ rule: self != null }]
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
                      default: { size: 1 }
                      properties:
                        size:
                          type: integer
                          x-kubernetes-validations:
                            - rule: self > 0
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const judgement of schemaJudgements(resource)) {
      for (const { rule, reason } of undecidedDefaults(judgement, minor)) {
        const location = schemaLocation(resource, judgement, rule.node, rule.below);
        const related = [placeOf(resource, judgement, rule)];
        report({ message: 'unknown', at: location, values: { reason }, related });
      }
      for (const { rule, run } of refusedDefaults(judgement, minor)) {
        const location = schemaLocation(resource, judgement, rule.node, belowOf(rule, run));
        const { condition } = rule;
        if (run !== undefined) {
          const place = placeOf(resource, judgement, rule);
          const where = { ...location, related: [place, ...location.related] };
          if (run.outcome === 'failed') {
            report({
              message: 'violated',
              at: where,
              values: { message: run.message },
              cause: causeOfRule(rule.rule),
            });
          } else if (run.outcome === 'error')
            report({ message: 'failing', at: where, values: { error: run.error } });
          else report({ message: 'costly', at: where, values: { error: run.error } });
          continue;
        }
        if (condition === undefined) {
          report({ message: 'untyped', at: location });
          continue;
        }
        const { compiled } = condition;
        if (compiled.ok) continue;
        const { reason, detail, issues } = compiled;
        if (reason === 'crash') {
          report({ message: 'crash', at: location, values: { detail } });
          continue;
        }
        const [first] = issues;
        const words =
          first === undefined ? detail : `${first.line}:${first.column + 1}: ${first.message}`;
        const places = placesIn(resource, judgement, { rule, condition, failure: compiled });
        report({
          message: 'issue',
          at: { ...location, related: [...places, ...location.related] },
          values: { detail: words },
        });
      }
    }
  },
});

/**
 * The location below the schema at which the server reports the error: the rule's own `fieldPath` if the rule is
 * violated.
 */
function belowOf({ below, rule, schema }: DefaultRule, run: RefusedDefault['run']): Below {
  const { fieldPath = '' } = rule ?? {};
  const isFailure =
    run?.outcome === 'failed' || (run?.outcome === 'too-costly' && run.of === 'message');
  if (!isFailure || fieldPath === '') return below;
  const followed = followFieldPath(trimSpace(fieldPath), schema, { brackets: true });
  return followed.ok ? { ...below, path: `${below.path}.${followed.path}` } : below;
}

function placeOf(
  { origin }: Resource,
  { version }: SchemaJudgement,
  rule: DefaultRule,
): RelatedSpan {
  return { span: locationAt(origin, rulePath(version, rule), null).span, message: 'the rule' };
}

function rulePath(
  version: VersionField,
  { node, schemaSegments, index }: DefaultRule,
): readonly (string | number)[] {
  const schema = schemaPath(version, node);
  return [...schema, ...schemaSegments, 'x-kubernetes-validations', index, 'rule'];
}

interface FailedRule {
  readonly rule: DefaultRule;
  readonly condition: CompiledExpression;
  readonly failure: CompileFailure;
}

/** The places in the rule that have to be corrected, each with its error. */
function placesIn(
  { origin }: Resource,
  { version }: SchemaJudgement,
  { rule, condition, failure }: FailedRule,
): readonly RelatedSpan[] {
  const { text, context } = condition;
  const path = rulePath(version, rule);
  if (failure.issues.length === 0) {
    return [{ span: locationAt(origin, path, null).span, message: failure.detail }];
  }
  const newer = newerFeatures(text, context, failure);
  return failure.issues.map((issue) => {
    const range = textRangeOf(issue, text);
    const feature = newer.get(issue);
    const { span } =
      range === undefined
        ? locationAt(origin, path, null)
        : locationWithin(origin, path, null, range.from, range.to);
    const message =
      feature === undefined ? issue.message : `${issue.message}; ${describeFeature(feature)}`;
    return { span, message };
  });
}
