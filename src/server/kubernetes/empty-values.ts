import { getOrCompute } from '../../base/get-or-compute.ts';
import { emptyValues } from './generated/empty-values.mjs';
import { holdsIn, MINORS, type Minor, type MinorRange } from './minors.ts';

/**
 * The way in which the server's types write an absent or empty field: always, never if it is empty, or as null if it is
 * absent.
 */
interface EmptyField {
  readonly name: string;
  readonly is: 'always-written' | 'never-empty' | 'null-if-absent';
  readonly minors: MinorRange;
}

let lines: ReadonlyMap<string, string> | undefined;
const known = new Map<string, readonly EmptyField[]>();

/**
 * The fields of a definition that the server always writes, and the scalars that it never writes empty. Lists and maps
 * are never written empty, and all other scalars are written whenever they are present.
 *
 * @param definition such as `core.v1.Container`
 */
function emptyFieldsOf(definition: string): readonly EmptyField[] {
  return getOrCompute(known, definition, () => {
    lines ??= readLines();
    return (lines.get(definition) ?? '').split(';').slice(1).map(readField);
  });
}

/** The fields of {@link emptyFieldsOf} in one minor. */
export function emptyFieldsIn(definition: string, minor: Minor): readonly EmptyField[] {
  return emptyFieldsOf(definition).filter(({ minors }) => holdsIn(minors, minor));
}

function readLines(): ReadonlyMap<string, string> {
  return new Map(
    emptyValues()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(';')), line]),
  );
}

function readField(text: string): EmptyField {
  const [word = '', ...range] = text.split(' ');
  const since = minorIn(range, 'since');
  const until = minorIn(range, 'until');
  return {
    name: word.replace(/[?!]$/, ''),
    is: word.endsWith('?')
      ? 'never-empty'
      : word.endsWith('!')
        ? 'null-if-absent'
        : 'always-written',
    minors: { ...(since && { since }), ...(until && { until }) },
  };
}

function minorIn(range: readonly string[], end: string): Minor | undefined {
  const word = range.find((one) => one.startsWith(`${end}=`));
  return MINORS.find((minor) => word === `${end}=${minor}`);
}
