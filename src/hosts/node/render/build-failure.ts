import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { textBetween } from '../../../base/text-between.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { mappingFrom, stringAt } from '../../../yaml/index.ts';
import { itemsOf } from '../../../yaml/tree.ts';
import { isFolder } from '../disk/disk.ts';
import { entriesOf } from '../disk/folder-entries.ts';
import { leadsOut } from '../disk/leads-out.ts';
import { readSmallText } from '../disk/open-file.ts';
import { kustomizationIn } from '../kustomization-file.ts';
import type { RenderedBuild } from './origins/build-origin.ts';
import { OriginFiles } from './origins/origin-files.ts';
import { refusedValuePlace, unusableValuePlace } from './origins/refused-value.ts';
import { unreadablePlace } from './origins/unreadable-document.ts';
import type { Build, BuildPlace } from './sources/builds.ts';
import type { ChartTree } from './sources/chart-tree.ts';

/** A build that a program has refused, at the place that the program names. */
export interface BuildFailure {
  /** The absolute path of the file. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The message of `project/build-failed`. */
  readonly messageId: 'failed' | 'missing';
  /** The message of the program without absolute paths, or the path of the missing file. */
  readonly problem: string;
}

/** A build that a program has refused. */
export interface RefusedBuild extends Pick<RenderedBuild, 'build' | 'reach' | 'root'> {
  /** The message of the program. */
  readonly message: string;
  /** The text that it has printed nevertheless. */
  readonly output: string;
}

/** A message without the lines in which Helm names links, which may be those of a copy. */
export function withoutLinks(message: string): string {
  const lines = message.split('\n');
  return lines.filter((line) => !line.startsWith('walk.go:')).join('\n');
}

/** Reports whether a program has refused a build because it has rendered what is not YAML. */
export function isUnreadable(message: string): boolean {
  return message.includes('YAML parse error on ');
}

/** The most characters of a message. Some programs repeat the whole input. */
const LONGEST = 400;

/**
 * The reason why a refused build is not a mistake of the repository: it needs what is not in it, such as values or
 * charts that are fetched. Undefined if it is one.
 */
export function needOf(message: string): string | undefined {
  const missing = /missing in charts\/ directory: ([^\n]+)/.exec(message)?.[1];
  if (missing !== undefined) {
    const names = new Set(missing.split(', '));
    return `its dependencies are not vendored: ${[...names].join(', ')}`;
  }
  if (
    /plugins? disabled|unable to load external plugin|--enable-(?:helm|exec|alpha)/.test(message)
  ) {
    return 'it needs plugins';
  }
  const outside = /security; file '([^'\n]+)' is not in or below/.exec(message)?.[1];
  if (outside !== undefined) {
    return `kustomize reads ${basename(outside)} only with --load-restrictor=LoadRestrictionsNone`;
  }
  const absent =
    /at <([^<>\n]{1,200})>: invalid value; expected string/.exec(message)?.[1] ??
    /at <([^<>\n]{0,40}\.Values[^<>\n]{0,200})>: (?:error calling index: index of (?:nil pointer|untyped nil)|wrong type for value; expected \w+; got interface \{\})/.exec(
      message,
    )?.[1] ??
    // Global values are those that another chart or the installation gives.
    /at <([^<>\n]{0,40}\.Values\.global\b[^<>\n]{0,200})>: nil pointer evaluating interface/.exec(
      message,
    )?.[1];
  if (absent !== undefined) return `it needs other values: ${absent}`;
  const wanted = /execution error at \([^()]{1,1000}\): ([^\n]+)/.exec(message)?.[1];
  return wanted === undefined ? undefined : `it needs other values: ${shorten(wanted)}`;
}

/** The errors of Helm that values may cause, and not only templates. */
const OF_VALUES = /executing "|error converting YAML to JSON|don't meet the specifications of the/;

/** A finding of a schema about a value that users have to set. */
const UNSET =
  /: minLength: got 0,|: '' does not match|: missing propert|: got null,|: min(?:Items|Properties): got 0,/;

/**
 * The reason why a chart that Helm refuses is not a mistake, although no values but its own are given: there are files
 * with others, or its schema demands values that users have to set. Undefined if there is none.
 */
