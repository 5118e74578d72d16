/**
 * An address as it may be shown: without the user and the password that it may contain. Other texts stay as they are.
 *
 * @param text also one that is not a valid address: a password with a `/` is not shown either
 */
export function shownAddress(text: string): string {
  const start = text.indexOf('://') + '://'.length;
  if (start < '://'.length) return text;
  const end = text.slice(start).search(/[/?#]/);
  const authority = end < 0 ? text.slice(start) : text.slice(start, start + end);
  const isPort = /^(?:\[[^\]]*\]|[^:[]*)(?::\d*)?$/.test(authority);
  const at = (authority.includes('@') || isPort ? authority : text.slice(start)).lastIndexOf('@');
  return at < 0 ? text : `${text.slice(0, start)}...@${text.slice(start + at + 1)}`;
}
