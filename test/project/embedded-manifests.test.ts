import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { yaml } from '../../src/rule/rule.ts';

/** The infos about a text: the text at the place of each, its field and its rule. */
function infosIn(text: string): readonly string[] {
  const lines = text.split('\n');
  return lint([{ name: 'a.yaml', content: text }], { pedantic: true })
    .findings.filter(({ severity }) => severity === 'info')
    .map(({ line, column, endColumn, field, rule }) => {
      const place = lines[line - 1]?.slice(column - 1, endColumn - 1);
      return `${place} at ${field} ${rule}`;
    });
}

describe('a manifest in a value', () => {
  it('is judged where it is written in a ConfigMap', () => {
    const infos = infosIn(yaml`
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: manifests }
      data:
        web.yaml: |
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec: { port: 80 }
          ---
          apiVersion: v1
          kind: List
          items:
            - apiVersion: v1
              kind: ResourceQuota
              metadata: { name: pods }
              spec: { hard: { pods: many } }
    `);
    expect(infos).toEqual(['port at spec.port field/unknown', 'many at null field/format']);
  });

  it('may lack what a program adds, and may be a template', () => {
    const infos = infosIn(yaml`
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: manifests }
      data:
        pod.yaml: |
          apiVersion: v1
          kind: Pod
          spec: {}
        template.yaml: |
          apiVersion: v1
          kind: Service
          spec: { port: "{{ .port }}", ports: 80 }
    `);
    expect(infos).toEqual([]);
  });

  it('may be a part of an object in a policy of Open Cluster Management', () => {
    const infos = infosIn(yaml`
      apiVersion: policy.open-cluster-management.io/v1
      kind: Policy
      metadata: { name: limits }
      spec:
        policy-templates:
          - objectDefinition:
              apiVersion: policy.open-cluster-management.io/v1
              kind: ConfigurationPolicy
              metadata: { name: limits }
              spec:
                object-templates:
                  - complianceType: musthave
                    objectDefinition:
                      apiVersion: v1
                      kind: LimitRange
                      metadata: { name: Any }
                      spec: { limits: [{ defaults: {} }] }
    `);
    expect(infos).toEqual(['defaults at spec.limits[0].defaults field/unknown']);
  });

  it('is a whole object in a work of Open Cluster Management', () => {
    const infos = infosIn(yaml`
      apiVersion: work.open-cluster-management.io/v1
      kind: ManifestWork
      metadata: { name: web }
      spec:
        workload:
          manifests:
            - apiVersion: v1
              kind: Service
              metadata: { name: Web }
              spec: { ports: [{ port: 80 }] }
    `);
    expect(infos).toEqual(['Web at metadata.name metadata/name']);
  });

  it('is judged once although aliases repeat it', () => {
    const infos = infosIn(yaml`
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: manifests }
      data:
        a.yaml: &a |
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec: { port: 80 }
        b.yaml: *a
    `);
    expect(infos).toEqual(['port at spec.port field/unknown']);
  });

  it('does not repeat findings about the text around it', () => {
    const infos = infosIn(yaml`
      apiVersion: work.open-cluster-management.io/v1
      kind: ManifestWork
      metadata: { name: a, name: b }
      spec:
        workload:
          manifests:
            - { apiVersion: v1, kind: Service, metadata: { name: web }, spec: { port: 80 } }
    `);
    expect(infos).toEqual(['port at spec.port field/unknown']);
  });
});
