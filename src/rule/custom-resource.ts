import type { StructuralSchema } from '../server/crd/structural.ts';
import type { DecodedCustomResource } from '../server/custom-resources/decoding.ts';
import type { CustomDefinition, CustomVersion } from '../server/custom-resources/definition.ts';
import type { CustomResourceErrors } from '../server/custom-resources/validation.ts';
import type { SourceFile } from './location.ts';
import type { Origin } from './origin.ts';
import type { ApiObject } from './resource.ts';

/** A CRD that defines a kind, and its place in the input. */
export interface DefiningCrd {
  readonly definition: CustomDefinition;
  readonly origin: Origin;
  readonly source: SourceFile;
}

/** One custom resource, as one minor of Kubernetes reads and validates it by the CRD that defines its kind. */
export interface CustomResource extends ApiObject {
  readonly facts: undefined;
  readonly crd: DefiningCrd;
  readonly version: CustomVersion;
  /** The schema of the version, as it is served. */
  readonly schema: StructuralSchema;
  readonly decoded: DecodedCustomResource;
  /** The errors of the values. There are none if the server cannot decode the object. */
  readonly errors: CustomResourceErrors;
}
