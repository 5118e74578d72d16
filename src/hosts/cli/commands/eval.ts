import { findVersion } from '../../../features/custom-versions.ts';
import { evaluationJson } from '../../../features/eval/evaluation-json.ts';
import { evaluationText } from '../../../features/eval/evaluation-text.ts';
import {
  ADMISSION_ENVIRONMENTS,
  admissionInput,
  type FirstObject,
  firstObject,
  ruleInput,
} from '../../../features/eval/expression-input.ts';
import { escapeJson } from '../../../report/escape.ts';
import {
  type ExpressionInput,
  evaluateExpression,
} from '../../../server/expressions/evaluation.ts';
import { type Mapping, mappingFrom } from '../../../yaml/index.ts';
import { readArgument } from '../../node/disk/open-file.ts';
import { reasonOf } from '../../node/disk/problem.ts';
import { ArgumentParser, chosen, type OptionsOf } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { outputStyle } from '../colors.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { type ClusterSettings, clusterSettings } from '../lint/open-input.ts';
import { crdSources, namedSources } from '../named-sources.ts';

type EvalOptions = OptionsOf<typeof parser>;

const EXAMPLES = `
Examples:
  kubeadmit eval 'object.spec.replicas > 1' --object deployment.yaml
  kubeadmit eval 'object.spec.replicas <= params.max' --object a.yaml --params p.yaml
  kubeadmit eval 'self.minReplicas <= self.replicas' --as crd:CronTab \\
      --crds crd.yaml --object crontab.yaml --at spec
  kubeadmit eval 'self >= oldSelf' --as crd:CronTab --crds crd.yaml \\
      --object new.yaml --old old.yaml --at spec.replicas

The place of an expression decides what it can use: --as crd:KIND is a
validation rule, in which self is the object or the value at --at; vap, map and
webhook are those of policies and webhooks. Objects of built-in kinds get the
defaults of the server first, custom resources those of their CRD (crd:KIND).

Exit status: 0 a value, 1 an error of the expression, 2 wrong usage.`;

/** The command line of `kubeadmit eval`. */
export function parser() {
  return new ArgumentParser(
    'eval',
    'Evaluates a CEL expression as the API server does: value, type and cost, or the errors.',
    'the expression; one argument, so use quotes',
  )
    .option('--object <file>', 'the object: the first one of a file, or of standard input (-)')
    .option('--old <file>', 'the object before an update')
    .option('--params <file>', 'the parameter object of a policy')
    .option('--as <place>', 'crd:KIND, vap, map or webhook (default: vap)')
    .option('--at <field>', 'the field that self is, such as spec.ports[0] (with crd:KIND)')
    .list(
      '--crds <path>',
      'the CRD of KIND: a file, a folder or a packed chart (default: those of kubeadmit crds)',
    )
    .choice('-f, --format <format>', 'text or json (default: text)', 'format', ['text', 'json'])
    .minor('the minor that evaluates the expression')
    .commonOptions()
    .helpAfter(EXAMPLES);
}

/** Prints the value, the type and the cost of a CEL expression. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const [expression = ''] = operands;
  const settings = clusterSettings(options, host, messages);
  const input = await inputOf(options, settings, host, messages);
  const result = evaluateExpression(expression, input, settings.minor);
  const style = await outputStyle(host, options.color);
  await writeOut(
    host.stdout,
    options.format === 'json'
      ? `${escapeJson(JSON.stringify(evaluationJson(expression, result)))}\n`
      : evaluationText(expression, result, style, host.stdout.columns),
  );
  if (result.kind === 'value') return EXIT.clean;
  if (options.object === undefined && /\bobject\b/.test(expression)) {
    messages.say('no object was given, so object is null; use --object');
  }
  return EXIT.findings;
};

async function inputOf(
  options: EvalOptions,
  { minor, crds }: ClusterSettings,
  host: Host,
  messages: Messages,
): Promise<ExpressionInput> {
  const { as = 'vap', at } = options;
  const read = async (variable: string, path: string | undefined) => {
    if (path === undefined) return undefined;
    const { object, count } = await readObject(path, host);
    if (count > 1) {
      messages.say(`${variable} is ${nameOf(object)}, the first of ${count} in ${path}`);
    }
    return object;
  };
  const object = await read('object', options.object);
  const old = await read('oldObject', options.old);
  const params = await read('params', options.params);
  if (!as.startsWith('crd:')) {
    if (at !== undefined) throw new UsageError('--at is for --as crd:KIND');
    const environment = chosen(as, 'place', [...ADMISSION_ENVIRONMENTS, 'crd:KIND' as const]);
    if (environment === 'crd:KIND') throw new UsageError('name the kind, as in --as crd:CronTab');
    return admissionInput(environment, { object, old, params }, minor);
  }
  if (params !== undefined) throw new UsageError('--params is for policies: --as vap or map');
  const sources = await crdSources(crds(), host);
  if (object === undefined) throw new UsageError('name the object with --object');
  const found = findVersion(as.slice('crd:'.length), sources, minor);
  if (!found.ok) throw new UsageError(found.problem);
  const input = ruleInput(found, { object, old, at: at ?? '' }, minor);
  if (!input.ok) throw new UsageError(input.problem);
  return input.value;
}

/** The kind and the name of an object, such as `Namespace/shop`. */
function nameOf({ kind, metadata }: Mapping): string {
  const { name } = mappingFrom(metadata);
  return [kind, name].filter((part) => typeof part === 'string').join('/') || 'without a kind';
}

/**
 * The first object of a file, or of standard input.
 *
 * @throws UsageError
 */
async function readObject(path: string, host: Host): Promise<FirstObject> {
  let text: string | Uint8Array;
  try {
    const sources = path === '-' ? await namedSources([path], host) : [];
    text = sources[0]?.content ?? readArgument(path, host.cwd);
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
  const object = firstObject(text);
  if (!object.ok) throw new UsageError(`${path}: ${object.problem}`);
  return object.value;
}
