import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suiteFolder } from '../../temporary-folder.ts';
import { Client, uriOf, withoutMark } from './client.ts';

const folder = suiteFolder({});
let client: Client;

beforeAll(async () => {
  client = await Client.inFolder(folder);
});

afterAll(async () => {
  await client.end();
});

/** The answer to a request about the place of `|` in a configuration. */
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the method
async function answerAt(method: string, marked: string): Promise<any> {
  const uri = uriOf(join(folder, '.kubeadmit.yaml'));
  const { text, position } = withoutMark(marked);
  client.open(uri, text);
  const answer = await client.request(method, { textDocument: { uri }, position });
  client.close(uri);
  return answer;
}

describe('in a configuration', () => {
  it.each([
    ['settings', 'pedantic: true\n|', ['rules', 'kubernetesVersion'], ['pedantic', 'apiVersion']],
    ['settings of an empty file', '|', ['rules'], ['kind', 'Pod']],
    ['rules and families', 'rules:\n  |', ['webhook', 'webhook/timeout'], ['crds']],
    ['levels', 'rules: { webhook/timeout: | }', ['off', 'warning'], ['false']],
    ['levels in overrides', 'overrides:\n  - rules: { webhook: | }', ['off'], ['true']],
    ['booleans', 'pedantic: |', ['true', 'false'], []],
  ])('completion has %s', async (_, marked, expected, unexpected) => {
    const items: readonly { readonly label: string }[] = await answerAt(
      'textDocument/completion',
      marked,
    );
    const labels = items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(expected));
    for (const label of unexpected) expect(labels).not.toContain(label);
  });

  it.each([
    ['a setting', 'fail|On: error\n', ['**failOn**: string', '`never`']],
    ['a rule', 'rules: { webhook/time|out: info }\n', ['A webhook has a timeout', '`off`']],
  ])('hover describes %s', async (_, marked, expected) => {
    const { contents } = await answerAt('textDocument/hover', marked);
    for (const part of expected) expect(contents.value).toContain(part);
  });
});
