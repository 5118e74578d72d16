import { textRangeOf } from '../../src/analysis/cel/text-ranges.ts';
import type { DefaultRule } from '../../src/analysis/crd/default-rules.ts';
import { type RefusedDefault, refusedDefaults } from '../../src/analysis/crd/default-runs.ts';
import {
  type SchemaJudgement,
  schemaJudgements,
  schemaLocation,
  schemaPath,
} from '../../src/analysis/crd/schemas.ts';
import type { VersionField } from '../../src/analysis/crd/versions.ts';
import { followFieldPath } from '../../src/crd/field-path.ts';
import type { Below } from '../../src/crd/problem.ts';
import type { CompileFailure } from '../../src/expressions/compile.ts';
import type { CompiledExpression } from '../../src/expressions/compiled-expression.ts';
import { describeFeature, newerFeatures } from '../../src/expressions/newer-features.ts';
import { trimSpace } from '../../src/go/white-space.ts';
import type { Cause } from '../../src/result/finding.ts';
import { locationAt, locationWithin, type RelatedSpan } from '../../src/rule/location.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/crd-defaults',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A default satisfies the rules of its own schema, and these compile.',
  details: `
When a CRD is created, the API server holds each default against its own schema, and against the rules that
its schema and those below it have: first as if it was there before (\`oldSelf\` is the default too), then as if
it is new. A default that breaks a rule is refused, since every object that relies on it would be.

Rules above the default are not tried on it. What the default leaves out is absent for its rules, even if the schemas below
have defaults of their own.

For that it compiles these rules, before it comes to the rules of the CRD as such. Where one of them does not
compile, the server says that at the default, once for each value in it that the rule is about. So the place to mend is the rule,
which the second part of the finding shows.

Where anything is wrong with a default, the server looks at no rule of the CRD as such: these mistakes are told only after
that.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    broken: {
      text: 'the default breaks a rule of its own schema: {said}',
      help: 'give a default that satisfies the rule, or change the rule',
      cause: 'FieldValueInvalid',
      rows: ['crd-default-cel'],
    },
    failing: {
      text: 'a rule of its own schema fails on this default: {error}',
      help: 'guard the rule with has(), or give the default what the rule reads',
      cause: 'FieldValueInvalid',
    },
    costly: {
      text: 'running the rules on this default costs more than the server allows: {error}',
      help: 'make the default smaller, or the rules simpler',
      cause: 'FieldValueInvalid',
      withoutExample: 'it takes a default of thousands of items',
    },
    issue: {
      text: 'a rule that this default is held against does not compile: {detail}',
      help: 'mend the rule; only then does the server compile the other rules of the CRD',
      cause: 'FieldValueInvalid',
    },
    untyped: {
      text: 'this default has rules, and CEL has no type for its schema',
      help: 'add type, and properties, items or additionalProperties with a type',
      cause: 'FieldValueInvalid',
    },
    crash: {
      text: "the server's code fails on a rule of this default: {detail}",
      crashesServer: true,
      withoutExample: 'the newest minor has no such fault',
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
                      #        ^^^^ expect: broken
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
      for (const { rule, run } of refusedDefaults(judgement, minor)) {
        const location = schemaLocation(resource, judgement, rule.node, belowOf(rule, run));
        const { condition } = rule;
        if (run !== undefined) {
          const place = placeOf(resource, judgement, rule);
          const where = { ...location, related: [place, ...location.related] };
          if (run.outcome === 'failed') {
            report('broken', where, { said: run.message }, { cause: causeOf(rule) });
          } else if (run.outcome === 'error') report('failing', where, { error: run.error });
          else report('costly', where, { error: run.error });
          continue;
        }
        if (condition === undefined) {
          report('untyped', location);
          continue;
        }
        const { compiled } = condition;
        if (compiled.ok) continue;
        const { reason, detail, issues } = compiled;
        if (reason === 'crash') {
          report('crash', location, { detail });
          continue;
        }
        const [first] = issues;
        const words =
          first === undefined ? detail : `${first.line}:${first.column + 1}: ${first.message}`;
        const places = placesIn(resource, judgement, { rule, condition, failure: compiled });
        report(
          'issue',
          { ...location, related: [...places, ...location.related] },
          { detail: words },
        );
      }
    }
  },
});

/** Where the server says it: with the rule's own `fieldPath` if the rule is broken. */
function belowOf({ below, rule, schema }: DefaultRule, run: RefusedDefault['run']): Below {
  const { fieldPath = '' } = rule ?? {};
  const isFailure =
    run?.outcome === 'failed' || (run?.outcome === 'too-costly' && run.of === 'message');
  if (!isFailure || fieldPath === '') return below;
  const followed = followFieldPath(trimSpace(fieldPath), schema, { brackets: true });
  return followed.ok ? { ...below, path: `${below.path}.${followed.path}` } : below;
}

/** The error that the rule asks for. */
function causeOf({ rule }: DefaultRule): Cause {
  return REASONS.find((reason) => reason === rule?.reason) ?? 'FieldValueInvalid';
}

const REASONS = ['FieldValueRequired', 'FieldValueForbidden', 'FieldValueDuplicate'] as const;

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

/** The places in the rule that are to be mended, with what is wrong there. */
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
