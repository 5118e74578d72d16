import type { CustomVersion } from '../server/custom-resources/definition.ts';
import type { ObjectHead } from '../server/decode/index.ts';
import type { Resolution } from '../server/kubernetes/kinds.ts';
import type { Part, Value } from '../yaml/index.ts';
import type { DefiningCrd } from './custom-resource.ts';
import type { Origin } from './origin.ts';

/** A part of a text, before any object in it is identified. */
export interface TextPart {
  readonly file: string;
  readonly text: string;
  readonly part: Part;
  /** The objects of the part. Empty if it cannot be read or has no objects. */
  readonly objects: readonly ManifestObject[];
}

/** An object as the file has it, before its kind is settled. */
export interface ManifestObject {
  readonly origin: Origin;
  readonly head: ObjectHead;
  readonly value: Value;
  /** The result of resolving apiVersion and kind in the minor. Undefined if they are not known. */
  readonly resolution: Resolution | CustomResolution | undefined;
}

/** A kind that a CRD of the input defines, in a version that it may not have or serve. */
interface CustomResolution {
  readonly outcome: 'custom';
  readonly crd: DefiningCrd;
  /** Undefined if the CRD has no such version. */
  readonly version: CustomVersion | undefined;
}
