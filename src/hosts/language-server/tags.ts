import { DiagnosticTag } from 'vscode-languageserver';
import type { Finding } from '../../result/finding.ts';

/** The findings about what is deprecated: all messages of a rule, or one of them. */
export const DEPRECATED: ReadonlySet<string> = new Set([
  'claim/deprecated',
  'custom-resource/deprecated-version',
  'endpoint-slice/endpoints#deprecated',
  'ingress/class-annotation',
  'kind/deprecated',
  'metadata/mountable-secrets#deprecated',
  'node/deprecated',
  'pod/deprecated',
  'pod/profile-annotations',
  'service/deprecated',
  'storage/topologies#deprecated',
  'volume/deprecated',
]);

/** The findings about a text without which nothing would change. */
export const UNNECESSARY: ReadonlySet<string> = new Set([
  'cel/unused',
  'crd/format#ignored',
  'crd/format#otherType',
  'crd/format#unknown',
  'crd/keyword-for-type#useless',
  'crd/needless-fields#status',
  'crd/rule-texts#unused',
  'field/lost#lost',
  'flow-control/flows#unused',
  'flow-control/shadowed',
  'limit-range/no-effect',
  'match/redundant-entries#covered',
  'metadata/cluster-scoped#dropped',
  'network-policy/directions#unused',
  'network-policy/redundant-ports',
  'network-policy/redundant-ranges',
  'pod/overlapping-ports#hostIp',
  'policy/repeated-variables#repeated',
  'policy/status#dropped',
  'reference/binding-params#unused',
  'reference/unused-reason#neverDenied',
  'resource-quota/no-effect',
  'service/ignored-fields#ignored',
  'suppression/unused#unused',
  'yaml/ignored-text',
]);

/** The tags of a finding, by which editors strike texts through or fade them. */
export function tagsOf({ rule, messageId }: Finding): DiagnosticTag[] {
  const isAmong = (ids: ReadonlySet<string>) => ids.has(rule) || ids.has(`${rule}#${messageId}`);
  return [
    ...(isAmong(DEPRECATED) ? [DiagnosticTag.Deprecated] : []),
    ...(isAmong(UNNECESSARY) ? [DiagnosticTag.Unnecessary] : []),
  ];
}
