import { extensionCosts } from '../../cel/cost/extension-costs.ts';
import {
  type CallCost,
  type CostedCall,
  type FunctionCost,
  type FunctionCosts,
  NEW_LIST,
  NEW_STRUCT,
  PATTERN,
  TRAVERSAL,
} from '../../cel/cost/function-costs.ts';
import { copyPath } from '../../cel/cost/path.ts';
import {
  addSizes,
  fixedSize,
  multiplySizes,
  type Size,
  UNKNOWN_SIZE,
} from '../../cel/cost/size.ts';
import type { Operand } from '../../cel/cost/size-tracker.ts';
import { add, multiply, scale, UINT64_MAX } from '../../cel/cost/uint64.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';

const tables = new Map<Minor, FunctionCosts>();

/**
 * What the API server reckons for the functions that Kubernetes adds to CEL, and for some of CEL's own.
 *
 * Source: `EstimateCallCost` in `pkg/cel/library/cost.go` of the API server.
 */
export function functionCosts(minor: Minor): FunctionCosts {
  let table = tables.get(minor);
  if (table === undefined) {
    const isNewer = serverHas('library-values-in-costs', minor);
    const byName = isNewer ? new Map([...COSTS, ...COSTS_SINCE_1_32]) : COSTS;
    table = { byOverload: extensionCosts(), byName };
    tables.set(minor, table);
  }
  return table;
}

/** By the name of the function. */
const COSTS: ReadonlyMap<string, FunctionCost> = new Map(
  Object.entries<FunctionCost>({
    /** As much as lets an expression ask twice at run time. */
    check: () => ({ cost: 350_000n }),
    fieldSelector: select,
    labelSelector: select,
    isSorted: traverseList,
    sum: traverseList,
    max: traverseList,
    min: traverseList,
    indexOf: traverseList,
    lastIndexOf: traverseList,
    url: (call) => ({ cost: scale(argSize(call, 0).max, TRAVERSAL) }),
    lowerAscii: changeText,
    upperAscii: changeText,
    substring: changeText,
    trim: changeText,
    replace: (call) => {
      const text = targetSize(call);
      const size = replacedSize(text, argSize(call, 0), argSize(call, 1));
      return { cost: scale(text.max, 2 * TRAVERSAL), size };
    },
    split: (call) => {
      const { max } = targetSize(call);
      const limit = call.args[1]?.expr;
      const isLimited = limit?.kind === 'const' && limit.value.type === 'int';
      const most = isLimited ? BigInt.asUintN(64, limit.value.value) : max;
      return { cost: scale(max, 2 * TRAVERSAL), size: { min: 0n, max: most } };
    },
    join: (call) => {
      const size = joinedSize(call);
      return { cost: scale(size.max, TRAVERSAL), size };
    },
    find: search,
    findAll: search,
    cidr: parseArgument,
    isCIDR: parseArgument,
    isIP: parseArgument,
    ip: (call) => (call.overload === 'cidr_ip' ? { cost: 1n } : parseArgument(call)),
    'ip.isCanonical': (call) => ({ cost: scale(argSize(call, 0).max, 2 * TRAVERSAL) }),
    containsIP: (call) => {
      const parsed = call.overload === 'cidr_contains_ip_string' ? parseArgument(call).cost : 0n;
      return { cost: add(scale(2n * ADDRESS_BYTES, TRAVERSAL), parsed) };
    },
    containsCIDR: (call) => {
      const parsed = call.overload === 'cidr_contains_cidr_string' ? parseArgument(call).cost : 0n;
      const compared = scale(2n * ADDRESS_BYTES, TRAVERSAL) + scale(ADDRESS_BYTES, TRAVERSAL) + 1n;
      return { cost: add(compared, parsed) };
    },
    quantity: parseArgument,
    isQuantity: parseArgument,
    semver: parseArgument,
    isSemver: parseArgument,
    validate: (call) => ({
      cost: scale(scale(argSize(call, 0).max, TRAVERSAL), FORMAT_PATTERN_SIZE * PATTERN),
    }),
  }),
);

const COSTS_SINCE_1_32: ReadonlyMap<string, FunctionCost> = new Map(
  Object.entries<FunctionCost>({
    url: textWithSize,
    'jsonpatch.escapeKey': textWithSize,
    '_==_': compare,
  }),
);

/** The bytes of an address of IPv6. */
const ADDRESS_BYTES = 16n;
/** The longest format, and the longest pattern of one. */
const FORMAT_SIZE = 64n;
const FORMAT_PATTERN_SIZE = 128;
/** The shortest requirement of a selector is two characters. */
const REQUIREMENTS_PER_CHARACTER = 0.5;

function targetSize({ target, sizes }: CostedCall): Size {
  return target === undefined ? UNKNOWN_SIZE : sizes.librarySize(target);
}

