import { suggestion } from '../result/suggestion.ts';
import { type FeatureGates, gateNames } from '../server/kubernetes/feature-gates.ts';
import { allKinds, isBuiltInGroup } from '../server/kubernetes/kinds.ts';
import { API_LEVELS, type RuntimeConfig } from '../server/kubernetes/runtime-config.ts';
import { isMapping, type Path, type Value } from '../yaml/index.ts';
import { refuse, type ValueContext, type ValueType } from './value-type.ts';

/** Names that a flag of the API server turns on or off. */
type Switches = ReadonlyMap<string, boolean>;

/** `--runtime-config` of the API server: a mapping, or a string such as `api/beta=true`. */
export const RUNTIME_CONFIG: ValueType<RuntimeConfig> = switches(versionProblem, (config) =>
  config.size === 1 && config.get('api/all') === false
    ? 'api/all=false alone disables all APIs; enable some of them too'
    : undefined,
);

/** `--feature-gates` of the API server: a mapping, or a string such as `AllAlpha=true`. */
export const FEATURE_GATES: ValueType<FeatureGates> = switches((name) => {
  const known = gateNames();
  return known.includes(name)
    ? undefined
    : `unknown feature gate ${name}${suggestion(name, known)}`;
});

/**
 * A mapping of names to true or false, which can also be written as on the command line: `a=true,b=false`. A name
 * without a value is turned on.
 *
 * @param problemOf describes the error in a name
 * @param problemOfAll describes the error in all names together
 */
function switches(
  problemOf: (name: string) => string | undefined,
  problemOfAll: (all: Switches) => string | undefined = () => undefined,
): ValueType<Switches> {
  return {
    schema: {
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'object', additionalProperties: { type: 'boolean' } },
      ],
    },
    read: (value, at, context) => {
      const entries = entriesOf(value, at, context);
      if (entries === undefined) return undefined;
      const all = new Map<string, boolean>();
      for (const [name, isOn, path] of entries) {
        const problem = problemOf(name);
        if (problem !== undefined) context.report(path, problem, 'key');
        else all.set(name, isOn);
      }
      if (all.size < entries.length) return undefined;
      const problem = problemOfAll(all);
      return problem === undefined ? all : refuse(at, context, problem);
    },
    write: (all) => Object.fromEntries(all),
  };
}

type Entry = readonly [name: string, isOn: boolean, at: Path];

function entriesOf(value: Value, at: Path, context: ValueContext): readonly Entry[] | undefined {
  if (typeof value === 'string' && value.trim() !== '') return writtenEntries(value, at, context);
  if (!isMapping(value)) return refuse(at, context, 'must be a mapping of names to true or false');
  const entries = Object.entries(value).map(([name, isOn]) => {
    const path = [...at, name];
    return typeof isOn === 'boolean'
      ? ([name, isOn, path] as const)
      : refuse(path, context, 'must be true or false');
  });
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function writtenEntries(
  text: string,
  at: Path,
  context: ValueContext,
): readonly Entry[] | undefined {
  const entries = text.split(',').flatMap((item) => {
    if (item.trim() === '') return [];
    const [name = '', value = 'true'] = item.split('=').map((part) => part.trim());
    return value === 'true' || value === 'false'
      ? [[name, value === 'true', at] as const]
      : [refuse(at, context, `the value of ${name} must be true or false, not ${value}`)];
  });
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/** Describes the error in a version, a resource in a version, or the name of a level. */
function versionProblem(name: string): string | undefined {
  if (API_LEVELS.has(name)) return undefined;
  const [group = '', version, plural, ...more] = name.split('/');
  if (version === undefined || more.length > 0) {
    return `${name} is not a version such as policy/v1beta1, a resource such as policy/v1beta1/poddisruptionbudgets, or one of ${[...API_LEVELS.keys()].join(', ')}`;
  }
  if (group === 'api') return `unknown level ${name}${suggestion(name, [...API_LEVELS.keys()])}`;
  if (!isBuiltInGroup(group)) return `unknown API group ${group}${suggestion(group, allGroups())}`;
  const apiVersion = `${group}/${version}`;
  const ofVersion = allKinds().filter(({ versions }) => versions.has(apiVersion));
  if (ofVersion.length === 0) return `unknown version ${apiVersion}`;
  const plurals = ofVersion.map((kind) => kind.plural);
  return plural === undefined || plurals.includes(plural)
    ? undefined
    : `unknown resource ${plural} in ${apiVersion}${suggestion(plural, plurals)}`;
}

function allGroups(): readonly string[] {
  return [...new Set(allKinds().map(({ group }) => group))];
}
