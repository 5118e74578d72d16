import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runIn } from '../../cli/fake-host.ts';
import { crdYaml } from '../../crd-yaml.ts';
import { temporaryFolder, temporaryRepository } from '../../temporary-folder.ts';
import {
  CHART,
  INSTALLED,
  isInstalled,
  lastLines,
  places,
  QUOTA,
  TEMPLATE,
  WEB,
  withOwnPrograms,
} from './programs.ts';

withOwnPrograms();

describe.skipIf(!isInstalled('helm'))('with helm (skipped where it is missing)', () => {
  beforeEach(() => vi.stubEnv('PATH', INSTALLED));

  it('finds a text in the place of a value of another type', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'scopes: Never\nhard: {}\n',
      'shop/templates/quota.yaml': `apiVersion: v1
kind: ResourceQuota
metadata:
  name: shop
spec:
{{- with .Values.scopes }}
  scopes:
    {{- toYaml . | nindent 4 }}
{{- end }}
{{- with .Values.hard }}
  hard:
    {{- toYaml . | nindent 4 }}
{{- end }}
`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('shop/values.yaml:1:9: error');
  });

  it('finds the value of an item of a list that a template writes as a whole', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml':
        'apps:\n  - name: a\n    hard:\n      pods: "1"\n  - name: b\n    hard:\n      pods: "-1"\n',
      'shop/templates/quota.yaml': `{{- range .Values.apps }}
---
apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .name }}
spec:
  {{- with .hard }}
  hard:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('shop/values.yaml:7:13: error');
  });

  it.each([
    ['a variable', '{{- $app := .Values.app }}', '$app.hard.pods'],
    [
      'the last variable of a name',
      '{{- $hard := .Values.other }}\n{{- $app := .Values.app }}\n{{- $hard = $app.hard }}',
      '$hard.pods',
    ],
  ])('finds the value of %s', async (_, declarations, action) => {
    const template = TEMPLATE.replace('.Values.pods', action);
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'other:\n  pods: "-1"\napp:\n  hard:\n    pods: "-1"\n',
      'shop/templates/quota.yaml': `${declarations}\n${template}`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('shop/values.yaml:5:11: error');
  });

  it('finds each of several blocks that render equal lines', async () => {
    const probes = ['liveness', 'readiness'].map(
      (name) =>
        `          ${name}Probe: {{- include "shop.probe" .Values.${name} | nindent 12 }}\n`,
    );
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'liveness: { port: 80, every: 5 }\nreadiness:\n  port: 80\n  every: -5\n',
      'shop/templates/_probe.tpl':
        '{{- define "shop.probe" -}}\ntcpSocket: { port: {{ .port }} }\nperiodSeconds: {{ .every }}\n{{- end }}\n',
      'shop/templates/web.yaml': WEB.replace('  strategy', `${probes.join('')}  strategy`).replace(
        'maxSurge: 1\n',
        'maxSurge: 1\n      maxSurges: {{ .Values.liveness.port }}\n',
      ),
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout.match(/^.*?: error/gm)).toEqual([
      'shop/values.yaml:4:10: error',
      'shop/templates/web.yaml:18:7: error',
    ]);
  });

  it('finds the part of a name that a template renders in several lines', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'pods: "1"\nname: "{{ .Values.other }}"\nother: Bad_1\n',
      'shop/templates/_name.tpl':
        '{{- define "name" -}}\n{{ printf "%s-%s" .Release.Name (tpl .Values.name .) }}\n{{- end }}\n',
      'shop/templates/quota.yaml': TEMPLATE.replace('.Release.Name', 'include "name" .').replace(
        '  scopes: [Never]\n',
        '',
      ),
    });
    expect(await places(cwd)).toEqual([expect.stringContaining('shop/values.yaml:3:8: error')]);
  });

  it('is not ended by a file in the place of the folder of charts', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/charts': 'none',
      'shop/templates/quota.yaml': TEMPLATE,
      'shop/values.yaml': 'pods: "-1"\n',
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringContaining('shop/values.yaml:1:7: error'),
    );
  });

  it('is not ended by values with many containers within each other', async () => {
    const deep = `${'{a: '.repeat(9000)}1${'}'.repeat(9000)}`;
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/templates/quota.yaml': TEMPLATE,
      'shop/values.yaml': 'pods: "-1"\n',
      'release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: a }
spec:
  chart: { spec: { chart: shop, sourceRef: { kind: GitRepository, name: own } } }
  values: ${deep}
`,
      'application.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: a }
spec: { source: { path: shop, helm: { values: '${deep}' } } }
`,
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringContaining('shop/values.yaml:1:7: error'),
    );
  });

  it('a required value that is empty is reported where it is given', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'size: 1Gi\nserver: ""\n',
      'shop/templates/volume.yaml': `apiVersion: v1
kind: PersistentVolume
metadata: { name: data }
spec:
  accessModes: [ReadWriteMany]
  capacity: { storage: "{{ .Values.size }}" }
  nfs:
    server: {{ .Values.server | quote }}
    path: /data
`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toMatch(/^shop\/values\.yaml:2:\d+: error: server is required/);
  });

  it('a value of a wrong type is reported in the values file', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'security:\n  runAsNonRoot: maybe\n',
      'shop/templates/pod.yaml': `apiVersion: v1
kind: Pod
metadata: { name: a }
spec:
  securityContext:
    {{- toYaml .Values.security | nindent 4 }}
  containers: [{ name: a, image: a }]
`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('shop/values.yaml:2:17: error: runAsNonRoot is a string');
  });

  it.each([
    ['its metadata', 'Chart.yaml', `${CHART['shop/Chart.yaml']} a: b\n`, 4],
    ['a version of Kubernetes', 'Chart.yaml', `${CHART['shop/Chart.yaml']}kubeVersion: <1.20\n`, 4],
    ['its values', 'values.yaml', 'pods: 1\n a: b\n', 2],
  ])('reports %s that Helm refuses once, in the chart', async (_, name, text, line) => {
    const { 'shop/ci/large.yaml': __, ...chart } = CHART;
    const application = (app: string) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${app} }
spec: { source: { path: shop } }
`;
    const cwd = temporaryRepository({
      ...chart,
      [`shop/${name}`]: text,
      'a.yaml': application('a'),
      'b.yaml': application('b'),
    });
    expect(await places(cwd)).toEqual([expect.stringContaining(`shop/${name}:${line}:`)]);
  });

  it.each([
    ['selects a field of', 'ports: [web]', '{{ .Values.ports.web.number }}'],
    ['iterates over', 'ports: web', '{{ range .Values.ports }}{{ . }}{{ end }}'],
    ['cuts', 'ports: true', '{{ include "ports" . }}'],
    [
      'selects a field of an item of',
      'ports: [7]',
      '{{ range .Values.ports }}\n{{ .name }}{{ end }}',
    ],
    [
      'selects a field in a block of',
      'ports: { web: http }',
      '{{ with .Values.ports }}\n{{ .web.number }}{{ end }}',
    ],
    ['compares', 'ports: {}', '{{ if eq .Values.ports 3 }}{{ end }}'],
    ['writes with a second colon', 'ports: "a: b: c"', '{{ .Values.ports }}'],
    [
      'writes in the place of a mapping',
      'ports: web',
      '\n    {{- toYaml .Values.ports | nindent 4 }}',
    ],
  ])('a value that a template %s is reported in the values file', async (_, value, action) => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': `a: b\n${value}\n`,
      'shop/templates/_names.tpl': '{{ define "ports" }}{{ .Values.ports | trunc 63 }}{{ end }}\n',
      'shop/templates/quota.yaml': TEMPLATE.replace('{{ .Values.pods }}', action),
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('shop/values.yaml:2:1: error: cannot be built: ');
  });

  it('a value that Helm cannot read in an annotation is reported in the values file', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'annotations:\n  a: b\n  c: { d: e }\n',
      'shop/templates/quota.yaml': QUOTA.replace(
        'metadata:\n',
        'metadata:\n  annotations:\n    {{- toYaml .Values.annotations | nindent 4 }}\n',
      ),
    });
    expect(await places(cwd)).toEqual([
      expect.stringMatching(/^shop\/values\.yaml:3:3: error: cannot be built: YAML parse error/),
    ]);
  });

  it('a condition of a dependency that is not a mapping is reported in the values file', async () => {
    const dependency = 'dependencies: [{ name: part, version: 1.0.0, condition: part.enabled }]\n';
    const cwd = temporaryRepository({
      'shop/Chart.yaml': `${CHART['shop/Chart.yaml']}${dependency}`,
      'shop/charts/part/Chart.yaml': 'apiVersion: v2\nname: part\nversion: 1.0.0\n',
      'shop/values.yaml': 'a: b\npart: web\n',
    });
    expect(await places(cwd)).toEqual([
      expect.stringContaining(
        'shop/values.yaml:2:1: error: cannot be built: type mismatch on part',
      ),
    ]);
  });

  it.each([
    ['a list in the place of a mapping', 'affinity: [x]\n', '1:11'],
    ['a mapping with an unknown field', 'affinity:\n  a: { b: c }\n', '2:6'],
    ['an item of a wrong type', 'affinity: {}\nvolumes: [7]\n', '2:11'],
  ])('%s that a helper writes is reported in the values file', async (_, values, place) => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': values,
      'shop/templates/_pod.tpl': `{{ define "pod" }}
affinity:
  {{- toYaml .affinity | nindent 2 }}
volumes:
  {{- range .volumes }}
  - {{ toYaml . | nindent 4 }}
  {{- end }}
containers: [{ name: a, image: a }]
{{ end }}
`,
      'shop/templates/pod.yaml': `apiVersion: v1
kind: Pod
metadata: { name: a }
spec: {{ include "pod" .Values | nindent 2 }}
`,
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringContaining(`shop/values.yaml:${place}: error: `),
    );
  });

  it('ignores an empty Chart.yaml', async () => {
    const cwd = temporaryRepository({ 'docs/Chart.yaml': '', 'docs/index.yaml': 'a: b\n' });
    expect(await places(cwd)).toEqual([]);
  });

  it('a finding about an absent field is not at the value of another one', async () => {
    const service = `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  ports:
    - name: {{ .Values.name }}
      protocol: TCP
`;
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'name: http\n',
      'shop/templates/service.yaml': service,
    });
    expect(await places(cwd)).toEqual([
      expect.stringContaining('shop/templates/service.yaml:6:5: error: '),
    ]);
  });

  it('a chart may ask for the kinds and versions of the minor', async () => {
    const kinds = [
      'policy/v1/PodDisruptionBudget',
      'apiregistration.k8s.io/v1',
      'batch/v1/CronJob',
    ];
    const asked = kinds.map((kind) => `(.Capabilities.APIVersions.Has "${kind}")`).join(' ');
    const unserved = '(.Capabilities.APIVersions.Has "policy/v1beta1/PodDisruptionBudget")';
    const { 'shop/ci/large.yaml': _, ...chart } = CHART;
    const cwd = temporaryRepository({
      ...chart,
      'shop/templates/quota.yaml': `{{ if and ${asked} (not ${unserved}) }}\n${TEMPLATE}{{ end }}`,
    });
    expect(await places(cwd)).toHaveLength(2);
  });

  it('findings are in the file that a template reads', async () => {
    const { 'shop/ci/large.yaml': _, ...chart } = CHART;
    const cwd = temporaryRepository({
      ...chart,
      'shop/templates/quota.yaml':
        '{{ range $path, $_ := .Files.Glob "data/*.yaml" }}\n---\n{{ $.Files.Get $path }}\n{{ end }}',
      'shop/data/other.yaml': QUOTA.replace('web', 'webs').replace('-1', '1'),
      'shop/data/quota.yaml': QUOTA,
    });
    expect(await places(cwd)).toEqual([
      expect.stringContaining('shop/data/quota.yaml:7:11: error'),
    ]);
  });

  it('a finding about a key is not at its value', async () => {
    const { 'shop/ci/large.yaml': _, ...chart } = CHART;
    const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: a }
spec:
  podSelector: { matchLabels: { app: a } }
  ingress:
    - from:
        - namespaceSelector:
            matchLabels:
              name: {{ .Values.pods }}
`;
    const values = { 'shop/values.yaml': 'pods: shop\n', 'shop/templates/quota.yaml': policy };
    const cwd = temporaryRepository({ ...chart, ...values });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toMatch(/^shop\/templates\/quota\.yaml:10:.*do not have the label 'name'/m);
  });

  it('a finding about a key that a value renders is at the value', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'key: Bad Name\nvalue: a\n',
      'shop/templates/data.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
data:
  {{ .Values.key }}: {{ .Values.value | quote }}
`,
    });
    expect(await places(cwd)).toEqual([expect.stringContaining('shop/values.yaml:1:6: error: ')]);
  });

  it('findings of each values file are in that file', async () => {
    expect(await places(temporaryRepository(CHART))).toEqual([
      expect.stringContaining('shop/values.yaml:1:7: error'),
      expect.stringContaining('shop/templates/quota.yaml:8:3: error'),
      expect.stringContaining('shop/ci/large.yaml:1:7: error'),
    ]);
  });

  it('a chart is a release with its own name', async () => {
    const name = `${'a'.repeat(40)}-{{ .Release.Name }}`;
    const job = `apiVersion: batch/v1
kind: CronJob
metadata: { name: ${name} }
spec:
  schedule: "0 * * * *"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } } } }
`;
    const { 'shop/templates/quota.yaml': _, ...chart } = CHART;
    const cwd = temporaryRepository({ ...chart, 'shop/templates/job.yaml': job });
    expect((await runIn({ cwd }, '--render', '-f', 'concise')).code).toBe(0);
  });

  it('the default values of a chart say nothing about the values files that its Applications name', async () => {
    const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop }
spec: { source: { path: shop, helm: { valueFiles: ['values-{{ .Values.environment }}.yaml'] } } }
`;
    const cwd = temporaryRepository({
      ...CHART,
      'apps/Chart.yaml': 'apiVersion: v2\nname: apps\nversion: 1.0.0\n',
      'apps/templates/application.yaml': application,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('may name another values file than values-.yaml');
    expect(stdout).not.toContain('build-failed');
  });

  it('findings are in the template that a template includes', async () => {
    const [head, spec] = TEMPLATE.split('spec:\n');
    const cwd = temporaryRepository({
      ...CHART,
      'shop/templates/quota.yaml': `${head}spec:\n  {{- include "spec" . | nindent 2 }}\n`,
      'shop/templates/_spec.tpl': `{{- define "spec" }}\n${spec?.replaceAll(/^ {2}/gm, '')}{{- end }}\n`,
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringContaining('shop/templates/_spec.tpl:4:1: error'),
    );
  });

  it('takes certificates that a chart makes as valid', async () => {
    const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks:
  - name: a.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig:
      url: https://example.com
      caBundle: {{ (genCA "a" 3650).Cert | b64enc }}
`;
    const cwd = temporaryRepository({ ...CHART, 'shop/templates/webhook.yaml': webhook });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).not.toMatch(/ca-bundle|build-failed/);
  });

  it('templates read nothing outside of the chart', async () => {
    const template = TEMPLATE.replace('{{ .Values.pods }}', '{{ .Files.Get "../secret" | quote }}');
    const cwd = temporaryRepository({
      ...CHART,
      'shop/templates/quota.yaml': template,
      secret: 'classified',
    });
    const { stdout } = await runIn({ cwd }, '--render');
    expect(stdout).toContain('shop/templates/quota.yaml');
    expect(stdout).not.toContain('classified');
  });

  it('names what is not vendored', async () => {
    const dependency =
      'dependencies: [{name: db, version: 1.0.0, repository: "https://example.com"}]\n';
    const cwd = temporaryRepository({
      ...CHART,
      'shop/Chart.yaml': CHART['shop/Chart.yaml'] + dependency,
    });
    const outcome = await runIn({ cwd }, '--render');
    expect(lastLines(outcome)).toContain('(its dependencies are not vendored: db)');
  });

  it('renders the charts that a chart depends on by their paths', async () => {
    const quota = (name: string) => `apiVersion: v1
kind: ResourceQuota
metadata: { name: ${name} }
spec:
  hard:
    pods: {{ .Values.pods }}
`;
    const chart = (name: string, ...dependencies: readonly string[]) =>
      `apiVersion: v2\nname: ${name}\nversion: 1.0.0\ndependencies: [${dependencies.join(', ')}]\n`;
    const cwd = temporaryRepository({
      'apps/shop/Chart.yaml': chart(
        'shop',
        '{ name: base, version: ^1.0.0, repository: "file://../../parts/base" }',
        '{ name: base, alias: other, version: 1.x.x, repository: "file://../../parts/base/" }',
        '{ name: base, alias: third, version: 1.0.0, repository: "file://../../parts/base", condition: third.enabled }',
      ),
      'apps/shop/values.yaml': 'other:\n  pods: "-2"\nthird:\n  enabled: false\n  pods: "-3"\n',
      'parts/base/Chart.yaml': chart(
        'base',
        '{ name: inner, version: 1.0.0, repository: "file://../inner" }',
      ),
      'parts/base/values.yaml': 'pods: "-1"\ninner: {}\n',
      'parts/base/templates/quota.yaml': quota('{{ .Chart.Name }}'),
      'parts/base/.helmignore': '# Drafts.\n*-draft.yaml\n/templates/old/\n',
      'parts/base/templates/quota-draft.yaml': quota('draft'),
      'parts/base/templates/old/quota.yaml': quota('old'),
      'parts/base/templates/.hidden.yaml': quota('hidden'),
      'parts/inner/Chart.yaml': chart('inner'),
      'parts/inner/values.yaml': '# The pods.\npods: "-4"\n',
      'parts/inner/templates/quota.yaml': quota('inner'),
    });
    const found = await places(cwd, 'apps');
    expect(found).toEqual([
      expect.stringContaining('parts/inner/values.yaml:2:7: error'),
      expect.stringContaining('parts/base/values.yaml:1:7: error'),
      expect.stringContaining('apps/shop/values.yaml:2:9: error'),
    ]);
  });

  it.each([
    ['../base', '^2.0.0', 'its dependency base has another version than it asks for'],
    ['../../base', '1.0.0', '../base is outside of the repository'],
    ['../shop', '1.0.0', 'shop depends on itself'],
    ['../linked', '1.0.0', 'linked/templates/host.yaml is outside of the repository'],
  ])('does not render a chart that depends on %s %s', async (path, version, reason) => {
    const base = 'apiVersion: v2\nname: base\nversion: 1.0.0\n';
    const above = temporaryFolder({ 'base/Chart.yaml': base });
    for (const folder of ['.git', 'shop', 'base', 'linked/templates']) {
      mkdirSync(join(above, 'repo', folder), { recursive: true });
    }
    const dependency = `{ name: base, version: ${version}, repository: "file://${path}" }`;
    const shop = `${CHART['shop/Chart.yaml']}dependencies: [${dependency}]\n`;
    writeFileSync(join(above, 'repo/shop/Chart.yaml'), shop);
    for (const name of ['base', 'linked']) {
      writeFileSync(join(above, 'repo', name, 'Chart.yaml'), base);
    }
    symlinkSync('/etc/hostname', join(above, 'repo/linked/templates/host.yaml'));
    const outcome = await runIn({ cwd: join(above, 'repo') }, '--render');
    expect(lastLines(outcome)).toMatch(/not rendered: (?:linked, )?shop /);
    expect(lastLines(outcome)).toContain(reason);
  });

  it('finds the lines of several CRDs in a file, which Helm names once', async () => {
    const lane = crdYaml('{ type: objects }', { kind: 'Lane' });
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/crds/a.yaml': `# The first one\n${crdYaml()}---\n# The second one\n${lane}`,
      'shop/crds/b.yaml': `---\n${crdYaml('{ type: objects }', { kind: 'Host' })}`,
      'shop/ci/more.yaml': 'a: b\n',
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(new Set(stdout.match(/^.*?: error/gm))).toEqual(
      new Set(['shop/crds/a.yaml:29:34: error', 'shop/crds/b.yaml:14:34: error']),
    );
  });

  it('finds the dependency of a packed chart', async () => {
    const cwd = temporaryRepository({
      'base/Chart.yaml': 'apiVersion: v2\nname: base\nversion: 1.0.0\n',
      'base/templates/quota.yaml': QUOTA,
      'shop/Chart.yaml': `${CHART['shop/Chart.yaml']}dependencies:
  - { name: base, version: 1.0.0, repository: "https://example.com" }
`,
      'shop/ci/more.yaml': 'a: b\n',
    });
    mkdirSync(join(cwd, 'shop/charts'));
    execFileSync('tar', ['-czf', join(cwd, 'shop/charts/base-1.0.0.tgz'), 'base'], { cwd });
    rmSync(join(cwd, 'base'), { recursive: true });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout.match(/^.*?: error/gm)).toEqual(['shop/Chart.yaml:5:13: error']);
  });

  it.each([
    ['values-dev.yaml', 'a: {}\n', '{{ .Values.a.b.c }}'],
    ['values.schema.json', '{"properties": {"a": {"minLength": 1}}}', '{{ .Values.a }}'],
    ['values.schema.json', '{"required": ["b"]}', '{{ .Values.a }}'],
  ])('names a chart with %s that needs other values than its own', async (name, text, value) => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'a: ""\n',
      [`shop/${name}`]: text,
      'shop/templates/quota.yaml': TEMPLATE.replace('{{ .Values.pods }}', value),
    });
    const outcome = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(lastLines(outcome)).toMatch(/not rendered: shop \(it needs /);
    expect(outcome.stdout).not.toContain('cannot be built');
  });

  it('passes values files whose names have commas', async () => {
    const cwd = temporaryRepository({ ...CHART, 'shop/ci/a,b "c".yaml': 'pods: "-3"\n' });
    expect((await places(cwd)).join('\n')).toContain('a,b "c".yaml:1:7: error');
  });
});
