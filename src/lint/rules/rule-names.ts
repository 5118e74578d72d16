import { rules } from '../../../rules/index.ts';
import { suggestion } from '../../result/suggestion.ts';

/** The family of a rule, the part of its id before the slash. */
export function familyOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

/** All families, each once. */
export function families(): readonly string[] {
  return [...new Set(rules.map(({ id }) => familyOf(id)))];
}

/** The ids of all rules, and all families. */
export function ruleNames(): readonly string[] {
  return [...rules.map(({ id }) => id), ...families()];
}

/** Reports whether a name is the name of a rule, or of its family. */
export function namesRule(name: string, id: string): boolean {
  return id === name || id.startsWith(`${name}/`);
}

/** The error message for a name that is neither a rule nor a family; undefined for a valid name. */
export function ruleNameProblem(name: string): string | undefined {
  const known = ruleNames();
  if (known.includes(name)) return undefined;
  const meant = suggestion(name, known);
  return `unknown rule or family ${name}${meant === '' ? '; kubeadmit rules lists them' : meant}`;
}
