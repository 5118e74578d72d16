import { lazy } from '../lazy.ts';
import { ZONES } from './time-zone-names.ts';

const zoneNames = lazy(
  () =>
    new Set(
      ZONES.flatMap(([area, places]) =>
        places.split(/\s+/).map((place) => (area === '' ? place : `${area}/${place}`)),
      ),
    ),
);

/** Reports whether Go knows a time zone of a name, in its case. Engines of JavaScript know other names and any case. */
export function isZoneName(name: string): boolean {
  return zoneNames().has(name);
}
