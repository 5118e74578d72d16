import { describe, expect, it } from 'vitest';
import { matchesGlob } from '../../src/sources/project/glob.ts';
import { selects } from '../../src/sources/project/kustomize/label-selector.ts';
import { normalizePath } from '../../src/sources/project/normalize-path.ts';

describe('a path', () => {
  it.each([
    ['a.yaml', 'a.yaml'],
    ['./a.yaml', 'a.yaml'],
    ['././a/./b.yaml', 'a/b.yaml'],
    ['a//b/', 'a/b'],
    ['a/../b.yaml', 'b.yaml'],
    ['../base/', '../base'],
    ['a/../../b', '../b'],
    ['../../b', '../../b'],
    ['', ''],
  ])('%s is %s', (path, normalized) => {
    expect(normalizePath(path)).toBe(normalized);
  });
});

describe('a pattern for files', () => {
  it.each([
    ['assert-*.yaml', 'assert-1.yaml', true],
    ['assert-*.yaml', 'assert-.yaml', true],
    ['assert-*.yaml', 'assert-1.yml', false],
    ['*', 'a.yaml', true],
    ['*', 'a/b.yaml', false],
    ['*/b.yaml', 'a/b.yaml', true],
    ['a?.yaml', 'ab.yaml', true],
    ['a?.yaml', 'a.yaml', false],
    ['*a*b*.yaml', 'xxaxxbxx.yaml', true],
    ['*a*b*.yaml', 'xxbxxaxx.yaml', false],
    ['a.b', 'acb', false],
  ])('%s for %s: %s', (pattern, path, matches) => {
    expect(matchesGlob(pattern, path)).toBe(matches);
  });

  it('takes no time that grows faster than its length times that of the path', () => {
    expect(matchesGlob(`${'*a'.repeat(2000)}b`, 'a'.repeat(5000))).toBe(false);
  });
});

describe('a label selector', () => {
  const labels = new Map([
    ['app', 'x'],
    ['app.kubernetes.io/name', 'web'],
    ['empty', ''],
  ]);

  it.each([
    ['', true],
    ['app', true],
    ['!app', false],
    ['!other', true],
    ['app=x', true],
    ['app = x', true],
    ['app==y', false],
    ['app!=y', true],
    ['other!=y', true],
    ['app.kubernetes.io/name=web,app=x', true],
    ['app=x,other', false],
    ['app in (w, x)', true],
    ['app in (w,y)', false],
    ['other in (w)', false],
    ['app notin (x,y)', false],
    ['other notin (x)', true],
    ['app notin (z),app=x', true],
    ['empty=', true],
    ['app=', false],
    ['a b', false],
    ['app in (x', false],
  ])('%s: %s', (selector, selected) => {
    expect(selects(selector, labels)).toBe(selected);
  });
});
