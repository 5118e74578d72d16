import { indexBy } from '../base/index-by.ts';
import { type DocumentReport, groupOfDocument } from '../result/verdict.ts';
import { sourceOfCrd } from './crd-sources.ts';
import { count, NAMES_SHOWN, shortened, shownNames } from './phrases.ts';

/** The most sources of CRDs that are named. */
const SOURCES_SHOWN = 10;

/** Names the commands that find the CRDs of custom resources. */
export function crdNotices(withoutCrd: readonly DocumentReport[]): readonly string[] {
  const bySource = indexBy(withoutCrd, (one) => [
    sourceOfCrd(groupOfDocument(one), one.kind ?? ''),
  ]);
  const sources = [...bySource].sort(([, some], [, others]) => others.length - some.length);
  const shown = sources.slice(0, SOURCES_SHOWN).map(([source, documents]) => {
    const groups = indexBy(documents, (one) => [groupOfDocument(one)]);
    const names = [...groups].map(([group, { length }]) => `${length} of ${shortened(group)}`);
    // A group may be any text, and the command is copied into a shell.
    const plain = [...groups.keys()].filter((group) => /^[a-z0-9.-]+$/.test(group));
    const options = source === 'cluster' ? plain.map((group) => ` --group ${group}`) : [];
    return `  ${shownNames(names)}: kubeadmit crds add ${source}${options.slice(0, NAMES_SHOWN).join('')}`;
  });
  const more = sources.length - shown.length;
  return [
    `skipped ${count(withoutCrd.length, 'custom resource')} without a CRD; a command keeps the CRDs for all later runs, or --crds names them:`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more, which --stats counts`] : []),
  ];
}
