import { loadRules } from '../../rules/index.ts';
import type { Finding } from '../../src/result/finding.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';
import { badExamples, exampleSource } from './bad-examples.ts';
import { exampleServer } from './example-options.ts';

/**
 * The pairs of rules that report at the same place for different reasons: if one finding is fixed, the other one
 * remains. If one is a consequence of the other, `explains` or `explainsInField` of its message declares it.
 */
export const DIFFERENT_REASONS: Readonly<Record<string, string>> = {
  'admission/rule-wildcards + match/operations':
    'the entry is covered by another one, which matches nothing for the same operations',
  'admission/static-name + workspace/duplicate-object':
    'two objects of one name, which is reserved; another name for both is still used twice',
  'apiservice/ca-bundle + apiservice/tls':
    'without caBundle the two fields do not conflict, and certificates are still not verified',
  'cel/compilation + policy/denial-messages': 'an expression that compiles needs a message as well',
  'cel/false-type-warning + cel/unguarded-field':
    'the type checker does not know the field, and objects can lack it',
  'compatibility/changed-meaning + crd/kind-names':
    'the change breaks clients even if the new name is the usual one',
  'controller-revision/data + update/fixed-values':
    'data that is removed cannot change, and 1.30 requires it in updates too',
  'crd/conversion-webhook + update/conversion-ca-bundle':
    'no minor converts with the bundle, and some refuse the update as well',
  'crd/list-map-keys + crd/list-type': 'a set has no keys, and a set of objects is not supported',
  'crd/size + workspace/duplicate-object': 'two CRDs of one name, one of which is too large',
  'custom-resource/length + custom-resource/pattern':
    'the server reports both; a value of the required length need not match the pattern',
  'disruption-budget/never-allows + disruption-budget/selected-pods':
    'two fields are missing, and both findings are on their parent',
  'event/new-event + update/fixed-values':
    'the field is only for older clients, and it cannot change either',
  'flow-control/kept-objects + workspace/duplicate-object':
    'two objects of one name, which the server maintains itself',
  'flow-control/precedence + yaml/octal':
    'the value that was read is out of range, and it was read as an octal number',
  'job/name + metadata/name':
    'a valid name can still be too long for the names that are made of it',
  'job/name + pod/name':
    'the name of the Job is part of longer names, and a host name of pods may not have dots at all',
  'eviction/requester + eviction/spec':
    'a reserved domain without a name after it has to be replaced anyway',
  'eviction/spec + metadata/name':
    'the server requires a name, and checks the format of the absent one',
  'eviction/spec + update/fixed-values': 'the new value would be refused in a new object, too',
  'job/restart-policy + pod/policies':
    'a value that the server knows need not be one that the pods of a Job can have',
  'kind/deprecated + kind/unserved':
    'the version to use instead of one that the server does not serve is deprecated',
  'pod/containers + update/pod': 'a new pod without containers would be refused, too',
  'pod-group/spec + update/fixed-values': 'the new value would be refused in a new object, too',
  'pod-group/workload + update/fixed-values': 'the new value would be refused in a new object, too',
  'limit-range/amounts + limit-range/missing-numbers':
    'an amount that makes sense still requires a request or a limit of each pod',
  'limit-range/bounds + limit-range/implied-defaults':
    'a limit within the bounds still throttles containers',
  'limit-range/bounds + limit-range/missing-numbers':
    'bounds in the right order still require a request or a limit of each pod',
  'limit-range/missing-numbers + limit-range/ratios':
    'a valid ratio still requires a limit and a request',
  'match/malformed-resources + webhook/fail-closed':
    'the resource is matched, whether or not a slash follows it',
  'match/operations + match/redundant-entries':
    'the other entry that matches it matches nothing for the same operations',
  'match/redundant-entries + webhook/fail-closed':
    'the other entry that matches it blocks the same requests',
  'match/uncovered-subresources + webhook/fail-closed':
    'a webhook that matches subresources too blocks as much',
  'network-policy/directions + network-policy/name-resolution':
    'with policyTypes, DNS is still denied',
  'network-policy/range-form + network-policy/redundant-ranges':
    'the range in its canonical form is still part of the other one',
  'network-policy/range-form + network-policy/useless-exceptions':
    'the range in its canonical form still excludes nothing',
  'pod/address-form + pod/dns':
    'some minors only warn about the form of the address, and others refuse it',
  'pod/address-form + pod/host-names':
    'the server refuses the address, and warns about its form in an update that keeps it',
  'pod/deprecated + pod/volume-sources':
    'a volume with all fields still is of a type that does not work',
  'service/address-form + service/external-ips':
    'some minors only warn about the form of the address, and others refuse it',
  'webhook/ca-bundle + webhook/client-config': 'a URL or a service alone still needs a caBundle',
  'webhook/slow + yaml/octal':
    'the timeout that was read is long, and it was read as an octal number',
  'volume/deprecated + volume/source':
    'the source does not work any more, and is not the only one; the volume can keep only one of them',
  'volume/deprecated + volume/spec':
    'the policy is deprecated for all volumes, and refused for the root folder of a node',
};

/** The findings on a file. */
interface FileFindings {
  readonly file: string;
  readonly findings: readonly Finding[];
}

/** The findings on the examples of all rules. Repetitions are not merged. */
export function findingsOnExamples(): FileFindings[] {
  return loadRules().flatMap((rule) => {
    const { id, examples } = rule;
    const good = examples.good.map((marked) => ({ marked, options: {} }));
    return [...badExamples(rule), ...good].map(({ marked, options }) => {
      const server = exampleServer(rule);
      const { findings } = lintPedantically([exampleSource(id, marked)], {
        ...server,
        ...options,
        mergeRepetitions: false,
      });
      return { file: id, findings };
    });
  });
}

/** The pairs of rules that report at the same place, each with the first place and the messages there. */
export function pairsOf(files: Iterable<FileFindings>): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const { file, findings } of files) {
    for (const [pair, messages] of pairsIn(findings)) {
      if (!pairs.has(pair)) pairs.set(pair, `${file}: ${messages}`);
    }
  }
  return pairs;
}

/** The pairs of rules in the findings on one file, with the messages of an example. */
function* pairsIn(findings: readonly Finding[]): Iterable<readonly [string, string]> {
  const byPlace = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.causedBy !== null) continue;
    const { index, item, field, line, column, endLine, endColumn } = finding;
    const place = JSON.stringify([index, item, field, line, column, endLine, endColumn]);
    const others = byPlace.get(place) ?? [];
    for (const other of others) {
      if (other.rule === finding.rule) continue;
      const pair = [other.rule, finding.rule].sort().join(' + ');
      yield [pair, `${line}:${column}: ${other.message}; ${finding.message}`];
    }
    byPlace.set(place, [...others, finding]);
  }
}
