import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryRepository } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const TEMPLATE = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .Release.Name }}
spec:
  hard: { pods: "1" }
  hrad: {}
`;
const RENDERED = TEMPLATE.replace('{{ .Release.Name }}', 'web');
const HELM = `---\n# Source: shop/templates/quota.yaml\n${RENDERED}`;
const KUSTOMIZE = RENDERED.replace(
  '  name: web\n',
  '  name: web\n  annotations:\n    config.kubernetes.io/origin: |\n      path: ../base/quota.yaml\n',
);

/** The places that are related to the finding in rendered manifests on standard input. */
async function related(cwd: string, stdin: string, ...args: string[]): Promise<readonly string[]> {
  const { stdout } = await runIn({ cwd, stdin }, '-', '--only', 'field', '-f', 'json', ...args);
  const [finding] = JSON.parse(stdout).findings;
  return finding.related.map(
    (place: { file: string; line: number; column: number; message: string }) =>
      `${place.file}:${place.line}:${place.column} ${place.message}`,
  );
}

const LINE = 'charts/shop/templates/quota.yaml:7:3 rendered from this line';

describe('a finding in what Helm renders', () => {
  const files = {
    'charts/shop/Chart.yaml': 'name: shop\n',
    'charts/shop/templates/quota.yaml': TEMPLATE,
  };

  it('leads to the line of the template', async () => {
    const cwd = temporaryRepository(files);
    expect(await related(cwd, HELM, '--rendered-from', 'charts/shop')).toEqual([LINE]);
    expect(await related(cwd, HELM, '--rendered-from', 'charts')).toEqual([LINE]);
    expect(await related(join(cwd, 'charts/shop'), HELM)).toEqual([
      'templates/quota.yaml:7:3 rendered from this line',
    ]);
  });

  it('leads to the template where the line cannot be told', async () => {
    const cwd = temporaryRepository({
      ...files,
      'charts/shop/templates/quota.yaml': TEMPLATE.replace('hrad: {}', '{{ .Values.more }}'),
    });
    expect(await related(cwd, HELM, '--rendered-from', 'charts/shop')).toEqual([
      'charts/shop/templates/quota.yaml:1:1 rendered from this template',
    ]);
  });

  it('stays where it is if the template is not at hand, or outside of the repository', async () => {
    const cwd = temporaryRepository(files);
    expect(await related(cwd, HELM)).toEqual([]);
    const other = temporaryRepository({ 'quota.yaml': TEMPLATE });
    const outside = HELM.replace('templates/quota.yaml', `../../../${basename(other)}/quota.yaml`);
    expect(await related(cwd, outside, '--rendered-from', 'charts/shop')).toEqual([]);
  });

  it('is shown with the line of the template', async () => {
    const args = ['-', '--only', 'field', '--rendered-from', 'charts/shop'];
    const { stdout } = await runIn({ cwd: temporaryRepository(files), stdin: HELM }, ...args);
    expect(stdout).toContain('(from shop/templates/quota.yaml)');
    expect(stdout).toContain('  --> charts/shop/templates/quota.yaml:7:3\n');
    expect(stdout).toContain(' 7 |   hrad: {}\n   |   -------- rendered from this line\n');
  });

  it('is annotated in the template', async () => {
    const cwd = temporaryRepository(files);
    const run = (format: string) =>
      runIn(
        { cwd, stdin: HELM },
        '-',
        '--only',
        'field',
        '--rendered-from',
        'charts/shop',
        '-f',
        format,
      );
    const file = 'charts/shop/templates/quota.yaml';
    expect((await run('github')).stdout).toContain(`::error file=${file},line=7,endLine=7,`);
    expect(JSON.parse((await run('gitlab')).stdout)[0].location).toEqual({
      path: file,
      lines: { begin: 7, end: 7 },
    });
    const [{ results }] = JSON.parse((await run('sarif')).stdout).runs;
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(file);
    expect((await run('checkstyle')).stdout).toContain(`<file name="${file}">`);
  });
});

it('a finding in what kustomize builds leads to the line of its base', async () => {
  const cwd = temporaryRepository({
    'overlay/kustomization.yaml': '',
    'base/quota.yaml': RENDERED,
  });
  expect(await related(cwd, KUSTOMIZE, '--rendered-from', 'overlay')).toEqual([
    'base/quota.yaml:7:3 rendered from this line',
  ]);
  const remote = KUSTOMIZE.replace('      path', '      repo: https://example.com/x\n      path');
  expect(await related(cwd, remote, '--rendered-from', 'overlay')).toEqual([]);
});

it('the lines of a long template are looked for up to a limit', async () => {
  const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nhrad: {}\n';
  const cwd = temporaryRepository({
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
    'c/templates/a.yaml': `# ${'a'.repeat(900_000)}\n${quota}`,
    'rendered.yaml': `---\n# Source: c/templates/a.yaml\n${quota}`.repeat(160),
  });
  const args = ['rendered.yaml', '--rendered-from', 'c', '--only', 'field', '-f', 'json'];
  const { stdout } = await runIn({ cwd }, ...args);
  const lines = JSON.parse(stdout).findings.map(
    ({ related }: { related: readonly { line: number }[] }) => related[0]?.line,
  );
  expect([lines.length, lines.at(0), lines.at(-1)]).toEqual([160, 5, 1]);
});
