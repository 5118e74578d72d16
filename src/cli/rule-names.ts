import { rules } from '../../rules/index.ts';
import { suggestion } from '../result/suggestion.ts';
import { UsageError } from './exit.ts';

/** The family of a rule, the part of its id before the slash. */
export function familyOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

/** All families, each once. */
export function families(): readonly string[] {
  return [...new Set(rules.map(({ id }) => familyOf(id)))];
}

/**
 * Reads a comma-separated list of rules and families.
 *
 * @throws UsageError for a name that is neither
 */
export function parseRuleNames(text: string): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim().replace(/\/\*?$/, ''))
    .filter((name) => name !== '');
  if (names.length === 0) throw new UsageError('the list of rules is empty');
  const known = [...rules.map(({ id }) => id), ...families()];
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = suggestion(name, known);
    throw new UsageError(
      `unknown rule or family ${name}${meant === '' ? '; kubeadmit rules lists them' : meant}`,
    );
  }
  return names;
}
