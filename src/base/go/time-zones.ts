import { ZONES } from './time-zone-names.ts';

/** Reports whether Go knows a time zone of a name, in its case. Engines of JavaScript know other names and any case. */
export function isZoneName(name: string): boolean {
  return ZONES.some(([area, places]) =>
    places.split(/\s+/).some((place) => (area === '' ? place : `${area}/${place}`) === name),
  );
}
