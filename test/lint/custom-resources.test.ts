import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { LintOptions } from '../../src/lint/options.ts';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { type CustomKind, crdYaml } from '../crd-yaml.ts';
import { sourcesOf } from '../project/memory-project.ts';

/** The CRD of widgets with the schema of `spec`. */
function crd(
  spec = '{ type: object, properties: { size: { type: integer, minimum: 1 } } }',
  more: CustomKind = {},
): string {
  return crdYaml(`{ type: object, properties: { spec: ${spec} } }`, {
    group: 'example.com',
    kind: 'Widget',
    ...more,
  });
}

function widget(spec: string, more = ''): string {
  return `apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: a${more} }\nspec: ${spec}\n`;
}

/** The findings in files by name, as \`FILE RULE FIELD\`, and the verdicts on the documents that are not CRDs. */
function judge(files: Readonly<Record<string, string>>, options: LintOptions = {}) {
  const sources = Object.entries(files).map(([name, content]) => ({ name, content }));
  const report = lint(sources, options);
  const minor: Minor = NEWEST_MINOR;
  return {
    report,
    found: report.findings
      .filter(({ severity }) => severity === 'error')
      .map(({ file, rule, field }) => `${file} ${rule} ${field}`),
    verdicts: report.documents
      .filter(({ kind }) => kind !== 'CustomResourceDefinition')
      .map(({ verdicts }) => verdicts[minor]),
  };
}

describe('a custom resource', () => {
  it('is judged by a CRD that comes later', () => {
    const { found, verdicts } = judge({ 'a.yaml': widget('{ size: 0 }'), 'crd.yaml': crd() });
    expect(found).toEqual(['a.yaml custom-resource/number spec.size']);
    expect(verdicts).toEqual(['rejected']);
  });

  it('is judged by a CRD that is not reported on', () => {
    const crds = [{ name: 'crd.yaml', content: crd() }];
    const { found, report } = judge({ 'a.yaml': widget('{ size: 0 }') }, { crds });
    expect(found).toEqual(['a.yaml custom-resource/number spec.size']);
    expect(report.findings[0]?.related).toMatchObject([{ file: 'crd.yaml' }]);
  });

  it('is skipped without a CRD', () => {
    const { report, verdicts } = judge({ 'a.yaml': widget('{ size: 0 }') });
    expect(verdicts).toEqual(['skipped']);
    expect(report.documents[0]?.skipped).toBe('unknown-kind');
  });

  it('is skipped where a minor refuses the CRD', () => {
    // A library that CEL has since 1.31.
    const rule = "[{ rule: 'format.dns1123Label().validate(self.name).hasValue() == false' }]";
    const spec = `{ type: object, required: [name], properties: { name: { type: string, maxLength: 9 } }, x-kubernetes-validations: ${rule} }`;
    const { report } = judge(
      { 'crd.yaml': crd(spec), 'a.yaml': widget('{ name: A }') },
      { kubernetesVersions: ['1.30', NEWEST_MINOR] },
    );
    const document = report.documents.find(({ file }) => file === 'a.yaml');
    expect(document?.verdicts).toEqual({ '1.30': 'skipped', [NEWEST_MINOR]: 'rejected' });
  });

  it('may be an item of a List', () => {
    const list = `apiVersion: v1
kind: List
items:
  - { apiVersion: example.com/v1, kind: Widget, metadata: { name: a }, spec: { size: 0 } }
  - { apiVersion: example.com/v1, kind: Widget, metadata: { name: b }, spec: { size: 1 } }
`;
    const { verdicts, report } = judge({ 'crd.yaml': crd(), 'a.yaml': list });
    expect(verdicts).toEqual(['rejected', 'accepted']);
    expect(report.findings.map(({ item }) => item)).toEqual([0]);
  });

  it('has its kind from a typed List', () => {
    const list = `apiVersion: example.com/v1
kind: WidgetList
items:
  - { metadata: { name: a }, spec: { size: 0 } }
`;
    expect(judge({ 'crd.yaml': crd(), 'a.yaml': list }).verdicts).toEqual(['rejected']);
  });

  it('is judged by the nearest of several CRDs, unless another one accepts it', () => {
    const strict = crd('{ type: object, properties: { size: { type: string } } }');
    const files = { 'one/crd.yaml': crd(), 'two/crd.yaml': strict };
    const both = judge({ ...files, 'two/a.yaml': widget('{ size: 1 }') });
    expect(both.verdicts).toEqual(['accepted']);
    const none = judge({ ...files, 'two/a.yaml': widget('{ size: 0 }') });
    expect(none.found).toEqual(['two/a.yaml custom-resource/type spec.size']);
  });

  it('is not taken for a misspelled built-in kind', () => {
    const files = {
      'crd.yaml': crd(undefined, {
        group: 'networks.k8s.io',
        plural: 'networkpolicies',
        kind: 'NetworkPolicy',
      }),
      'a.yaml': 'apiVersion: networks.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a }\n',
    };
    const annotated = files['crd.yaml'].replace(
      'metadata: {',
      'metadata: { annotations: { api-approved.kubernetes.io: unapproved }, ',
    );
    const { report } = judge({ ...files, 'crd.yaml': annotated });
    expect(report.findings.filter(({ rule }) => rule === 'kind/misspelled')).toEqual([]);
  });

  it('has keys that are given twice', () => {
    const text =
      'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: a }\nspec: { size: 1, size: 2 }\n';
    const { found } = judge({ 'crd.yaml': crd(), 'a.yaml': text });
    expect(found).toEqual(['a.yaml yaml/duplicate-key spec.size']);
  });
});

