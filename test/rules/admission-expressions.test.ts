import { expect, it } from 'vitest';
import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { celExpressions } from '../../src/analysis/cel/expressions.ts';
import { Field } from '../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { yaml } from '../../src/rule/rule.ts';
import { applyDefaults, decode } from '../../src/server/decode/index.ts';
import { definitionNameOf } from '../../src/server/kubernetes/definition-name.ts';
import type { KindName } from '../../src/server/kubernetes/kinds.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { defaultServer } from '../../src/server/kubernetes/server.ts';
import { decodeText, isMapping, readParts } from '../../src/yaml/index.ts';
import { kindFacts } from '../kubernetes/kind-facts.ts';

it.each([
  {
    kind: 'MutatingWebhookConfiguration' as const,
    text: yaml`
      webhooks:
        - matchConditions: [{ expression: a }, {}]
        - {}
        - matchConditions: [{ expression: b }]
    `,
    expected: [
      'webhook webhooks[0].matchConditions[0].expression',
      'webhook webhooks[0].matchConditions[1].expression',
      'webhook webhooks[2].matchConditions[0].expression',
    ],
  },
  {
    kind: 'ValidatingAdmissionPolicy' as const,
    text: yaml`
      spec:
        paramKind: { apiVersion: v1, kind: ConfigMap }
        matchConditions: [{ expression: a }]
        variables:
          - { name: one, expression: "1" }
          - { name: blank, expression: " " }
          - { name: not a name, expression: "2" }
          - { name: three, expression: "3" }
        validations: [{ expression: b, messageExpression: c }]
        auditAnnotations: [{ key: d, valueExpression: d }]
    `,
    expected: [
      'vap-condition spec.matchConditions[0].expression, params',
      'vap-variable spec.variables[0].expression, params, 0 of 3 variables',
      'vap-variable spec.variables[1].expression, params, 1 of 3 variables',
      'vap-variable spec.variables[2].expression, params, 1 of 3 variables',
      'vap-variable spec.variables[3].expression, params, 2 of 3 variables',
      'vap spec.validations[0].expression, params, 3 of 3 variables',
      'vap-message spec.validations[0].messageExpression, params, 3 of 3 variables',
      'vap-audit spec.auditAnnotations[0].valueExpression, params, 3 of 3 variables',
    ],
  },
  {
    kind: 'ValidatingAdmissionPolicy' as const,
    text: yaml`
      spec:
        validations: [{ expression: b }]
    `,
    expected: [
      'vap spec.validations[0].expression',
      'vap-message spec.validations[0].messageExpression',
    ],
  },
  {
    kind: 'MutatingAdmissionPolicy' as const,
    text: yaml`
      spec:
        matchConditions: [{ expression: a }]
        mutations:
          - { patchType: JSONPatch, jsonPatch: { expression: a }, applyConfiguration: {} }
          - { patchType: ApplyConfiguration, applyConfiguration: {} }
          - { patchType: ApplyConfiguration, jsonPatch: { expression: a } }
          - { patchType: Other, jsonPatch: { expression: a } }
    `,
    expected: [
      'map-condition spec.matchConditions[0].expression',
      'map-jsonpatch spec.mutations[0].jsonPatch.expression, 0 of 0 variables',
      'map spec.mutations[1].applyConfiguration.expression, 0 of 0 variables',
    ],
  },
])('lists the expressions that the server reads, with what they may use: $kind %#', (example) => {
  const resource = resourceOf(example.kind, example.text);
  if (!isOfKind(resource, ...DECIDING_KINDS)) throw new Error(resource.kind);
  const described = celExpressions(resource).map(({ environment, field, declaresParams, scope }) =>
    [
      `${environment.name} ${field.path}`,
      ...(declaresParams ? ['params'] : []),
      ...(scope === undefined ? [] : [`${scope.visible} of ${scope.variables.length} variables`]),
    ].join(', '),
  );
  expect(described).toEqual(example.expected);
});

function resourceOf(kind: KindName, text: string): Resource {
  const [part] = readParts(decodeText(text));
  const document = part?.content.kind === 'value' ? part.content.document : undefined;
  if (document === undefined || !isMapping(document.value)) throw new Error(text);
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const decoded = decode(definitionNameOf(apiVersion, kind), document.value, NEWEST_MINOR);
  const origin = { file: 'example.yaml', index: 0, item: null, document, path: [] };
  return {
    kind,
    apiVersion,
    facts: kindFacts(kind),
    isNamespaced: false,
    minor: NEWEST_MINOR,
    server: defaultServer(NEWEST_MINOR),
    origin,
    root: Field.root(
      { origin, isPruned: decoded.isPruned },
      applyDefaults(kind, apiVersion, decoded.value, NEWEST_MINOR),
    ),
    problems: decoded.problems,
    undecodable: decoded.undecodable,
    stored: undefined,
  };
}
