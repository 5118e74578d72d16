import { describe, expect, it } from 'vitest';
import { stepsOfField } from '../../src/sources/project/field-path.ts';
import { ChangedFields } from '../../src/sources/project/kustomize/changed-fields.ts';
import { readKustomization } from '../../src/sources/project/kustomize/kustomization.ts';
import { readPatches } from '../../src/sources/project/kustomize/kustomize-patch.ts';
import { stepsOfReplacement } from '../../src/sources/project/kustomize/patch-paths.ts';
import type { Value } from '../../src/yaml/index.ts';

/** An object whose webhooks have these names. */
const OBJECT: Value = {
  metadata: { annotations: { 'a.b/c': 'x' } },
  webhooks: [{ name: 'one' }, { name: 'two' }],
};

function isTouched(fields: ChangedFields | undefined, field: string): boolean | undefined {
  return fields?.touch(stepsOfField(field, OBJECT));
}

describe('a strategic merge patch', () => {
  const head = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n';

  it.each([
    ['spec: { a: { b: 1 } }', 'spec.a.b', true],
    ['spec: { a: { b: 1 } }', 'spec.a', true],
    ['spec: { a: { b: 1 } }', 'spec.a.b.c[0].d', true],
    ['spec: { a: { b: 1 } }', 'spec.c', false],
    ['spec: { a: { b: 1 } }', 'spec.ab', false],
    ['spec: { a: null }', 'spec.a.b', true],
    ['spec: { a: {} }', 'spec.a', true],
    // If a list is replaced, none of its items in the file remains.
    ['spec: { versions: [{ name: v1 }] }', 'spec.versions[3].schema', true],
    // Webhooks are merged by their names.
    ['webhooks: [{ name: two, rules: [] }]', 'webhooks[1].rules', true],
    ['webhooks: [{ name: two, rules: [] }]', 'webhooks[1].clientConfig', false],
    ['webhooks: [{ name: two, rules: [] }]', 'webhooks[0].rules', false],
    ['webhooks: [{ name: two, rules: [] }]', 'webhooks[*].rules', true],
    ['webhooks: [{ name: two, rules: [] }]', 'webhooks', true],
    ['webhooks: [{ name: two, $patch: delete }]', 'webhooks[1].clientConfig', true],
    ['webhooks: [{ name: two, $patch: delete }]', 'webhooks[0].clientConfig', false],
    ['webhooks: [{ $patch: replace }, { name: three }]', 'webhooks[0].clientConfig', true],
    ['webhooks: [{ rules: [] }]', 'webhooks[0].rules', true],
    ['spec: { $patch: replace, a: 1 }', 'spec.b', true],
    ['spec: { $patch: merge, a: 1 }', 'spec.b', false],
    // The fields that only identify the object change nothing.
    ['', 'metadata.name', false],
    ['', 'spec', false],
    ['$patch: delete', 'spec', false],
  ])('%s changes %s: %s', (patch, field, changed) => {
    const [content] = readPatches(`${head}${patch}\n`);
    expect(isTouched(content?.fields, field)).toBe(changed);
  });

  // A patch replaces the second list in a ServiceAccount, and merges it elsewhere.
  it.each([
    ['ServiceAccount', 'secrets: [{ name: two }]', 'secrets', false],
    ['ServiceAccount', 'imagePullSecrets: [{ name: two }]', 'imagePullSecrets', true],
    ['Pod', 'spec: { imagePullSecrets: [{ name: two }] }', 'spec.imagePullSecrets', false],
  ])('a patch of a %s with %s changes the other items of %s: %s', (kind, patch, list, changed) => {
    const [content] = readPatches(`${head.replace('Pod', kind)}${patch}\n`);
    const steps = stepsOfField(`${list}[0].name`, {
      secrets: [{ name: 'one' }],
      imagePullSecrets: [{ name: 'one' }],
      spec: { imagePullSecrets: [{ name: 'one' }] },
    });
    expect(content?.fields.touch(steps)).toBe(changed);
  });

  it('replaces all lists of a custom resource', () => {
    const custom = head.replace('Pod', 'Web');
    const [content] = readPatches(`${custom}webhooks: [{ name: two, rules: [] }]\n`);
    expect(isTouched(content?.fields, 'webhooks[0].clientConfig')).toBe(true);
  });

  it('changes the labels and annotations that it has', () => {
    const [content] = readPatches(`${head}  annotations: { a.b/c: x }\n`);
    expect(isTouched(content?.fields, 'metadata.annotations[a.b/c]')).toBe(true);
    expect(isTouched(content?.fields, 'metadata.annotations[d]')).toBe(false);
    expect(isTouched(content?.fields, 'metadata.name')).toBe(false);
  });
});

