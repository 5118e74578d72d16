import { expect, it } from 'vitest';
import { suiteFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

/** As kubectl prints it: the server refuses to create such a Pod. */
const PODS = `apiVersion: v1
items:
- apiVersion: v1
  kind: Pod
  metadata:
    creationTimestamp: "2024-05-01T10:00:00Z"
    managedFields:
    - apiVersion: v1
      fieldsType: FieldsV1
      fieldsV1: { f:metadata: {} }
      manager: kubectl
      operation: Update
      time: "2024-05-01T10:00:00Z"
    name: debugged
    namespace: default
    resourceVersion: "12"
    uid: 3b1f2c1e-0000-4000-8000-000000000001
  spec:
    containers: [{ name: web, image: nginx }]
    ephemeralContainers: [{ name: debug, image: busybox, terminationMessagePolicy: File }]
  status: { phase: Running }
kind: List
metadata:
  resourceVersion: ""
`;

const cwd = suiteFolder({ 'pods.yaml': PODS });

it('objects of a cluster are judged as stored objects if they come from standard input', async () => {
  const live = await runIn({ cwd, stdin: PODS }, '--pedantic', '-');
  expect([live.code, live.stdout]).toEqual([0, expect.stringContaining('no findings')]);
  expect((await runIn({ cwd }, 'pods.yaml')).code).toBe(1);
  expect((await runIn({ cwd, stdin: PODS }, '--stdin-filename', 'pods.yaml', '-')).code).toBe(1);
});

it('an upgrade of a cluster is checked on its objects', async () => {
  const { code, stdout } = await runIn({ cwd, stdin: PODS }, 'upgrade', '1.33', '1.36', '-');
  expect([code, stdout]).toEqual([0, expect.stringContaining('0 refused')]);
});
