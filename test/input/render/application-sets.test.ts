import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn } from '../../cli/fake-host.ts';
import { temporaryFolder, temporaryRepository } from '../../temporary-folder.ts';
import { isInstalled, withInstalledPrograms } from './programs.ts';

const CHART = {
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'charts/shop/values.yaml': 'pods: "1"\n',
  'charts/shop/templates/quota.yaml': `apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .Release.Name }}
spec:
  hard:
    pods: {{ .Values.pods | quote }}
`,
};

/**
 * An ApplicationSet, whose generators begin on line 6.
 *
 * @param helm the settings of Helm in the template
 */
function applicationSet(generators: string, helm: string, more = ''): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: shops, namespace: argocd}
spec:
  generators:
${generators.replaceAll(/^/gm, '    ')}
${more}  template:
    metadata:
      name: shop
    spec:
      source:
        repoURL: https://example.com/shop.git
        path: charts/shop
        helm: ${helm}
`;
}

const LIST = '- list:\n    elements:\n      - pods: "-1"\n      - pods: "2"';
const GO = '  goTemplate: true\n';
const OWN = 'repoURL: https://example.com/shop.git';

const ORIGIN = '[remote "origin"]\n\turl = https://example.com/shop.git\n';

async function output(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = '.git/config' in files ? temporaryFolder(files) : temporaryRepository(files);
  const { stdout, stderr } = await runIn({ cwd }, '--render', '-f', 'concise');
  return stdout + stderr;
}

async function places(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const lines = (await output(files)).split('\n');
  return lines.flatMap((line) => /^(.*:\d+:\d+): error/.exec(line)?.[1] ?? []);
}

withInstalledPrograms();

describe.skipIf(!isInstalled('helm'))('ApplicationSets (skipped where helm is missing)', () => {
  it.each([
    ['a name', '{valuesObject: {pods: "{{ pods }}"}}', '', 'set.yaml:8:19'],
    ['a part of a value', '{valuesObject: {pods: "a{{pods}}"}}', '', 'set.yaml:17:37'],
    ['a field', '{valuesObject: {pods: "{{ .pods }}"}}', GO, 'set.yaml:8:19'],
    ['an item', '{parameters: [{name: pods, value: \'{{ index .own "pods" }}\'}]}', GO, undefined],
    ['a parameter', '{parameters: [{name: pods, value: "{{ pods }}"}]}', '', 'set.yaml:8:19'],
  ])('findings of a list are at its element or in the template: %s', async (_, helm, more, at) => {
    const files = { ...CHART, 'set.yaml': applicationSet(LIST, helm, more) };
    expect((await places(files))[0]).toEqual(at);
  });

  it('findings are in the file that a generator reads', async () => {
    const generators = `- git: {${OWN}, files: [{path: "*/config.yaml"}, {path: b/*, exclude: true}]}`;
    const files = {
      ...CHART,
      'set.yaml': applicationSet(generators, '{valuesObject: {pods: "{{ quota.pods }}"}}'),
      'clusters/a/config.yaml': 'quota:\n  pods: "-1"\n',
      'b/config.yaml': 'quota:\n  pods: "-2"\n',
    };
    expect(await places(files)).toEqual(['clusters/a/config.yaml:2:9']);
  });

  it('the second generator of a matrix uses the first one, and a merge changes what has the same keys', async () => {
    const matrix = `- matrix:
    generators:
      - list: {elements: [{env: dev, chart: shop}, {env: prod, chart: shop}]}
      - git:
          ${OWN}
          files: [{path: "envs/{{ .env }}.yaml"}]
          values: {file: "{{ .path.filename }}"}`;
    const merge = `- merge:
    mergeKeys: [env]
    generators:
      - list: {elements: [{env: dev, pods: 1}, {env: prod, pods: 1}]}
      - list: {elements: [{env: prod, pods: -3}, {env: test, pods: -4}]}`;
    const helm = '{releaseName: "{{ .env }}", valuesObject: {pods: "{{ .pods }}"}}';
    const files = {
      ...CHART,
      'envs/dev.yaml': 'pods: 1\n',
      'envs/prod.yaml': 'pods: -2\n',
      'envs/test.yaml': 'pods: -3\n',
    };
    const matrixSet = applicationSet(matrix, helm, GO);
    expect(await places({ ...files, 'set.yaml': matrixSet })).toEqual(['envs/prod.yaml:1:7']);
    const mergeSet = applicationSet(merge, helm, GO);
    expect(await places({ ...files, 'set.yaml': mergeSet })).toEqual(['set.yaml:10:49']);
  });

  it.each([
    ['- clusters: {}', '', 'the generator clusters needs more than the repository'],
    ['- git: {repoURL: https://example.com/other.git}', '', 'reads another repository'],
    ['- list: {elementsYaml: "[]"}', '', 'its list has elementsYaml'],
    [`${LIST}\n  selector: {}`, '', 'a generator has a selector'],
    ['- list: {elements: [], template: {spec: {project: a}}}', '', 'a generator has a template'],
    [LIST, '  templatePatch: ""\n', 'it has a templatePatch'],
    ['- list: {elements: [{a: b}]}', GO, 'it has no parameter for {{ .pods }}'],
    [
      '- merge: {mergeKeys: [a], generators: [list: {elements: [{b: c}, {b: d}]}]}',
      '',
      'a generator has equal mergeKeys',
    ],
    [
      '- matrix: {generators: [list: {elements: [{a: b}]}, list: {elements: [{a: c}]}]}',
      '',
      'both of its generators have a',
    ],
    [`- git: {${OWN}, files: [{path: deep.yaml}]}`, '', 'deep.yaml cannot be read'],
  ])('names one whose Applications are not known: %s', async (generators, more, reason) => {
    const helm = '{valuesObject: {pods: "{{ .pods }}"}}';
    const text = await output({
      ...CHART,
      'set.yaml': applicationSet(generators, helm, more),
      '.git/config': ORIGIN,
      'deep.yaml': '['.repeat(600) + ']'.repeat(600),
    });
    expect(text).toContain('not rendered: ApplicationSet argocd/shops');
    expect(text).toContain(reason);
  });

  it('says nothing about one whose Applications are in other repositories', async () => {
    const set = applicationSet('- clusters: {}', '{}').replace('shop.git', 'other.git');
    expect(await output({ ...CHART, 'set.yaml': set, '.git/config': ORIGIN })).not.toContain('Set');
  });

  it.each([
    ['in a matrix of many', `{elements: [${'{a: b},'.repeat(600)}]}`, 'more than 1000'],
    [
      'with long texts',
      `{elements: [${`{a: ${'a'.repeat(70_000)}},`.repeat(40)}]}`,
      'take too long',
    ],
  ])('bounds the work %s', async (_, list, reason) => {
    const generators = `- matrix: {generators: [list: ${list}, list: {elements: [{b: c}, {b: d}]}]}`;
    const helm = '{values: "{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}"}';
    const nested = `- matrix: {generators: [list: {elements: [{c: d}]}, ${generators.slice(2)}]}`;
    const set = applicationSet(nested, helm.replaceAll('{{a}}', '{{a}}{{a}}'));
    expect(await output({ ...CHART, 'set.yaml': set })).toContain(reason);
  });
});

describe.skipIf(!isInstalled('kustomize'))(
  'generated folders (skipped where kustomize is missing)',
  () => {
    it('builds the folders that a generator finds, but no hidden ones, excluded ones or links', async () => {
      const kustomization = (name: string) => ({
        [`apps/${name}/kustomization.yaml`]: 'resources: [map.yaml]\n',
        [`apps/${name}/map.yaml`]: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n',
      });
      const set = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: apps}
spec:
  generators:
    - git:
        ${OWN}
        directories: [{path: apps/*}, {path: apps/old, exclude: true}]
        values: {namespace: "{{path.basename}}"}
  template:
    metadata: {name: "{{path[1]}}-{{path.basenameNormalized}}"}
    spec:
      source:
        ${OWN}
        path: "{{path}}"
        kustomize: {namespace: "Bad-{{values.namespace}}"}
`;
      const cwd = temporaryRepository({
        ...kustomization('One'),
        ...kustomization('.hidden'),
        ...kustomization('old'),
        'set.yaml': set,
      });
      symlinkSync(
        temporaryFolder({ 'kustomization.yaml': 'namespace: x\n' }),
        join(cwd, 'apps/link'),
      );
      const { stdout } = await runIn({ cwd }, '--render', '--format', 'json');
      const report: { findings: { severity: string; message: string; file: string }[] } =
        JSON.parse(stdout);
      const errors = report.findings.filter(({ severity }) => severity === 'error');
      expect(errors.map(({ message }) => /Bad-\w+/.exec(message)?.[0])).toEqual(['Bad-One']);
      expect(stdout).not.toContain('link');
    });
  },
);
