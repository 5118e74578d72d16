import { loadRules } from '../../rules/index.ts';
import { families } from '../lint/rules/rule-names.ts';
import { RULE_LEVELS } from '../result/finding.ts';
import type { JsonSchema } from '../server/kubernetes/schema.ts';
import { SETTINGS } from './settings.ts';
import { listOf, STRING } from './value-type.ts';

/** The JSON Schema of `.kubeadmit.yaml`, for editors. */
export function configSchema(): JsonSchema {
  const settings = Object.entries(SETTINGS).map(([key, { type, description }]) => [
    key,
    { description: sentence(description), ...orNull(type.schema) },
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of kubeadmit (.kubeadmit.yaml)',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      extends: {
        description:
          'Configurations that this one is based on: paths that begin with ./ or ../, or packages.',
        ...orNull(listOf(STRING).schema),
      },
      ...Object.fromEntries(settings),
      include: {
        description:
          'The files in folders that are read, as patterns of .gitignore (default: all .yaml, .yml and .json files).',
        ...orNull(listOf(STRING).schema),
      },
      rules: { $ref: '#/definitions/rules' },
      overrides: {
        description: 'Rules for some files; later ones take precedence.',
        type: ['array', 'null'],
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['files'],
          properties: {
            files: {
              description: 'Patterns of .gitignore, from the folder of the configuration.',
              ...listOf(STRING).schema,
            },
            rules: { $ref: '#/definitions/rules' },
          },
        },
      },
    },
    definitions: {
      level: {
        description: 'The severity of what the rule reports; off: nothing is reported.',
        // YAML 1.1 reads `off` as false.
        enum: [...RULE_LEVELS, false],
      },
      rules: {
        description:
          'Rules or families, with what they count as. A rule takes precedence over its family.',
        type: ['object', 'null'],
        additionalProperties: false,
        properties: {
          ...Object.fromEntries(
            families().map((family) => [family, level(`All rules of the family ${family}.`)]),
          ),
          ...Object.fromEntries(loadRules().map(({ id, summary }) => [id, level(summary)])),
        },
      },
    },
  };
}

function level(description: string): JsonSchema {
  return { description, allOf: [{ $ref: '#/definitions/level' }] };
}

/** A key without a value is one that is not set. */
function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
