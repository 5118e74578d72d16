import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { StructuralSchema } from '../../../src/server/crd/structural.ts';
import type { EnvironmentName } from '../../../src/server/expressions/environment-table.ts';
import type { Question } from '../../../test/cel/checker-answer.ts';

type Json = { readonly [key: string]: unknown };

/**
 * The CEL expressions of the CRDs and policies in a YAML file, or in all of a folder; a JSON Lines file has questions
 * itself.
 */
export function questionsIn(path: string): readonly Question[] {
  if (statSync(path).isDirectory()) {
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ya?ml|jsonl)$/.test(name))
      .sort()
      .flatMap((name) => questionsIn(join(path, name)));
  }
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.jsonl')) {
    return text
      .split('\n')
      .filter((line) => line.includes('"expression"'))
      .map((line) => JSON.parse(line) as Question);
  }
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    try {
      return questionsOf(document.toJS() as Json);
    } catch {
      return [];
    }
  });
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item) : [];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Json)[key] : undefined;
}

function questionsOf(object: Json): readonly Question[] {
  const spec = member(object, 'spec');
  switch (object.kind) {
    case 'CustomResourceDefinition':
      return list(member(spec, 'versions')).flatMap((version) =>
        schemaQuestions(member(member(version, 'schema'), 'openAPIV3Schema') as Json, true),
      );
    case 'ValidatingAdmissionPolicy':
      return policyQuestions(spec, 'vap');
    case 'MutatingAdmissionPolicy':
      return policyQuestions(spec, 'map');
    case 'ValidatingWebhookConfiguration':
    case 'MutatingWebhookConfiguration':
      return list(object.webhooks)
        .flatMap((webhook) => list(webhook.matchConditions))
        .flatMap((condition) => ask('webhook', condition.expression));
    default:
      return [];
  }
}

function ask(
  env: EnvironmentName,
  expression: unknown,
  rest: Partial<Question> = {},
): readonly Question[] {
  return typeof expression === 'string' ? [{ env, expression, ...rest }] : [];
}

function policyQuestions(spec: unknown, prefix: 'vap' | 'map'): readonly Question[] {
  const params = member(spec, 'paramKind') !== undefined;
  const variables = list(member(spec, 'variables')).flatMap(({ name, expression }) =>
    typeof name === 'string' && typeof expression === 'string' ? [{ name, expression }] : [],
  );
  const scope = { params, variables };
  return [
    ...variables.flatMap(({ expression }, index) =>
      ask(`${prefix}-variable`, expression, { params, variables: variables.slice(0, index) }),
    ),
    ...list(member(spec, 'matchConditions')).flatMap(({ expression }) =>
      ask(`${prefix}-condition`, expression, { params }),
    ),
    ...list(member(spec, 'validations')).flatMap(({ expression, messageExpression }) => [
      ...ask('vap', expression, scope),
      ...ask('vap-message', messageExpression, scope),
    ]),
    ...list(member(spec, 'auditAnnotations')).flatMap(({ valueExpression }) =>
      ask('vap-audit', valueExpression, scope),
    ),
    ...list(member(spec, 'mutations')).flatMap(({ applyConfiguration, jsonPatch }) => [
      ...ask('map', member(applyConfiguration, 'expression'), scope),
      ...ask('map-jsonpatch', member(jsonPatch, 'expression'), scope),
    ]),
  ];
}

/** Schemas that are larger than this are left out, so that the answers do not take too long. */
const LARGEST_SCHEMA = 6000;

function schemaQuestions(schema: Json | undefined, root: boolean): readonly Question[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const bare = JSON.stringify(schema, (key, value) =>
    key === 'description' || key === 'x-kubernetes-validations' ? undefined : value,
  );
  const below = [
    ...Object.values((schema.properties ?? {}) as Json),
    schema.items,
    schema.additionalProperties,
  ].flatMap((part) => schemaQuestions(part as Json, false));
  if (bare.length > LARGEST_SCHEMA) return below;
  const rest = { schema: JSON.parse(bare) as StructuralSchema, root };
  return [
    ...list(schema['x-kubernetes-validations']).flatMap((rule) => [
      ...ask('crd', rule.rule, rest),
      ...ask('crd-message', rule.messageExpression, rest),
    ]),
    ...below,
  ];
}
