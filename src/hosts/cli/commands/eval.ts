import { resolve } from 'node:path';
import { KUBERNETES_VERSION } from '../../../config/kubernetes-version.ts';
import { evaluationJson, evaluationText } from '../../../features/eval/evaluation-text.ts';
import { itemSchema, mapValueSchema, propertySchema } from '../../../server/crd/structural.ts';
import { decodeStored } from '../../../server/custom-resources/decoding.ts';
import { objectsOf } from '../../../server/decode/index.ts';
import {
  type ExpressionInput,
  evaluateExpression,
} from '../../../server/expressions/evaluation.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { type Minor, NEWEST_MINOR } from '../../../server/kubernetes/minors.ts';
import { decodeText, readParts } from '../../../yaml/index.ts';
import { isMapping, type Mapping, memberOf, type Value } from '../../../yaml/tree.ts';
import { readNamedText } from '../../node/open-file.ts';
import { reasonOf } from '../../node/problem.ts';
import { ArgumentParser, chosen } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { isColored, styleOf } from '../colors.ts';
import { type FoundVersion, findVersion } from '../custom-versions.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { namedSources } from '../named-sources.ts';
import { readOption } from '../read-option.ts';

interface EvalOptions {
  readonly object?: string;
  readonly old?: string;
  readonly params?: string;
  readonly as?: string;
  readonly at?: string;
  readonly crds?: readonly string[];
  readonly format?: 'text' | 'json';
  readonly kubernetesVersion?: readonly Minor[];
  readonly color?: boolean;
}

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
webhook are those of policies and webhooks. Custom resources get the defaults of
their CRD first, objects of other kinds are used as they are written.

