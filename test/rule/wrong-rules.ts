// Rules that cannot run: `npm run check` fails where one of them compiles.

import type { Message } from '../../src/rule/description.ts';
import { defineRule } from '../../src/rule/rule.ts';

const described = {
  id: 'family/name',
  severity: 'error',
  summary: '',
  details: '',
  reference: '',
  messages: { plain: { text: 'plain' }, named: { text: "'{name}' is wrong" } },
  examples: { bad: [], good: [] },
} as const;

// @ts-expect-error: it looks at nothing
defineRule({ ...described, check() {} });

// @ts-expect-error: it looks at something that does not exist
defineRule({ ...described, on: 'everything', check() {} });

// @ts-expect-error: it has no check
defineRule({ ...described, on: 'text' });

// @ts-expect-error: it names no kinds
defineRule({ ...described, on: 'object', check() {} });

// @ts-expect-error: the server has no such kind
defineRule({ ...described, on: 'object', kinds: ['Podd'], check() {} });

// @ts-expect-error: what is applied together has several kinds
defineRule({ ...described, on: 'installation', kinds: ['APIService'], check() {} });

// @ts-expect-error: a rule looks at one thing
defineRule({ ...described, on: 'custom-resource', check() {}, checkInstallation() {} });

defineRule({
  ...described,
  on: 'object',
  kinds: ['APIService'],
  check({ root }, { report }) {
    // @ts-expect-error: it has no such message
    report({ message: 'unknown', at: root });
    // @ts-expect-error: the message has a placeholder
    report({ message: 'named', at: root });
    // @ts-expect-error: the message has another placeholder
    report({ message: 'named', at: root, values: { kind: 'APIService' } });
    // @ts-expect-error: a finding has a place
    report({ message: 'plain' });
    // @ts-expect-error: the kind has no such field
    report({ message: 'plain', at: root.get('webhooks') });
  },
});

defineRule({
  ...described,
  on: 'installation',
  check(installation, { report }) {
    // @ts-expect-error: the place is in one of the objects
    report({ message: 'plain', at: installation });
  },
});

/** Messages that contradict themselves. */
export const WRONG_MESSAGES: readonly Message[] = [
  // @ts-expect-error: only what the server reports has a step
  { text: '', step: 'metadata' },
  // @ts-expect-error: the server gives warnings for objects without other errors
  { text: '', cause: 'Warning', step: 'last' },
  // @ts-expect-error: an object that crashes the server has no error
  { text: '', cause: 'FieldValueInvalid', crashesServer: true },
  // @ts-expect-error: a plugin has no errors of fields
  { text: '', cause: 'FieldValueInvalid', plugin: 'PodSecurity' },
];
