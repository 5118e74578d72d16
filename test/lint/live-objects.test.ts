import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { crdYaml } from '../crd-yaml.ts';

const METADATA = `uid: 3b1f2c1e-0000-4000-8000-000000000001
  resourceVersion: "12"
  creationTimestamp: "2024-05-01T10:00:00Z"`;

/** A Pod that the server refuses to create, and keeps: kubectl debug has added a container. */
const pod = (metadata = METADATA, image = 'nginx') => `apiVersion: v1
kind: Pod
metadata:
  name: debugged
  namespace: default
  ${metadata}
spec:
  containers: [{ name: web, image: ${image} }]
  ephemeralContainers: [{ name: debug, image: busybox, terminationMessagePolicy: File }]
`;

const indented = (text: string) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`;
const listOf = (...objects: readonly string[]) =>
  `apiVersion: v1\nkind: List\nmetadata: { resourceVersion: "" }\nitems:\n${objects.map(indented).join('')}`;

function findingsIn(text: string, live = true) {
  const { findings } = lint([{ name: '<stdin>', content: text }], { live, pedantic: true });
  return findings.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`);
}

describe('an object of a cluster', () => {
  it('is judged as an update that changes nothing', () => {
    expect(findingsIn(pod())).toEqual([]);
    expect(findingsIn(listOf(pod(), pod()))).toEqual([]);
    expect(findingsIn(pod(), false)).toContainEqual(
      expect.stringMatching(/^error pod\/ephemeral-containers/),
    );
  });

  it('is one whose metadata the server has set', () => {
    const created = METADATA.replace('resourceVersion: "12"', 'resourceVersion: ""');
    expect(findingsIn(pod(created))).toContainEqual(
      expect.stringMatching(/^error pod\/ephemeral-containers/),
    );
  });

  it('is not a patch because a controller has kept one', () => {
    const revision = `apiVersion: apps/v1
kind: ControllerRevision
metadata:
  name: db-1
  namespace: default
  ${METADATA}
data: { spec: { template: { $patch: replace } } }
revision: 1
`;
    const content = listOf(revision, pod());
    const { documents } = lint([{ name: '<stdin>', content }], { live: true });
    expect(documents.map(({ skipped }) => skipped)).toEqual([undefined, undefined]);
  });

  it('is refused if it would be refused unchanged', () => {
    expect(findingsIn(pod(METADATA, '""'))).toContainEqual(expect.stringMatching(/^error /));
  });

  it('has addresses that its cluster permits', () => {
    const service = (metadata: string) => `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  ${metadata}
spec:
  clusterIP: 10.43.0.7
  clusterIPs: [10.43.0.7, "fd00::7"]
  ipFamilies: [IPv4, IPv6]
  ipFamilyPolicy: RequireDualStack
  selector: { app: web }
  ports: [{ port: 80, protocol: TCP, targetPort: 80 }]
`;
    const verdictsOn = (content: string) =>
      lint([{ name: '<stdin>', content }], { live: true }).documents.flatMap(({ verdicts }) =>
        Object.values(verdicts),
      );
    expect(findingsIn(service(METADATA))).toEqual([]);
    expect(verdictsOn(service(METADATA))).toEqual(['accepted']);
    expect(verdictsOn(service('labels: {}'))).toEqual(['rejected']);
  });

  it('is not related to other objects', () => {
    const namespace = `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: default\n  ${METADATA}\n`;
    expect(findingsIn(listOf(pod(), namespace))).toEqual([]);
  });

  it('may be a custom resource', () => {
    const crd = crdYaml('{ type: object, properties: { size: { type: integer, maximum: 3 } } }');
    const object = (metadata: string) =>
      `apiVersion: shop.example.com/v1\nkind: Pool\nmetadata:\n  name: a\n  ${metadata}\nsize: 5\n`;
    const errorsIn = (content: string) =>
      lint([{ name: '<stdin>', content }], { live: true, crds: [{ name: 'crd', content: crd }] })
        .summary.errors;
    // The server accepts a value that is not valid if the update does not change it.
    expect([errorsIn(object(METADATA)), errorsIn(object('labels: {}'))]).toEqual([0, 1]);
  });
});
