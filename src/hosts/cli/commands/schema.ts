import { configSchema } from '../../../config/config-schema.ts';
import { findBuiltIn } from '../../../features/built-in-versions.ts';
import { testFileSchema } from '../../../features/policy-tests/test-schema.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import { type JsonSchema, schemaOf, schemaOfAll } from '../../../server/kubernetes/schema.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { writeOut } from '../channel.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { clusterSettings } from '../lint/open-input.ts';

const EXAMPLES = `
Examples:
  kubeadmit schema all > .vscode/kubernetes.json
  kubeadmit schema admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration
  kubeadmit schema NetworkPolicy --kubernetes-version 1.33
  kubeadmit schema config
  kubeadmit schema test`;

/** The command line of `kubeadmit schema`. */
export function parser() {
  return new ArgumentParser(
    'schema',
    'Prints a JSON Schema for editors: of a kind, of all kinds that kubeadmit validates, of its configuration, or of tests of policies.',
    'a kind such as NetworkPolicy or policy/v1/PodDisruptionBudget; all; config; or test',
    { operands: '<subject>' },
  )
    .minor('the minor whose fields the schema has')
    .commonOptions()
    .helpAfter(EXAMPLES);
}

/** Prints a JSON Schema, for editors. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const [subject = ''] = operands;
  const schema =
    OWN_FILES.get(subject)?.() ??
    schemaOfKind(subject, clusterSettings(options, host, messages).minor);
  await writeOut(host.stdout, `${JSON.stringify(schema, undefined, 2)}\n`);
  return EXIT.clean;
};

/** The schemas of files of kubeadmit, which help to correct a configuration that cannot be read. */
const OWN_FILES: ReadonlyMap<string, () => JsonSchema> = new Map([
  ['config', configSchema],
  ['test', testFileSchema],
]);

function schemaOfKind(subject: string, minor: Minor): JsonSchema {
  if (subject === 'all') return schemaOfAll(minor);
  const found = findBuiltIn(subject, minor, ['all', ...OWN_FILES.keys()]);
  if (!found.ok) throw new UsageError(found.problem);
  return schemaOf(found.facts, found.apiVersion, minor);
}
