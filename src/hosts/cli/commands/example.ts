import { firstSentence } from '../../../analysis/custom-resources/descriptions.ts';
import { type BuiltInVersion, findBuiltIn } from '../../../features/built-in-versions.ts';
import { findVersion } from '../../../features/custom-versions.ts';
import { builtInExample } from '../../../features/example/built-in-examples.ts';
import { exampleText, fullExampleText } from '../../../features/example/example-text.ts';
import { ExampleObjects } from '../../../server/custom-resources/examples/example-objects.ts';
import { fieldOutlines } from '../../../server/custom-resources/examples/field-outline.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { writeOut } from '../channel.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { clusterSettings } from '../lint/open-input.ts';
import { crdSources } from '../named-sources.ts';

const EXAMPLES = `
Examples:
  kubeadmit example Deployment
  kubeadmit example CronTab --crds config/crd
  kubeadmit example stable.example.com/v1/CronTab --crds crd.yaml --full
  kubeadmit example CronTab --crds crd.yaml | kubeadmit --crds crd.yaml -

With --full, which is for CRDs only, fields that the object does not need are comments: remove the #
to use them, and the {} in front of them.`;

/** The command line of `kubeadmit example`. */
export function parser() {
  return new ArgumentParser(
    'example',
    'Prints a valid object of a kind: of a built-in kind, or the smallest one that a CRD and its validation rules accept.',
    'such as Deployment, apps/v1/Deployment, or CronTab',
  )
    .list(
      '--crds <path>',
      'the CRDs: a file, a folder or a packed chart; may be repeated (default: those of kubeadmit crds)',
    )
    .option('--full', 'print all fields, with descriptions and defaults')
    .minor('the minor that validates the object')
    .commonOptions()
    .helpAfter(EXAMPLES);
}

/** Prints an object that the API server accepts. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const { full = false } = options;
  const { minor, crds } = clusterSettings(options, host, messages);
  const [kind = ''] = operands;
  const builtIn = findBuiltIn(kind, minor, [], 'name its CRD with --crds');
  // CRDs that are named can define a kind of the same name.
  if (options.crds === undefined) {
    if (builtIn.ok) {
      await writeOut(host.stdout, builtInText(builtIn, full));
      return EXIT.clean;
    }
    if (builtIn.isKnown) throw new UsageError(builtIn.problem);
  }
  const problem = builtIn.ok ? undefined : builtIn.problem;
  const found = findVersion(kind, await crdSources(crds(), host, problem), minor);
  if (!found.ok) throw new UsageError(found.problem);
  const { definition, version } = found;
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
};

/** @throws UsageError */
function builtInText({ facts, apiVersion }: BuiltInVersion, full: boolean): string {
  if (full) throw new UsageError(`--full needs a CRD, and ${facts.kind} is a built-in kind`);
  const text = builtInExample(facts, apiVersion);
  if (text !== undefined) return text;
  throw new UsageError(`there is no example of ${facts.kind}, which is not written in manifests`);
}

/** The fields that all objects have, and no CRD describes. */
const HEAD: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);
