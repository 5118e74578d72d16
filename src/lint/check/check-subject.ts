import type { ServerError } from '../../analysis/updates/server-error.ts';
import { headLocation, type Location } from '../../rule/location.ts';
import type { Origin } from '../../rule/origin.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { Span } from '../../yaml/index.ts';

/** The object or text that a check looks at, as far as a finding about it depends on it. */
export interface CheckSubject {
  readonly server: Server;
  /** The part of the object that the server validates only if it finds no other error. */
  readonly validatesLast?: 'metadata' | 'name' | undefined;
  /** Returns the position in a List for a span, which is needed for a check of a text. Null outside of a List. */
  readonly itemAt: (span: Span) => number | null;
  /** The place of the object; undefined for a check of a text, whose findings depend on no fields. */
  readonly origin?: Origin;
  /** The version that the object is read as instead of its own, which the minor does not serve. */
  readonly readAs?: string;
  /** True if the object replaces a stored one. An update is not checked in steps. */
  readonly isUpdate?: boolean;
  /**
   * Reports whether the server accepts the object in spite of an error: the stored object has it too, or this minor
   * does not check it.
   */
  readonly overlooks?: (error: ServerError) => boolean;
  /**
   * True if the update changes nothing, because a cluster has returned the object. Errors about changes are not
   * reported then, nor errors that the server overlooks. The settings of the cluster permit the object.
   */
  readonly changesNothing?: boolean;
  /**
   * True if a finding about the object is not certain: its CRD is patched before it is applied, or another CRD may
   * define the kind.
   */
  readonly isProvisional?: boolean;
  /** True if a webhook may set fields that the object lacks, before the server validates it. */
  readonly isMutated?: boolean;
  /** True if the schema of the object is that of a catalogue, so that the server need not agree. */
  readonly isSchemaOnly?: boolean;
  /** True if the server fails to decode the object, so that it only reaches the checks of its decoder. */
  readonly undecodable?: boolean;
  /** The place where a crash of the check is reported. */
  readonly location: Location;
}

/** The subject of a check of one object. */
export function subjectOf(origin: Origin, server: Server): CheckSubject {
  return { server, itemAt: () => origin.item, origin, location: headLocation(origin, null) };
}
