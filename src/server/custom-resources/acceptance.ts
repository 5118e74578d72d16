import { isMapping, type Mapping, type Path } from '../../yaml/tree.ts';
import { metadataFaults } from '../crd/values/embedded-metadata.ts';
import type { EmbeddedFault } from '../crd/values/embedded-object.ts';
import type { ListFault } from '../crd/values/list-uniqueness.ts';
import type { ValueProblem } from '../crd/values/validation-outcome.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { decodeCustomResource, decodeStored } from './decoding.ts';
import type { CustomVersion } from './definition.ts';
import type { RuleFault } from './rule-faults.ts';
import type { ScaleFault } from './scale-paths.ts';
import { type CustomResourceErrors, CustomResourceValidator } from './validation.ts';

/** A reason for which the server refuses a custom resource. */
export type Refusal =
  | { readonly kind: 'unserved' }
  | { readonly kind: 'undecodable' }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'unknown-field'; readonly path: Path }
  | { readonly kind: 'value'; readonly problem: ValueProblem }
  | { readonly kind: 'scale'; readonly fault: ScaleFault }
  | { readonly kind: 'embedded'; readonly fault: EmbeddedFault }
  | { readonly kind: 'list'; readonly fault: ListFault }
  | { readonly kind: 'rule'; readonly fault: RuleFault };

/**
 * Judges whole custom resources of one version of a kind as the server does with `fieldValidation=Strict`. Compiled
 * rules are kept for the next resource.
 */
export class ResourceAcceptance {
  readonly #version: CustomVersion;
  readonly #minor: Minor;
  readonly #validator: CustomResourceValidator | undefined;

  /**
   * @param options.ofStatus true if requests for the status are judged. They change the status even if it is a
   * subresource.
   */
  constructor(
    version: CustomVersion,
    minor: Minor,
    { ofStatus = false }: { readonly ofStatus?: boolean } = {},
  ) {
    this.#version = ofStatus ? { ...version, hasStatus: false } : version;
    this.#minor = minor;
    const { schema } = version;
    this.#validator =
      schema === undefined ? undefined : new CustomResourceValidator(this.#version, schema, minor);
  }

  /**
   * The errors for which the server refuses to create an object. Empty if it accepts the object.
   *
   * @param object an object with its `apiVersion`, `kind` and name
   */
  refusals(object: Mapping): readonly Refusal[] {
    return this.#refusals(object, (value, validator) => validator.validateCreate(value));
  }

  /** The errors for which the server refuses to replace a stored object. Empty if it accepts the update. */
  updateRefusals(object: Mapping, stored: Mapping): readonly Refusal[] {
    const { schema = {} } = this.#version;
    const before = decodeStored(stored, schema, this.#minor);
    return this.#refusals(object, (value, validator) =>
      validator.validateUpdate(value, before, true),
    );
  }

  #refusals(
    object: Mapping,
    validate: (value: Mapping, validator: CustomResourceValidator) => CustomResourceErrors,
  ): readonly Refusal[] {
    if (!this.#version.isServed) return [{ kind: 'unserved' }];
    const { schema = {} } = this.#version;
    const decoded = decodeCustomResource(object, schema, this.#minor);
    const refusals: Refusal[] = decoded.unknownFields.map(({ path }) => ({
      kind: 'unknown-field',
      path,
    }));
    if (decoded.undecodable) return [...refusals, { kind: 'undecodable' }];
    if (decoded.metadata.problems.length > 0) refusals.push({ kind: 'metadata' });
    const { metadata } = decoded.value;
    const isInvalid = !isMapping(metadata) || [...metadataFaults(metadata, this.#minor)].length > 0;
    if (isInvalid) refusals.push({ kind: 'metadata' });
    if (this.#validator === undefined) return refusals;
    return [...refusals, ...refusalsIn(validate(decoded.value, this.#validator))];
  }
}

function refusalsIn({ values, scale, embedded, lists, rules }: CustomResourceErrors): Refusal[] {
  return [
    ...values.map((problem): Refusal => ({ kind: 'value', problem })),
    ...scale.map((fault): Refusal => ({ kind: 'scale', fault })),
    ...embedded.map((fault): Refusal => ({ kind: 'embedded', fault })),
    ...lists.map((fault): Refusal => ({ kind: 'list', fault })),
    ...rules
      .filter(({ isRatcheted }) => !isRatcheted)
      .map((fault): Refusal => ({ kind: 'rule', fault })),
  ];
}
