import type { Evaluator } from '../../../cel/flow/evaluator.ts';
import { type Guard, guardsOf } from '../../../cel/flow/guards.ts';
import { ANY_SHAPE, Place } from '../../../cel/flow/place.ts';
import { Screen } from '../../../cel/flow/screen.ts';
import { type FoundFailure, findFailures, type Question } from '../../../cel/flow/search.ts';
import { truthOf } from '../../../cel/flow/truth.ts';
import { UNKNOWN, type Value } from '../../../cel/flow/values.ts';
import type { Budget, World } from '../../../cel/flow/world.ts';
import type { Field } from '../../../rule/field.ts';
import type { Location } from '../../../rule/location.ts';
import { isOfKind, type Resource } from '../../../rule/resource.ts';
import { failurePolicies } from '../../admission/failure-policies.ts';
import { matchConditionLists } from '../../admission/match-conditions.ts';
import { type RequestFilter, requestFilters } from '../../requests/request-filters.ts';
import { matchResources } from '../../requests/resource-rules.ts';
import { type CelCompilation, celCompilations } from '../compilations.ts';
import type { KINDS_WITH_CEL_EXPRESSIONS } from '../expressions.ts';
import {
  namespaceShape,
  objectShape,
  requestShape,
  type SelectedLabels,
  selectedLabels,
} from './admission-shapes.ts';
import { textRangeOfNode } from './places.ts';
import { type Operation, type RequestClass, requestClasses } from './requests.ts';

type Owner = Resource<(typeof KINDS_WITH_CEL_EXPRESSIONS)[number]>;

/** A selection of an expression that fails for some ordinary request. */
export interface AdmissionFailure extends FoundFailure {
  /** The expression in whose text the selection stands: it may be that of a variable. */
  readonly where: CelCompilation;
  /** The expression that fails with it. */
  readonly of: CelCompilation;
  readonly failurePolicy: string;
  /** Whether the outcome is another one than if the selection had given nothing. */
  readonly isHarmful: boolean;
}

/** How much is computed for the expressions of one object, at most. */
const STEPS = 1_000_000;

const known = new WeakMap<object, readonly AdmissionFailure[]>();

/**
 * The selections that fail for some ordinary request that comes to a webhook or policy, and that nothing
 * else of it refuses or leaves out.
 */
export function admissionFailures(owner: Owner): readonly AdmissionFailure[] {
  let found = known.get(owner);
  if (found === undefined) {
    const budget = { steps: STEPS };
    found = groupsOf(owner).flatMap((group) => failuresOf(group, budget));
    known.set(owner, found);
  }
  return found;
}

/** The expressions that are evaluated for one request, one webhook's or those of a policy. */
interface Group {
  readonly classes: readonly RequestClass[];
  readonly objectLabels: SelectedLabels;
  readonly namespaceLabels: SelectedLabels;
  readonly conditions: readonly CelCompilation[];
  readonly variables: ReadonlyMap<string, CelCompilation>;
  readonly others: readonly CelCompilation[];
  readonly failurePolicy: string;
}

function groupsOf(owner: Owner): readonly Group[] {
  const byPath = new Map(celCompilations(owner).map((one) => [one.expression.field.path, one]));
  const compiled = (field: Field) => {
    const one = byPath.get(field.path);
    return one?.compiled.ok === true ? [one] : [];
  };
  const conditionLists = matchConditionLists(owner);
  const policies = failurePolicies(owner);
  return requestFilters(owner).map((filter, index) => {
    const conditions = (conditionLists[index]?.items() ?? []).flatMap((condition) =>
      compiled(condition.get('expression')),
    );
    const isWebhook = !isPolicy(owner);
    return {
      classes: classesOf(owner, filter),
      objectLabels: selectedLabels(filter.objectSelector),
      // A binding may select namespaces by labels that it then relies on.
      namespaceLabels: isWebhook ? selectedLabels(filter.namespaceSelector) : 'all',
      conditions,
      failurePolicy: policies[index]?.value ?? 'Fail',
      variables: isWebhook ? NO_VARIABLES : variablesOf(owner, compiled),
      others: isWebhook
        ? []
        : [...byPath.values()].filter(
            (one) =>
              one.compiled.ok &&
              !one.expression.place.name.endsWith('-condition') &&
              !one.expression.place.name.endsWith('-variable'),
          ),
    };
  });
}

const NO_VARIABLES: ReadonlyMap<string, CelCompilation> = new Map();

