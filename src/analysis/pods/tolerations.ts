import { parseInteger } from '../../base/go/decimal-integer.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { hasGate } from '../../server/kubernetes/server.ts';
import type { Toleration } from '../../server/kubernetes/types.generated.ts';
import {
  reportInvalid,
  requireFormat,
  requireOneOf,
  type ValueReport,
} from '../fields/value-checks.ts';
import { labelKeyProblem, labelValueProblem } from '../metadata/labels.ts';
import { type PodKind, podOf } from './pod-specs.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

const COMPARISONS: readonly (string | undefined)[] = ['Lt', 'Gt'];
const GATE = 'TaintTolerationComparisonOperators';

/**
 * Reports whether tolerations of pods can compare numbers. They can in an update of an object that has such a
 * toleration.
 */
export function comparesNumbers({ server, stored }: Resource<PodKind>): boolean {
  if (hasGate(server, GATE, true)) return true;
  if (stored === undefined || !hasGate(server, GATE, false)) return false;
  const before = podOf(stored.resource).spec.itemsOf('tolerations');
  return before.some(({ value }) => COMPARISONS.includes(value?.operator));
}

/**
 * Reports the errors of a toleration.
 *
 * @param compares true if the server knows the operators `Lt` and `Gt`
 *
 * Source: `ValidateTolerations` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function checkToleration(
  report: ValueReport<'invalid' | 'unsupported'>,
  toleration: Field<Toleration>,
  compares: boolean,
): void {
  const key = toleration.get('key');
  const operator = toleration.get('operator');
  const effect = toleration.get('effect');
  if (key.value) requireFormat(report, key, labelKeyProblem);
  else if (operator.value !== 'Exists' && !key.pruned && !operator.pruned) {
    reportInvalid(report, operator, 'without a key it must be Exists');
  }
  if (toleration.value?.tolerationSeconds !== undefined && effect.value !== 'NoExecute') {
    if (!effect.pruned)
      reportInvalid(report, effect, 'with tolerationSeconds it must be NoExecute');
  }
  checkOperator(report, toleration, compares);
  if (effect.value) requireOneOf(report, effect, EFFECTS);
}

function checkOperator(
  report: ValueReport<'invalid' | 'unsupported'>,
  toleration: Field<Toleration>,
  compares: boolean,
): void {
  const operator = toleration.get('operator');
  const value = toleration.get('value');
  const { value: text = '' } = value;
  const place = { path: operator.path };
  switch (operator.value ?? '') {
    case '':
    case 'Equal':
      requireFormat(report, value, labelValueProblem, place);
      break;
    case 'Exists':
      if (text !== '') reportInvalid(report, value, 'the operator Exists has no value', place);
      break;
    case 'Lt':
    case 'Gt':
      if (compares) {
        if (!/^(?:0|-?[1-9][0-9]*)$/.test(text) || !parseInteger(text).ok) {
          reportInvalid(report, value, 'it must be an integer of 64 bits');
        }
        break;
      }
      requireOneOf(report, operator, ['Equal', 'Exists']);
      break;
    default:
      requireOneOf(report, operator, ['Equal', 'Exists']);
  }
}
