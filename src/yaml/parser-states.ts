/** The states of the parser: each says what it expects next. The states after open containers are on a stack. */
export const State = {
  BlockNode: 1,
  BlockSequence: 2,
  /** A sequence in the column of its parent key. */
  IndentlessSequence: 3,
  BlockMapping: 4,
  /** The state after a key of a block mapping, before its colon. */
  BlockMappingValue: 5,
  /** The state after the colon. */
  BlockMappingNode: 6,
  FlowSequenceFirst: 7,
  FlowSequence: 8,
  FlowMappingFirst: 9,
  FlowMapping: 10,
  FlowMappingValue: 11,
  FlowMappingEmptyValue: 12,
  /** A single pair in a flow sequence, without braces. */
  PairKey: 13,
  PairValue: 14,
  PairEnd: 15,
  DocumentEnd: 16,
} as const;

export type State = (typeof State)[keyof typeof State];
