import { nearestName } from '../../src/result/suggestion.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule } from '../../src/rule/rule.ts';
import { isMapping, type Path, type Value } from '../../src/yaml/index.ts';

/** The reason for the lack of examples. */
const withoutExample = 'an example is a manifest; fixtures/installations has kustomizations';

/**
 * The fields of a kustomization in any version of kustomize. Source: `api/types/kustomization.go` of kustomize and its
 * history.
 */
const FIELDS = [
  'apiVersion',
  'kind',
  'metadata',
  'openapi',
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'labels',
  'commonAnnotations',
  'patchesStrategicMerge',
  'patchesJson6902',
  'patches',
  'images',
  'imageTags',
  'replacements',
  'replicas',
  'vars',
  'sortOptions',
  'resources',
  'components',
  'crds',
  'bases',
  'configMapGenerator',
  'secretGenerator',
  'helmGlobals',
  'helmCharts',
  'helmChartInflationGenerator',
  'generatorOptions',
  'configurations',
  'generators',
  'transformers',
  'validators',
  'inventory',
  'buildMetadata',
];

/** The fields of the items of lists. */
const FIELDS_OF_ITEMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['images', ['name', 'newName', 'newTag', 'tagSuffix', 'digest']],
  ['labels', ['pairs', 'includeSelectors', 'includeTemplates', 'fields']],
  ['patches', ['path', 'patch', 'target', 'options']],
  ['patchesJson6902', ['path', 'patch', 'target', 'options']],
  ['replicas', ['name', 'count']],
]);

/** Fields whose names users shorten. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([['tag', 'newTag']]);

export default defineRule({
  id: 'project/kustomization-fields',
  on: 'kustomization',
  severity: 'warning',
  summary: 'A kustomization has only fields that kustomize knows.',
  details: `
\`kustomize build\` and \`kubectl kustomize\` fail if \`kustomization.yaml\` has an unknown field, such as \`resource\` instead of
\`resources\`. Upper and lower case of the names make no difference. The fields of the file and of its \`images\`, \`labels\`,
\`patches\` and \`replicas\` are compared, with those that any version of kustomize has had.
`,
  reference: 'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/',
  messages: {
    unknown: {
      text: "unknown field '{name}', so kustomize build fails",
      help: 'remove it',
      withoutExample,
    },
    misspelled: {
      text: "unknown field '{name}', so kustomize build fails; did you mean {meant}?",
      help: 'use {meant}',
      withoutExample,
    },
  },
  examples: { bad: [], good: [] },
  check({ origin, value }, { report }) {
    check(value, FIELDS, []);
    for (const [list, fields] of FIELDS_OF_ITEMS) {
      const items = value[list];
      if (!Array.isArray(items)) continue;
      for (const [index, item] of items.entries()) check(item, fields, [list, index]);
    }

    function check(object: Value, fields: readonly string[], path: Path): void {
      if (!isMapping(object)) return;
      const known = new Set(fields.map((field) => field.toLowerCase()));
      for (const name of Object.keys(object)) {
        if (known.has(name.toLowerCase())) continue;
        const at = locationAt(origin, [...path, name], null, 'key');
        const short = ABBREVIATIONS.get(name);
        const meant =
          short !== undefined && fields.includes(short) ? short : nearestName(name, fields);
        if (meant === undefined) report({ message: 'unknown', at, values: { name } });
        else report({ message: 'misspelled', at, values: { name, meant } });
      }
    }
  },
});
