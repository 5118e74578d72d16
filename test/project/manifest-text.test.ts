import { describe, expect, it } from 'vitest';
import { crdFileBefore, templateOf } from '../../src/sources/project/manifest-text.ts';
import { looksLikeManifest, looksLikeTemplate } from '../../src/sources/project/unreadable-text.ts';

describe('a text that cannot be read is meant as a manifest', () => {
  it.each([
    ['apiVersion: v1\nkind: [', true],
    ['apiVersion v1\nkind: A\nmetadata:\n  name: [', true],
    ['kind: Pod\nmetadata: {', true],
    ['kind: A\nmetadata: {', false],
    ['kind: A\nspec: {', false],
    ['metadata:\n  name: [', false],
    ['{"apiVersion":"v1",', true],
    ['{ kind: Pod,\n  metadata: {', true],
    ['\'kind\': Pod\n"metadata": [', true],
    ['- apiVersion: v1\n  x: [', true],
    ['items:\n- kind: A\n  metadata: [', true],
    ['---\nkind: Pod\n---\nmetadata: [', true],
    ['---kind: A', false],
    ['kind: Pod\r\nmetadata: [\r\n', true],
    ['# apiVersion: v1\n# kind: A\nx: [', false],
    ['the kind: A and metadata: [', false],
    ['kinds: A\nmetadatas: [', false],
    ['kind: A\nkind: [', false],
    ['# a shell\nkubectl apply -f - <<EOF\napiVersion: v1\nkind: A', false],
    ["cat <<-'EOF'\napiVersion: v1\nkind: A", false],
    ['apiVersion: v1\nkubectl apply -f - <<EOF\nkind: A', true],
    ['{\n  "$schema": "x",\n  "apiVersion": [', false],
    ['{ "$schema": "x", "apiVersion": [', false],
    ['"kind": "Pod"\n"metadata": [\n---\n"spec":\n  "schema":\n      "$schema": "x"', true],
    ['', false],
  ])('%j: %s', (text, meant) => {
    expect(looksLikeManifest(text)).toBe(meant);
  });
});

describe('a text that cannot be read is a template', () => {
  it.each([
    ['{{- if .Values.x }}\na: b', true],
    ['a:\n  {{- toYaml . | nindent 2 }}', true],
    ['a: {{ .Values.b }}', true],
    ['a:\n- {{ .Values.b }}', true],
    ['{% if a %}\na: b', true],
    ['{# a comment #}\na: {', false],
    ['a: "{{ b }}"\nc: [', false],
    ['a: "{{ b "c" }}"', true],
    ['a: b {{ c }}\nd: [', false],
    ['# {{ a }}\nb: [', false],
    ['a: {b: {c: d}', false],
    ['"a": {{ .Values.b }}', true],
    ['a: @NAME@', true],
    ['a: @name@', true],
    ['a: @name', false],
    ['a: @name', false],
    ['image: {username}/web:v1', true],
    ['- {prefix}.16', true],
    ['a: {b}\nc: [', false],
    ['a: [{b}, {c}', false],
    ['a: [ ${ B } ]', true],
    ['a: [ $ {b} ]', false],
    ['[[- if .Values.a ]]\na: b', true],
    ['a:\n  [[- $b := . -]]\n  c: d', true],
    ['[[a]]: [', false],
    ['a:\n  ...\n  b:\n    c: d', true],
    ['a: |\n  ...\n  b\nc: [', false],
  ])('%j: %s', (text, isTemplate) => {
    expect(looksLikeTemplate(text)).toBe(isTemplate);
  });
});

describe('the template of a rendered document', () => {
  it.each([
    ['---\n# Source: shop/templates/a.yaml\napiVersion: v1', 'shop/templates/a.yaml'],
    ['# Source: shop/templates/a.yaml\r\napiVersion: v1', 'shop/templates/a.yaml'],
    [
      '---\n\n# a comment\n# Source: shop/charts/db/crds/x y.yaml\na: b',
      'shop/charts/db/crds/x y.yaml',
    ],
    ['apiVersion: v1\n# Source: shop/templates/a.yaml', undefined],
    ['# source: a.yaml', undefined],
    ['a: b', undefined],
    ['', undefined],
  ])('%j: %s', (text, template) => {
    expect(templateOf(text)).toBe(template);
  });
});

it.each([
  ['---\n# Source: shop/crds/a.yaml\n---\n', 'shop/crds/a.yaml'],
  ['a: b\n---\n# Source: shop/crds/a.yaml\n---\n', 'shop/crds/a.yaml'],
  ['---\n# Source: shop/crds/a.yaml\na: b\n---\n', 'shop/crds/a.yaml'],
  ['---\n# Source: shop/crds/a.yaml\na: b\n---\n# Source: shop/templates/b.yaml\n---\n', undefined],
  ['---\n', undefined],
])('the file with CRDs of a document after %j is %s', (before, file) => {
  expect(crdFileBefore({ text: `${before}c: d` }, before.length)).toBe(file);
});
