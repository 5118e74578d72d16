import type { SymbolicEvaluator } from '../../../cel/symbolic/evaluator.ts';
import type { SymbolicInput } from '../../../cel/symbolic/input.ts';
import type { SymbolicPath } from '../../../cel/symbolic/path.ts';
import { truthOf } from '../../../cel/symbolic/truth.ts';
import type { SchemaNode } from '../../../server/crd/schema-node.ts';
import { canSatisfy } from './schema-constraints.ts';
import { SchemaShape } from './schema-shapes.ts';
import {
  type CompiledValidationRule,
  hasOptionalOldSelf,
  ruleVariables,
  stepInto,
  stepsTo,
  type ValidationRuleSet,
} from './validation-rule-sets.ts';

/** A custom resource that is created or updated. */
interface ResourceInput {
  readonly input: SymbolicInput;
  readonly evaluator: SymbolicEvaluator;
  /** True if the custom resource is updated. */
  readonly hasOld: boolean;
}

/**
 * Reports whether the schemas and all validation rules except one accept a custom resource, and accepted the old object
 * before an update.
 */
export function isValidResource(
  set: ValidationRuleSet,
  resource: ResourceInput,
  except: CompiledValidationRule,
): boolean {
  return (
    set.rules.every((other) => other === except || accepts(set, other, resource)) &&
    satisfiesSchemas(resource.input)
  );
}

/** Reports whether a validation rule accepts all values of its schema that are known to be present. */
function accepts(
  set: ValidationRuleSet,
  rule: CompiledValidationRule,
  resource: ResourceInput,
): boolean {
  const { input, hasOld } = resource;
  if (!input.step()) return false;
  if (rule.usesOldSelf && !hasOptionalOldSelf(rule) && !hasOld) return true;
  const isRefused = knownPaths(rule.node, set.resource, input).some((path) =>
    refuses(rule, path, hasOld ? oldPath(path, set) : undefined, resource),
  );
  if (isRefused) return false;
  if (!hasOld || rule.usesOldSelf) return true;
  return !knownPaths(rule.node, set.oldResource, input).some((path) =>
    refuses(rule, path, undefined, resource),
  );
}

/** The same path in the resource before an update. */
function oldPath(path: SymbolicPath, { oldResource }: ValidationRuleSet): SymbolicPath {
  const steps: SymbolicPath[] = [];
  for (let inner = path; inner.parent !== undefined; inner = inner.parent) steps.push(inner);
  return steps.reverse().reduce((found, step) => found.extendLike(step), oldResource);
}

function refuses(
  rule: CompiledValidationRule,
  self: SymbolicPath,
  old: SymbolicPath | undefined,
  { input, evaluator }: ResourceInput,
): boolean {
  const isOptional = hasOptionalOldSelf(rule);
  // A transition rule is evaluated only if there was a value before.
  const isTransition = rule.usesOldSelf && !isOptional;
  if (isTransition && !(old !== undefined && isKnownPresent(old, input))) return false;
  const value = evaluator.evaluate(rule.checked, ruleVariables(self, old, isOptional));
  return truthOf(value, input) === false;
}

/** Reports whether a value is known to be present, with all values around it. */
function isKnownPresent(path: SymbolicPath, input: SymbolicInput): boolean {
  for (let inner = path; inner.parent !== undefined; inner = inner.parent) {
    if (!isKnownMember(inner, input)) return false;
  }
  return true;
}

/** Reports whether a value is known to be present if its parent is. */
function isKnownMember(path: SymbolicPath, input: SymbolicInput): boolean {
  return input.knownPresence(path) ?? path.presence === 'always';
}

/** The paths of the values of a schema that are known to be present. */
function knownPaths(
  node: SchemaNode,
  resource: SymbolicPath,
  input: SymbolicInput,
): readonly SymbolicPath[] {
  let paths: readonly SymbolicPath[] = [resource];
  for (const step of stepsTo(node)) {
    const inner: SymbolicPath[] = [];
    for (const path of paths) {
      if (step.isToItems) inner.push(...knownElements(path, input));
      else {
        const member = stepInto(path, step);
        if (isKnownMember(member, input)) inner.push(member);
      }
    }
    // Most schemas are below an optional value that is not known to be present.
    if (inner.length === 0) return inner;
    paths = inner;
  }
  return paths;
}

function knownElements(path: SymbolicPath, input: SymbolicInput): readonly SymbolicPath[] {
  const size = input.knownSize(path.notation) ?? 0;
  return Array.from({ length: size }, (_, index) => path.element(String(index), 'always'));
}

/** Reports whether the schemas around all absent values allow that they are absent. */
function satisfiesSchemas(input: SymbolicInput): boolean {
  const around = new Set<SymbolicPath>();
  for (const absent of input.absentPaths()) {
    for (let outer = absent.parent; outer !== undefined; outer = outer.parent) around.add(outer);
  }
  return [...around].every(
    (path) => !(path.shape instanceof SchemaShape) || canSatisfy(path, path.shape.schema, input),
  );
}
