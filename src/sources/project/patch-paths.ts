import type { ChangedStep } from './changed-fields.ts';

/**
 * The steps of a JSON Pointer (RFC 6901) in an operation of a JSON Patch (RFC 6902).
 *
 * @param isAddition true if the operation is `add`, which inserts items before the item at its position
 */
export function stepsOfPointer(pointer: string, isAddition: boolean): readonly ChangedStep[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token, position): ChangedStep => {
    const isInsertion = isAddition && position === tokens.length - 1;
    if (token === '-') return { kind: 'new-item' };
    if (/^\d+$/.test(token)) {
      return isInsertion ? { kind: 'new-item' } : { kind: 'item', index: Number(token) };
    }
    return { kind: 'key', key: token.replaceAll('~1', '/').replaceAll('~0', '~') };
  });
}

/** Something in brackets, or a key in which dots are escaped. */
const REPLACED_STEP = /\[([^\][]*)\]|(?:\\.|[^.\\[])+/g;

/**
 * The steps of a field path of a replacement: `webhooks.[name=a].clientConfig.caBundle`, `webhooks.*.name`,
 * `metadata.annotations.[a.b/c]`, `metadata.labels.a\.b/c`.
 */
export function stepsOfReplacement(path: string): readonly ChangedStep[] {
  return [...path.matchAll(REPLACED_STEP)].map(([text, inBrackets]): ChangedStep => {
    const selector = inBrackets === undefined ? -1 : inBrackets.indexOf('=');
    if (inBrackets !== undefined && selector !== -1) {
      const name = inBrackets.slice(selector + 1);
      const isName = inBrackets.slice(0, selector) === 'name';
      return isName ? { kind: 'named-item', name } : { kind: 'every-item' };
    }
    const key = inBrackets ?? text.replace(/\\(.)/g, '$1');
    if (key === '*') return { kind: 'every-item' };
    if (key === '-') return { kind: 'new-item' };
    return /^\d+$/.test(key) ? { kind: 'item', index: Number(key) } : { kind: 'key', key };
  });
}
