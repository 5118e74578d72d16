import { estimateArgTraversal, type OverloadCost } from '../../../cel/cost/function-cost.ts';
import { trackFirst } from '../../../cel/cost/trackers.ts';

/** The cost of reading the string that is the first argument. */
export const PARSE_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: estimateArgTraversal,
  track: trackFirst,
};
