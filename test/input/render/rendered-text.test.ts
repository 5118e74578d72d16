import { expect, it } from 'vitest';
import { RenderedText } from '../../../src/hosts/node/render/origins/build-origin.ts';

it('the lines of a rendered text are looked for within a limit', () => {
  const text = 'kind: ConfigMap\n';
  const rendered = new RenderedText(text);
  const document = { index: 0, kind: 'ConfigMap', name: null, line: 1, renderedFrom: '' };
  const large = `${text}${'#'.repeat(50 * 1024 * 1024)}`;
  const found = [large, large, large, text].map((file) => rendered.lineIn(file, document, 1));
  expect(found).toEqual([1, 1, undefined, undefined]);
});
