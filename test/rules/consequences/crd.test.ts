import { describe, expect, it } from 'vitest';
import { lintPedantically } from '../../lint/lint-pedantically.ts';

/** A manifest with a mistake of which the server reports several errors, as `rule#message`. */
interface RootCause {
  readonly manifest: object;
  readonly root: string;
  readonly consequences: readonly string[];
}

describe('errors of a CRD that follow from another one', () => {
  it.each(rootCauses().map((one) => ({ ...one, name: `${one.root} of ${one.consequences}` })))(
    '$name',
    ({ manifest, root, consequences }) => {
      const { findings } = lintPedantically([
        { name: 'a.json', content: JSON.stringify(manifest) },
      ]);
      const idOf = (index: number) => `${findings[index]?.rule}#${findings[index]?.messageId}`;
      const found = findings.flatMap(({ causedBy }, index) =>
        causedBy === null ? [] : [{ root: idOf(causedBy), consequence: idOf(index) }],
      );
      const expected = consequences.map((consequence) => ({ root, consequence }));
      expect(found).toHaveLength(expected.length);
      expect(found).toEqual(expect.arrayContaining(expected));
    },
  );

  it('says nothing of errors that are independent', () => {
    const names = { plural: 'cronTabs', kind: 'CronTab', shortNames: ['CT'] };
    const content = JSON.stringify(crd({ names, scope: 'None' }));
    const { findings } = lintPedantically([{ name: 'a.json', content }]);
    const roots = findings.filter(({ causedBy }) => causedBy === null);
    expect(roots.map(({ rule, messageId }) => `${rule}#${messageId}`).sort()).toEqual([
      'crd/names#label',
      'crd/names#pluralLabel',
      'crd/scope#unknown',
    ]);
  });
});

function rootCauses(): readonly RootCause[] {
  return [
    {
      manifest: crd({ names: { kind: 'CronTab' } }),
      root: 'crd/names#pluralRequired',
      consequences: ['crd/name#mismatch'],
    },
    {
      manifest: crd({ names: { plural: 'crontabs' } }),
      root: 'crd/names#kindRequired',
      consequences: ['crd/names#derivedRequired', 'crd/names#derivedRequired'],
    },
    {
      manifest: crd({ names: { plural: 'CronTabs', kind: 'CronTab' } }),
      root: 'crd/names#pluralLabel',
      consequences: ['crd/name#mismatch'],
    },
    {
      manifest: crd({ names: { plural: 'crontabs', kind: 'Cron_Tab' } }),
      root: 'crd/names#kindLabel',
      consequences: ['crd/names#derivedLabel', 'crd/names#derivedLabel'],
    },
    {
      manifest: { ...crd(), metadata: { generateName: 'crontabs-' } },
      root: 'crd/name#generated',
      consequences: ['crd/name#mismatch'],
    },
    {
      manifest: crd({ versions: [] }),
      root: 'crd/storage-version#none',
      consequences: ['crd/storage-version#noneStored'],
    },
    {
      manifest: crd({ versions: [version(), version({ name: 'v2' })] }),
      root: 'crd/storage-version#several',
      consequences: ['crd/storage-version#otherStored'],
    },
    {
      manifest: crd({
        preserveUnknownFields: true,
        versions: [versionOf({ a: { type: 'string', default: 'b' } })],
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'hooks', namespace: 'shop' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      root: 'crd/preserve-unknown-fields#whole',
      consequences: [
        'crd/preserve-unknown-fields#defaults',
        'crd/preserve-unknown-fields#conversion',
      ],
    },
    {
      manifest: crd({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'hooks', namespace: 'shop' } },
            conversionReviewVersions: ['apiextensions.k8s.io/v1'],
          },
        },
      }),
      root: 'crd/review-versions#format',
      consequences: ['crd/review-versions#unknown'],
    },
    {
      manifest: crd({ versions: [versionOf({ a: { type: 'null' } })] }),
      root: 'crd/schema-type#null',
      consequences: ['crd/schema-type#unknownNull'],
    },
    {
      manifest: crd({
        versions: [
          version({
            subresources: { status: {} },
            schema: { openAPIV3Schema: { type: 'string' } },
          }),
        ],
      }),
      root: 'crd/schema-root#type',
      consequences: ['crd/schema-root#statusType'],
    },
    {
      manifest: crd({
        versions: [
          version({
            schema: undefined,
            selectableFields: [{ jsonPath: '.spec.a' }],
          }),
        ],
      }),
      root: 'crd/version-schema#required',
      consequences: ['crd/selectable-fields#schema'],
    },
    {
      manifest: crd({
        versions: [
          version({
            schema: { openAPIV3Schema: { type: 'object', $ref: '#/definitions/a' } },
            selectableFields: [{ jsonPath: '.spec.a' }],
          }),
        ],
      }),
      root: 'crd/unsupported-keywords#keyword',
      consequences: ['crd/selectable-fields#unformed', 'crd/selectable-fields#schemaCrash'],
    },
    {
      manifest: crd({
        versions: [
          version({
            schema: {
              openAPIV3Schema: {
                type: 'object',
                oneOf: [{ properties: { metadata: { required: ['labels'] } } }],
              },
            },
          }),
        ],
      }),
      root: 'crd/nested-keywords#metadata',
      consequences: ['crd/nested-properties#metadata'],
    },
    {
      manifest: crd({
        versions: [
          versionOf({
            a: {
              type: 'object',
              properties: { b: { type: 'string' } },
              'x-kubernetes-validations': [{ rule: 'true', message: 'a', fieldPath: ' ' }],
            },
          }),
        ],
      }),
      root: 'crd/validation-rules#pathBlank',
      consequences: ['crd/validation-rules#malformedPath'],
    },
  ];
}

/** A CRD that the server accepts, with another spec. */
function crd(spec: object = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'crontabs.stable.example.com' },
    spec: {
      group: 'stable.example.com',
      names: { plural: 'crontabs', kind: 'CronTab' },
      scope: 'Namespaced',
      versions: [version()],
      ...spec,
    },
  };
}

function version(other: object = {}): object {
  const schema = { openAPIV3Schema: { type: 'object' } };
  return { name: 'v1', served: true, storage: true, schema, ...other };
}

/** A version with some properties at the root of its schema. */
function versionOf(properties: object): object {
  return version({ schema: { openAPIV3Schema: { type: 'object', properties } } });
}
