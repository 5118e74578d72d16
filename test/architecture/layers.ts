/**
 * The layers of docs/architecture.md, lowest first. A pattern is a folder or a file without its
 * ending; the longest one that fits counts.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['src/collections/'],
  ['src/strings/'],
  ['src/go/'],
  ['src/yaml/'],
  ['src/cel/'],
  ['src/kubernetes/'],
  ['src/decode/'],
  ['src/crd/'],
  ['src/expressions/'],
  ['src/custom-resources/'],
  ['src/compatibility/'],
  ['src/admission/'],
  ['src/result/', 'src/project/', 'src/suppress/'],
  ['src/workspace/'],
  ['src/rule/'],
  ['src/analysis/'],
  ['rules/'],
  ['src/engine/'],
  ['src/admit/'],
  ['src/lint', 'src/diff', 'src/costs'],
  ['src/admit'],
  ['src/policy-tests/'],
  ['src/baseline/', 'src/fix/'],
  ['src/report/', 'src/explain/'],
  ['src/upgrade/'],
  ['src/config/'],
  ['src/input/'],
  ['src/index', 'src/cli/'],
];
