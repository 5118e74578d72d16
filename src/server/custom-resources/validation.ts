import { isMapping, type Mapping, markAsFloat, writtenAsFloat } from '../../yaml/tree.ts';
import { treeOf } from '../crd/schema/check-schema.ts';
import { isEmbeddedResource, type StructuralSchema } from '../crd/structural.ts';
import { CorrelatedValue } from '../crd/values/correlated-value.ts';
import { metadataFaults } from '../crd/values/embedded-metadata.ts';
import { type EmbeddedFault, embeddedFaults } from '../crd/values/embedded-object.ts';
import { type ListFault, listFaults } from '../crd/values/list-uniqueness.ts';
import { validateValue } from '../crd/values/validate.ts';
import type { ValueProblem } from '../crd/values/validation-outcome.ts';
import { withEdits } from '../decode/settle.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { CustomVersion } from './definition.ts';
import { RuleRatchet } from './ratchet.ts';
import { ResourceRules, type RuleFault } from './rule-faults.ts';
import { type ScaleFault, scaleFaults } from './scale-paths.ts';

/** The errors of the server about a custom resource, apart from those in its metadata. */
export interface CustomResourceErrors {
  readonly values: readonly ValueProblem[];
  /** The strings that were not matched with their patterns, because that takes too much time. */
  readonly unmatched: readonly ValueProblem[];
  readonly scale: readonly ScaleFault[];
  readonly embedded: readonly EmbeddedFault[];
  readonly lists: readonly ListFault[];
  readonly rules: readonly RuleFault[];
  /** True if the server evaluates no rules because of other errors. */
  readonly isBlocked: boolean;
}

/**
 * Validates the custom resources of one version of a kind, as one minor does. Compiled rules are kept for the next
 * resource.
 *
 * Source: `pkg/registry/customresource/strategy.go` of apiextensions-apiserver.
 */
export class CustomResourceValidator {
  readonly #version: CustomVersion;
  readonly #schema: StructuralSchema;
  readonly #minor: Minor;
  #rules: ResourceRules | undefined;

  /** @param schema of the version, as it is served */
  constructor(version: CustomVersion, schema: StructuralSchema, minor: Minor) {
    this.#version = version;
    this.#schema = schema;
    this.#minor = minor;
  }

  /** @param object a decoded custom resource that does not exist yet; with its name, if that is generated too */
  validateCreate(object: Mapping): CustomResourceErrors {
    return this.#validate(this.#withStatusOf(undefined, object), undefined);
  }

  /**
   * @param object a decoded custom resource
   * @param stored the decoded custom resource that it replaces
   * @param ratchets true if values that are invalid and unchanged are accepted
   */
  validateUpdate(object: Mapping, stored: Mapping, ratchets = true): CustomResourceErrors {
    return this.#validate(this.#withStatusOf(stored, object), stored, ratchets);
  }

  /** If the status is a subresource, the one that is sent does not count. */
  #withStatusOf(stored: Mapping | undefined, object: Mapping): Mapping {
    if (!this.#version.hasStatus) return object;
    const kept = withEdits(object, [{ path: ['status'], value: stored?.status }]);
    if (stored !== undefined && writtenAsFloat(stored, 'status')) markAsFloat(kept, 'status');
    return kept;
  }

  #validate(object: Mapping, stored: Mapping | undefined, ratchets = true): CustomResourceErrors {
    const schema = this.#schema;
    const minor = this.#minor;
    const { scale } = this.#version;
    const update =
      stored === undefined || !ratchets
        ? undefined
        : CorrelatedValue.of(object, stored, this.#schema);
    const { problems: values, unmatched } = validateValue(object, schema, {
      minor,
      of: 'resource',
      ...(update === undefined ? {} : { update }),
    });
    const embedded = embeddedFaults(object, schema, isEmbeddedResource(schema), minor);
    const isListRatcheted = stored !== undefined && !isEmpty(listFaults(stored, schema));
    const errors = {
      values,
      unmatched,
      scale: scale === undefined ? [] : [...scaleFaults(object, scale)],
      embedded,
      lists: isListRatcheted ? [] : [...listFaults(object, schema)],
    };
    const isBlocked =
      values.some(isBlocking) ||
      embedded.some(({ kind }) => kind !== 'invalid') ||
      hasBlockingMetadata(object, minor);
    if (isBlocked) return { ...errors, rules: [], isBlocked: this.#hasRules };
    const ratchet = update && RuleRatchet.atRoot(update);
    const start = { value: object, oldValue: stored, ratchet };
    const rules = this.#hasRules ? [...this.#compiledRules.faults(start)] : [];
    return { ...errors, rules, isBlocked: false };
  }

  get #hasRules(): boolean {
    return treeOf(this.#schema)
      .having('x-kubernetes-validations')
      .some(({ role, schema }) => {
        return role === 'structural' && (schema['x-kubernetes-validations'] ?? []).length > 0;
      });
  }

  get #compiledRules(): ResourceRules {
    this.#rules ??= new ResourceRules(treeOf(this.#schema), this.#minor);
    return this.#rules;
  }
}

/** Reports whether the server evaluates no rules because of an error about a value. */
function isBlocking({ fault }: ValueProblem): boolean {
  return fault.kind !== 'invalid' && fault.kind !== 'forbidden';
}

/**
 * Reports whether the server evaluates no rules because of an error in the metadata: a required value is missing, or
 * something is too long.
 */
function hasBlockingMetadata({ metadata }: Mapping, minor: Minor): boolean {
  if (!isMapping(metadata)) return true;
  if ((metadata.name ?? '') === '') return true;
  for (const { kind } of metadataFaults(metadata, minor)) if (kind !== 'invalid') return true;
  return false;
}

function isEmpty(values: Iterable<unknown>): boolean {
  for (const _ of values) return false;
  return true;
}
