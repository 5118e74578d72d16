import { applyOperations } from '../../sources/project/kustomize/apply-change.ts';
import { UNKNOWN_DIRECTIVE } from '../../sources/project/kustomize/patch-directive.ts';
import { partsOfReplacement } from '../../sources/project/kustomize/patch-paths.ts';
import {
  type ChangeableMappings,
  type ReplacedField,
  writeField,
} from '../../sources/project/kustomize/replacement.ts';
import { mergeStrategically } from '../../sources/project/kustomize/strategic-merge.ts';
import { isMapping, type Mapping, type Path, type Value } from '../../yaml/index.ts';
import { mappingFrom } from '../../yaml/tree.ts';
import type { BuildChange, ReplacedValue } from './build-changes.ts';
import type { WrittenValue } from './built-document.ts';

type BuildResult =
  | {
      readonly outcome: 'built';
      readonly value: Mapping;
      /** The values that each change has written in certain places, in the order of the changes. */
      readonly written: readonly (readonly WrittenValue[])[];
    }
  | FailedBuild;

/**
 * An operation of a patch or a replacement that kustomize cannot apply, because a path does not exist, or a patch with
 * a directive that it does not know.
 */
export interface FailedBuild {
  readonly outcome: 'failed';
  readonly kind: 'operation' | 'replacement' | 'unreadable';
  readonly change: BuildChange;
  /** The place of the path, or of the value that a test wants, in the document of the change. */
  readonly at: Path;
  /** The paths that have to exist, as JSON Pointers. */
  readonly pointers: readonly string[];
  readonly problem: string;
}

/**
 * Applies changes to an object. Undefined if the result is not known, or no object of the same kind.
 *
 * @param made the mappings of the object that are no longer needed as they are, and may be changed. Those of the result
 *   are added.
 */
export function applyChanges(
  own: Mapping,
  changes: readonly BuildChange[],
  made: ChangeableMappings = new Map(),
): BuildResult | undefined {
  let value = own;
  const written: (readonly WrittenValue[])[] = [];
  for (const one of changes) {
    const changed = applyChange(value, one.change, made);
    if (changed === undefined) return undefined;
    if (changed.outcome === 'failed') return { ...changed, change: one };
    value = changed.value;
    written.push(changed.written);
  }
  const isSameKind = value.apiVersion === own.apiVersion && value.kind === own.kind;
  return isSameKind ? { outcome: 'built', value, written } : undefined;
}

type ChangeResult =
  | {
      readonly outcome: 'changed';
      readonly value: Mapping;
      readonly written: readonly WrittenValue[];
    }
  | Omit<FailedBuild, 'change'>;

function applyChange(
  value: Mapping,
  change: BuildChange['change'],
  made: ChangeableMappings,
): ChangeResult | undefined {
  if (change.kind === 'replacement') return replaced(value, change, made);
  // A patch may put one mapping at two places.
  made.clear();
  return change.kind === 'merge' ? merged(value, change.patch) : patched(value, change.operations);
}

function patched(object: Mapping, operations: readonly Value[]): ChangeResult | undefined {
  const result = applyOperations(object, operations);
  switch (result.outcome) {
    case 'error': {
      const { index, error: problem } = result;
      const { path, from } = mappingFrom(operations[index]);
      const pointers = [path, from].filter((pointer) => typeof pointer === 'string');
      return { outcome: 'failed', kind: 'operation', at: [index, 'path'], pointers, problem };
    }
    case 'test-failed': {
      const { index } = result;
      const { path, value: wanted } = mappingFrom(operations[index]);
      // Names, images and labels may have other values when kustomize applies the patch.
      if (typeof path !== 'string' || !isNumberOrBoolean(wanted)) return undefined;
      const problem = `testing value ${path} failed: test failed`;
      const at = [index, 'value'];
      return { outcome: 'failed', kind: 'operation', at, pointers: [path], problem };
    }
    case 'patched': {
      const { result: value } = result;
      return isMapping(value) ? { outcome: 'changed', value, written: [] } : undefined;
    }
  }
}

function merged(object: Mapping, patch: Mapping): ChangeResult | undefined {
  const result = mergeStrategically(object, patch);
  if (result === undefined || result.kind === 'removed') return undefined;
  if (result.kind === 'merged') return { outcome: 'changed', value: result.value, written: [] };
  const { at } = result;
  const pointers = [`/${at.slice(0, -1).join('/')}`];
  return { outcome: 'failed', kind: 'unreadable', at, pointers, problem: UNKNOWN_DIRECTIVE };
}

function isNumberOrBoolean(value: Value | undefined): boolean {
  return ['number', 'bigint', 'boolean'].includes(typeof value);
}

/** The kind and name of an object: `Deployment 'web'`. */
export function nameOf({ kind, metadata }: Mapping): string {
  return `${String(kind)} '${String(mappingFrom(metadata).name)}'`;
}

function replaced(
  object: Mapping,
  { value, fields, options }: ReplacedValue,
  made: ChangeableMappings,
): ChangeResult | undefined {
  let changed = object;
  const written: { readonly path: Path; readonly at: Path }[] = [];
  for (const field of fields) {
    const result = writeField(changed, field.path, value, options, made);
    if (result === undefined) return undefined;
    if (result.paths.length === 0) return absentField(object, field);
    changed = result.object;
    for (const place of result.paths) written.push({ path: place, at: field.at });
  }
  return { outcome: 'changed', value: changed, written };
}

function absentField(object: Mapping, { path, at }: ReplacedField): ChangeResult {
  const pointers = [`/${partsOfReplacement(path).join('/')}`];
  const problem = `${nameOf(object)} has no '${path}'`;
  return { outcome: 'failed', kind: 'replacement', at, pointers, problem };
}
