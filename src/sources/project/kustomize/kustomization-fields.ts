/**
 * The type of a value: a scalar, a list of one type, a mapping with these fields, or a mapping whose fields all have
 * one type.
 */
export type FieldType =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'anything'
  | { readonly items: FieldType }
  | { readonly fields: FieldTypes }
  | { readonly values: FieldType };

export type FieldTypes = ReadonlyMap<string, FieldType>;

/** A mapping with fields, from the names of those of each type. */
function mapping(...parts: readonly (readonly [names: string, type: FieldType])[]): {
  readonly fields: FieldTypes;
} {
  return {
    fields: new Map(
      parts.flatMap(([names, type]) => names.split(' ').map((name) => [name, type] as const)),
    ),
  };
}

const STRINGS: FieldType = { items: 'string' };
const TEXTS: FieldType = { values: 'string' };

/** The fields that identify an object. */
const IDENTITY = 'group version kind name namespace';

const TARGET = mapping([`${IDENTITY} annotationSelector labelSelector`, 'string']);

const FIELD_OPTIONS = mapping(
  ['delimiter encoding', 'string'],
  ['index', 'integer'],
  ['create', 'boolean'],
);

const PATCHES: FieldType = {
  items: mapping(['path patch', 'string'], ['target', TARGET], ['options', { values: 'boolean' }]),
};

const IMAGES: FieldType = { items: mapping(['name newName newTag tagSuffix digest', 'string']) };

const GENERATOR_OPTIONS = mapping(
  ['labels annotations', TEXTS],
  ['disableNameSuffixHash immutable', 'boolean'],
);

/** @param more the other texts of an entry */
function generators(more = ''): FieldType {
  return {
    items: mapping(
      [`namespace name behavior env${more}`, 'string'],
      ['literals files envs', STRINGS],
      ['options', GENERATOR_OPTIONS],
    ),
  };
}

/**
 * A kustomization with the fields of any version of kustomize.
 *
 * Source: `api/types/kustomization.go` of kustomize and its history.
 */
export const KUSTOMIZATION: FieldType = mapping(
  ['apiVersion kind namePrefix nameSuffix namespace', 'string'],
  ['resources components crds bases configurations generators transformers validators', STRINGS],
  ['patchesStrategicMerge buildMetadata', STRINGS],
  ['commonLabels commonAnnotations openapi', TEXTS],
  ['metadata', mapping(['name namespace', 'string'], ['labels annotations', TEXTS])],
  [
    'labels',
    {
      items: mapping(
        ['pairs', TEXTS],
        ['includeSelectors includeTemplates', 'boolean'],
        [
          'fields',
          { items: mapping(['group version kind path', 'string'], ['create', 'boolean']) },
        ],
      ),
    },
  ],
  ['patches patchesJson6902', PATCHES],
  ['images imageTags', IMAGES],
  [
    'replacements',
    {
      items: mapping(
        ['path sourceValue', 'string'],
        ['source', mapping([`${IDENTITY} fieldPath`, 'string'], ['options', FIELD_OPTIONS])],
        [
          'targets',
          {
            items: mapping(
              ['select', TARGET],
              ['reject', { items: TARGET }],
              ['fieldPaths', STRINGS],
              ['options', FIELD_OPTIONS],
            ),
          },
        ],
      ),
    },
  ],
  ['replicas', { items: mapping(['name', 'string'], ['count', 'integer']) }],
  [
    'vars',
    {
      items: mapping(
        ['name', 'string'],
        ['objref', mapping([`${IDENTITY} apiVersion`, 'string'])],
        ['fieldref', mapping(['fieldPath', 'string'])],
      ),
    },
  ],
  [
    'sortOptions',
    mapping(['order', 'string'], ['legacySortOptions', mapping(['orderFirst orderLast', STRINGS])]),
  ],
  ['configMapGenerator', generators()],
  ['secretGenerator', generators(' type')],
  ['helmGlobals', mapping(['chartHome configHome', 'string'])],
  [
    'helmCharts',
    {
      items: mapping(
        ['name version repo releaseName namespace valuesFile valuesMerge', 'string'],
        ['kubeVersion nameTemplate', 'string'],
        ['additionalValuesFiles apiVersions', STRINGS],
        ['includeCRDs skipHooks skipTests debug devel', 'boolean'],
        ['valuesInline', 'anything'],
      ),
    },
  ],
  ['generatorOptions', GENERATOR_OPTIONS],
  ['helmChartInflationGenerator inventory', 'anything'],
);
