/** An element of DER: its tag (one byte), and the range of its content. */
export interface DerElement {
  readonly tag: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The tags (X.690) that certificates contain. */
export const DER_TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

/** The tag of a constructed element with the context-specific tag `[number]`. */
export function contextTag(number: number): number {
  return 0xa0 | number;
}

/**
 * Reads the consecutive DER elements (X.690) in a range of bytes: a tag of one byte, a length of
 * one to five bytes, the content. Returns undefined if the bytes are something else.
 */
export function derElements(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
): readonly DerElement[] | undefined {
  const elements: DerElement[] = [];
  let at = start;
  while (at < end) {
    const element = readElement(bytes, at, end);
    if (element === undefined) return undefined;
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** The elements inside of an element. */
export function derContent({ bytes, start, end }: DerElement): readonly DerElement[] | undefined {
  return derElements(bytes, start, end);
}

/** The elements inside of a sequence; none if the element is something else. */
export function derSequence(element: DerElement | undefined): readonly DerElement[] {
  return element?.tag === DER_TAG.sequence ? (derContent(element) ?? []) : [];
}

/** The content of an element in hexadecimal digits, for comparisons. */
export function derHex({ bytes, start, end }: DerElement): string {
  let text = '';
  for (const byte of bytes.subarray(start, end)) text += byte.toString(16).padStart(2, '0');
  return text;
}

function readElement(bytes: Uint8Array, at: number, limit: number): DerElement | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  let start = at + 2;
  let length = first;
  if (first >= 0x80) {
    const digits = first & 0x7f;
    if (digits === 0 || digits > 4) return undefined;
    length = 0;
    for (const digit of bytes.subarray(start, start + digits)) length = length * 256 + digit;
    start += digits;
  }
  const end = start + length;
  return end > limit ? undefined : { tag, bytes, start, end };
}
