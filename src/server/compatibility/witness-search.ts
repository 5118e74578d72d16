import { getOrCompute } from '../../base/get-or-compute.ts';
import { createMapping, isMapping, type Mapping, type Path, type Value } from '../../yaml/tree.ts';
import { withValueAt } from '../../yaml/with-value.ts';
import type { SchemaPair } from '../crd/schema-pairs.ts';
import type { SchemaSteps } from '../crd/schema-steps.ts';
import { propertySchema } from '../crd/structural.ts';
import { type Refusal, ResourceAcceptance } from '../custom-resources/acceptance.ts';
import type { CustomDefinition, CustomVersion } from '../custom-resources/definition.ts';
import { ExampleObjects, pathOf } from '../custom-resources/examples/example-objects.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { StoredFate, Suspect, Witness } from './change.ts';
import { isAbout, refusedValues } from './refused-values.ts';
import { refusedByRule } from './refusing-rules.ts';

/** A version of a kind before and after a change. */
interface VersionPair {
  readonly before: CustomVersion;
  readonly after: CustomVersion;
}

/** The number of values of a removed field that are tried. */
const MAX_VALUES_OF_FIELD = 6;

/** Labels that an update sets, and no schema is about. */
const TOUCHED = { touched: 'true' };

/** Searches for custom resources that show what a change of a version refuses. */
export class WitnessSearch {
  readonly minor: Minor;
  readonly #versions: VersionPair;
  readonly #examples: ExampleObjects;
  readonly #acceptances = new Map<string, ResourceAcceptance>();

  /** @param definition of the kind before the change */
  constructor(definition: CustomDefinition, versions: VersionPair, minor: Minor) {
    this.minor = minor;
    this.#versions = versions;
    this.#examples = new ExampleObjects(definition, versions.before, minor);
  }

  /** A witness of a change of the schema of a field; undefined if none is found. */
  find(pair: SchemaPair, suspect: Suspect): Witness | undefined {
    const { steps } = pair;
    const ofStatus = this.#versions.before.hasStatus && isStatus(steps);
    if (suspect.keyword === 'properties' && suspect.name !== undefined) {
      return this.#withField(pair, suspect, suspect.name, ofStatus);
    }
    if (suspect.rule === undefined) {
      for (const value of refusedValues(pair, suspect, this.#examples.values, this.minor)) {
        const witness = this.#witness(pair, suspect, { value, stored: undefined }, ofStatus);
        if (witness !== undefined) return witness;
      }
      return undefined;
    }
    const options = { minor: this.minor, isRoot: steps.length === 0 };
    for (const found of refusedByRule(pair, suspect.rule, this.#examples.values, options)) {
      const witness = this.#witness(pair, suspect, found, ofStatus);
      if (witness !== undefined) return witness;
    }
    return undefined;
  }

  /** A witness with a field that is removed; its value may be any that the earlier schema accepts. */
  #withField(
    pair: SchemaPair,
    suspect: Suspect,
    name: string,
    ofStatus: boolean,
  ): Witness | undefined {
    const declared = propertySchema(pair.before, name);
    if (declared === undefined) return undefined;
    const steps: SchemaSteps = [...pair.steps, { kind: 'property', name }];
    let tried = 0;
    for (const value of this.#examples.values.of({ declared, constraints: [] })) {
      if (value === null) continue;
      const options = { ofStatus, keeps: 'presence' } as const;
      for (const object of this.#examples.containing(steps, value, undefined, options)) {
        const witness = this.#witnessOf(object, pair, suspect, ofStatus);
        if (witness !== undefined) return witness;
      }
      if (++tried >= MAX_VALUES_OF_FIELD) return undefined;
    }
    return undefined;
  }

  #witness(
    pair: SchemaPair,
    suspect: Suspect,
    { value, stored }: { readonly value: Value; readonly stored: Value | undefined },
    ofStatus: boolean,
  ): Witness | undefined {
    const companion = this.#versions.after.schema;
    const { steps } = pair;
    if (stored !== undefined) return this.#witnessOfUpdate(pair, suspect, value, stored, ofStatus);
    for (const object of this.#examples.containing(steps, value, companion, { ofStatus })) {
      const witness = this.#witnessOf(object, pair, suspect, ofStatus);
      if (witness !== undefined) return witness;
    }
    return undefined;
  }

