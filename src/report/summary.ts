import type { Report } from '../result/report.ts';
import { type DocumentReport, groupOfDocument, type SkipReason } from '../result/verdict.ts';
import { isBuiltInGroup } from '../server/kubernetes/kinds.ts';
import { crdNotices } from './crd-notices.ts';
import { count, minorsText, shortened, shownNames, verb } from './phrases.ts';

/** The last line of a report: the number of checked files and of findings. */
export function summaryLine(report: Report): string {
  const { summary, kubernetesVersions } = report;
  const { files, documents, checked, decoded } = summary;
  const decodedText = decoded > 0 ? ` and decoded ${decoded}` : '';
  return `checked ${checked}${decodedText} of ${count(documents, 'document')} in ${count(files, 'file')} for Kubernetes ${minorsText(kubernetesVersions)}${flagsText(report)}: ${foundText(report)}`;
}

function flagsText({ flagFiles: [first, ...others] }: Report): string {
  if (first === undefined) return '';
  const more = others.length > 0 ? ` and ${count(others.length, 'more file')}` : '';
  return ` with the flags in ${shortened(first)}${more}`;
}

function foundText(report: Report): string {
  const { suppressed } = report;
  const found = reportedText(report);
  return suppressed.length === 0 ? found : `${found}, ${suppressed.length} suppressed`;
}

function reportedText({ summary, findings }: Report): string {
  const { errors, warnings, infos } = summary;
  if (errors + warnings + infos === 0) return 'no findings';
  const consequences = findings.filter(({ causedBy }) => causedBy !== null);
  const follow = consequences.filter(({ severity }) => severity === 'error').length;
  const warningsThatFollow = consequences.filter(({ severity }) => severity === 'warning').length;
  const hidden = infos - findings.filter(({ severity }) => severity === 'info').length;
  const foundOf = (number: number, following: number, noun: string) =>
    `${count(number - following, noun)}${following > 0 ? ` (and ${following} that ${verb(following, 'follow')})` : ''}`;
  return [
    foundOf(errors, follow, 'error'),
    foundOf(warnings, warningsThatFollow, 'warning'),
    ...(infos > 0
      ? [`${count(infos, 'info')}${hidden > 0 ? ' (--pedantic shows them)' : ''}`]
      : []),
  ].join(', ');
}

/**
 * Notes about documents that were not checked; usually none.
 *
 * @param isRendered true if the charts and kustomizations that can be rendered were rendered
 */
export function notices(report: Report, isRendered = false): readonly string[] {
  const reasons = countReasons(report.documents);
  const chartTemplates = reasons.get('chart-template') ?? 0;
  const refused = groupsOfRefusedCrds(report);
  const ofUndefinedKind = report.documents.filter(isOfUndefinedKind);
  const ofRefusedCrd = ofUndefinedKind.filter((one) => refused.has(groupOfDocument(one)));
  const withoutCrd = ofUndefinedKind.filter((one) => !refused.has(groupOfDocument(one)));
  const templates = reasons.get('template') ?? 0;
  const unrendered = countUnrendered(report);
  return [
    ...(report.summary.checked + report.summary.decoded === 0
      ? [`nothing was checked: ${nothingCheckedReason(report.summary.files, reasons)}`]
      : uncheckedNotices(report)),
    ...(chartTemplates > 0
      ? [
          `skipped ${count(chartTemplates, 'chart template')}; check the rendered manifests: ${isRendered ? `helm template ${chartIn(report)} | kubeadmit -` : 'kubeadmit --render'}`,
        ]
      : []),
    ...(withoutCrd.length > 0 ? crdNotices(withoutCrd) : []),
    ...(ofRefusedCrd.length > 0
      ? [
          `skipped ${count(ofRefusedCrd.length, 'custom resource')} of ${[...new Set(ofRefusedCrd.map(groupOfDocument))].join(', ')}, where a CRD is refused; correct the CRD first`,
        ]
      : []),
    ...(templates > 0
      ? [`skipped ${count(templates, 'unrendered template')}; check the rendered manifests`]
      : []),
    ...removalNotices(report),
    ...(report.unbuilt > 0
      ? [
          `not checked in all kustomizations, which are too many: ${count(report.unbuilt, 'object')}`,
        ]
      : []),
    ...policyNotices(report),
    ...fixNotices(report),
    ...(unrendered > 0
      ? [
          `nothing is reported on unrendered values in ${count(unrendered, 'document')}: placeholders, encrypted values, and what patches, webhooks or tests set${isRendered || !reasons.has('kustomize-patch') ? '' : '; --render checks what is built'}`,
        ]
      : []),
  ];
}

const EXPLAINED: ReadonlySet<SkipReason> = new Set(['chart-template', 'template']);

/** The numbers of documents that were not checked and that no other notice is about. */
function uncheckedNotices({ documents }: Report): readonly string[] {
  const others = documents.filter(
    (one) => one.skipped !== undefined && !EXPLAINED.has(one.skipped) && !isOfUndefinedKind(one),
  );
  return others.length === 0 ? [] : [`not checked: ${reasonsText(countReasons(others))}`];
}

