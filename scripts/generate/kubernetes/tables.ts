import { definitionNameOf } from '../../../src/server/kubernetes/definition-name.ts';
import { parseFieldType } from '../../../src/server/kubernetes/field-type.ts';
import { KIND_TABLE, type KindEntry } from '../../../src/server/kubernetes/kind-table.ts';
import { isMapping, mappingsIn, valuesIn } from '../../../src/yaml/index.ts';
import {
  type DeclaredChecks,
  type EmptyValues,
  type FieldFacts,
  fieldsOf,
  type KindFacts,
  type Kinds,
  reachableFrom,
  type TypeFacts,
  type Types,
} from './facts.ts';

const HEADER = '// Made by scripts/generate/kubernetes-modules.ts; do not edit.\n';

const ENTRIES: ReadonlyMap<string, KindEntry> = new Map(Object.entries(KIND_TABLE));

/** The kinds whose values are validated: those with rules. */
export const VALIDATED_KINDS = [...ENTRIES].flatMap(([kind, { rules }]) =>
  rules === undefined ? [] : [kind],
);

/** The kinds whose types are part of the core. */
export const FREQUENT_KINDS = [...ENTRIES].flatMap(([kind, { isFrequent }]) =>
  isFrequent ? [kind] : [],
);

/** The kinds whose objects are related to others. */
export const RELATED_KINDS = [...ENTRIES].flatMap(([kind, { relations }]) =>
  relations === undefined ? [] : [kind],
);

/**
 * The types that some kinds are made of, in the versions that some minor serves; in all versions if none does so by
 * default.
 */
export function servedTypes(
  wanted: readonly string[],
  types: Types,
  { kinds }: Kinds,
): ReadonlySet<string> {
  const roots = wanted.flatMap((kind) => {
    const served = servedVersions(kinds[kind]);
    const versions = served.length > 0 ? served : Object.keys(kinds[kind]?.versions ?? {});
    return versions.map((apiVersion) => definitionNameOf(apiVersion, kind));
  });
  return reachableFrom(roots, types);
}

/** Returns the versions of a kind that some minor serves. */
function servedVersions(facts: KindFacts | undefined): readonly string[] {
  return Object.entries(facts?.versions ?? {}).flatMap(([apiVersion, { served }]) =>
    served === undefined ? [] : [apiVersion],
  );
}

/**
 * A table of types as `src/server/kubernetes/definitions.ts` reads it: a line for each, with its name, what holds of it
 * as a whole, and its fields, separated by semicolons. A type of the same package is written `@.Name`.
 *
 * @param name of the function that gives the table
 */
export function typeTable(
  name: string,
  types: Types,
  empty: EmptyValues,
  wanted: Iterable<string>,
): string {
  const lines = [...wanted].sort().map((type) => typeLine(type, types[type], empty[type] ?? []));
  return `${HEADER}export const ${name} = () => \`${lines.join('\n')}\`;\n`;
}

function typeLine(
  name: string,
  facts: TypeFacts | undefined,
  neverAbsent: readonly string[],
): string {
  if (facts === undefined) throw new Error(`no type ${name}`);
  const { kind, since, until, map, mapSince, fields } = facts;
  const head = words({ since, until, map, mapSince });
  const within = `@${name.slice(0, name.lastIndexOf('.'))}.`;
  const members = Object.entries(fields).map(([field, one]) => {
    const alternatives = 'type' in one ? [one] : one;
    const isPlain =
      !ZERO_BY_ANNOTATION.has(`${name}.${field}`) && isNeverAbsent(field, neverAbsent);
    const texts = alternatives.map((alternative) => fieldText(alternative, isPlain));
    return `${field} ${texts.join('|').replaceAll(within, '@.')}`;
  });
  return [`${name} ${[...(kind ? ['kind'] : []), ...head].join(' ')}`, ...members].join(';');
}

/** Fields in which an annotation makes a difference between zero and absent. */
const ZERO_BY_ANNOTATION: ReadonlySet<string> = new Set([
  'flowcontrol.v1beta3.LimitedPriorityLevelConfiguration.nominalConcurrencyShares',
]);

/**
 * Reports whether a struct or a scalar is not a pointer in the server's types, so that absent and empty are the same.
 */
function isNeverAbsent(field: string, neverAbsent: readonly string[]): boolean {
  return neverAbsent.some((text) => /^[^ ?]+/.exec(text)?.[0] === field);
}

