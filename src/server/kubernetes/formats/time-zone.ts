import { toLower } from '../../../base/go/lower-case.ts';

/** The names of UTC, of which the engine only tells that they are other names of it. */
const UTC = /^Etc\/(?:UTC|UCT|Universal|Zulu|Greenwich|GMT(?:0|[+-]\d+)?)$/;

const PART = /^[A-Za-z._0-9+-]{1,14}$/;

/**
 * Reports whether a text is the name of a time zone: one of the tz database, in its case.
 *
 * Source: `validateTimeZone` in `pkg/apis/batch/validation/validation.go` of Kubernetes. The server knows the zones of
 * the release of Go; here they are those of the JavaScript engine, which has them from the same database.
 */
export function isTimeZone(name: string): boolean {
  const parts = name.split('/');
  if (
    parts.some((part) => part === '.' || part === '..' || part.startsWith('-') || !PART.test(part))
  ) {
    return false;
  }
  if (toLower(name).startsWith('etc/') && !UTC.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name || toLower(timeZone) !== toLower(name);
  } catch {
    return false;
  }
}
