import type { AuthorizationAnswers } from '../../server/admission/authorizer.ts';
import type { AuthorizationCheck } from '../../server/expressions/values/authorizer-values.ts';
import type { Value } from '../../server/kubernetes/value.ts';
import { decodeText, isMapping, readParts } from '../../yaml/index.ts';

/** A file with the answers of an authorizer, or its error. */
type AuthorizationFile =
  | { readonly ok: true; readonly answers: AuthorizationAnswers }
  | { readonly ok: false; readonly problem: string };

const LISTS = [
  'users',
  'groups',
  'verbs',
  'apiGroups',
  'resources',
  'namespaces',
  'names',
  'paths',
] as const;

type ListName = (typeof LISTS)[number];

interface Rule {
  readonly isAllowed: boolean;
  readonly reason: string;
  readonly lists: ReadonlyMap<ListName, readonly string[]>;
}

const ANSWERS = ['allow', 'deny', 'unknown'];

/**
 * Reads a file with the answers of an authorizer. The first rule that matches a check answers it, and `otherwise` all
 * others:
 *
 *     rules:
 *     - answer: allow
 *       users: [jane]
 *       verbs: [get]
 *       apiGroups: ['']
 *       resources: [pods, pods/log]
 *     otherwise: deny
 *
 * @param text YAML
 */
export function readAuthorizationFile(text: string | Uint8Array): AuthorizationFile {
  const [part, second] = [...readParts(decodeText(text))];
  if (part === undefined || second !== undefined || part.content.kind === 'refused') {
    return refuse('is not one YAML document');
  }
  return readAuthorization(part.content.document.value);
}

/** Reads the value of such a file. */
export function readAuthorization(value: Value): AuthorizationFile {
  if (!isMapping(value)) return refuse('must be a mapping with rules and otherwise');
  const { rules = [], otherwise = 'unknown', ...others } = value;
  const [unknownKey] = Object.keys(others);
  if (unknownKey !== undefined) return refuse(`unknown key ${unknownKey}`);
  if (typeof otherwise !== 'string' || !ANSWERS.includes(otherwise)) {
    return refuse(`otherwise must be one of ${ANSWERS.join(', ')}`);
  }
  if (!Array.isArray(rules)) return refuse('rules must be a list');
  const read: Rule[] = [];
  for (const [index, rule] of rules.entries()) {
    const found = readRule(rule);
    if (typeof found === 'string') return refuse(`rules[${index}]: ${found}`);
    read.push(found);
  }
  return { ok: true, answers: (check) => answer(check, read, otherwise) };
}

function refuse(problem: string): AuthorizationFile {
  return { ok: false, problem };
}

function readRule(value: Value): Rule | string {
  if (!isMapping(value)) return 'must be a mapping';
  const { answer: given, reason = '', ...others } = value;
  if (given !== 'allow' && given !== 'deny') return 'answer must be allow or deny';
  if (typeof reason !== 'string') return 'reason must be a string';
  const lists = new Map<ListName, readonly string[]>();
  for (const [key, list] of Object.entries(others)) {
    const name = LISTS.find((known) => known === key);
    if (name === undefined) return `unknown key ${key}; the keys are ${LISTS.join(', ')}`;
    const texts = Array.isArray(list) ? list.filter((one) => typeof one === 'string') : undefined;
    if (texts === undefined || texts.length !== (list as readonly Value[]).length) {
      return `${key} must be a list of strings`;
    }
    lists.set(name, texts);
  }
  return { isAllowed: given === 'allow', reason, lists };
}

function answer(
  check: AuthorizationCheck,
  rules: readonly Rule[],
  otherwise: string,
): ReturnType<AuthorizationAnswers> {
  const rule = rules.find(({ lists }) => matches(check, lists));
  if (rule !== undefined) return { isAllowed: rule.isAllowed, reason: rule.reason };
  return otherwise === 'unknown' ? undefined : { isAllowed: otherwise === 'allow', reason: '' };
}

/**
 * An absent list matches anything of its kind: only checks of resources have resources, and only the other checks have
 * paths.
 */
function matches(
  check: AuthorizationCheck,
  lists: ReadonlyMap<ListName, readonly string[]>,
): boolean {
  const { subject, verb } = check;
  const values: Partial<Record<ListName, readonly string[]>> =
    check.is === 'path'
      ? { users: [subject.name], groups: subject.groups, verbs: [verb], paths: [check.path] }
      : {
          users: [subject.name],
          groups: subject.groups,
          verbs: [verb],
          apiGroups: [check.group],
          resources: [
            check.subresource === '' ? check.resource : `${check.resource}/${check.subresource}`,
          ],
          namespaces: [check.namespace],
          names: [check.name],
        };
  return [...lists].every(([name, list]) =>
    values[name]?.some((value) => list.includes('*') || list.includes(value)),
  );
}