export function ownValuesNeedOf({ folder }: Build, message: string): string | undefined {
  if (!OF_VALUES.test(message)) return undefined;
  if (entriesOf(folder).some(({ name }) => /^values[-_.].+\.ya?ml$/.test(name))) {
    return 'it needs other values, such as those in files next to its values.yaml';
  }
  const refused = message.match(/^ *- at '.*(?<!: validation failed)$/gm) ?? [];
  return refused.length > 0 && refused.every((line) => UNSET.test(line))
    ? 'it needs the values that its schema demands'
    : undefined;
}

/**
 * Finds the file and the line that the error message of a build names.
 *
 * @param charts the charts within charts of the run
 */
export function failureOf(refused: RefusedBuild, charts: ChartTree): BuildFailure {
  const { build, message, root } = refused;
  const place = build.kind === 'chart' ? chartPlace(refused, charts) : kustomizePlace(refused);
  const inside = !leadsOut(place.file, root) && existsSync(place.file);
  const { file, line } = inside ? place : build;
  const missing = missingIn(message, root);
  return missing === undefined || build.kind === 'chart'
    ? { file, line, messageId: 'failed', problem: shorten(withoutPaths(message, root)) }
    : { file, line, messageId: 'missing', problem: missing };
}

/** Helm names templates by the name of the chart and the path in it: `shop/templates/web.yaml:3:14`. */
function chartPlace(refused: RefusedBuild, charts: ChartTree): BuildPlace {
  const { build, message, output } = refused;
  const { folder } = build;
  const unusable = unusableValuePlace(build, message, charts);
  if (unusable !== undefined) return unusable;
  const at = /(?:^|[\s(])[^\s/:()]+\/([^\s:()]+):(\d+)/.exec(message);
  if (at !== null) return { file: charts.fileOf(folder, at[1] ?? ''), line: Number(at[2]) };
  // The line is one of what the template has rendered.
  const parsed = /parse error on [^\s/:]+\/([^\s:]+):/.exec(message)?.[1];
  if (parsed !== undefined) {
    const value = /into Go struct field \w*(\.[\w.]+) of type/.exec(message)?.[1];
    const unreadable = unreadablePlace({ ...refused, from: folder, text: output }, parsed, value);
    return unreadable ?? { file: charts.fileOf(folder, parsed), line: 1 };
  }
  if (/don't meet the specifications of the schema/.test(message)) {
    return refusedValuePlace(build, message, charts);
  }
  return loadedPlace(build, message, charts) ?? build;
}

/** The place in a file that Helm cannot load, or in the object that names it. */
function loadedPlace(build: Build, message: string, charts: ChartTree): BuildPlace | undefined {
  const { folder, file } = build;
  const line = Number(/\bline (\d+)/.exec(message)?.[1] ?? 1);
  const inner = [...message.matchAll(/subchart (\S+) in /g)].map(([, name]) => `charts/${name}/`);
  const own = (name: string) => charts.fileOf(folder, `${inner.join('')}${name}`);
  const loaded = /cannot load ([\w.-]+\.yaml):/.exec(message)?.[1];
  if (loaded !== undefined) return { file: own(loaded), line };
  if (/chart requires kubeVersion|validation: chart\.metadata/.test(message)) {
    const metadata = own('Chart.yaml');
    return { file: metadata, line: lineWith(metadata, ['kubeVersion:']) };
  }
  const values = textBetween(message, 'failed to parse /', ': ');
  if (values !== undefined) {
    return existsSync(`/${values}`) ? { file: `/${values}`, line } : undefined;
  }
  const path = textBetween(message, 'open /', ': no such file');
  if (path === undefined) return undefined;
  const missing = `/${path}`;
  return { file, line: lineWith(file, [relative(folder, missing), basename(missing)], build.line) };
}

/** kustomize names folders and files by their absolute paths, the innermost last. */
function kustomizePlace(refused: RefusedBuild): BuildPlace {
  const { build, message } = refused;
  const paths = [...message.matchAll(/'(\/[^'\n]+)'/g)].map(([, path = '']) => path);
  const folder = paths.findLast(isFolder) ?? build.folder;
  const kustomization = kustomizationIn(folder) ?? build.file;
  const line = Number(/\bline (\d+)/.exec(message)?.[1] ?? 1);
  const inFile = /in File: (\S+)/.exec(message)?.[1];
  if (inFile !== undefined) return { file: join(folder, inFile), line };
  const [, typed, field = typed] = FIELD.exec(message) ?? [];
  if (field !== undefined)
    return { file: kustomization, line: lineWith(kustomization, [`${field}:`]) };
  if (message.includes('invalid Kustomization')) return { file: kustomization, line };
  const patch = operationPlace(refused) ?? patchPlace(refused);
  if (patch !== undefined) return patch;
  const file = paths.findLast((path) => !isFolder(path));
  if (file === undefined) return { file: kustomization, line: 1 };
  if (existsSync(file)) return { file, line: lineOfDuplicate(file, message) ?? line };
  const owner = kustomizationIn(dirname(file)) ?? kustomization;
  return { file: owner, line: lineWith(owner, [relative(dirname(owner), file), basename(file)]) };
}

/** The place of the first operation in a file that kustomize cannot apply; undefined if there is none. */
function operationPlace({ message, reach }: RefusedBuild): BuildPlace | undefined {
  const [found, ...paths] = INAPPLICABLE.exec(message) ?? [];
  if (found === undefined) return undefined;
  // The message about a path that is not a text does not name it.
  const named = paths.find((path) => path !== undefined);
  const files = new OriginFiles((path) => path);
  for (const path of reach.files) {
    const [document] = files.read(path)?.documents ?? [];
    const at = itemsOf(document?.value).findIndex((operation) => {
      const { path: own } = mappingFrom(operation);
      return named === undefined ? typeof own !== 'string' : own === named;
    });
    if (document !== undefined && at >= 0) return files.placeOf(path, document, [at, 'path']);
  }
  return undefined;
}

/** The error about an operation of a JSON patch, with its path. */
const INAPPLICABLE =
  /operation failed to decode path|operation does not apply: doc is missing path: "?(\/[^\s":]*)|error in remove for path: '(\/[^'\n]*)'|testing value (\/\S*) failed/;

