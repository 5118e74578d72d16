export type { Mapping, Value } from '../../yaml/index.ts';
