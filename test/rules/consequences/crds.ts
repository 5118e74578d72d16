import type { RootCause } from './root-cause.ts';

/** A CRD that the server accepts, with another spec. */
export function crd(spec: object = {}): object {
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

/** A list without a limit, with some validation rules. */
function validated(...rules: readonly string[]): object {
  return {
    type: 'array',
    items: { type: 'integer' },
    'x-kubernetes-validations': rules.map((rule) => ({ rule, message: 'invalid' })),
  };
}

const webhook = {
  clientConfig: { service: { name: 'hooks', namespace: 'shop' } },
  conversionReviewVersions: ['v1'],
};

const forbiddenWebhook = [
  'crd/conversion#clientForbidden',
  'crd/conversion#reviewVersionsForbidden',
];

export const CRDS: readonly RootCause[] = [
  {
    mistake: 'a CRD without a plural',
    manifest: crd({ names: { kind: 'CronTab' } }),
    root: 'crd/names#pluralRequired',
    consequences: ['crd/name#mismatch'],
  },
  {
    mistake: 'a CRD without a kind',
    manifest: crd({ names: { plural: 'crontabs' } }),
    root: 'crd/names#kindRequired',
    consequences: ['crd/names#derivedRequired', 'crd/names#derivedRequired'],
  },
  {
    mistake: 'an invalid plural',
    manifest: crd({ names: { plural: 'CronTabs', kind: 'CronTab' } }),
    root: 'crd/names#pluralLabel',
    consequences: ['crd/name#mismatch'],
  },
  {
    mistake: 'an invalid kind',
    manifest: crd({ names: { plural: 'crontabs', kind: 'Cron_Tab' } }),
    root: 'crd/names#kindLabel',
    consequences: ['crd/names#derivedLabel', 'crd/names#derivedLabel'],
  },
  {
    mistake: 'a generateName instead of a name',
    manifest: { ...crd(), metadata: { generateName: 'crontabs-' } },
    root: 'crd/name#generated',
    consequences: ['crd/name#mismatch'],
  },
  {
    mistake: 'a CRD without versions',
    manifest: crd({ versions: [] }),
    root: 'crd/storage-version#none',
    consequences: ['crd/storage-version#noneStored'],
  },
  {
    mistake: 'two storage versions',
    manifest: crd({ versions: [version(), version({ name: 'v2' })] }),
    root: 'crd/storage-version#several',
    consequences: ['crd/storage-version#otherStored'],
  },
  {
    mistake: 'preserveUnknownFields with what it does not allow',
    manifest: crd({
      preserveUnknownFields: true,
      versions: [versionOf({ a: { type: 'string', default: 'b' } })],
      conversion: {
        strategy: 'Webhook',
        webhook,
      },
    }),
    root: 'crd/preserve-unknown-fields#whole',
    consequences: [
      'crd/preserve-unknown-fields#defaults',
      'crd/preserve-unknown-fields#conversion',
    ],
  },
  {
    mistake: 'a group in a review version',
    manifest: crd({
      conversion: {
        strategy: 'Webhook',
        webhook: { ...webhook, conversionReviewVersions: ['apiextensions.k8s.io/v1'] },
      },
    }),
    root: 'crd/review-versions#format',
    consequences: ['crd/review-versions#unknown'],
  },
  {
    mistake: 'the type null',
    manifest: crd({ versions: [versionOf({ a: { type: 'null' } })] }),
    root: 'crd/schema-type#null',
    consequences: ['crd/schema-type#unknownNull'],
  },
  {
    mistake: 'a schema that is not of an object',
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
    mistake: 'a version without a schema',
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
    mistake: 'a keyword that structural schemas do not support',
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
    mistake: 'a restriction of metadata in a branch',
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
    mistake: 'a blank fieldPath',
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
  {
    mistake: 'a misspelled conversion strategy',
    manifest: crd({ conversion: { strategy: 'webhook', webhook } }),
    root: 'crd/conversion#strategy',
    consequences: forbiddenWebhook,
  },
  {
    mistake: 'a conversion without a strategy',
    manifest: crd({ conversion: { strategy: '', webhook } }),
    root: 'crd/conversion#strategyRequired',
    consequences: forbiddenWebhook,
  },
  {
    mistake: 'a webhook with the strategy None',
    manifest: crd({ conversion: { strategy: 'None', webhook } }),
    root: 'crd/conversion#clientForbidden',
    consequences: ['crd/conversion#reviewVersionsForbidden'],
  },
  {
    mistake: 'the strategy Webhook without a webhook',
    manifest: crd({ conversion: { strategy: 'Webhook' } }),
    root: 'crd/conversion#webhookRequired',
    consequences: ['crd/review-versions#required'],
  },
  {
    mistake: 'a CRD without a group',
    manifest: crd({ group: '' }),
    root: 'crd/group#required',
    consequences: ['crd/name#mismatch'],
  },
  {
    mistake: 'an uppercase group',
    manifest: crd({ group: 'Stable.example.com' }),
    root: 'crd/group#format',
    consequences: ['crd/name#mismatch'],
  },
  {
    mistake: 'a group without a dot',
    manifest: crd({ group: 'stable' }),
    root: 'crd/group#dot',
    consequences: ['crd/name#mismatch'],
  },
  {
    mistake: 'a rule that is too expensive, also for the schema',
    manifest: crd({
      versions: [versionOf({ a: validated('self.all(x, self.exists_one(y, x == y))') })],
    }),
    root: 'cel/crd-cost#rule',
    consequences: ['cel/crd-cost#totalOfExcesses'],
  },
  {
    mistake: 'rules that are too expensive together',
    manifest: crd({
      versions: [
        versionOf({
          a: validated(...Array.from({ length: 16 }, (_, index) => `self.all(x, x != ${index})`)),
        }),
      ],
    }),
    root: 'cel/crd-cost#total',
    consequences: Array.from({ length: 4 }, () => 'cel/crd-cost#contributor'),
  },
];
