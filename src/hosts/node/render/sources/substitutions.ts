import { isMapping, mappingAt, type Path, readParts, type Value } from '../../../../yaml/index.ts';
import type { StatedObject } from './stated-objects.ts';

/** The value of a variable, and its place. */
export interface Variable {
  readonly value: string;
  readonly object: StatedObject;
  readonly at: Path;
}

/** The variables that Flux substitutes in what a kustomization builds. */
export interface Substitutions {
  readonly variables: ReadonlyMap<string, Variable>;
  /** False if there are others whose values are not in the repository, such as those of Secrets. */
  readonly areComplete: boolean;
}

/** The values of variables, and whether there are others. */
interface Values extends Pick<Substitutions, 'areComplete'> {
  readonly variables: ReadonlyMap<string, Pick<Variable, 'value'>>;
}

/** The most characters of a text in which variables are substituted. A long value may be used any number of times. */
const LARGEST = 64 * 1024 * 1024;

/** A variable as Flux writes it, with a default, or with a second `$` that makes it ordinary text. */
const VARIABLE = /\$(\$)?\{([A-Za-z_]\w*)(?:(:?[=-])([^{}$]*))?\}/g;

/** The name of the variable that is a whole text; undefined if it is not one. */
export function variableIn(text: string): string | undefined {
  return /^\$\{([A-Za-z_]\w*)(?::?[=-][^{}$]*)?\}$/.exec(text)?.[1];
}

/**
 * Substitutes the variables in a rendered text as Flux does. What is not known stays as it is, and so does an object
 * that is excluded. A variable with neither a value nor a default is empty for Flux. It is not known here: most are set
 * by patches of a cluster. If some values are not known, and the others alone make an object unreadable, all of it
 * stays as it is.
 *
 * @returns undefined if the text becomes too large
 *
 * Source: https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution
 */
export function substituted(text: string, values: Values): string | undefined {
  let result = '';
  let end = 0;
  for (const { span, content } of readParts(text)) {
    const own = text.slice(span.start, span.end);
    const value = content.kind === 'value' ? content.document.value : null;
    result += text.slice(end, span.start);
    const changed = isMapping(value) && isExcluded(value) ? own : substitutedIn(own, values);
    if (changed === undefined || result.length + changed.length > LARGEST) return undefined;
    result += changed;
    end = span.end;
  }
  return result + text.slice(end);
}

function substitutedIn(text: string, values: Values): string | undefined {
  const replaced = withValues(text, values);
  return replaced === undefined || values.areComplete || isReadable(replaced) ? replaced : text;
}

function isReadable(text: string): boolean {
  return [...readParts(text)].every(({ content }) => content.kind === 'value');
}

function withValues(text: string, { variables, areComplete }: Values): string | undefined {
  let added = 0;
  const replaced = (
    whole: string,
    escaped: string | undefined,
    name: string,
    operator: string | undefined,
    other: string | undefined,
  ) => {
    if (escaped !== undefined) return whole;
    const value = variables.get(name)?.value;
    const isMissing = value === undefined || (value === '' && operator?.startsWith(':'));
    if (!isMissing) {
      added += value.length;
      return added > LARGEST ? '' : value;
    }
    return areComplete && other !== undefined ? other : whole;
  };
  const result = text.replaceAll(VARIABLE, replaced);
  return added > LARGEST ? undefined : result;
}

function isExcluded(object: Value | undefined): boolean {
  return ['annotations', 'labels'].some(
    (key) =>
      mappingAt(object, 'metadata', key)['kustomize.toolkit.fluxcd.io/substitute'] === 'disabled',
  );
}
