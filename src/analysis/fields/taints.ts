import type { Field } from '../../rule/field.ts';
import { labelKeyProblem, labelValueProblem } from '../metadata/labels.ts';
import {
  requireFormat,
  requireOneOf,
  requireText,
  requireValidText,
  type ValueReport,
} from './value-checks.ts';

/** The fields that taints of nodes and of devices have. */
type Taint =
  | { readonly key?: string; readonly value?: string; readonly effect?: string }
  | undefined;

/**
 * Reports the errors of a taint: the key and the value are those of a label, and the effect is one of those that are
 * allowed.
 *
 * @param path the path of the taint in the server
 */
export function checkTaint(
  report: ValueReport<'required' | 'invalid' | 'unsupported'>,
  taint: Field<Taint>,
  effects: readonly string[],
  path: string,
  pathOfEffect = path,
): void {
  requireValidText(report, taint.get('key'), labelKeyProblem, { path: `${path}.key` });
  requireFormat(report, taint.get('value'), labelValueProblem, { path: `${path}.value` });
  checkTaintEffect(report, taint, effects, pathOfEffect);
}

/** Reports the effect of a taint if it is not one of those that are allowed. */
export function checkTaintEffect(
  report: ValueReport<'required' | 'unsupported'>,
  taint: Field<Taint>,
  effects: readonly string[],
  path: string,
): void {
  const effect = taint.get('effect');
  const place = { path: `${path}.effect` };
  if (requireText(report, effect, `one of ${effects.join(', ')}`, place)) {
    requireOneOf(report, effect, effects, place);
  }
}
