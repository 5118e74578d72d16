import { version } from '../../package.json';
import { minorsText } from '../report/phrases.ts';
import { MINORS, type Minor, NEWEST_MINOR, parseMinors } from '../server/kubernetes/minors.ts';
import { refuse, type ValueType } from './value-type.ts';

/** A minor, or a range of minors. YAML reads `1.30` as a number, so the written text is used. */
export const KUBERNETES_VERSION: ValueType<readonly Minor[]> = {
  schema: { type: ['string', 'number'], examples: [NEWEST_MINOR, `${MINORS[1]}..${NEWEST_MINOR}`] },
  read: (value, at, context) => {
    const text = typeof value === 'number' ? context.written(at) : value;
    if (typeof text !== 'string') {
      return refuse(at, context, `must be a version such as ${NEWEST_MINOR}`);
    }
    return parseMinors(text) ?? refuse(at, context, versionProblem(text));
  },
  write: minorsText,
};

/** Describes the error in a version, or a range of versions, that names no known minor. */
function versionProblem(text: string): string {
  const [oldest] = MINORS;
  const ends = text.split('..');
  const [first, last] = ends;
  if (ends.length === 2 && first !== undefined && last !== undefined) {
    const isKnown = [first, last].every((end) => parseMinors(end) !== undefined);
    if (isKnown) return `the range is backwards; use ${last}..${first}`;
  }
  const hyphenated = /^\s*v?(\d+\.\d+)\s*-\s*v?(\d+\.\d+)\s*$/.exec(text);
  if (hyphenated !== null) {
    return `${text} is not a version; use ${hyphenated[1]}..${hyphenated[2]}`;
  }
  const unknown = ends.find((end) => parseMinors(end) === undefined) ?? text;
  const minor = /^v?1\.(\d+)(?:[.+-].*)?$/.exec(unknown.trim())?.[1];
  if (minor === undefined || ends.length > 2 || parseMinors(`1.${minor}`) !== undefined) {
    return `unknown Kubernetes version ${text}; use a minor such as ${NEWEST_MINOR}, or a range such as ${oldest}..${NEWEST_MINOR}`;
  }
  const isNewer = Number(minor) > Number(NEWEST_MINOR.slice('1.'.length));
  return `Kubernetes 1.${minor} is not known to kubeadmit ${version}; the ${isNewer ? `newest is ${NEWEST_MINOR}` : `oldest is ${oldest}`}`;
}
