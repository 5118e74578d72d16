import {
  type Definitions,
  type Kinds,
  type Resources,
  type Schema,
  shapeOf,
  structs,
  type TypeShape,
} from './facts.ts';

const HEADER = '// Made by scripts/generate/kubernetes-modules.ts; do not edit.\n';

/** The table of definitions that `src/kubernetes/definitions.ts` reads. */
export function definitionsTable(definitions: Definitions): string {
  const rows = structs(definitions).map(([name, fields]) => {
    const members = Object.entries(fields).map(
      ([field, schema]) => `    ${quote(field)}: ${quote(fieldText(schema, definitions))},\n`,
    );
    return `  ${name}: {\n${members.join('')}  },\n`;
  });
  return `${HEADER}
/**
 * The fields of each definition: a type (\`@Name\` a definition, \`[]\` a list of, \`{}\` a map of), then
 * the minors that have it where not all do, then the default that the server sets.
 */
export const definitionTable = (): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
${rows.join('')}});
`;
}

function fieldText(schema: Schema, definitions: Definitions): string {
  const { 'x-since': since, 'x-until': until } = schema;
  return (
    shapeText(shapeOf(schema, definitions)) +
    (since === undefined ? '' : ` since ${since}`) +
    (until === undefined ? '' : ` until ${until}`) +
    (schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`)
  );
}

function shapeText(type: TypeShape): string {
  switch (type.shape) {
    case 'any':
      return 'any';
    case 'object':
      return `@${type.definition}`;
    case 'list':
      return `[]${shapeText(type.of)}`;
    case 'map':
      return `{}${shapeText(type.of)}`;
    case 'scalar':
      return type.scalar;
  }
}

/** The table of the kinds with the life of their versions. */
export function kindsTable(kinds: Kinds): string {
  const rows = Object.entries(kinds).map(([kind, { group, plural, namespaced, versions }]) => {
    const lives = Object.entries(versions).map(
      ([apiVersion, life]) => `      [${quote(apiVersion)}, ${literal(life)}],\n`,
    );
    return `  {
    kind: ${quote(kind)},
    group: ${quote(group)},
    plural: ${quote(plural)},
    namespaced: ${namespaced},
    versions: new Map([
${lives.join('')}    ]),
  },
`;
  });
  return `${HEADER}import type { KindFacts } from './kinds.ts';

export const kindTable = (): readonly KindFacts[] => [
${rows.join('')}];
`;
}

/** The table of all built-in resources that are served by default, and of all built-in kinds. */
export function resourcesTable({ resources, kinds }: Resources): string {
  return `${HEADER}import type { BuiltInResource } from './resources.ts';

export const resourceTable = (): readonly BuiltInResource[] => [
${resources.map((row) => `  ${resourceRow(row)},\n`).join('')}];

/** Every built-in kind, served by default or not, with the groups that have it. */
export const builtInKinds = (): ReadonlyMap<string, readonly string[]> => new Map([
${Object.entries(kinds)
  .map(([kind, groups]) => `  [${quote(kind)}, ${literal(groups)}],\n`)
  .join('')}]);
`;
}

/** A resource as a literal. Its subresources are looked up by names from manifests, so they are a Map. */
function resourceRow({ subresources, ...row }: Resources['resources'][number]): string {
  const text = literal(row);
  if (subresources === undefined) return text;
  return `${text.slice(0, -' }'.length)}, subresources: new Map(${literal(Object.entries(subresources))}) }`;
}

/** The definitions as JSON Schema, for schemas that are exported; as text, which is parsed on first use. */
export function schemaDefinitions(definitions: Definitions): string {
  return `${HEADER}export const schemaDefinitions = () => JSON.parse(${quote(JSON.stringify(definitions))});\n`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, member]) => `${/^[a-z]\w*$/i.test(key) ? key : quote(key)}: ${literal(member)}`,
    );
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? quote(value) : String(value);
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