function argSize({ args, sizes }: CostedCall, index: number): Size {
  const arg = args[index];
  return arg === undefined ? UNKNOWN_SIZE : sizes.librarySize(arg);
}

function select(call: CostedCall): CallCost {
  const { max } = argSize(call, 0);
  const requirements = scale(max, REQUIREMENTS_PER_CHARACTER);
  const selected = scale(requirements, Number(NEW_LIST + NEW_STRUCT));
  return { cost: add(add(NEW_LIST, scale(max, TRAVERSAL)), selected) };
}

/** Texts and bytes in a list are gone through themselves; `indexOf` may be that of a text. */
function traverseList(call: CostedCall): CallCost {
  const { target } = call;
  const { max } = targetSize(call);
  const element = target === undefined ? undefined : elementOf(target);
  if (element === undefined) return { cost: scale(max, TRAVERSAL) };
  const { kind } = element.type;
  const isText = kind === 'string' || kind === 'bytes';
  const size = isText ? call.sizes.librarySize(element).max : 0n;
  return { cost: multiply(max, add(1n, scale(size, TRAVERSAL))) };
}

function elementOf({ type, path }: Operand): Operand | undefined {
  const [element] = type.parameters;
  if (element === undefined) return undefined;
  return {
    expr: undefined,
    type: element,
    path: path === undefined ? undefined : copyPath(path, '@items'),
    computed: undefined,
  };
}

function changeText(call: CostedCall): CallCost {
  const size = targetSize(call);
  return { cost: scale(size.max, TRAVERSAL), size };
}

function textWithSize(call: CostedCall): CallCost {
  const size = argSize(call, 0);
  return { cost: scale(size.max, TRAVERSAL), size };
}

function parseArgument(call: CostedCall): CallCost {
  return { cost: scale(argSize(call, 0).max, TRAVERSAL) };
}

/** At worst every character is found. */
function search(call: CostedCall): CallCost {
  const text = targetSize(call);
  const traversed = scale(addSizes(text, fixedSize(1n)).max, TRAVERSAL);
  const cost = multiply(traversed, scale(argSize(call, 0).max, PATTERN));
  return { cost, size: { min: 0n, max: text.max } };
}

/** An empty text is found around every character. */
function replacedSize(text: Size, from: Size, to: Size): Size {
  const longest = replacements(text.max, from.min, to.max <= from.min);
  const shortest = replacements(text.min, from.max, from.max <= to.min);
  return addSizes(multiplySizes({ min: shortest.count, max: longest.count }, to), {
    min: shortest.kept,
    max: longest.kept,
  });
}

function replacements(
  text: bigint,
  from: bigint,
  isNoLoss: boolean,
): { readonly count: bigint; readonly kept: bigint } {
  if (from === 0n) return { count: add(text, 1n), kept: text };
  if (isNoLoss) return { count: 0n, kept: text };
  const count = Math.ceil(Number(text) / Number(from));
  return { count: count >= 2 ** 64 ? UINT64_MAX : BigInt(count), kept: 0n };
}

function joinedSize(call: CostedCall): Size {
  const { target, args, sizes } = call;
  const list = targetSize(call);
  const element = target === undefined ? undefined : elementOf(target);
  const size =
    element === undefined ? fixedSize(0n) : multiplySizes(list, sizes.librarySize(element));
  if (args.length === 0) return size;
  const less = (count: bigint) => (count > 0n ? count - 1n : 0n);
  const separators = { min: less(list.min), max: less(list.max) };
  return addSizes(size, multiplySizes(argSize(call, 0), separators));
}

const SHORT = new Set([
  'kubernetes.Quantity',
  'kubernetes.Semver',
  'kubernetes.authorization.Authorizer',
  'kubernetes.authorization.PathCheck',
  'kubernetes.authorization.GroupCheck',
  'kubernetes.authorization.ResourceCheck',
  'kubernetes.authorization.Decision',
]);

/** Values of Kubernetes' own types; there is nothing of the kind for `!=`. */
function compare({ args }: CostedCall): CallCost | undefined {
  const [left, right] = args;
  if (left === undefined || right === undefined) return undefined;
  const { kind, name } = left.type;
  if (name !== right.type.name) return undefined;
  if (kind === 'opaque') return name === 'net.IP' || name === 'net.CIDR' ? { cost: 1n } : undefined;
  if (kind !== 'struct') return undefined;
  if (SHORT.has(name)) return { cost: 1n };
  if (name === 'kubernetes.NamedFormat') return { cost: scale(FORMAT_SIZE, TRAVERSAL) };
  if (name !== 'kubernetes.URL') return undefined;
  const { computed } = right;
  const size = computed === undefined ? 1n : computed.max;
  return { cost: scale(size, TRAVERSAL) };
}
