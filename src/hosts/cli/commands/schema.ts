import { configSchema } from '../../../config/config-schema.ts';
import { KUBERNETES_VERSION } from '../../../config/kubernetes-version.ts';
import type { JsonSchema } from '../../../config/value-type.ts';
import { testFileSchema } from '../../../features/policy-tests/test-schema.ts';
import { suggestion } from '../../../result/suggestion.ts';
import { allKinds, type KindFacts, servedVersions } from '../../../server/kubernetes/kinds.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../../../server/kubernetes/minors.ts';
import { schemaOf, schemaOfAll } from '../../../server/kubernetes/schema.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { readOption } from '../read-option.ts';

interface SchemaOptions {
  readonly kubernetesVersion?: readonly Minor[];
}

const EXAMPLES = `
Examples:
  kubeadmit schema all > .vscode/kubernetes.json
  kubeadmit schema admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration
  kubeadmit schema NetworkPolicy --kubernetes-version 1.33
  kubeadmit schema config
  kubeadmit schema test`;

/** Prints a JSON Schema, for editors. */
export async function run(
  args: readonly string[],
  host: Host,
  _messages: Messages,
): Promise<ExitCode> {
  const parsed = new ArgumentParser<SchemaOptions>(
    'kubeadmit schema [options] <kind>|all|config|test',
    'Prints a JSON Schema for editors: of a kind, of all kinds that kubeadmit validates, of its configuration, or of tests of policies.',
    '<subject>',
    'a kind such as NetworkPolicy or policy/v1/PodDisruptionBudget; all; config; or test',
  )
    .option(
      '--kubernetes-version <version>',
      `the minor whose fields the schema has (default: ${NEWEST_MINOR})`,
      (text) => readOption(KUBERNETES_VERSION, text),
    )
    .commonOptions()
    .helpAfter(EXAMPLES)
    .parse(args);
  if (parsed.kind === 'show') {
    await writeOut(host.stdout, parsed.text);
    return EXIT.clean;
  }
  const [subject = ''] = parsed.operands;
  const minor = parsed.options.kubernetesVersion?.at(-1) ?? NEWEST_MINOR;
  await writeOut(host.stdout, `${JSON.stringify(schemaFor(subject, minor), undefined, 2)}\n`);
  return EXIT.clean;
}

function schemaFor(subject: string, minor: Minor): JsonSchema {
  if (subject === 'config') return configSchema();
  if (subject === 'test') return testFileSchema();
  if (subject === 'all') return schemaOfAll(minor);
  const slash = subject.lastIndexOf('/');
  const kind = subject.slice(slash + 1);
  const facts = allKinds().find((one) => one.validated && one.kind === kind);
  if (facts === undefined) throw new UsageError(unknownKind(kind));
  const [preferred] = servedVersions(facts, minor);
  const apiVersion = slash < 0 ? preferred : subject.slice(0, slash);
  const schema = apiVersion === undefined ? undefined : schemaOf(facts, apiVersion, minor);
  if (schema === undefined) throw new UsageError(unservedVersion(facts, apiVersion, minor));
  return schema;
}

function unknownKind(kind: string): string {
  const kinds = allKinds().flatMap((one) => (one.validated ? [one.kind] : []));
  const meant = suggestion(kind, [...kinds, 'all', 'config', 'test']);
  return `unknown kind ${kind}${meant === '' ? `; use one of: ${kinds.join(', ')}` : meant}`;
}

function unservedVersion(facts: KindFacts, apiVersion: string | undefined, minor: Minor): string {
  const served = servedVersions(facts, minor);
  const name = apiVersion === undefined ? facts.kind : `${apiVersion} ${facts.kind}`;
  if (served.length > 0) {
    return `Kubernetes ${minor} does not serve ${name}; it serves ${served.join(', ')}`;
  }
  const minors = MINORS.filter((one) => servedVersions(facts, one).length > 0);
  return `Kubernetes ${minor} does not serve ${name}; ${minors.join(', ')} do`;
}
