import {
  isLabelValue,
  isQualifiedName,
} from '../../../server/kubernetes/formats/qualified-name.ts';
import { REQUIREMENT, requirementsOf } from './label-selector.ts';
import { compiledWhole } from './patch-target.ts';

/** `a>1`, `a<1`. */
const COMPARISON = /^([^\s,=!<>()]+)\s*[<>]\s*\d+$/;

/**
 * Reports whether kustomize can read a label selector in its text form. An empty one selects everything.
 * Source: `Parse` in `pkg/labels/selector.go` of apimachinery
 */
export function isReadableSelector(selector: string): boolean {
  if (selector.trim() === '') return true;
  const requirements = requirementsOf(selector);
  const commas = selector.replaceAll(/\([^)]*\)?/g, '').split(',').length - 1;
  // Nothing is left of an empty requirement.
  return requirements.length === commas + 1 && requirements.every(isReadable);
}

function isReadable(requirement: string): boolean {
  const [, compared] = COMPARISON.exec(requirement.trim()) ?? [];
  if (compared !== undefined) return isQualifiedName(compared);
  const match = REQUIREMENT.exec(requirement.trim());
  if (match === null) return false;
  const [, absent, key = absent ?? '', , value = '', , values = ''] = match;
  const texts = [value, ...values.split(',')];
  return isQualifiedName(key) && texts.every((text) => isLabelValue(text.trim()));
}

/** The fields of a target that are regular expressions. */
export const PATTERNS = ['group', 'version', 'kind', 'name', 'namespace'] as const;

/** Reports whether kustomize can compile a pattern of a target. */
export function isReadablePattern(pattern: string): boolean {
  return compiledWhole(pattern)?.ok !== false;
}
