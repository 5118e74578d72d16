import { type FindingJson, findingJson, jsonText } from '../../report/formats/json.ts';
import type { Report } from '../../result/report.ts';
import type { DocumentIdentity } from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { type Change, type ChangeKind, otherErrorsIn } from './changes.ts';
import type { Difference } from './difference.ts';

/** The changes between two minors, as `kubeadmit upgrade -f json` prints them. */
export interface UpgradeJson {
  readonly version: 1;
  readonly from: Minor | undefined;
  readonly to: Minor | undefined;
  readonly documents: number;
  readonly changes: readonly ChangeJson[];
  /** The documents that both minors refuse, but with other errors. */
  readonly otherErrors: readonly OtherErrorsJson[];
}

/** The errors of a document that only one of both minors has. */
interface OtherErrorsJson {
  readonly document: DocumentJson;
  readonly before: readonly FindingJson[];
  readonly after: readonly FindingJson[];
}

/** The document that a change is about. */
type DocumentJson = Pick<
  DocumentIdentity,
  'file' | 'index' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name'
>;

interface ChangeJson {
  readonly change: ChangeKind;
  /** The first minor with the change. */
  readonly since: Minor;
  readonly document: DocumentJson;
  /** The finding that explains it; null if it is not reported, and for `different`. */
  readonly finding: FindingJson | null;
  /** The part that works differently; only for `different`. */
  readonly difference?: Omit<Difference, 'since'>;
}

/** The changes as JSON. */
export function changesJson(report: Report, changes: readonly Change[]): string {
  const { kubernetesVersions, summary } = report;
  const json: UpgradeJson = {
    version: 1,
    from: kubernetesVersions[0],
    to: kubernetesVersions.at(-1),
    documents: summary.documents,
    changes: changes.map(({ kind, since, document, finding, difference }) => ({
      change: kind,
      since,
      document: documentJson(document),
      finding: finding === undefined ? null : findingJson(finding),
      ...(difference && { difference: differenceJson(difference) }),
    })),
    otherErrors: otherErrorsIn(report).map(({ document, before, after }) => ({
      document: documentJson(document),
      before: before.map((finding) => findingJson(finding)),
      after: after.map((finding) => findingJson(finding)),
    })),
  };
  return jsonText(json);
}

function documentJson(document: DocumentIdentity): DocumentJson {
  const { file, index, item, apiVersion, kind, namespace, name } = document;
  return { file, index, item, apiVersion, kind, namespace, name };
}

function differenceJson({ since: _, ...difference }: Difference): Omit<Difference, 'since'> {
  return difference;
}
