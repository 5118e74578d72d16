import type { Fix } from '../../result/fix.ts';
import { safeFix, unsafeFix } from '../../rule/fix.ts';
import type { Origin } from '../../rule/origin.ts';
import { quantityProblem } from '../../server/kubernetes/formats/quantity.ts';
import type { Path } from '../../yaml/index.ts';

/** A number with the letters of a unit of bytes, in any case, with or without white space between them. */
const BYTES = /^([+-]?\d+(?:\.\d+)?)\s*([kmgtpe])(i?)(b?)$/i;

/**
 * The fix of an amount of bytes whose suffix the server does not know. `GiB` and `gi` are certainly `Gi`; `GB`, `g` and
 * `K` are powers of 1000 or of 1024.
 *
 * @param path the path from the root of the document
 */
export function quantityFix(origin: Origin, path: Path, text: string): Fix | undefined {
  const replaceBy = (value: string) => ({ kind: 'replace', path, value }) as const;
  const [first, ...others] = byteQuantities(path, text);
  if (first === undefined) return undefined;
  if (others.length === 0)
    return safeFix(origin, { title: `use ${first}`, edits: [replaceBy(first)] });
  return unsafeFix(
    origin,
    ...[first, ...others].map((value) => ({ title: `use ${value}`, edits: [replaceBy(value)] })),
  );
}

/** The quantities that an amount of bytes with an unknown suffix may mean; empty if it is none. */
export function byteQuantities(path: Path, text: string): readonly string[] {
  const [, number = '', letter = '', binary = ''] = BYTES.exec(text) ?? [];
  // Cores are not counted in bytes.
  if (number === '' || /(?:^|\.)cpu$/.test(String(path.at(-1)))) return [];
  const unit = letter.toUpperCase();
  const ofBinary = `${number}${unit}i`;
  const ofDecimal = `${number}${unit === 'K' ? 'k' : unit}`;
  if (binary !== '') return [ofBinary];
  return [ofDecimal, ofBinary].filter((value) => quantityProblem(value) === undefined);
}
