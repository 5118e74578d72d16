import type { Style } from './tree.ts';

/** The styles, by the numbers that tokens and positions contain. */
export const STYLES: readonly Style[] = [
  'empty',
  'plain',
  'single-quoted',
  'double-quoted',
  'literal',
  'folded',
  'block-mapping',
  'block-sequence',
  'flow-mapping',
  'flow-sequence',
];
export const EMPTY = 0;
export const PLAIN = 1;
export const SINGLE_QUOTED = 2;
export const DOUBLE_QUOTED = 3;
export const LITERAL = 4;
export const FOLDED = 5;
export const BLOCK_MAPPING = 6;
export const BLOCK_SEQUENCE = 7;
export const FLOW_MAPPING = 8;
export const FLOW_SEQUENCE = 9;

/** The number of a style. */
export type StyleNumber =
  | typeof EMPTY
  | typeof PLAIN
  | typeof SINGLE_QUOTED
  | typeof DOUBLE_QUOTED
  | typeof LITERAL
  | typeof FOLDED
  | typeof BLOCK_MAPPING
  | typeof BLOCK_SEQUENCE
  | typeof FLOW_MAPPING
  | typeof FLOW_SEQUENCE;
