import { describe, expect, it } from 'vitest';
import { inOneGo } from '../../src/base/steps.ts';
import type { FileFacts } from '../../src/sources/installations/file-facts.ts';
import { findInstallations } from '../../src/sources/installations/installations.ts';
import { ObjectFacts } from '../../src/sources/installations/object-facts.ts';
import { readProjectFolder } from '../../src/sources/project/project-folder.ts';

interface Files {
  /** The text of each kustomization by its folder. */
  readonly kustomizations?: Readonly<Record<string, string>>;
  readonly charts?: readonly string[];
  /** The objects of each file, as `Kind/name` or `Kind/namespace/name`, with `<template` after rendered ones. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly opaque?: readonly string[];
}

function factsOfFiles({
  kustomizations = {},
  charts = [],
  files,
  opaque = [],
}: Files): readonly FileFacts[] {
  const projectFiles = new Map(
    Object.entries(kustomizations).map(([path, text]) => [
      path,
      readProjectFolder(path, new Map([['kustomization.yaml', text]]), () => undefined),
    ]),
  );
  for (const path of charts) {
    const texts = new Map([['Chart.yaml', 'name: chart']] as const);
    projectFiles.set(
      path,
      readProjectFolder(path, texts, () => undefined),
    );
  }
  return Object.entries(files).map(([file, objects], part): FileFacts => {
    const surroundings = [...projectFiles]
      .filter(([path]) => file.startsWith(`${path}/`))
      .sort(([a], [b]) => b.length - a.length)
      .map(([path, folder]) => ({ folder, path: file.slice(path.length + 1) }));
    return {
      file,
      surroundings,
      objects: objects.map((text) => factsOf(text, file, part)),
      isOpaque: opaque.includes(file),
      hasOthers: false,
      firstPart: part,
      lastPart: part,
    };
  });
}

/** The objects that are applied together, as `kind path: objects`, with `...` if some are not known. */
function installations(files: Files) {
  const found = inOneGo(findInstallations(factsOfFiles(files)));
  return found.installations.map(({ kind, path, objects, isComplete }) => {
    const names = objects.map(({ facts }) => `${facts.kind}/${facts.name}`);
    return `${kind} ${path}: ${names.join(' ')}${isComplete ? '' : ' ...'}`;
  });
}

function factsOf(text: string, file: string, part: number): ObjectFacts {
  const [identity = '', renderedFrom = null] = text.split('<');
  const [kind = '', ...names] = identity.split('/');
  const document = {
    file,
    index: 0,
    item: null,
    apiVersion: 'v1',
    kind,
    namespace: names.length > 1 ? (names[0] ?? null) : null,
    name: names[names.length - 1] ?? '',
    line: 1,
    renderedFrom,
    isDecodedOnly: false,
    skipped: undefined,
  };
  return new ObjectFacts(document, [], part);
}

describe('a set of manifests that is applied together', () => {
  it('is what a kustomization includes, by itself or through others', () => {
    const found = installations({
      kustomizations: { base: 'resources: [a.yaml]', top: 'resources: [../base, b.yaml]' },
      files: { 'base/a.yaml': ['Service/a'], 'top/b.yaml': ['Service/b'] },
    });
    expect(found).toEqual(['kustomization top: Service/a Service/b']);
  });

  it('is each of two overlays of one base', () => {
    const found = installations({
      kustomizations: {
        base: 'resources: [a.yaml]',
        one: 'resources: [../base]',
        two: 'resources: [../base, b.yaml]',
      },
      files: { 'base/a.yaml': ['Service/a'], 'one/x.yaml': [], 'two/b.yaml': ['Service/b'] },
    });
    expect(found).toEqual([
      'kustomization one: Service/a',
      'kustomization two: Service/a Service/b',
      'file one/x.yaml: ',
    ]);
  });

  it.each([
    ['a repository', 'resources: [a.yaml, "github.com/example/other"]'],
    ['a file that is not in the input', 'resources: [a.yaml, b.yaml]'],
    ['a chart', 'resources: [a.yaml]\nhelmCharts: [{ name: x }]'],
  ])('is not known completely with %s', (_, text) => {
    const found = installations({
      kustomizations: { top: text },
      files: { 'top/a.yaml': ['Service/a'] },
    });
    expect(found).toEqual(['kustomization top: Service/a ...']);
  });

  it('is what Helm has rendered into one file', () => {
    const found = installations({
      files: { 'out/all.yaml': ['Service/a<shop/templates/a.yaml', 'Service/b'] },
    });
    expect(found).toEqual(['release out/all.yaml: Service/a', 'folder out: Service/b']);
  });

  it('is what Helm has rendered into one folder', () => {
    const found = installations({
      files: {
        'out/shop/templates/a.yaml': ['Service/a<shop/templates/a.yaml'],
        'out/shop/templates/b.yaml': ['Service/b<shop/templates/b.yaml'],
      },
    });
    expect(found).toEqual(['release out/shop: Service/a Service/b']);
  });

  it('is the files of a folder, without those below it', () => {
    const found = installations({
      files: { 'a/x.yaml': ['Service/x'], 'a/y.yaml': ['Service/y'], 'a/b/z.yaml': ['Service/z'] },
    });
    expect(found).toEqual(['folder a: Service/x Service/y', 'folder a/b: Service/z']);
  });

  it('is each file of a folder with several releases', () => {
    const objects = ['Service/a', 'Deployment/a', 'Role/a'];
    const found = installations({ files: { 'r/1.yaml': objects, 'r/2.yaml': objects } });
    expect(found.map((text) => text.slice(0, 13))).toEqual(['file r/1.yaml', 'file r/2.yaml']);
  });

  it('is each file of a folder with two states of one object', () => {
    const found = installations({ files: { 's/a.yaml': ['Role/a'], 's/b.yaml': ['Role/a'] } });
    expect(found).toEqual(['file s/a.yaml: Role/a', 'file s/b.yaml: Role/a']);
  });

  it('is the files of a folder of which one has an object that another one has too', () => {
    const files = { 's/a.yaml': ['Role/a', 'Role/b'], 's/b.yaml': ['Role/a'] };
    expect(installations({ files })).toEqual(['folder s: Role/a Role/b Role/a']);
  });

  it('is a file beside a kustomization that does not include it', () => {
    const found = installations({
      kustomizations: { top: 'resources: [a.yaml]' },
      files: { 'top/a.yaml': ['Service/a'], 'top/b.yaml': ['Service/b'] },
    });
    expect(found).toEqual(['kustomization top: Service/a', 'file top/b.yaml: Service/b']);
  });

  it.each([
    ['a template', { opaque: ['a/y.yaml'] }],
    ['a chart around it', { charts: ['a'] }],
    ['a HelmRelease', { files: { 'a/x.yaml': ['Service/x', 'HelmRelease/y'] } }],
    ['a placeholder in a name', { files: { 'a/x.yaml': ['Service/$(NAME)'] } }],
  ])('is not known completely beside %s', (_, more) => {
    const files = { 'a/x.yaml': ['Service/x'], 'a/y.yaml': [] };
    const found = installations({ files, ...more });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(' ...');
  });
});

it('the objects of overlays are installed up to a limit, above which they are counted once', () => {
  const install = (overlays: number) => {
    const names = Array.from({ length: overlays }, (_, i) => `over-${i}`);
    const objects = Array.from({ length: 1000 }, (_, i) => `ConfigMap/a${i}`);
    const files = factsOfFiles({
      kustomizations: {
        base: 'resources: [a.yaml]',
        ...Object.fromEntries(names.map((name) => [name, 'resources: [../base, b.yaml]'])),
      },
      files: {
        'base/a.yaml': objects,
        ...Object.fromEntries(names.map((name) => [`${name}/b.yaml`, []])),
      },
    });
    const { installations: found, leftOut } = inOneGo(findInstallations(files));
    return { installations: found.length, leftOut: leftOut.size };
  };
  expect(install(200)).toEqual({ installations: 200, leftOut: 0 });
  expect(install(400)).toEqual({ installations: 250, leftOut: 1 });
});
