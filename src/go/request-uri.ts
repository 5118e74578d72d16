import { type GoUrl, parseGoUrl } from './url-parts.ts';

/**
 * Takes a URL apart as Go's `net/url.ParseRequestURI` does: it must have a scheme or begin with a
 * slash, and a `#` is a character as any other. Undefined where Go refuses it.
 *
 * @param strictColons as for `parseGoUrl`
 */
export function parseRequestUri(
  text: string,
  { strictColons }: { readonly strictColons: boolean },
): GoUrl | undefined {
  // Wherever Go would take or refuse a number sign in a request, it does so with a circumflex.
  const plain = text.replaceAll('#', '^');
  const hasScheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(plain);
  if (!hasScheme && !plain.startsWith('/') && plain !== '*') return undefined;
  // Without a scheme two slashes begin a path, no host.
  const result = parseGoUrl(hasScheme ? plain : plain.replace(/^\/+/, '/'), { strictColons });
  return result.ok ? result.url : undefined;
}
