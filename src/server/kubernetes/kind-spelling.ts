import { editDistance } from './edit-distance.ts';

interface KindNames {
  readonly kind: string;
  readonly plural: string;
}

/**
 * The minimal length of a word that is part of the name of a kind (`ValidatingWebhook`) to count as
 * a misspelling of it.
 */
const SHORTEST_PREFIX = 10;

/** The kind with the most similar name to a word; undefined if none is similar. */
export function mostSimilarKind<K extends KindNames>(
  word: string,
  kinds: readonly K[],
  /** Reports whether the kind may have the apiVersion of the word. Any other kind must have the same name. */
  isOfVersion: (kind: K) => boolean,
): K | undefined {
  const near = kinds.filter((one) =>
    isOfVersion(one) ? resembles(word, one) : isSameWord(word, one),
  );
  return near.sort((a, b) => editDistance(word, a.kind) - editDistance(word, b.kind))[0];
}

/** Reports whether a word is the name of a kind, ignoring case, or its plural. */
function isSameWord(word: string, { kind, plural }: KindNames): boolean {
  const lower = word.toLowerCase();
  return lower === kind.toLowerCase() || lower === plural || lower === `${kind.toLowerCase()}s`;
}

function resembles(word: string, names: KindNames): boolean {
  if (isSameWord(word, names)) return true;
  const lower = word.toLowerCase();
  const kind = names.kind.toLowerCase();
  if (lower.length >= SHORTEST_PREFIX && (kind.startsWith(lower) || kind.endsWith(lower)))
    return true;
  return editDistance(lower, kind) <= Math.min(3, Math.floor(kind.length / 5));
}

/**
 * Reports whether a group that is not part of Kubernetes is probably one of its groups, misspelled or abbreviated:
 * `app` for `apps`, `rbac` for `rbac.authorization.k8s.io`, `core` for the core group.
 *
 * @param builtIn a group of Kubernetes; empty for the core group
 */
export function isMeantGroup(group: string, builtIn: string): boolean {
  const written = group.toLowerCase();
  if (written.endsWith('.x-k8s.io')) return false;
  const [word = '', ...domain] = written.split('.');
  const isAbbreviation = domain.length === 0 || domain.join('.') === 'k8s.io';
  if (builtIn === '') return isAbbreviation && word === 'core';
  if (editDistance(written, builtIn) <= (builtIn.endsWith('.k8s.io') ? 2 : 1)) return true;
  const [own = ''] = builtIn.split('.');
  return isAbbreviation && word.length >= 3 && (own.startsWith(word) || word.startsWith(own));
}
