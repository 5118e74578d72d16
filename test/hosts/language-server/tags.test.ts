import { describe, expect, it } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { DEPRECATED, UNNECESSARY } from '../../../src/hosts/language-server/tags.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { Client, uriOf } from './client.ts';

describe('the tags of diagnostics', () => {
  it('are for rules and messages that exist', () => {
    const known = new Set(
      rules.flatMap((entry) => [
        entry.id,
        ...Object.keys(entry.load().messages).map((message) => `${entry.id}#${message}`),
      ]),
    );
    expect([...DEPRECATED, ...UNNECESSARY].filter((id) => !known.has(id))).toEqual([]);
  });

  it.each([
    [
      'a deprecated field',
      'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { externalIPs: [192.0.2.1], ports: [{ port: 80 }] }\n',
      'service/deprecated',
      [2],
    ],
    [
      'an unused suppression',
      '# kubeadmit: ignore[service/ports] a reason\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
      'suppression/unused',
      [1],
    ],
    [
      'an address that does not answer, which is needed',
      `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: a }
webhooks:
  - name: a.example.com
    clientConfig: { url: 'https://localhost/check' }
    rules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
    sideEffects: None
    admissionReviewVersions: [v1]
`,
      'webhook/unreachable-url',
      undefined,
    ],
  ])('are right for %s', async (_, text, rule, tags) => {
    const folder = temporaryFolder();
    const client = await Client.inFolder(folder);
    const uri = uriOf(`${folder}/a.yaml`);
    client.open(uri, text);
    const found = await client.diagnostics(uri);
    expect(found.filter(({ code }) => code === rule).map((finding) => finding.tags)).toEqual([
      tags,
    ]);
    await client.end();
  });
});
