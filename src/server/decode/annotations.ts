import { isMapping } from '../../yaml/index.ts';
import type { Mapping } from '../kubernetes/value.ts';
import type { DecodeProblem } from './problem.ts';

/** An annotation that becomes an integer field when the server converts a decoded object for itself. */
interface IntegerAnnotation {
  readonly name: string;
  /** True if an empty value counts as an absent annotation. */
  readonly isOptional: boolean;
}

/** Source: the conversions in `pkg/apis/*\/v1/conversion.go` of Kubernetes that can fail. */
const CONVERTED: ReadonlyMap<string, IntegerAnnotation> = new Map([
  ['apps.v1.Deployment', { name: 'deprecated.deployment.rollback.to', isOptional: true }],
  ['apps.v1.DaemonSet', { name: 'deprecated.daemonset.template.generation', isOptional: false }],
]);

/**
 * The problem for which the server cannot convert an object that it has decoded. Undefined if there is none.
 *
 * @param value the decoded value, without nulls and values of a wrong type
 */
export function annotationProblem(definition: string, value: Mapping): DecodeProblem | undefined {
  const annotation = CONVERTED.get(definition);
  const { metadata } = value;
  if (annotation === undefined || !isMapping(metadata)) return undefined;
  const { annotations } = metadata;
  const { name, isOptional } = annotation;
  if (!isMapping(annotations) || !Object.hasOwn(annotations, name)) return undefined;
  const text = String(annotations[name]);
  if (isInt64(text) || (isOptional && text === '')) return undefined;
  const path = ['metadata', 'annotations', name];
  return { kind: 'annotation', path, target: 'value', name, value: text };
}

/** Reports whether Go's `strconv.ParseInt(text, 10, 64)` accepts a text. */
function isInt64(text: string): boolean {
  return /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, toInteger(text)) === toInteger(text);
}

function toInteger(text: string): bigint {
  return BigInt(text.replace(/^\+/, ''));
}
