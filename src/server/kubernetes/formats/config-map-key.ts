import { byteLength } from './dns.ts';

/** The largest length of a key, in bytes. */
const LONGEST = 253;

/**
 * The error of a key of a ConfigMap or Secret, as a clause. Undefined for a valid key.
 *
 * Source: `IsConfigMapKey` of `k8s.io/apimachinery/pkg/util/validation`.
 */
export function configMapKeyProblem(key: string): string | undefined {
  if (byteLength(key) > LONGEST) return `it is longer than ${LONGEST} bytes`;
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) return "use only letters, digits, '-', '_' and '.'";
  if (key === '.') return "it must not be '.'";
  return key.startsWith('..') ? "it must not start with '..'" : undefined;
}