function isPolicy(
  owner: Owner,
): owner is Resource<'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy'> {
  return isOfKind(owner, 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy');
}

function variablesOf(
  owner: Owner,
  compiled: (field: Field) => readonly CelCompilation[],
): ReadonlyMap<string, CelCompilation> {
  const found = new Map<string, CelCompilation>();
  if (!isPolicy(owner)) return found;
  for (const variable of owner.root.get('spec').get('variables').items()) {
    const [one] = compiled(variable.get('expression'));
    const name = variable.get('name').value ?? '';
    if (one === undefined) found.delete(name);
    else found.set(name, one);
  }
  return found;
}

function classesOf(owner: Owner, filter: RequestFilter): readonly RequestClass[] {
  const excluded = matchResources(owner)?.get('excludeResourceRules').items() ?? [];
  // Mutating policies are not asked about deletions.
  const never: readonly Operation[] = isOfKind(owner, 'MutatingAdmissionPolicy') ? ['DELETE'] : [];
  return requestClasses(filter, excluded, { minor: owner.minor, never });
}

function failuresOf(group: Group, budget: Budget): readonly AdmissionFailure[] {
  const { conditions, others, classes, failurePolicy } = group;
  if (classes.length === 0) return [];
  const byChecked = new Map(
    [...conditions, ...others, ...group.variables.values()].flatMap((one) =>
      one.compiled.ok ? [[one.compiled.checked, one] as const] : [],
    ),
  );
  const inputs = classes.map((request) => inputOf(group, request));
  return [...conditions, ...others].flatMap((of) =>
    searchFailures(group, inputs, of, budget).flatMap((failure) => {
      const where = byChecked.get(failure.checked);
      return where === undefined || isMadeBefore(failure, of, others)
        ? []
        : [
            {
              ...failure,
              where,
              of,
              failurePolicy,
              isHarmful: isHarmful(failure, of, failurePolicy),
            },
          ];
    }),
  );
}

/**
 * A validation that would deny anyway only denies with another message. An error of a match condition or of a mutation
 * is never what would have come out otherwise.
 */
function isHarmful(
  { readings, nullPlace }: FoundFailure,
  { expression }: CelCompilation,
  failurePolicy: string,
): boolean {
  const { name } = expression.place;
  if (name === 'vap-message') return false;
  if (name !== 'vap' || nullPlace !== undefined) return true;
  return readings.has('other') || readings.has(failurePolicy === 'Ignore' ? 'false' : 'true');
}

/** The failures of one sort, for each expression at most one: the first one that does harm, or the first one. */
export function firstFailures(
  owner: Owner,
  isMeant: (failure: AdmissionFailure) => boolean,
): readonly AdmissionFailure[] {
  const chosen = new Map<CelCompilation, AdmissionFailure>();
  for (const failure of admissionFailures(owner)) {
    if (!isMeant(failure)) continue;
    const before = chosen.get(failure.where);
    if (before === undefined || (failure.isHarmful && !before.isHarmful)) {
      chosen.set(failure.where, failure);
    }
  }
  return [...chosen.values()];
}

/** Where a failure stands: the selection in the expression's text. */
export function failureLocation({ where, expr }: AdmissionFailure): Location {
  const { text, start, expression } = where;
  const range = textRangeOfNode(expr, text);
  if (range === undefined) return expression.field.location();
  return expression.field.locationWithin(start + range.from, start + range.to);
}

/** What is not there, as an expression writes it. */
export function missingName({ missing }: AdmissionFailure): string {
  return missing.text.replaceAll(/\[(\d+|[^'\]]*@key\d+)\]/g, '[]');
}

/** What happens to the request, as a clause of a message. */
export function outcomeWords({ failurePolicy, of }: AdmissionFailure): string {
  if (failurePolicy !== 'Ignore') return 'the request is then denied (failurePolicy Fail)';
  return of.expression.place.name === 'webhook'
    ? 'the webhook is then skipped (failurePolicy Ignore)'
    : 'the policy is then skipped (failurePolicy Ignore)';
}

/** Whether a mutation above another one may have added what that selects: of the object, and no other input. */
function isMadeBefore(
  { missing }: FoundFailure,
  of: CelCompilation,
  others: readonly CelCompilation[],
): boolean {
  const isMutation = ({ expression }: CelCompilation) =>
    expression.place.name === 'map' || expression.place.name === 'map-jsonpatch';
  if (!isMutation(of) || !/^object[.[]/.test(missing.text)) return false;
  const above = others.slice(0, others.indexOf(of)).filter(isMutation);
  return above.some(({ text }) => text.includes(missing.key));
}

/** The variables of the environment for requests of one class. */
interface Input {
  readonly request: RequestClass;
  readonly places: ReadonlyMap<string, Place>;
}

function inputOf(group: Group, request: RequestClass): Input {
  const object = objectShape(request, group.objectLabels);
  const places = [
    Place.root('object', object),
    Place.root('oldObject', object),
    Place.root('request', requestShape(request)),
    Place.root('namespaceObject', namespaceShape(group.namespaceLabels)),
    Place.root('params', { ...ANY_SHAPE, nullable: true }),
  ];
  return { request, places: new Map(places.map((place) => [place.text, place])) };
}

/** Which variables are null for requests of one class; undefined where some may be. */
function isNull({ operation, scope }: RequestClass, variable: string): boolean | undefined {
  switch (variable) {
    case 'object':
      return operation === 'DELETE';
    case 'oldObject':
      return operation === 'CREATE' || operation === 'CONNECT';
    case 'namespaceObject':
      return scope !== 'namespaced';
    default:
      return undefined;
  }
}

function settle({ request, places }: Input, world: World): void {
  for (const [name, place] of places) {
    const known = isNull(request, name);
    if (known !== undefined) world.setNull(place, known);
  }
}

/** The selections by which an expression fails, searched among the classes of requests for which it may. */
function searchFailures(
  group: Group,
  inputs: readonly Input[],
  of: CelCompilation,
  budget: Budget,
): readonly FoundFailure[] {
  const doubtful = inputs.filter((input) => mayFail(group, input, of, budget));
  return doubtful.length === 0 ? [] : findFailures(questionOf(group, doubtful, of), budget);
}

/** Whether a search is needed; most expressions ask before they select, or rely on a match condition. */
function mayFail(
  group: Group,
  { request, places }: Input,
  of: CelCompilation,
  budget: Budget,
): boolean {
  if (!of.compiled.ok) return false;
  const { conditions } = group;
  const validation = validationOf(of, group);
  const sure = [
    ...(conditions.includes(of) ? [] : conditions.flatMap((one) => guardsOfOutcome(one, true))),
    ...(validation === undefined ? [] : guardsOfOutcome(validation, false)),
  ];
  const screen = new Screen(
    {
      variables: (name) => {
        if (name === 'variables') return { kind: 'record', get: () => undefined };
        const place = places.get(name);
        return place === undefined ? undefined : { kind: 'input', place };
      },
      definition: (name) => {
        const compiled = group.variables.get(name)?.compiled;
        return compiled?.ok === true ? compiled.checked : undefined;
      },
      isNull: (place) => (place.parent === undefined ? isNull(request, place.text) : undefined),
      budget,
    },
    sure,
  );
  if (validation?.compiled.ok === true) screen.passOver(validation.compiled.checked);
  return screen.mayFail(of.compiled.checked);
}

function guardsOfOutcome({ compiled }: CelCompilation, truth: boolean): readonly Guard[] {
  return compiled.ok ? guardsOf(compiled.checked.ast.expr, truth, compiled.checked) : [];
}

/** The validation of which an expression is the message. */
function validationOf({ expression }: CelCompilation, { others }: Group) {
  if (expression.place.name !== 'vap-message') return undefined;
  const path = expression.field.path.replace(/messageExpression$/, 'expression');
  return others.find((one) => one.expression.field.path === path);
}

function questionOf(group: Group, inputs: readonly Input[], of: CelCompilation): Question {
  const { conditions, others } = group;
  const isCondition = conditions.includes(of);
  const evaluator = new GroupEvaluator(group, inputs);
  const validation = validationOf(of, group);
  return {
    evaluate: (world, flow) => {
      const evaluate = evaluator.in(world, flow);
      if (of.expression.place.name === 'vap-message') {
        const isRefused =
          validation !== undefined && truthOf(evaluate(validation), world) === false;
        if (!isRefused) return UNKNOWN;
      }
      return evaluate(of);
    },
    isOrdinary: (world, flow) => {
      const evaluate = evaluator.in(world, flow);
      const truth = (one: CelCompilation) => truthOf(evaluate(one), world);
      if (isCondition) return conditions.every((one) => one === of || truth(one) !== false);
      if (!conditions.every((one) => truth(one) === true)) return false;
      if (of.expression.place.name !== 'vap') return true;
      return others.every(
        (one) => one === of || one.expression.place.name !== 'vap' || truth(one) !== false,
      );
    },
  };
}

/** Evaluates the expressions of a group in one world after the other, each variable once in a world. */
class GroupEvaluator {
  readonly #group: Group;
  readonly #inputs: readonly Input[];
  #world: World | undefined;
  #input: Input | undefined;
  #readsZero = false;
  #values = new Map<string, Value>();

  constructor(group: Group, inputs: readonly Input[]) {
    this.#group = group;
    this.#inputs = inputs;
  }

  in(world: World, evaluator: Evaluator): (one: CelCompilation) => Value {
    if (world !== this.#world) {
      this.#world = world;
      this.#input = this.#inputs[world.choose(this.#inputs.length)];
      if (this.#input !== undefined) settle(this.#input, world);
      this.#values.clear();
    } else if (world.readsZero !== this.#readsZero) this.#values.clear();
    this.#readsZero = world.readsZero;
    return (one) => this.#evaluate(one, evaluator);
  }

  #evaluate({ compiled }: CelCompilation, evaluator: Evaluator): Value {
    if (!compiled.ok) return UNKNOWN;
    return evaluator.evaluate(compiled.checked, (name) => {
      if (name === 'variables') {
        return { kind: 'record', get: (variable) => this.#variable(variable, evaluator) };
      }
      const place = this.#input?.places.get(name);
      return place === undefined ? undefined : { kind: 'input', place };
    });
  }

  #variable(name: string, evaluator: Evaluator): Value | undefined {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const one = this.#group.variables.get(name);
    if (one === undefined) return undefined;
    // Two variables of one name may seem to read each other.
    this.#values.set(name, UNKNOWN);
    const value = this.#evaluate(one, evaluator);
    this.#values.set(name, value);
    return value;
  }
}
