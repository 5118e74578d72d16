import { goQuoteBytes } from './quote.ts';

/** The parts of a URL. Which characters must be escaped depends on the part. */
type UrlPart = 'path' | 'user' | 'host' | 'zone' | 'query' | 'fragment';

export type UnescapeRefusal = 'escape' | 'host-character';

type Unescaped =
  | { readonly ok: true; readonly bytes: string }
  /** `error` is Go's error message. */
  | { readonly ok: false; readonly refusal: UnescapeRefusal; readonly error: string };

/** The characters that each part may contain unescaped, in addition to letters, digits and `-_.~`. */
const PLAIN: Readonly<Record<UrlPart, string>> = {
  path: '$&+,/:;=@',
  user: '$&+,;=',
  host: `!$&'()*+,;=:[]<>"`,
  zone: `!$&'()*+,;=:[]<>"`,
  query: '',
  fragment: '$&+,/:;=?@!()*',
};

function isPlain(char: string, part: UrlPart): boolean {
  return /[A-Za-z0-9\-_.~]/.test(char) || PLAIN[part].includes(char);
}

/**
 * Resolves the escapes in a part of a URL.
 *
 * @param text a byte string: each character is one byte
 *
 * Source: `unescape` in Go's `net/url`.
 */
export function unescapeBytes(text: string, part: UrlPart): Unescaped {
  const isOfHost = part === 'host' || part === 'zone';
  let bytes = '';
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === '%') {
      const written = text.slice(index, index + 3);
      if (!/^%[0-9a-fA-F]{2}$/.test(written) || (isOfHost && !isEscapeForHost(written, part))) {
        const error = `invalid URL escape ${goQuoteBytes(written)}`;
        return { ok: false, refusal: 'escape', error };
      }
      bytes += String.fromCharCode(Number.parseInt(written.slice(1), 16));
      index += 2;
    } else if (isOfHost && char < '\u0080' && !isPlain(char, part)) {
      const error = `invalid character ${goQuoteBytes(char)} in host name`;
      return { ok: false, refusal: 'host-character', error };
    } else bytes += char === '+' && part === 'query' ? ' ' : char;
  }
  return { ok: true, bytes };
}

/**
 * Reports whether an escape is allowed in a host: of bytes beyond ASCII; in zones (RFC 6874) also of host characters
 * and spaces.
 */
function isEscapeForHost(written: string, part: UrlPart): boolean {
  if (written === '%25') return true;
  const code = Number.parseInt(written.slice(1), 16);
  if (part === 'host') return code >= 0x80;
  return code === 0x20 || isPlain(String.fromCharCode(code), 'host');
}

/** Escapes a byte string for a part of a URL, as `escape` in Go's `net/url` does. */
export function escapeBytes(bytes: string, part: UrlPart): string {
  let text = '';
  for (const char of bytes) {
    if (isPlain(char, part)) text += char;
    else if (char === ' ' && part === 'query') text += '+';
    else text += `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

/** Reports whether a written path or fragment is a valid encoding. Source: `validEncoded` in Go's `net/url`. */
export function isEscapedPath(text: string, part: 'path' | 'fragment'): boolean {
  for (const char of text) {
    if (!"!$&'()*+,;=:@[]%".includes(char) && !isPlain(char, part)) return false;
  }
  return true;
}