describe('a JSON Patch', () => {
  it.each([
    ['{ op: replace, path: /webhooks/0/rules, value: 1 }', 'webhooks[0].rules', true],
    ['{ op: replace, path: /webhooks/0/rules, value: 1 }', 'webhooks[1].rules', false],
    ['{ op: remove, path: /webhooks/1 }', 'webhooks[1].rules', true],
    // An item that is inserted before another item does not change it.
    ['{ op: add, path: /webhooks/1, value: 1 }', 'webhooks[1].rules', false],
    ['{ op: add, path: /webhooks/-, value: 1 }', 'webhooks[1].rules', false],
    ['{ op: add, path: /webhooks/-, value: 1 }', 'webhooks', true],
    ['{ op: add, path: /webhooks/1/rules, value: 1 }', 'webhooks[1].rules', true],
    ['{ op: test, path: /spec/a, value: 1 }', 'spec.a', false],
    ['{ op: copy, from: /spec/a, path: /spec/b }', 'spec.a', false],
    ['{ op: move, from: /spec/a, path: /spec/b }', 'spec.a', true],
    [
      '{ op: add, path: /metadata/annotations/a.b~1c, value: x }',
      'metadata.annotations[a.b/c]',
      true,
    ],
    ['{ op: add, path: /metadata/annotations/~01, value: x }', 'metadata.annotations[~1]', true],
    ['{ op: replace, path: "", value: 1 }', 'spec', false],
  ])('%s changes %s: %s', (operation, field, changed) => {
    const [content] = readPatches(`[${operation}]`);
    expect(isTouched(content?.fields, field)).toBe(changed);
  });

  it('may be JSON', () => {
    const [content] = readPatches('[{"op":"add","path":"/spec/a","value":1}]');
    expect(isTouched(content?.fields, 'spec.a')).toBe(true);
  });
});

describe('a field path of a replacement', () => {
  it.each([
    ['spec.a', 'spec.a', true],
    ['webhooks.*.clientConfig', 'webhooks[1].clientConfig', true],
    ['webhooks.1.clientConfig', 'webhooks[0].clientConfig', false],
    ['webhooks.[name=one].clientConfig', 'webhooks[0].clientConfig', true],
    ['webhooks.[name=one].clientConfig', 'webhooks[1].clientConfig', false],
    ['webhooks.[timeoutSeconds=1].rules', 'webhooks[1].rules', true],
    ['metadata.annotations.[a.b/c]', 'metadata.annotations[a.b/c]', true],
    ['metadata.annotations.a\\.b/c', 'metadata.annotations[a.b/c]', true],
    ['spec.versions.-', 'spec.versions[0]', false],
  ])('%s changes %s: %s', (path, field, changed) => {
    const fields = new ChangedFields();
    fields.add(stepsOfReplacement(path));
    expect(isTouched(fields, field)).toBe(changed);
  });

  it('is the name where there is none', () => {
    const { patches } = readKustomization(
      'replacements: [{ targets: [{ select: { kind: A } }, { select: no }, { fieldPaths: [b] }] }]',
      () => undefined,
    );
    expect(patches.map(({ fields }) => isTouched(fields, 'metadata.name'))).toEqual([true]);
  });
});
