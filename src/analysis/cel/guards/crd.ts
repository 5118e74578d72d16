import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import type { Evaluator, Variables } from '../../../cel/flow/evaluator.ts';
import { guardsOf } from '../../../cel/flow/guards.ts';
import { Place } from '../../../cel/flow/place.ts';
import { Screen } from '../../../cel/flow/screen.ts';
import {
  type FoundFailure,
  findFailures,
  isOrdinarilyPossible,
  type Question,
} from '../../../cel/flow/search.ts';
import { truthOf } from '../../../cel/flow/truth.ts';
import { UNKNOWN, type Value } from '../../../cel/flow/values.ts';
import type { Budget, World } from '../../../cel/flow/world.ts';
import type { SchemaNode } from '../../../crd/schema-node.ts';
import { escapeProperty } from '../../../expressions/escaping.ts';
import type { Resource } from '../../../rule/resource.ts';
import { type CompiledEntry, type CompiledRules, compiledRules } from '../../crd/rules.ts';
import type { SchemaJudgement } from '../../crd/schemas.ts';
import { canSatisfy } from './crd-schema.ts';
import { SchemaShape, SchemaShapes } from './crd-shapes.ts';

type Crd = Resource<'CustomResourceDefinition'>;

/** A rule that compiles. */
export interface SoundRule {
  readonly rules: CompiledRules;
  readonly node: SchemaNode;
  readonly index: number;
  readonly entry: CompiledEntry;
  readonly checked: CheckedAst;
  readonly usesOldSelf: boolean;
}

/** The rules of one schema of a CRD, with the custom resources that they are about. */
export interface RuleSet {
  readonly judgement: SchemaJudgement;
  readonly rules: readonly SoundRule[];
  /** The custom resource, and what it was before an update. */
  readonly resource: Place;
  readonly oldResource: Place;
  readonly budget: Budget;
}

/** How much is computed for the rules of one schema, at most. */
const STEPS = 2_000_000;

const ruleSets = new WeakMap<object, readonly RuleSet[]>();

/** The rules of a CRD that compile, compiled once for all that ask. */
export function ruleSetsOf(crd: Crd): readonly RuleSet[] {
  let known = ruleSets.get(crd);
  if (known === undefined) {
    known = makeRuleSets(crd);
    ruleSets.set(crd, known);
  }
  return known;
}

function makeRuleSets(crd: Crd): readonly RuleSet[] {
  const bySchema = new Map<SchemaJudgement, SoundRule[]>();
  for (const rules of compiledRules(crd)) {
    const found = bySchema.get(rules.judgement) ?? [];
    bySchema.set(rules.judgement, found);
    for (const [index, entry] of (rules.entries ?? []).entries()) {
      const compiled = entry.condition?.compiled;
      if (compiled?.ok !== true) continue;
      const { checked } = compiled;
      const usesOldSelf = entry.usesOldSelf === true;
      found.push({ rules, node: rules.node, index, entry, checked, usesOldSelf });
    }
  }
  return [...bySchema].map(([judgement, rules]) => {
    const shape = new SchemaShapes().ofResource(judgement.tree.root.schema);
    return {
      judgement,
      rules,
      resource: Place.root('self', shape),
      oldResource: Place.root('oldSelf', shape),
      budget: { steps: STEPS },
    };
  });
}

/** The place of the values of a schema, in the first element of each list and map above it. */
function placeOf(node: SchemaNode, resource: Place): Place {
  return stepsTo(node).reduce(stepInto, resource);
}

function stepsTo(node: SchemaNode): readonly SchemaNode[] {
  const steps: SchemaNode[] = [];
  for (let below = node; below.parent !== undefined; below = below.parent) steps.push(below);
  return steps.reverse();
}

function stepInto(place: Place, { keyword, key }: SchemaNode): Place {
  if (keyword !== 'properties') return place.element('0', 'always');
  return place.member(escapeProperty(String(key)) ?? String(key));
}

/** What is not there, as an expression at a node would write it: `self.ports[].name`. */
export function writePlace(missing: Place, set: RuleSet, node: SchemaNode): string {
  const isOld = rootOf(missing) === set.oldResource;
  const above = placeOf(node, isOld ? set.oldResource : set.resource);
  const rest = missing.text.slice(above.text.length).replaceAll(/\[(\d+|[^\]]*@key\d+)\]/g, '[]');
  return `${isOld ? 'oldSelf' : 'self'}${rest}`;
}

/** At most so many fields are named on either side. */
const MOST_NAMED = 3;

/** The custom resources for which a rule fails, as a part of a message. */
export interface FailingResources {
  /** `with self.zones but without self.count` */
  readonly shape: string;
  /** Whether the rule fails for all of them, and not only for some with certain values. */
  readonly areAll: boolean;
}