/** The folder of the first chart whose templates are skipped, as a command can name it. */
function chartIn({ documents }: Report): string {
  const { file = '' } = documents.find(({ skipped }) => skipped === 'chart-template') ?? {};
  // A folder may have any name, and the command is copied into a shell.
  if (file.startsWith('templates/')) return '.';
  return /^([\w./][\w./-]*?)\/templates\//.exec(file)?.[1] ?? 'CHART';
}

/** Reports whether a run has skipped a custom resource because its CRD is not known. */
export function hasSkippedCustomResource({ documents }: Report): boolean {
  return documents.some(isOfUndefinedKind);
}

/** Describes the effect on the objects of CRDs that are deleted. */
function removalNotices({ removedCrds }: Report): readonly string[] {
  if (removedCrds.length === 0) return [];
  return [
    `not in the input, but in --base: CRD ${shownNames(removedCrds.map(shortened))}; if a CRD is deleted, so are all its objects`,
  ];
}

/** The message for a run without policies. */
export const NO_POLICY =
  'no policy was run: neither the input nor --policies has an accepted policy with a binding';

/** Describes the requests that the policies of a run could not decide. */
function policyNotices({ policyRun }: Report): readonly string[] {
  if (policyRun === undefined) return [];
  const { policies, undecided } = policyRun;
  return [
    ...(policies === 0 ? [NO_POLICY] : []),
    ...(undecided > 0
      ? [
          `the decision of policies is not known for ${count(undecided, 'object')}: kubeadmit admit says why, and --authorize what users may do`,
        ]
      : []),
  ];
}

/** Names the command that fixes the findings. */
function fixNotices({ findings }: Report): readonly string[] {
  const fixes = findings.flatMap(({ fix }) => fix ?? []);
  const safe = fixes.filter(({ isSafe }) => isSafe).length;
  const unsafe = fixes.length - safe;
  if (fixes.length === 0) return [];
  return [
    safe === 0
      ? `fix available for ${count(unsafe, 'finding')}: kubeadmit --fix --unsafe-fixes`
      : `fix available for ${count(safe, 'finding')}: kubeadmit --fix${unsafe === 0 ? '' : ` (for ${unsafe} more with --unsafe-fixes)`}`,
  ];
}

/** The number of documents with values on which findings were withheld. */
export function countUnrendered({ documents }: Report): number {
  return documents.filter(({ withheld }) => withheld > 0).length;
}

/** Reports whether a document is a custom resource whose CRD is not known. */
function isOfUndefinedKind(document: DocumentReport): boolean {
  const group = groupOfDocument(document);
  return (
    document.skipped === 'unknown-kind' &&
    document.apiVersion?.includes('/') === true &&
    !isBuiltInGroup(group)
  );
}

/** The groups of the CRDs that every minor refuses; the name of a CRD ends with its group. */
function groupsOfRefusedCrds({ documents, unusableCrds }: Report): ReadonlySet<string> {
  const refused = [...documents, ...unusableCrds].filter(
    ({ kind, skipped, verdicts }) =>
      kind === 'CustomResourceDefinition' &&
      skipped === undefined &&
      !Object.values(verdicts).some((one) => one === 'accepted' || one === 'unrendered'),
  );
  return new Set(refused.map(({ name }) => (name ?? '').replace(/^[^.]*[.]?/, '')));
}

/** The reasons why a document has no verdict. */
export const SKIP_REASONS: Readonly<Record<SkipReason, string>> = {
  'not-kubernetes': 'without apiVersion, kind or metadata',
  'unknown-kind': 'unknown kind',
  'uncreatable-kind': 'not created from manifests',
  template: 'unrendered template',
  'chart-template': 'chart template',
  'kustomize-patch': 'kustomize patch',
  'test-assertion': 'expected by a test',
  'nested-list': 'List inside a List',
};

/** The number of documents by the reason why they have no verdict. */
export function countReasons(
  documents: readonly DocumentReport[],
): ReadonlyMap<SkipReason, number> {
  const reasons = new Map<SkipReason, number>();
  for (const { skipped } of documents) {
    if (skipped !== undefined) reasons.set(skipped, (reasons.get(skipped) ?? 0) + 1);
  }
  return reasons;
}

/** Describes why no document of some files was checked. */
export function nothingCheckedReason(
  files: number,
  reasons: ReadonlyMap<SkipReason, number>,
): string {
  if (files === 0)
    return 'no .yaml, .yml or .json file was found; name files or folders that have some';
  if (reasons.size === 0) return `no document in ${count(files, 'file')}`;
  return reasonsText(reasons);
}

function reasonsText(reasons: ReadonlyMap<SkipReason, number>): string {
  return [...reasons].map(([reason, number]) => `${SKIP_REASONS[reason]} (${number})`).join(', ');
}
