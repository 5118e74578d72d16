import { apiVersionOf } from '../../kubernetes/api-version.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Mapping } from '../../kubernetes/value.ts';
import { draftOf } from './draft.ts';
import { writtenForm } from './written-form.ts';

/** The fields of an Event of the core group that have another name in `events.k8s.io`. */
const EVENTS_NAMES: ReadonlyMap<string, string> = new Map([
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
]);

const CORE_NAMES: ReadonlyMap<string, string> = new Map(
  [...EVENTS_NAMES].map(([core, events]) => [events, core]),
);

/**
 * Converts an Event between the core group and `events.k8s.io`, which have one version each, `v1`.
 *
 * Source: `pkg/apis/events/v1/conversion.go` of Kubernetes.
 *
 * @param object in the form that expressions see
 * @param group of the result
 */
export function convertEvent(object: Mapping, group: string, minor: Minor): Mapping {
  const names = group === '' ? CORE_NAMES : EVENTS_NAMES;
  const renamed = Object.entries(object).map(([field, value]) => [
    names.get(field) ?? field,
    value,
  ]);
  const changed = draftOf(Object.fromEntries(renamed));
  changed.apiVersion = apiVersionOf({ group, version: 'v1' });
  return writtenForm(group === '' ? 'core.v1.Event' : 'events.v1.Event', changed, minor);
}
