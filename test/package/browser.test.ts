import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** What every browser has besides the language. */
const WEB = { atob, btoa, TextDecoder, TextEncoder };

const MANIFEST = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods.example.com, annotations: { cert-manager.io/inject-ca-from: shop/hooks } }
webhooks:
  - name: pods.example.com
    clientConfig: { service: { name: hooks, namespace: shop } }
    sideEffects: None
    admissionReviewVersions: [v1]
    timeoutSeconds: 60
    rules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
`;

it('the library runs where there is no Node', async () => {
  const { outputFiles } = await build({
    absWorkingDir: resolve(import.meta.dirname, '../..'),
    entryPoints: ['src/index.ts'],
    bundle: true,
    // Refuses every import of a module of Node's.
    platform: 'browser',
    format: 'iife',
    globalName: 'kubeadmit',
    target: 'es2023',
    write: false,
  });
  const context = createContext({ ...WEB, content: new TextEncoder().encode(MANIFEST) });
  runInContext(outputFiles[0]?.text ?? '', context);
  const found = runInContext(
    `JSON.stringify(kubeadmit.lint([{ name: 'a.yaml', content }]).findings.map(({ rule, line, column }) => [rule, line, column]))`,
    context,
  );
  expect(JSON.parse(found)).toEqual([['webhook/timeout', 9, 21]]);
});
