/**
 * The layers of docs/architecture.md, lowest first. A pattern is a folder or a file without its
 * ending; the longest one that fits counts.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['src/base/'],
  ['src/base/go/'],
  ['src/yaml/'],
  ['src/cel/'],
  ['src/server/kubernetes/'],
  ['src/server/decode/'],
  ['src/server/crd/'],
  ['src/server/expressions/'],
  ['src/server/custom-resources/'],
  ['src/server/compatibility/'],
  ['src/server/admission/'],
  ['src/result/'],
  ['src/sources/project/'],
  ['src/sources/installations/'],
  ['src/rule/'],
  ['src/analysis/'],
  ['rules/'],
  ['src/lint/'],
  ['src/features/fix/'],
  ['src/report/'],
  ['src/features/'],
  ['src/config/'],
  ['src/hosts/node/'],
  ['src/hosts/library/', 'src/hosts/cli/'],
];
