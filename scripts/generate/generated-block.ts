/**
 * A page with the generated block of a name replaced. The block is between two comments.
 *
 * @throws Error if the page has no such block
 */
export function withBlock(page: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->`;
  const end = `<!-- /generated: ${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no generated block ${name}`);
  return `${page.slice(0, from)}${begin}\n\n${content}\n\n${page.slice(to)}`;
}