/** Describes the custom resources for which a rule at a node fails, by the optional fields that they have and lack. */
export function failingResources(
  { missing, decisions }: FoundFailure,
  set: RuleSet,
  node: SchemaNode,
): FailingResources {
  const self = placeOf(node, set.resource);
  const old = placeOf(node, set.oldResource);
  const known = new Set([self, old, missing].flatMap(withParents));
  const write = (places: readonly Place[]) =>
    places.filter((place) => !known.has(place)).map((place) => writePlace(place, set, node));
  const present = write(decisions.present);
  const absent = [writePlace(missing, set, node), ...write(decisions.absent)];
  const isSized = decisions.sized.some((text) => ![...known].some((place) => place.text === text));
  const areFew = present.length <= MOST_NAMED && absent.length <= MOST_NAMED;
  const named = present.slice(0, MOST_NAMED);
  const lacking = areFew ? absent : absent.slice(0, 1);
  return {
    shape: `${named.length > 0 ? `with ${named.join(' and ')} but ` : ''}without ${lacking.join(' and ')}`,
    areAll: areFew && !isSized && !decisions.hasOthers,
  };
}

function rootOf(place: Place): Place {
  let root = place;
  while (root.parent !== undefined) root = root.parent;
  return root;
}

/** Which expression of a rule is looked at. */
export type Member = 'rule' | 'messageExpression';

/** The selections by which a rule, or its message, fails for some ordinary custom resource. */
export function failuresOf(set: RuleSet, rule: SoundRule, member: Member): readonly FoundFailure[] {
  if (!mayFail(set, rule, member)) return [];
  return findFailures(questionOf(set, rule, member), set.budget);
}

/** Whether a search is needed; most rules ask before they select. */
function mayFail(set: RuleSet, rule: SoundRule, member: Member): boolean {
  const self = placeOf(rule.node, set.resource);
  const old = rule.usesOldSelf ? placeOf(rule.node, set.oldResource) : undefined;
  const settled = new Set([...withParents(self), ...withParents(old)]);
  const isNull = (place: Place) => (settled.has(place) ? false : undefined);
  const variables = variablesOf(self, old, isOptionalOld(rule));
  const inputs = { variables, isNull, budget: set.budget };
  if (member === 'rule') return new Screen(inputs).mayFail(rule.checked);
  const { message } = rule.entry;
  if (message?.compiled.ok !== true) return false;
  // For the message, oldSelf is another value than for the rule.
  if (isOptionalOld(rule)) return true;
  const screen = new Screen(inputs, guardsOf(rule.checked.ast.expr, false, rule.checked));
  screen.passOver(rule.checked);
  return screen.mayFail(message.compiled.checked);
}

function withParents(place: Place | undefined): readonly Place[] {
  const found: Place[] = [];
  for (let one = place; one !== undefined; one = one.parent) found.push(one);
  return found;
}

/**
 * In which custom resources, that all else accepts, a rule fails (or its message, where the rule has refused
 * them). Where the rule speaks of `oldSelf`, these are updated; else they are new.
 */
function questionOf(set: RuleSet, rule: SoundRule, member: Member): Question {
  const hasOld = rule.usesOldSelf;
  const { message } = rule.entry;
  const self = placeOf(rule.node, set.resource);
  const old = hasOld ? placeOf(rule.node, set.oldResource) : undefined;
  const variables = variablesOf(self, old, isOptionalOld(rule));
  return {
    evaluate: (world, evaluator) => {
      settle(self, world);
      if (old !== undefined) settle(old, world);
      const value = evaluator.evaluate(rule.checked, variables);
      if (member === 'rule') return value;
      if (truthOf(value, world) !== false || message?.compiled.ok !== true) return UNKNOWN;
      // The server gives the message the plain value, whatever the rule is given.
      return evaluator.evaluate(message.compiled.checked, variablesOf(self, old, false));
    },
    isOrdinary: (world, evaluator) => isAccepted(set, { world, evaluator, hasOld }, rule),
  };
}

function isOptionalOld({ entry }: SoundRule): boolean {
  return entry.rule.optionalOldSelf === true;
}

/** Decides that there is a value at a place, and so all that is around it. */
function settle(place: Place, world: World): void {
  for (let inner = place; inner.parent !== undefined; inner = inner.parent) {
    world.setPresent(inner, true);
    world.setNull(inner, false);
    const { text, shape } = inner.parent;
    if (shape.kind === 'list' || shape.kind === 'map') {
      world.size(text, Math.max(1, shape.fewest ?? 1), shape.most);
    }
  }
}

/** What a rule and its message may use. */
function variablesOf(self: Place, old: Place | undefined, isOptional: boolean): Variables {
  const oldValue: Value | undefined = old === undefined ? undefined : { kind: 'input', place: old };
  return (name) => {
    if (name === 'self') return { kind: 'input', place: self };
    if (name !== 'oldSelf') return undefined;
    return isOptional ? { kind: 'optional', value: oldValue } : (oldValue ?? UNKNOWN);
  };
}

