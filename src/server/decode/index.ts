export { MOST_UNKNOWN_FIELDS } from './collect.ts';
export { type Decoded, type DecodeOptions, decode } from './decode.ts';
export { REQUEST_TIME } from './defaults/devices.ts';
export { applyDefaults, withServerDefaults } from './defaults.ts';
export {
  type FoundObject,
  type ObjectHead,
  objectAt,
  objectsOf,
} from './expand.ts';
export { type DecodedMetadata, decodeMetadata } from './metadata.ts';
export {
  type ActualType,
  correctionAt,
  type DecodeProblem,
  decoderPath,
  type ExpectedType,
  type FieldCorrection,
  type Path,
} from './problem.ts';
export { withEdits } from './settle.ts';
