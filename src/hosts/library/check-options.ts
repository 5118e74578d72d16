import type { LintOptions } from '../../lint/options.ts';
import { ruleNames } from '../../lint/rules/rule-names.ts';
import { suggestion } from '../../result/suggestion.ts';
import { MINORS } from '../../server/kubernetes/minors.ts';

/** The options of the library. Only the hosts of this repository know the files that flags are from. */
type OptionName = Exclude<keyof LintOptions, 'flagFiles'>;

/** The checks of the types of all options, for callers without type checking. */
const OPTIONS: Readonly<Record<OptionName, (value: unknown, name: string) => string | undefined>> =
  {
    kubernetesVersions: (value, name) => listProblem(value, name, MINORS, 'Kubernetes minor'),
    only: (value, name) => listProblem(value, name, ruleNames(), 'rule or family'),
    skip: (value, name) => listProblem(value, name, ruleNames(), 'rule or family'),
    runtimeConfig: switchesProblem,
    featureGates: switchesProblem,
    podSecurity: (value, name) =>
      typeof value === 'object' && value !== null ? undefined : `${name} must be an object`,
    nodePorts: portsProblem,
    pedantic: booleanProblem,
    partial: booleanProblem,
    live: booleanProblem,
    staticManifests: booleanProblem,
    mergeRepetitions: booleanProblem,
    base: iterableProblem,
    crds: iterableProblem,
    policies: iterableProblem,
    now: (value, name) => (value instanceof Date ? undefined : `${name} must be a Date`),
  };

/**
 * Checks options that may come from code without types.
 *
 * @throws TypeError for an unknown option, minor, rule or family, with a suggestion, and for a value of a wrong type
 */
export function checkOptions(options: object): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('options must be an object');
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const problem = isOption(name)
      ? OPTIONS[name](value, name)
      : `unknown option ${name}${suggestion(name, Object.keys(OPTIONS))}`;
    if (problem !== undefined) throw new TypeError(problem);
  }
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

/**
 * Checks a source that may come from code without types.
 *
 * @throws TypeError
 */
export function checkSource(source: {
  readonly name: unknown;
  readonly content: unknown;
  readonly ruleLevels?: unknown;
}): void {
  if (typeof source?.name !== 'string')
    throw new TypeError('the name of a source must be a string');
  const { content, ruleLevels } = source;
  if (typeof content !== 'string' && !ArrayBuffer.isView(content)) {
    throw new TypeError(`the content of ${source.name} must be a string or a Uint8Array`);
  }
  if (ruleLevels !== undefined && !(ruleLevels instanceof Map)) {
    throw new TypeError(`the ruleLevels of ${source.name} must be a Map`);
  }
}

function listProblem(
  value: unknown,
  name: string,
  known: readonly string[],
  noun: string,
): string | undefined {
  if (!Array.isArray(value)) return `${name} must be an array`;
  const unknown: unknown = value.find((item) => !known.includes(item));
  if (value.length === 0 && noun === 'Kubernetes minor') return `${name} must not be empty`;
  return unknown === undefined
    ? undefined
    : `unknown ${noun} ${String(unknown)} in ${name}${suggestion(String(unknown), known)}`;
}

function booleanProblem(value: unknown, name: string): string | undefined {
  return typeof value === 'boolean' ? undefined : `${name} must be a boolean`;
}

/** Describes the error in flags of the API server, which are Maps of names to booleans. */
function switchesProblem(value: unknown, name: string): string | undefined {
  return value instanceof Map && [...value.values()].every((one) => typeof one === 'boolean')
    ? undefined
    : `${name} must be a Map of names to booleans`;
}

/** Describes the error in a range of ports, which has both ends. */
function portsProblem(value: unknown, name: string): string | undefined {
  const { first, last }: { first?: unknown; last?: unknown } = Object(value);
  return Number.isInteger(first) && Number.isInteger(last)
    ? undefined
    : `${name} must have the integers first and last`;
}

function iterableProblem(value: unknown, name: string): string | undefined {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
    ? undefined
    : `${name} must be iterable`;
}