/**
 * The property that an update can remove so that a rule is not evaluated: the one that has the rule, or the nearest
 * optional one around it. Undefined if there is none, if another rule refuses the update, or if the property is in
 * an item of a list or map: such an item can be replaced anyway.
 */
export function removableProperty(set: RuleSet, rule: SoundRule): SchemaNode | undefined {
  let { node } = rule;
  let place = placeOf(node, set.resource);
  while (place.presence !== 'optional') {
    if (node.keyword !== 'properties' || node.parent === undefined) return undefined;
    if (place.parent === undefined) return undefined;
    node = node.parent;
    place = place.parent;
  }
  const { parent } = place;
  if (parent === undefined || node.keyword !== 'properties') return undefined;
  const old = placeOf(rule.node, set.oldResource);
  const removal: Question = {
    evaluate: (world) => {
      settle(parent, world);
      settle(old, world);
      world.setPresent(place, false);
      return UNKNOWN;
    },
    isOrdinary: (world, evaluator) => isAccepted(set, { world, evaluator, hasOld: true }, rule),
  };
  return isOrdinarilyPossible(removal, set.budget) ? node : undefined;
}

/** Whether nothing but a rule itself refuses the custom resource. */
function isAccepted(set: RuleSet, run: Run, except: SoundRule): boolean {
  return (
    set.rules.every((other) => other === except || accepts(set, other, run)) &&
    satisfiesSchemas(run.world)
  );
}

interface Run {
  readonly world: World;
  readonly evaluator: Evaluator;
  readonly hasOld: boolean;
}

/** Whether a rule does not refuse the custom resource, wherever it looks at it. */
function accepts(set: RuleSet, rule: SoundRule, run: Run): boolean {
  if (!run.world.step()) return false;
  const { resource, oldResource } = set;
  if (rule.usesOldSelf && !isOptionalOld(rule) && !run.hasOld) return true;
  const places = knownPlaces(rule.node, resource, run.world);
  if (
    places.some((place) => refuses(rule, [place, run.hasOld ? oldAt(place, set) : undefined], run))
  ) {
    return false;
  }
  if (!run.hasOld || rule.usesOldSelf) return true;
  const before = knownPlaces(rule.node, oldResource, run.world);
  return !before.some((place) => refuses(rule, [place, undefined], run));
}

/** The same place of the resource before the update. */
function oldAt(place: Place, { oldResource }: RuleSet): Place {
  const steps: Place[] = [];
  for (let inner = place; inner.parent !== undefined; inner = inner.parent) steps.push(inner);
  return steps.reverse().reduce((found, step) => found.like(step), oldResource);
}

function refuses(
  rule: SoundRule,
  [self, old]: readonly [Place, Place | undefined],
  { world, evaluator }: Run,
): boolean {
  const isOptional = isOptionalOld(rule);
  // A rule about changes is asked only where there was something before.
  if (rule.usesOldSelf && !isOptional && !(old !== undefined && isKnown(old, world))) return false;
  const value = evaluator.evaluate(rule.checked, variablesOf(self, old, isOptional));
  return truthOf(value, world) === false;
}

/** Whether it is sure that a place is there. */
function isKnown(place: Place, world: World): boolean {
  for (let inner = place; inner.parent !== undefined; inner = inner.parent) {
    if (!isThere(inner, world)) return false;
  }
  return true;
}

function isThere(place: Place, world: World): boolean {
  return world.knownPresence(place) ?? place.presence === 'always';
}

/** The places that the values of a schema have, as far as they are known to be there. */
function knownPlaces(node: SchemaNode, resource: Place, world: World): readonly Place[] {
  let places: readonly Place[] = [resource];
  for (const step of stepsTo(node)) {
    places = places.flatMap((place) => {
      if (step.keyword === 'items') return elementPlaces(place, world);
      const member = stepInto(place, step);
      return isThere(member, world) ? [member] : [];
    });
  }
  return places;
}

function elementPlaces(place: Place, world: World): readonly Place[] {
  const size = world.knownSize(place.text) ?? 0;
  return Array.from({ length: size }, (_, index) => place.element(String(index), 'always'));
}

/** Whether the schemas around what is not there allow that. */
function satisfiesSchemas(world: World): boolean {
  const around = new Set<Place>();
  for (const absent of world.absentPlaces()) {
    for (let outer = absent.parent; outer !== undefined; outer = outer.parent) around.add(outer);
  }
  return [...around].every(
    (place) =>
      !(place.shape instanceof SchemaShape) || canSatisfy(place, place.shape.schema, world),
  );
}
