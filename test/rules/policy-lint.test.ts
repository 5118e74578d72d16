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

testAdvice({
  isMeant: ({ folder, row }) =>
    FOLDERS.has(folder)
      ? row.startsWith(`${folder}/lint-`)
      : row.startsWith('common/lint-quantity-'),
  elsewhere: [
    // Only other objects of a run show these.
    'lint-fs-equal-precedence',
    'lint-fs-level-missing',
    'lint-fs-shadowed',
    'lint-plc-reject-zero-queue',
    'lint-plc-unused',
    'lint-pdb-min-large',
    'lint-pdb-overlap',
    'lint-pdb-percent-of-custom',
    'lint-lr-two-objects',
    'lint-as-crd-conflict',
    'lint-as-priority-differs',
    // The server itself has a word about these in some minors.
    'lint-plc-v1beta3',
    'lint-rq-requests-over-limits',
  ],
  isGood: isGoodPolicy,
  // Of this row only the documents about built-in objects show by themselves what is wrong.
  isLeftOut: (document) =>
    document.row === 'lint-fs-distinguisher-unused' &&
    !isGoodPolicy(document) &&
    !document.comment.includes('built-in'),
});

function isGoodPolicy({ comment, file }: AdviceDocument): boolean {
  return /\/ (good|ok)\b|\(no finding\)/.test(comment) || file.includes('--ok');
}
