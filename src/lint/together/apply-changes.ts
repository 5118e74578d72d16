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

export type BuildResult =
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
    const { change } = one;
    // A patch may put one mapping at two places.
    if (change.kind !== 'replacement') made.clear();
    if (change.kind === 'operations') {
      const patched = applyOperations(value, change.operations);
      if (patched.outcome === 'error') {
        const { index, error: problem } = patched;
        const { path, from } = mappingFrom(change.operations[index]);
        const pointers = [path, from].filter((pointer) => typeof pointer === 'string');
        const at = [index, 'path'];
        return { outcome: 'failed', kind: 'operation', change: one, at, pointers, problem };
      }
      if (patched.outcome === 'test-failed') {
        const { index } = patched;
        const { path, value: wanted } = mappingFrom(change.operations[index]);
        // Names, images and labels may have other values when kustomize applies the patch.
        if (typeof path !== 'string' || !isNumberOrBoolean(wanted)) return undefined;
        const problem = `testing value ${path} failed: test failed`;
        const at = [index, 'value'];
        return { outcome: 'failed', kind: 'operation', change: one, at, pointers: [path], problem };
      }
      if (!isMapping(patched.result)) return undefined;
      value = patched.result;
      written.push([]);
      continue;
    }
    if (change.kind === 'merge') {
      const merged = mergeStrategically(value, change.patch);
      if (merged === undefined || merged.kind === 'removed') return undefined;
      if (merged.kind === 'refused') {
        const { at } = merged;
        const pointers = [`/${at.slice(0, -1).join('/')}`];
        const problem = UNKNOWN_DIRECTIVE;
        return { outcome: 'failed', kind: 'unreadable', change: one, at, pointers, problem };
      }
      value = merged.value;
      written.push([]);
      continue;
    }
    const changed = replaced(value, change, made);
    if (changed === undefined) return undefined;
    if ('absent' in changed) {
      const { path, at } = changed.absent;
      const pointers = [`/${partsOfReplacement(path).join('/')}`];
      const problem = `${nameOf(value)} has no '${path}'`;
      return { outcome: 'failed', kind: 'replacement', change: one, at, pointers, problem };
    }
    value = changed.value;
    written.push(changed.written);
  }
  const isSameKind = value.apiVersion === own.apiVersion && value.kind === own.kind;
  return isSameKind ? { outcome: 'built', value, written } : undefined;
}

function isNumberOrBoolean(value: Value | undefined): boolean {
  return ['number', 'bigint', 'boolean'].includes(typeof value);
}

/** The kind and name of an object: `Deployment 'web'`. */
export function nameOf({ kind, metadata }: Mapping): string {
  return `${String(kind)} '${String(mappingFrom(metadata).name)}'`;
}

interface Changed {
  readonly value: Mapping;
  readonly written: readonly WrittenValue[];
}

function replaced(
  object: Mapping,
  { value, fields, options }: ReplacedValue,
  made: ChangeableMappings,
): Changed | { readonly absent: ReplacedField } | undefined {
  let changed = object;
  const written: { readonly path: Path; readonly at: Path }[] = [];
  for (const field of fields) {
    const result = writeField(changed, field.path, value, options, made);
    if (result === undefined) return undefined;
    if (result.paths.length === 0) return { absent: field };
    changed = result.object;
    for (const place of result.paths) written.push({ path: place, at: field.at });
  }
  return { value: changed, written };
}
