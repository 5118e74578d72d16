import { needsOf, needWords } from '../../src/cel/kubernetes/availability.ts';
import type { Failure } from '../../src/cel/kubernetes/compile.ts';
import { stretchOf } from '../../src/checks/cel-issues.ts';
import type { CompiledText } from '../../src/checks/cel-text.ts';
import { type DefaultRule, uncompiledRulesOfDefaults } from '../../src/checks/crd-default-rules.ts';
import {
  type SchemaJudgement,
  schemaJudgements,
  schemaSpot,
} from '../../src/checks/crd-schemas.ts';
import type { Resource } from '../../src/resource.ts';
import { defineRule, yaml } from '../../src/rule.ts';
import { type RelatedSpot, spotAt, spotWithin } from '../../src/spot.ts';

export default defineRule({
  id: 'cel/crd-defaults',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The rules that a default is held against compile.',
  details: `
When a CRD is created, the API server holds each default against its own schema, and against the rules that
its schema and those below it have. For that it compiles these rules, before it comes to the rules
of the CRD as such. Where one of them does not compile, the server says that at the default, once for each value
in it that the rule is about, and looks at no other rule of the CRD.

So the place to mend is the rule, which the second part of the finding shows. Other rules with mistakes are told only
after that.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    issue: {
      text: 'a rule that this default is held against does not compile: {detail}',
      help: 'mend the rule; only then the server compiles the other rules of the CRD',
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
      for (const rule of uncompiledRulesOfDefaults(judgement, minor)) {
        const spot = schemaSpot(resource, judgement, rule.node, rule.below);
        const { condition } = rule;
        if (condition === undefined) {
          report('untyped', spot);
          continue;
        }
        const { compiled } = condition;
        if (compiled.ok) continue;
        const { reason, detail, issues } = compiled;
        if (reason === 'crash') {
          report('crash', spot, { detail });
          continue;
        }
        const [first] = issues;
        const words =
          first === undefined ? detail : `${first.line}:${first.column + 1}: ${first.message}`;
        const places = placesIn(resource, judgement, { rule, condition, failure: compiled });
        report('issue', { ...spot, related: [...places, ...spot.related] }, { detail: words });
      }
    }
  },
});

interface FailedRule {
  readonly rule: DefaultRule;
  readonly condition: CompiledText;
  readonly failure: Failure;
}

/** The places in the rule that are to be mended, with what is wrong there. */
function placesIn(
  { origin }: Resource,
  { version }: SchemaJudgement,
  { rule, condition, failure }: FailedRule,
): readonly RelatedSpot[] {
  const { node, schemaSegments, index } = rule;
  const { text, context } = condition;
  const path = [
    ...version.documentPath,
    'schema',
    'openAPIV3Schema',
    ...node.segments,
    ...schemaSegments,
    'x-kubernetes-validations',
    index,
    'rule',
  ];
  if (failure.issues.length === 0) {
    return [{ span: spotAt(origin, path, null).span, message: failure.detail }];
  }
  const needs = needsOf(text, context, failure);
  return failure.issues.map((issue) => {
    const stretch = stretchOf(issue, text);
    const need = needs.get(issue);
    const { span } =
      stretch === undefined
        ? spotAt(origin, path, null)
        : spotWithin(origin, path, null, stretch.from, stretch.to);
    const message = need === undefined ? issue.message : `${issue.message}; ${needWords(need)}`;
    return { span, message };
  });
}
