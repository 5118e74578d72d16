import type { KnownMessage } from './error-index.ts';

/** Messages of kubectl and the API server that are not field errors, with the rules that find the error earlier. */
const MESSAGES: readonly (readonly [text: string, ...rules: string[]])[] = [
  ['strict decoding error: unknown field "spec.a"', 'field/unknown'],
  [
    'error validating data: ValidationError(Kind.spec): unknown field "a" in io.k8s.api',
    'field/unknown',
  ],
  ['error validating "a.yaml": error validating data: unknown field', 'field/unknown'],
  [
    'ValidationError(Kind.spec): invalid type for io.k8s.api: got "string", expected "integer"',
    'field/type',
  ],
  ['json: cannot unmarshal string into Go struct field Kind.spec of type int32', 'field/type'],
  [
    'cannot be handled as a Kind: json: cannot unmarshal object into Go value of type',
    'field/type',
  ],
  ['quantities must match the regular expression', 'field/format'],
  ['illegal base64 data at input byte 4', 'field/format'],
  ['parsing time "a" as "2006-01-02T15:04:05Z07:00": cannot parse', 'field/format'],
  ['no matches for kind "A" in version "b/v1"', 'kind/unserved', 'kind/misspelled'],
  [
    'resource mapping not found for name: no matches for kind ensure CRDs are installed first',
    'kind/unserved',
    'kind/misspelled',
  ],
  ['the server could not find the requested resource', 'kind/unserved'],
  ['no kind "A" is registered for version "b/v1" in scheme', 'kind/misspelled', 'kind/unserved'],
  ['v1beta1 is deprecated in v1.22+, unavailable in v1.25+; use v1', 'kind/deprecated'],
  ['error validating data: [apiVersion not set, kind not set]', 'kind/head'],
  ["Object 'Kind' is missing in", 'kind/head'],
  ["Object 'apiVersion' is missing in", 'kind/head'],
  [
    'error parsing a.yaml: error converting YAML to JSON: yaml: line 4: did not find expected key',
    'yaml/syntax',
  ],
  ['yaml: line 4: mapping values are not allowed in this context', 'yaml/syntax'],
  ['yaml: line 4: found character that cannot start any token', 'yaml/syntax'],
  ["yaml: line 4: could not find expected ':'", 'yaml/syntax'],
  ['key "a" already set in map', 'yaml/duplicate-key'],
  ['strict decoding error: duplicate field "spec.a"', 'yaml/duplicate-key'],
  [
    'metadata.annotations: Too long: must have at most 262144 bytes',
    'crd/size',
    'metadata/annotations',
  ],
  ['etcdserver: request is too large', 'crd/size'],
  [
    'failed calling webhook "a": x509: certificate signed by unknown authority',
    'webhook/ca-bundle',
  ],
  ['failed calling webhook "a": context deadline exceeded', 'webhook/fail-closed', 'webhook/slow'],
  ['failed calling webhook "a": no endpoints available for service', 'webhook/fail-closed'],
  ['failed calling webhook "a": connect: connection refused', 'webhook/fail-closed'],
  [
    'failed calling webhook "a": failed to call webhook: Post: service not found',
    'webhook/fail-closed',
  ],
  ['conversion webhook for "a" failed: Post', 'crd/conversion-webhook'],
  [
    'conversion webhook for a/v1, Kind=A failed: Post: x509: certificate signed by unknown authority',
    'crd/conversion-webhook',
  ],
  [
    'compilation failed: ERROR: <input>:1:1: undeclared reference',
    'cel/compilation',
    'cel/crd-rules',
  ],
];

/** The messages of kubectl as an index of errors takes them. */
export function kubectlMessages(): readonly KnownMessage[] {
  return MESSAGES.map(([detail, ...rules]) => ({
    kind: undefined,
    field: '',
    type: undefined,
    detail,
    rules,
  }));
}
