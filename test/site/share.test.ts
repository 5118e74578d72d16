import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../site/playground/examples.ts';
import { fragmentOf, type PlaygroundInput, readFragment } from '../../site/share.ts';

describe('the fragment of a link', () => {
  it.each(EXAMPLES)('has all of "$title"', async ({ title: _, ...input }) => {
    expect(await readFragment(await fragmentOf(input))).toEqual(input);
  });

  it('has any characters', async () => {
    const text = '\u0000é😀\u202e<script>\r\n\ud800';
    const input: PlaygroundInput = { pane: 'lint', files: [{ name: text.slice(0, -1), text: '' }] };
    expect(await readFragment(await fragmentOf(input))).toEqual(input);
  });

  it.each(['', 'abc', '!!', btoa('{}'), btoa('{"pane":"lint"}')])(
    'is refused if it is %j',
    async (fragment) => {
      expect(await readFragment(fragment)).toBeUndefined();
    },
  );

  it('is refused if it expands to a text without end', async () => {
    const files = [{ name: 'a.yaml', text: ' '.repeat(25_000_000) }];
    expect(await readFragment(await fragmentOf({ pane: 'lint', files }))).toBeUndefined();
  });
});
