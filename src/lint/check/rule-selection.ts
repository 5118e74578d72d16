import { rules } from '../../../rules/index.ts';
import type { RuleLevels } from '../../result/finding.ts';
import type { Rule } from '../../rule/rule.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { namesRule } from './rule-names.ts';

/** A rule that runs; with `isMuted`, its findings are not reported, and only count for the verdict. */
export interface SelectedRule {
  readonly rule: Rule;
  readonly isMuted: boolean;
}

/** The rules of a run, by the objects that they check. */
export interface RuleSelection {
  /** Whether the findings of a rule are reported. */
  reports(id: string): boolean;
  readonly forText: readonly SelectedRule[];
  readonly forObjects: readonly SelectedRule[];
  readonly forDecoded: readonly SelectedRule[];
  forKind(kind: KindName): readonly SelectedRule[];
  /** The rules for custom resources, determined when the first custom resource is checked. */
  forCustomResources(): readonly SelectedRule[];
  /** The rules that look at objects that are applied together; they are first looked for when there are some. */
  forInstallations(): readonly SelectedRule[];
  /** The rules that report what admission policies decide; they are first looked for in a run with policies. */
  forRequests(): readonly SelectedRule[];
  /** The rules that check objects of a kind when all sources have been read. */
  inWorkspace(kind: KindName): readonly SelectedRule[];
}

/**
 * Decides which rules run, and which findings are reported. The verdict is that of the server on the whole document, so
 * a rule that reproduces errors of the server runs even if its findings are not reported.
 */
export function selectRules({
  only,
  skip,
  ruleLevels,
}: {
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  readonly ruleLevels: RuleLevels | undefined;
}): RuleSelection {
  const selected = rules
    .map((rule) => ({
      rule,
      isMuted:
        (only !== undefined && !names(only, rule)) ||
        (skip !== undefined && names(skip, rule)) ||
        // A rule that is asked for by its id is reported even if it is turned off.
        (ruleLevels?.get(rule.id) === 'off' && only?.includes(rule.id) !== true),
    }))
    .filter(({ rule, isMuted }) => !isMuted || speaksForServer(rule));
  const byKind = (checks: (rule: Rule) => boolean) => {
    const known = new Map<KindName, readonly SelectedRule[]>();
    return (kind: KindName) => {
      let found = known.get(kind);
      if (found === undefined) {
        // In this order: looking for its checks may load a rule, which only objects of its kinds are worth.
        found = selected.filter(({ rule }) => looksAt(rule, kind) && checks(rule));
        known.set(kind, found);
      }
      return found;
    };
  };
  const reported = new Set(selected.flatMap(({ rule, isMuted }) => (isMuted ? [] : [rule.id])));
  let custom: readonly SelectedRule[] | undefined;
  let installation: readonly SelectedRule[] | undefined;
  let request: readonly SelectedRule[] | undefined;
  return {
    reports: (id) => reported.has(id),
    forText: selected.filter(({ rule }) => rule.checkText !== undefined),
    forObjects: selected.filter(({ rule }) => rule.checkObject !== undefined),
    forDecoded: selected.filter(
      ({ rule }) => isForAnyKind(rule) && rule.checkDecoded !== undefined,
    ),
    forKind: byKind(({ check, checkAnyKind }) => check !== undefined || checkAnyKind !== undefined),
    forCustomResources: () => {
      custom ??= selected.filter(
        ({ rule }) =>
          rule.kinds === 'custom' || (rule.kinds === 'all' && rule.checkAnyKind !== undefined),
      );
      return custom;
    },
    forInstallations: () => {
      installation ??= selected.filter(({ rule }) => isForInstallations(rule));
      return installation;
    },
    forRequests: () => {
      request ??= selected.filter(({ rule }) => rule.kinds === 'request');
      return request;
    },
    inWorkspace: byKind(({ checkInWorkspace }) => checkInWorkspace !== undefined),
  };
}

/** Whether a list of rule ids and families names a rule. */
function names(list: readonly string[], { id }: Rule): boolean {
  return list.some((name) => namesRule(name, id));
}

/** Whether a rule is not for certain kinds: only such rules have `checkDecoded`, and looking for it in others would load them. */
function isForAnyKind({ kinds }: Rule): boolean {
  return kinds === undefined;
}

/** Whether a rule looks at objects that are applied together. */
export function isForInstallations({ kinds }: Rule): boolean {
  return kinds === 'installation';
}

/** Whether a rule looks at objects of built-in kinds, and not at what is made of them. */
function isForObjects({ kinds }: Rule): boolean {
  return kinds !== 'custom' && kinds !== 'installation' && kinds !== 'request';
}

function speaksForServer(rule: Rule): boolean {
  return Object.values(rule.messages).some(
    ({ cause, crashesServer }) => cause !== undefined || crashesServer === true,
  );
}

function looksAt(rule: Rule, kind: KindName): boolean {
  if (!isForObjects(rule)) return false;
  return rule.kinds === 'all' || (rule.kinds?.includes(kind) ?? false);
}

/** Whether a rule reports what the decoder of the server says. */
export function isAboutDecoding({ messages }: Rule): boolean {
  return Object.values(messages).some(
    ({ cause }) => cause === 'Undecodable' || cause === 'UnknownField',
  );
}
