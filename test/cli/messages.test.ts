import { expect, it } from 'vitest';
import { Messages } from '../../src/hosts/cli/channel.ts';

/** The text that is written to standard error. */
function written(say: (messages: Messages) => void): string {
  let text = '';
  say(
    new Messages({
      write(part) {
        text += part;
      },
    }),
  );
  return text;
}

it.each([
  ['::error::a', '\\u003a:error::a\n'],
  [' ::error::a', ' \\u003a:error::a\n'],
  ['a\n::error::a', 'a\\n::error::a\n'],
  ['##[error]a', '\\u0023#[error]a\n'],
  ['\u001b[2J\u202e', '\\u001b[2J\\u202e\n'],
])('%j is shown, and not obeyed', (line, shown) => {
  expect(written((messages) => messages.say(line))).toBe(shown);
  expect(written((messages) => messages.complain(line))).toMatch(/^kubeadmit: [^\n\u001b]*\n$/);
});
