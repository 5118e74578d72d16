import { fragmentOf } from './share.ts';
import { BASE } from './site.ts';

/** A link in Markdown that opens a manifest in the playground, which is not a page of VitePress. */
export async function playgroundLink(text: string): Promise<string> {
  const fragment = await fragmentOf({ pane: 'lint', files: [{ name: 'example.yaml', text }] });
  return `[Open in the playground](${BASE}playground/#${fragment}){target="_self"}`;
}