Exit status: 0 a value, 1 an error of the expression, 2 wrong usage.`;

const ENVIRONMENTS = ['vap', 'map', 'webhook'] as const;

/** Prints the value, the type and the cost of a CEL expression. */
export async function run(
  args: readonly string[],
  host: Host,
  _messages: Messages,
): Promise<ExitCode> {
  const parsed = new ArgumentParser<EvalOptions>(
    'kubeadmit eval [options] <expression>',
    'Evaluates a CEL expression as the API server does: value, type and cost, or the errors.',
    '<expression>',
    'the expression; one argument, so use quotes',
  )
    .option('--object <file>', 'the object: the first one of a file, or of standard input (-)')
    .option('--old <file>', 'the object before an update')
    .option('--params <file>', 'the parameter object of a policy')
    .option('--as <place>', 'crd:KIND, vap, map or webhook (default: vap)')
    .option('--at <field>', 'the field that self is, such as spec.ports[0] (with crd:KIND)')
    .option<readonly string[]>(
      '--crds <path>',
      'the CRD of KIND: a file, a folder or a packed chart',
      (path, before = []) => [...before, path],
    )
    .choice('-f, --format <format>', 'text or json (default: text)', 'format', ['text', 'json'])
    .option(
      '--kubernetes-version <version>',
      `the minor that evaluates the expression (default: ${NEWEST_MINOR})`,
      (text) => readOption(KUBERNETES_VERSION, text),
    )
    .commonOptions()
    .helpAfter(EXAMPLES)
    .parse(args);
  if (parsed.kind === 'show') {
    await writeOut(host.stdout, parsed.text);
    return EXIT.clean;
  }
  const { options, operands } = parsed;
  const [expression = ''] = operands;
  const minor = options.kubernetesVersion?.at(-1) ?? NEWEST_MINOR;
  const result = evaluateExpression(expression, await inputOf(options, minor, host), minor);
  const style = await styleOf(isColored(host.stdout, host.env, options.color));
  await writeOut(
    host.stdout,
    options.format === 'json'
      ? evaluationJson(expression, result)
      : evaluationText(expression, result, style, host.stdout.columns),
  );
  return result.kind === 'value' ? EXIT.clean : EXIT.findings;
}

async function inputOf(options: EvalOptions, minor: Minor, host: Host): Promise<ExpressionInput> {
  const { as = 'vap', at, crds = [] } = options;
  const read = (path: string | undefined) =>
    path === undefined ? undefined : firstObject(path, host);
  const object = await read(options.object);
  const old = await read(options.old);
  const params = await read(options.params);
  if (!as.startsWith('crd:')) {
    if (at !== undefined) throw new UsageError('--at is for --as crd:KIND');
    const environment = chosen(as, 'place', [...ENVIRONMENTS, 'crd:KIND' as const]);
    if (environment === 'crd:KIND') throw new UsageError('name the kind, as in --as crd:CronTab');
    const request = requestOf(object, old);
    return { kind: 'admission', environment, object, oldObject: old, params, request };
  }
  if (params !== undefined) throw new UsageError('--params is for policies: --as vap or map');
  if (crds.length === 0) throw new UsageError('name the CRD with --crds');
  if (object === undefined) throw new UsageError('name the object with --object');
  const found = findVersion(as.slice('crd:'.length), await namedSources(crds, host), minor);
  return ruleInput(found, object, old, at ?? '', minor);
}

function ruleInput(
  { definition, version }: FoundVersion,
  object: Mapping,
  old: Mapping | undefined,
  at: string,
  minor: Minor,
): ExpressionInput {
  const { schema: root = {} } = version;
  const apiVersion = `${definition.group}/${version.name}`;
  const decode = (one: Mapping) =>
    decodeStored({ ...one, apiVersion, kind: definition.kind }, root, minor);
  let schema = root;
  let self: Value | undefined = decode(object);
  let oldSelf: Value | undefined = old && decode(old);
  for (const segment of segmentsOf(at)) {
    const below =
      typeof segment === 'number'
        ? itemSchema(schema)
        : (propertySchema(schema, segment) ?? mapValueSchema(schema));
    if (below === undefined) throw new UsageError(`the CRD does not declare ${at}`);
    schema = below;
    self = memberOf(self, segment);
    oldSelf = memberOf(oldSelf, segment);
  }
  if (self === undefined) throw new UsageError(`the object has no ${at}`);
  return { kind: 'crd', schema, isRoot: at === '', self, oldSelf, optionalOldSelf: false };
}

/** The keys and indices of a path such as `spec.ports[0].name` or `spec.labels[a/b]`. */
function segmentsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\[([^\]]+)\]|([^.[\]]+)/g)].map(([, index, key, name]) =>
    index === undefined ? (key ?? name ?? '') : Number(index),
  );
}

/**
 * The first object of a file, or of standard input.
 *
 * @throws UsageError
 */
async function firstObject(path: string, host: Host): Promise<Mapping> {
  let text: string | Uint8Array;
  try {
    const sources = path === '-' ? await namedSources([path], host) : [];
    text = sources[0]?.content ?? readNamedText(resolve(host.cwd, path));
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
  for (const { content } of readParts(decodeText(text))) {
    if (content.kind === 'refused') throw new UsageError(`${path}: is not valid YAML`);
    for (const { value } of objectsOf(content.document.value)) {
      if (isMapping(value)) return value;
    }
  }
  throw new UsageError(`${path}: has no object`);
}

/** The request that an administrator would send with these objects. */
function requestOf(object: Mapping | undefined, old: Mapping | undefined): Mapping {
  const { apiVersion, kind = '', metadata } = object ?? old ?? {};
  const { group, version } = groupAndVersion(typeof apiVersion === 'string' ? apiVersion : '');
  const { name = '', namespace = '' } = isMapping(metadata) ? metadata : {};
  return {
    kind: { group, version, kind },
    requestKind: { group, version, kind },
    name,
    namespace,
    operation: object === undefined ? 'DELETE' : old === undefined ? 'CREATE' : 'UPDATE',
    userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
    dryRun: false,
  };
}