/** The place of the patch whose target is missing; undefined if that is not the problem. */
function patchPlace({ message, reach }: RefusedBuild): BuildPlace | undefined {
  // The id is a text such as `Deployment.v1.apps/web.shop`.
  const [type, object] = WITHOUT_TARGET.exec(message)?.[1]?.split('/') ?? [];
  if (type === undefined || object === undefined) return undefined;
  const kind = type.slice(0, type.indexOf('.'));
  const versions = type.slice(kind.length + 1);
  const name = object.slice(0, object.lastIndexOf('.'));
  const files = new OriginFiles((path) => path);
  for (const path of reach.files) {
    const like = files
      .read(path)
      ?.documentLike({ index: 0, line: 1, kind, name, renderedFrom: null });
    const { group, version } = groupAndVersion(stringAt(like?.value, 'apiVersion') ?? '');
    // A base may have an object with the same kind and name.
    const isPatch = versions === `${version || '[noVer]'}.${group || '[noGrp]'}`;
    if (like !== undefined && isPatch) return files.placeOf(path, like, ['kind']);
  }
  return undefined;
}

/** The id of a patch whose target is missing. */
const WITHOUT_TARGET = /unique target for patch ([^\n]+)/;

/** The field of a kustomization that kustomize names. */
const FIELD =
  /field Kustomization\.(?:TypeMeta\.)?([\w-]+)|\b(apiVersion|kind) for Kustomization should be/;

/** The line of the object of a file that a kustomization has already; undefined if that is not the problem. */
function lineOfDuplicate(path: string, message: string): number | undefined {
  const [, kind = null, name = null] = REGISTERED.exec(message) ?? [];
  const file = kind === null ? undefined : new OriginFiles((one) => one).read(path);
  const found = file?.documentLike({ index: 0, line: 1, kind, name, renderedFrom: null });
  return found && file?.firstLine(found);
}

/** The kind and the name of an object that a kustomization has already. */
const REGISTERED =
  /already registered id: (\w{1,63})\.[^/\s]{0,300}\/([^\s']{1,253})\.[^\s.']{1,300}'/;

/**
 * The line of a file with the first of some texts that it has, or else the first line.
 *
 * @param first the first line that counts, from 1
 */
function lineWith(path: string, texts: readonly string[], first = 1): number {
  const lines = (readSmallText(path) ?? '').split('\n').slice(first - 1);
  const found = texts.map((text) => lines.findIndex((line) => line.includes(text)));
  return first + (found.find((index) => index >= 0) ?? 0);
}

/** The file that does not exist according to a message, from the root. */
function missingIn(message: string, root: string): string | undefined {
  const path = /(?:lstat|open|stat) ([^\s:]+): no such file or directory/.exec(message)?.[1];
  return path?.replaceAll(`${root}/`, '');
}

/** The reason for which a program of Go has crashed; what follows in its message is a trace of calls. */
function crashIn(message: string, line = /^(?:fatal error|panic): ([^\n]+)/m): string | undefined {
  return /^goroutine \d+ /m.test(message) ? line.exec(message)?.[1] : undefined;
}

/** The reason for which the runtime of Go has ended a program, such as too little memory, whatever its input means. */
export function fatalErrorIn(message: string): string | undefined {
  return crashIn(message, /^fatal error: ([^\n]+)/m);
}

/** The innermost error of a message, with paths from the root. */
function withoutPaths(message: string, root: string): string {
  const crash = crashIn(message);
  if (crash !== undefined) return `the program has crashed: ${crash}`;
  const missing = missingIn(message, root);
  if (missing !== undefined) return `${missing} does not exist`;
  const error = message.search(/^Error: /m);
  const lines = message
    .slice(Math.max(error, 0))
    .split('\n')
    .filter((line) => !line.startsWith('# Warning:'));
  const [first = ''] = lines.join('\n').split(/\n\n?Use --debug/);
  const inner =
    first.split(/(?:recursed accumulation of|couldn't make target for) path '[^']*': /).at(-1) ??
    first;
  const merging = textBetween(inner, "merging resources from '", "': must build at directory");
  const [, ...merged] = merging?.split("': ") ?? [];
  return (merged.length > 0 ? merged.join("': ") : inner)
    .replaceAll(`${root}/`, '')
    .replace(/^Error: /, '');
}

function shorten(message: string): string {
  const text = message.trim().replace(/\s+/g, ' ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
