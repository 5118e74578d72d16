import { STRING_TRAVERSAL_FACTOR } from './factors.ts';
import {
  type CallEstimate,
  type EstimatedCall,
  type OverloadCost,
  targetSize,
  traversalCost,
} from './function-cost.ts';
import { copyPath } from './path.ts';
import type { Size } from './size.ts';
import type { Operand } from './size-tracker.ts';
import { trackDeepTraversal } from './trackers.ts';
import { add, multiply, scale } from './uint64.ts';

/**
 * Estimates that the target is traversed once: a string, or a list with the strings and bytes in it.
 *
 * Source: `pkg/cel/library/cost.go` of the API server.
 */
export function estimateTraversal(call: EstimatedCall): CallEstimate {
  const size = targetSize(call);
  const element = elementOf(call.target);
  if (element === undefined) return { cost: traversalCost(size) };
  const { kind } = element.type;
  const hasSize = kind === 'string' || kind === 'bytes';
  const elementSize = hasSize ? call.sizes.librarySize(element).max : 0n;
  return { cost: multiply(size.max, add(1n, scale(elementSize, STRING_TRAVERSAL_FACTOR))) };
}

/** The cost of a function that traverses its target once, and whose result has no size. */
export const TRAVERSAL_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: estimateTraversal,
  track: trackDeepTraversal,
};

/** The size of the elements of the target; undefined if it is not a list. */
export function sizeOfElement({ target, sizes }: EstimatedCall): Size | undefined {
  const element = elementOf(target);
  return element === undefined ? undefined : sizes.librarySize(element);
}

function elementOf(list: Operand | undefined): Operand | undefined {
  const [element] = list?.type.parameters ?? [];
  if (list === undefined || element === undefined) return undefined;
  return {
    expr: undefined,
    type: element,
    path: list.path === undefined ? undefined : copyPath(list.path, '@items'),
    computed: undefined,
  };
}
