import { firstSentence } from '../../analysis/custom-resources/descriptions.ts';
import { isComparable } from '../../analysis/updates/crd-changes.ts';
import { KUBERNETES_VERSION } from '../../config/kubernetes-version.ts';
import {
  type CustomDefinition,
  type CustomVersion,
  customDefinition,
} from '../../custom-resources/definition.ts';
import { ExampleObjects } from '../../custom-resources/examples/example-objects.ts';
import { fieldOutlines } from '../../custom-resources/examples/field-outline.ts';
import { readDefinitions } from '../../engine/read-definitions.ts';
import { type Minor, NEWEST_MINOR } from '../../kubernetes/minors.ts';
import { compareVersionPriority } from '../../kubernetes/version-priority.ts';
import { exampleText, fullExampleText } from '../../report/example-text.ts';
import { suggestion } from '../../result/suggestion.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { namedSources } from '../named-sources.ts';
import { readOption } from '../read-option.ts';

interface ExampleOptions {
  readonly crds?: readonly string[];
  readonly full?: boolean;
  readonly kubernetesVersion?: readonly Minor[];
}

const EXAMPLES = `
Examples:
  kubeadmit example CronTab --crds config/crd
  kubeadmit example stable.example.com/v1/CronTab --crds crd.yaml --full
  kubeadmit example CronTab --crds crd.yaml | kubeadmit --crds crd.yaml -

With --full, fields that the object does not need are comments: remove the #
to use them.`;

/** Prints a custom resource that the API server accepts. */
export async function run(
  args: readonly string[],
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const parsed = new ArgumentParser<ExampleOptions>(
    'kubeadmit example [options] <kind> --crds <path>',
    'Prints a smallest valid custom resource of a kind, made from its CRD. It satisfies the validation rules too.',
    '<kind>',
    'such as CronTab, or stable.example.com/v1/CronTab',
  )
    .option<readonly string[]>(
      '--crds <path>',
      'the CRDs: a file, a folder or a packed chart; may be repeated (required)',
      (path, before = []) => [...before, path],
    )
    .option('--full', 'print all fields, with descriptions and defaults')
    .option(
      '--kubernetes-version <version>',
      `the minor that validates the object (default: ${NEWEST_MINOR})`,
      (text) => readOption(KUBERNETES_VERSION, text),
    )
    .commonOptions()
    .helpAfter(EXAMPLES)
    .parse(args);
  if (parsed.kind === 'show') {
    await writeOut(host.stdout, parsed.text);
    return EXIT.clean;
  }
  const { crds = [], full = false, kubernetesVersion } = parsed.options;
  if (crds.length === 0) throw new UsageError('name the CRDs with --crds');
  const [kind = ''] = parsed.operands;
  const minor = kubernetesVersion?.at(-1) ?? NEWEST_MINOR;
  const sources = await namedSources(crds, host);
  const { definition, version } = findVersion(kind, [...usableDefinitions(sources, minor)]);
  const examples = new ExampleObjects(definition, version, minor);
  const object = examples.minimal();
  if (object === undefined) {
    messages.complain(
      `no valid ${definition.kind} was found; its validation rules may exclude each other`,
    );
    return EXIT.findings;
  }
  const { schema = {} } = version;
  const outlines = full
    ? fieldOutlines(schema, object, examples.values).filter(({ name }) => !HEAD.has(name))
    : [];
  const text = full ? fullExampleText(object, outlines, firstSentence) : exampleText(object);
  await writeOut(host.stdout, text);
  return EXIT.clean;
}

/** What all objects have, and no CRD describes. */
const HEAD: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

function* usableDefinitions(
  sources: Parameters<typeof readDefinitions>[0],
  minor: Minor,
): Iterable<CustomDefinition> {
  for (const { file, crd } of readDefinitions(sources, minor).values()) {
    if (!isComparable(crd)) {
      throw new UsageError(`${file}: the CRD is not valid; kubeadmit ${file} says why`);
    }
    yield customDefinition(crd.root.value ?? {});
  }
}

interface Found {
  readonly definition: CustomDefinition;
  readonly version: CustomVersion;
}

/** The kind that a name means, in the version that it names, else the one that kubectl prefers. */
function findVersion(name: string, definitions: readonly CustomDefinition[]): Found {
  const slash = name.lastIndexOf('/');
  const [kind, apiVersion] = [name.slice(slash + 1), slash < 0 ? undefined : name.slice(0, slash)];
  const found = definitions.filter((one) => one.kind.toLowerCase() === kind.toLowerCase());
  if (found.length === 0) {
    const kinds = definitions.map((one) => one.kind);
    const known = kinds.length === 0 ? 'there are no CRDs' : `the CRDs define ${kinds.join(', ')}`;
    throw new UsageError(`unknown kind ${kind}${suggestion(kind, kinds) || `; ${known}`}`);
  }
  const versions = found
    .flatMap((definition) => definition.versions.map((version) => ({ definition, version })))
    .filter(({ version }) => version.isServed)
    .sort((a, b) => compareVersionPriority(a.version.name, b.version.name));
  const nameOf = ({ definition, version }: Found) => `${definition.group}/${version.name}`;
  const [chosen] =
    apiVersion === undefined ? versions : versions.filter((one) => nameOf(one) === apiVersion);
  if (chosen !== undefined) return chosen;
  const served = versions.map(nameOf).join(', ');
  throw new UsageError(`${apiVersion ?? kind} is not served; the CRD serves ${served}`);
}
