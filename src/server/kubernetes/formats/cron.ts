import { parseInteger } from '../../../base/go/decimal-integer.ts';
import { toLower } from '../../../base/go/lower-case.ts';
import { parseDuration } from '../../../base/go/time.ts';
import { isZoneName } from '../../../base/go/time-zones.ts';
import { trimSpace } from '../../../base/go/white-space.ts';

/** The values of a field of a schedule. */
interface Bounds {
  readonly field: string;
  readonly least: number;
  readonly most: number;
  /** The names of the values, from the least one. */
  readonly names?: readonly string[];
}

const FIELDS: readonly Bounds[] = [
  { field: 'minute', least: 0, most: 59 },
  { field: 'hour', least: 0, most: 23 },
  { field: 'day of the month', least: 1, most: 31 },
  {
    field: 'month',
    least: 1,
    most: 12,
    names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' '),
  },
  { field: 'day of the week', least: 0, most: 6, names: 'sun mon tue wed thu fri sat'.split(' ') },
];

const DESCRIPTORS: readonly string[] = [
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
];

const EVERY = '@every ';

/**
 * The server's error about a schedule with a time zone, such as `TZ=Etc/UTC 0 6 * * *`, as a clause. Undefined for a
 * valid schedule. Only the schedule of a CronJob that is stored with a time zone can have one.
 *
 * Source: `ParseStandard` of github.com/robfig/cron.
 */
export function zonedCronProblem(schedule: string): string | undefined {
  if (!/^(?:CRON_)?TZ=/.test(schedule)) return cronProblem(schedule);
  const end = schedule.indexOf(' ');
  if (end < 0) return 'write the five fields after the time zone';
  const zone = schedule.slice(schedule.indexOf('=') + 1, end);
  if (zone !== '' && zone !== 'Local' && !isZoneName(zone))
    return `there is no time zone '${zone}'`;
  return cronProblem(trimSpace(schedule.slice(end)));
}

/**
 * The server's error about the schedule of a CronJob, as a clause. Undefined for a valid schedule. It does not look at
 * time zones, which a new schedule cannot have.
 *
 * Source: `ParseStandard` of github.com/robfig/cron.
 */
export function cronProblem(schedule: string): string | undefined {
  if (schedule.startsWith('@')) return descriptorProblem(schedule);
  const fields = trimSpace(schedule).split(/\p{White_Space}+/u);
  if (fields.length !== FIELDS.length || fields[0] === '') {
    return 'use five fields: minute, hour, day of the month, month, day of the week';
  }
  for (const [index, bounds] of FIELDS.entries()) {
    for (const range of (fields[index] ?? '').split(',')) {
      if (range === '' || isRange(range, bounds)) continue;
      const { field, least, most } = bounds;
      return `'${range}' is not a valid ${field}: use numbers from ${least} to ${most}, a range such as ${least}-${most}, or */2`;
    }
  }
  return undefined;
}

function descriptorProblem(schedule: string): string | undefined {
  if (DESCRIPTORS.includes(schedule)) return undefined;
  if (!schedule.startsWith(EVERY)) return `use five fields, or one of ${DESCRIPTORS.join(', ')}`;
  return parseDuration(schedule.slice(EVERY.length)) === undefined
    ? 'use a duration after @every, such as 1h30m'
    : undefined;
}

/** Reports whether a text is a value, a range, or one of both with a step. */
function isRange(text: string, { least, most, names = [] }: Bounds): boolean {
  const [range = '', step, ...otherSteps] = text.split('/');
  const [low = '', high, ...otherBounds] = range.split('-');
  if (otherSteps.length > 0) return false;
  let start: number | undefined = least;
  let end: number | undefined = most;
  if (low !== '*' && low !== '?') {
    if (otherBounds.length > 0) return false;
    start = numberOf(low, names, least);
    end = high === undefined ? start : numberOf(high, names, least);
    if (high === undefined && step !== undefined) end = most;
  }
  const every = step === undefined ? 1 : numberOf(step, [], 0);
  return (
    start !== undefined &&
    end !== undefined &&
    every !== undefined &&
    every > 0 &&
    start >= least &&
    end <= most &&
    start <= end
  );
}

function numberOf(text: string, names: readonly string[], least: number): number | undefined {
  const index = names.indexOf(toLower(text));
  if (index >= 0) return index + least;
  const parsed = parseInteger(text);
  return parsed.ok && parsed.value >= 0n ? Number(parsed.value) : undefined;
}