function fieldText(
  { type, list, map, since, until, default: standard }: FieldFacts,
  isPlain: boolean,
): string {
  const text = standard === undefined ? undefined : JSON.stringify(standard);
  if (text !== undefined && /[ ;|`\\]/.test(text)) throw new Error(`no place for ${text}`);
  const markers = words({ list, map, since, until, default: text });
  // Defaults depend on it.
  const isMarked = isPlain && (type.startsWith('@') || text !== undefined);
  return [type, ...markers, ...(isMarked ? ['plain'] : [])].join(' ');
}

function words(markers: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(markers).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
}

/** The table that `src/server/kubernetes/declared-checks.ts` reads: a line for each type, with its name and fields. */
export function declaredCheckTable(facts: DeclaredChecks): string {
  const lines = Object.entries(facts).map(([name, fields]) => {
    const members = Object.entries(fields).map(([field, words]) => [field, ...words].join(' '));
    return `${name} ${members.join(';')}`;
  });
  return `${HEADER}export const declaredChecks = () => \`${lines.join('\n')}\`;\n`;
}

/**
 * The table that `src/server/kubernetes/empty-values.ts` reads: a line for each definition, with its name and fields.
 */
export function emptyValueTable(facts: EmptyValues): string {
  const lines = Object.entries(facts).map(([name, fields]) => [name, ...fields].join(';'));
  return `${HEADER}export const emptyValues = () => \`${lines.join('\n')}\`;\n`;
}

/**
 * The table that `src/server/kubernetes/field-descriptions.ts` reads, from the YAML text with the descriptions: for
 * each definition its name, then a line for each field.
 */
export function descriptionTable(text: string): string {
  const definitions = mappingsIn(valuesIn(text)).flatMap((all) => Object.entries(all));
  const blocks = definitions
    .filter(([name]) => !name.startsWith('.'))
    .map(([name, fields]) => {
      const lines = Object.entries(isMapping(fields) ? fields : {}).map((field) => field.join(' '));
      return [name, ...lines].join('\n');
    });
  return `${HEADER}export const fieldDescriptionTable = () => ${JSON.stringify(blocks.join('\n\n'))};\n`;
}

/**
 * The table of kinds that `src/server/kubernetes/kinds.ts` reads: a line for each, with its name, its traits and its
 * facts. The kinds that are validated come first.
 */
export function kindsModule(types: Types, { kinds, withoutResource }: Kinds): string {
  const names = new Set([...VALIDATED_KINDS, ...Object.keys(kinds), ...ENTRIES.keys()]);
  const lines = [...names].map((kind) => kindLine(kind, kinds[kind], types));
  const groups = new Set(
    Object.values(kinds).flatMap(({ versions }) => Object.keys(versions).map(groupOf)),
  );
  return `${HEADER}
export const kindLines = (): string =>
  \`${lines.join('\n')}\`;

export const groupsOfKindsWithoutResource = (): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(\`${JSON.stringify(withoutResource)}\`);

export const builtInGroups = (): readonly string[] =>
  \`${[...groups].sort().join(' ')}\`.split(' ');
`;
}

function kindLine(kind: string, known: KindFacts | undefined, types: Types): string {
  if (known === undefined) throw new Error(`there is no kind ${kind}`);
  const { versions, ...facts } = known;
  const { rules, isFrequent: _, hasDeclaredChecks: __, ...traits } = ENTRIES.get(kind) ?? {};
  const [apiVersion = ''] = servedVersions(known);
  const podTemplate = pathOfPodTemplate(definitionNameOf(apiVersion, kind), types);
  const line = {
    ...facts,
    ...(rules !== undefined && { validated: true }),
    ...traits,
    ...(podTemplate !== undefined && { podTemplate }),
    versions: Object.fromEntries(lives(kind, versions)),
  };
  return `${kind} ${JSON.stringify(line)}`;
}

/**
 * Returns the path from a struct to the template of its pods, or to a Pod, through other structs; undefined if there is
 * none.
 */
function pathOfPodTemplate(definition: string, types: Types): string | undefined {
  if (['core.v1.Pod', 'core.v1.PodTemplateSpec'].includes(definition)) return '';
  for (const [field, { type }] of fieldsOf(types[definition] ?? { fields: {} })) {
    const struct = parseFieldType(type);
    if (struct.shape !== 'object') continue;
    const path = pathOfPodTemplate(struct.definition, types);
    if (path !== undefined) return path === '' ? field : `${field}.${path}`;
  }
  return undefined;
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '';
}

/** A replacement is recorded if it is not simply the version that the server prefers. */
function lives(
  kind: string,
  versions: Kinds['kinds'][string]['versions'],
): readonly (readonly [string, object])[] {
  const preferred = Object.keys(versions)[0];
  return Object.entries(versions).map(([apiVersion, { replacement, ...life }]) => [
    apiVersion,
    replacement === undefined || replacement === `${preferred}/${kind}`
      ? life
      : { ...life, replacement },
  ]);
}
