import { type AdviceDocument, testAdvice } from './advice.ts';

const FOLDERS: ReadonlySet<string> = new Set([
  'flowschema',
  'prioritylevelconfiguration',
  'networkpolicy',
  'poddisruptionbudget',
  'limitrange',
  'resourcequota',
  'apiservice',
]);

/** Rows whose documents need others, as in the examples of their rules, or another minor. */
const NOT_BY_ITSELF: ReadonlySet<string> = new Set([
  'lint-fs-level-missing',
  'lint-fs-shadowed',
  'lint-pdb-overlap',
  'lint-plc-v1beta3',
  'lint-rq-requests-over-limits',
]);

testAdvice({
  isMeant: ({ folder, row }) =>
    FOLDERS.has(folder)
      ? row.startsWith(`${folder}/lint-`)
      : row.startsWith('common/lint-quantity-'),
  unclaimed: [
    // Only other objects of a cluster show these.
    'lint-fs-equal-precedence',
    'lint-plc-reject-zero-queue',
    'lint-plc-unused',
    'lint-pdb-min-large',
    'lint-pdb-percent-of-custom',
    'lint-lr-two-objects',
    'lint-as-crd-conflict',
    'lint-as-priority-differs',
  ],
  isGood: isGoodPolicy,
  isLeftOut: (document) =>
    NOT_BY_ITSELF.has(document.row) ||
    // In this row, only the documents about built-in objects show the problem alone.
    (document.row === 'lint-fs-distinguisher-unused' &&
      !isGoodPolicy(document) &&
      !document.comment.includes('built-in')),
});

function isGoodPolicy({ comment, file }: AdviceDocument): boolean {
  return /\/ (good|ok)\b|\(no finding\)/.test(comment) || file.includes('--ok');
}