describe('suggestions for fields of custom resources', () => {
  const spec =
    '{ type: object, properties: { replicas: { type: integer }, job: { type: object, properties: { image: { type: string } } }, jobs: { type: array, items: { type: object, properties: { command: { type: string } } } } } }';
  it.each([
    { fields: '{ replica: 1 }', message: "unknown field 'replica'; did you mean 'replicas'?" },
    { fields: '{ Replicas: 1 }', message: "unknown field 'Replicas'; did you mean 'replicas'?" },
    {
      fields: '{ image: a }',
      message: "unknown field 'image' at this level; the CRD declares spec.job.image",
    },
    {
      fields: '{ job: { replicas: 1 } }',
      message: "unknown field 'replicas' at this level; the CRD declares spec.replicas",
    },
    {
      fields: '{ command: a }',
      message: "unknown field 'command' at this level; the CRD declares spec.jobs[0].command",
    },
    { fields: '{ nothing: a }', message: "unknown field 'nothing'" },
  ])('$fields', ({ fields, message }) => {
    const { report } = judge({ 'crd.yaml': crd(spec), 'a.yaml': widget(fields) });
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    expect(errors.map((finding) => finding.message)).toEqual([message]);
  });
});

describe('a custom resource that is not yet what the server gets', () => {
  const spec =
    '{ type: object, properties: { size: { type: integer }, least: { type: integer } }, x-kubernetes-validations: [{ rule: self.least <= self.size }] }';

  it('has placeholders', () => {
    const { report, verdicts } = judge({
      'crd.yaml': crd(spec),
      'a.yaml': widget(`{ size: "\${SIZE}", least: 3 }`),
    });
    expect(report.findings.filter(({ file }) => file === 'a.yaml')).toEqual([]);
    expect(verdicts).toEqual(['unrendered']);
  });

  it('is patched by kustomize', () => {
    const kustomization = `resources: [crd.yaml, a.yaml]
patches:
  - patch: |
      apiVersion: example.com/v1
      kind: Widget
      metadata: { name: a }
      spec: { size: 5 }
`;
    const report = lint(
      sourcesOf({
        'kustomization.yaml': kustomization,
        'crd.yaml': crd(spec),
        'a.yaml': widget('{ size: 1, least: 3 }'),
      }),
    );
    expect(report.findings.filter(({ file }) => file === 'a.yaml')).toEqual([]);
  });
});
