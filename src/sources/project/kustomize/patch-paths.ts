import { tokensOfPointer } from '../../../base/json-pointer.ts';
import type { ChangedStep } from './changed-fields.ts';

/**
 * The steps of a JSON Pointer (RFC 6901) in an operation of a JSON Patch (RFC 6902).
 *
 * @param isAddition true if the operation is `add`, which inserts items before the item at its position
 */
export function stepsOfPointer(pointer: string, isAddition: boolean): readonly ChangedStep[] {
  const tokens = tokensOfPointer(pointer);
  return tokens.map((token, position): ChangedStep => {
    const isInsertion = isAddition && position === tokens.length - 1;
    if (token === '-') return { kind: 'new-item' };
    if (/^\d+$/.test(token)) {
      return isInsertion ? { kind: 'new-item' } : { kind: 'item', index: Number(token) };
    }
    return { kind: 'key', key: token };
  });
}

/** The item of a list that a part of a path selects: `[name=web]`, or `[=web]` in a list of scalars. */
export interface Selector {
  readonly key: string;
  readonly value: string;
}

/** The selector that a part of a path is. Undefined for other parts. */
export function selectorIn(part: string): Selector | undefined {
  const [, key, value] = /^\[([^=]*)=([\s\S]*)\]$/.exec(part) ?? [];
  return key === undefined || value === undefined ? undefined : { key, value };
}

/**
 * The parts of a field path of a replacement: `webhooks.[name=a].clientConfig.caBundle`, `webhooks.*.name`,
 * `metadata.annotations.[a.b/c]`, `metadata.labels.a\.b/c`. Brackets keep dots together.
 *
 * Source: `SmarterPathSplitter` in `utils` of sigs.k8s.io/kustomize/kyaml
 */
export function partsOfReplacement(path: string): readonly string[] {
  const parts: string[] = [];
  let bracketed: string | undefined;
  for (const part of splitAtDots(path)) {
    const joined: string = bracketed === undefined ? part : `${bracketed}.${part}`;
    bracketed = joined.startsWith('[') && !joined.endsWith(']') ? joined : undefined;
    if (bracketed !== undefined) continue;
    const isKey = joined.startsWith('[') && !joined.includes('=');
    parts.push(isKey ? joined.slice(1, -1) : joined);
  }
  return bracketed === undefined ? parts : [...parts, bracketed];
}

/** A backslash before a dot makes it a part of a key. */
function splitAtDots(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.replace(/^\.(?=.)/, '').split('.')) {
    const last = parts.at(-1);
    if (last?.endsWith('\\') === true) parts[parts.length - 1] = `${last.slice(0, -1)}.${part}`;
    else parts.push(part);
  }
  return parts;
}

/** The steps of a field path of a replacement. */
export function stepsOfReplacement(path: string): readonly ChangedStep[] {
  return partsOfReplacement(path).map((part): ChangedStep => {
    const selector = selectorIn(part);
    if (selector?.key === 'name') return { kind: 'named-item', name: selector.value };
    if (selector !== undefined || part === '*') return { kind: 'every-item' };
    if (part === '-') return { kind: 'new-item' };
    return /^\d+$/.test(part) ? { kind: 'item', index: Number(part) } : { kind: 'key', key: part };
  });
}