  /** An object as a witness, if it is refused because of the change. */
  #witnessOf(
    object: Mapping,
    pair: SchemaPair,
    suspect: Suspect,
    ofStatus: boolean,
  ): Witness | undefined {
    const refusals = this.#acceptance('after', ofStatus).refusals(object);
    if (!refusals.some((refusal) => isCausedBy(refusal, pair, suspect))) return undefined;
    return { object, stored: undefined, ofStatus, fate: this.#fateOf(object, suspect, ofStatus) };
  }

  #witnessOfUpdate(
    pair: SchemaPair,
    suspect: Suspect,
    value: Value,
    before: Value,
    ofStatus: boolean,
  ): Witness | undefined {
    const companion = this.#versions.after.schema;
    const { steps } = pair;
    for (const stored of this.#examples.containing(steps, before, companion, { ofStatus })) {
      const changed = isMapping(value) ? Object.assign(createMapping(), stored, value) : stored;
      const object = steps.length === 0 ? changed : withValueAt(stored, pathOf(steps), value);
      const accepted = this.#acceptance('before', ofStatus).updateRefusals(object, stored);
      if (accepted.length > 0) continue;
      const refusals = this.#acceptance('after', ofStatus).updateRefusals(object, stored);
      if (!refusals.some((refusal) => isCausedBy(refusal, pair, suspect))) continue;
      return { object, stored, ofStatus, fate: 'tolerated' };
    }
    return undefined;
  }

  /** Finds the effect on a stored object by trying an update that does not change the value. */
  #fateOf(object: Mapping, { keyword }: Suspect, ofStatus: boolean): StoredFate {
    if (PRUNING.has(keyword)) return 'pruned';
    const touched = withValueAt(object, ['metadata', 'labels'], TOUCHED);
    const refusals = this.#acceptance('after', ofStatus).updateRefusals(touched, object);
    return refusals.length === 0 ? 'tolerated' : 'refused';
  }

  #acceptance(side: 'before' | 'after', ofStatus: boolean): ResourceAcceptance {
    const key = `${side} ${ofStatus}`;
    return getOrCompute(
      this.#acceptances,
      key,
      () => new ResourceAcceptance(this.#versions[side], this.minor, { ofStatus }),
    );
  }
}

/** The keywords that do not refuse values, but remove undeclared ones. */
const PRUNING: ReadonlySet<string> = new Set([
  'properties',
  'additionalProperties',
  'x-kubernetes-preserve-unknown-fields',
]);

function isStatus([first]: SchemaSteps): boolean {
  return first?.kind === 'property' && first.name === 'status';
}

/** Reports whether a refusal is due to a change. */
function isCausedBy(
  refusal: Refusal,
  { steps, after }: SchemaPair,
  { keyword, name, rule }: Suspect,
): boolean {
  const path = pathOf(steps);
  switch (refusal.kind) {
    case 'value': {
      const { problem } = refusal;
      if (keyword === 'nullable') return startsWith(problem.segments, path);
      if (!isAbout(problem, after, keyword)) return false;
      return keyword !== 'required' || problem.segments.at(-1) === name;
    }
    case 'unknown-field':
      return PRUNING.has(keyword) && startsWith(refusal.path, path);
    case 'rule':
      return rule !== undefined && refusal.fault.found.rule === rule;
    case 'list':
      return keyword.startsWith('x-kubernetes-list') && startsWith(refusal.fault.segments, path);
    case 'embedded':
      return (
        keyword === 'x-kubernetes-embedded-resource' && startsWith(refusal.fault.segments, path)
      );
    default:
      return false;
  }
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((segment, index) => path[index] === segment);
}
