import { INT64_MAX } from '../base/go/integers.ts';
import { Refused } from './refusals.ts';
import { isFloatText, resolvePlain } from './resolve.ts';
import type { Span, Value } from './tree.ts';

const PREFIX = 'tag:yaml.org,2002:';
export const MERGE_TAG = `${PREFIX}merge`;

/** The value of a scalar with a tag, in any style. Tags that go-yaml does not know are ignored. */
export function resolveTagged(tag: string, text: string, span: Span): Value {
  if (!tag.startsWith(PREFIX)) return text;
  const name = tag.slice(PREFIX.length);
  switch (name) {
    case 'binary':
      return decodeBase64(text, span);
    case 'bool':
    case 'int':
    case 'float':
    case 'null':
    case 'timestamp':
      return resolveAs(name, text, span);
    default:
      return text;
  }
}

function resolveAs(
  name: 'bool' | 'int' | 'float' | 'null' | 'timestamp',
  text: string,
  span: Span,
): Value {
  if (name === 'timestamp' && isTimestamp(text)) return text;
  const value = resolvePlain(text);
  const actual = typeName(value, text);
  if (actual === name) return value;
  if (name === 'float' && actual === 'int' && !(typeof value === 'bigint' && value > INT64_MAX)) {
    return Number(value);
  }
  const serverMessage = `yaml: cannot decode !!${actual} \`${text}\` as a !!${name}`;
  throw Refused.plain('tag-mismatch', span, serverMessage, JSON.stringify(text), `!!${name}`);
}

function typeName(value: Value, text: string): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return isFloatText(text) ? 'float' : 'int';
  return 'str';
}

/** Bytes that are not valid UTF-8 become U+FFFD, as in the JSON that clients send. */
function decodeBase64(text: string, span: Span): string {
  const packed = text.replaceAll(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(packed)) {
    throw Refused.plain('binary-data', span, 'yaml: !!binary value contains invalid base64 data');
  }
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  return decodeLikeGo(bytes);
}

/** Go writes U+FFFD for each invalid byte, TextDecoder one for a longer invalid sequence. */
function decodeLikeGo(bytes: Uint8Array): string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return strict.decode(bytes);
  } catch {
    let decoded = '';
    for (let i = 0; i < bytes.length; ) {
      const byte = bytes[i] ?? 0;
      const width = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      try {
        decoded += strict.decode(bytes.subarray(i, i + width));
        i += width;
      } catch {
        decoded += '\ufffd';
        i++;
      }
    }
    return decoded;
  }
}

const TIMESTAMP =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+](\d\d):(\d\d)))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?))?$/;

/** Reports whether a string is a timestamp in one of the forms that go-yaml supports. */
function isTimestamp(text: string): boolean {
  const match = TIMESTAMP.exec(text);
  if (match === null) return false;
  const field = (k: number): number => Number(match[k] ?? 0);
  const [year, month, day] = [field(1), field(2), field(3)];
  const days = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month < 1 || month > 12 || day < 1 || day > (month === 2 && !leap ? 28 : days)) return false;
  const hour = Math.max(field(4), field(9));
  const minute = Math.max(field(5), field(10));
  const second = Math.max(field(6), field(11));
  return hour < 24 && minute < 60 && second < 60 && field(7) <= 24 && field(8) < 60;
}
