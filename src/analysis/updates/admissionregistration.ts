import { trimSpace } from '../../base/go/white-space.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { AdmissionEnvironmentName } from '../../server/expressions/environment-table.ts';
import type { MatchCondition, ParamKind } from '../../server/kubernetes/types.generated.ts';
import { DECIDING_KINDS, type DecidingResource, decidersOf } from '../admission/deciders.ts';
import { POLICY_KINDS, WEBHOOK_KINDS } from '../admission/policy-kinds.ts';
import { type CelExpression, celExpressions } from '../cel/expressions.ts';
import { labelSelectors } from '../metadata/label-selector.ts';
import { hasSelectorError } from '../metadata/selector-errors.ts';
import type { KINDS_WITH_RESOURCE_RULES } from '../requests/resource-rules.ts';
import { type ErrorPattern, matches, type Overlooks, overlooksNothing } from './server-error.ts';

type Judged = Resource<(typeof KINDS_WITH_RESOURCE_RULES)[number]>;
type Webhooks = Resource<'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration'>;

/**
 * The errors that the server ignores when an object is updated, although it would refuse a new object for them.
 * Everything else is validated as for a new object, even if it has not changed. The server ignores no errors of
 * bindings.
 *
 * Each exemption applies to the whole object: one stored webhook with an error allows the error in every webhook of the
 * update.
 *
 * @param stored the object before the update, valid or not
 * @param sent the object after the update, of the same kind and name
 */
export function overlookedInAdmission(stored: Judged, sent: Judged): Overlooks {
  if (!hasExpressions(stored) || !hasExpressions(sent)) return overlooksNothing;
  const exemptions = isWebhooks(stored) && isWebhooks(sent) ? webhookExemptions(stored, sent) : [];
  if (keepsMatchConditions(stored, sent)) {
    exemptions.push({ field: /^(webhooks\[\d+\]|spec)\.matchConditions(\[|$)/ });
  }
  return (error) => exemptions.some((pattern) => matches(pattern, error));
}

function webhookExemptions(stored: Webhooks, sent: Webhooks): ErrorPattern[] {
  const exemptions: ErrorPattern[] = [];
  if (hasSideEffects(stored)) {
    for (const [index, webhook] of sent.root.itemsOf('webhooks').entries()) {
      if (LEGACY_SIDE_EFFECTS.includes(webhook.get('sideEffects').value ?? '')) {
        const field = new RegExp(`^webhooks\\[${index}\\]\\.sideEffects$`);
        exemptions.push({ cause: 'FieldValueNotSupported', field });
      }
    }
  }
  if (hasOnlyForeignReviewVersions(stored)) {
    const field = /^webhooks\[\d+\]\.admissionReviewVersions$/;
    exemptions.push({ cause: 'FieldValueInvalid', field });
  }
  if (hasDuplicateNames(stored)) {
    exemptions.push({ cause: 'FieldValueDuplicate', field: /^webhooks\[\d+\]\.name$/ });
  }
  if (labelSelectors(stored).some(hasSelectorError)) {
    const field =
      /^webhooks\[\d+\]\.(namespace|object)Selector\.matchExpressions\[\d+\]\.values\[\d+\]$/;
    exemptions.push({ cause: 'FieldValueInvalid', field });
  }
  return exemptions;
}

const HARMLESS_SIDE_EFFECTS: readonly string[] = ['None', 'NoneOnDryRun'];
const LEGACY_SIDE_EFFECTS: readonly string[] = ['Some', 'Unknown'];
const KNOWN_REVIEW_VERSIONS: readonly string[] = ['v1', 'v1beta1'];

function hasSideEffects(stored: Webhooks): boolean {
  return stored.root
    .itemsOf('webhooks')
    .some((webhook) => !HARMLESS_SIDE_EFFECTS.includes(webhook.get('sideEffects').value ?? ''));
}

/** Reports whether some webhook lists versions of AdmissionReview, but none that the server knows. */
function hasOnlyForeignReviewVersions(stored: Webhooks): boolean {
  return stored.root
    .itemsOf('webhooks')
    .map((webhook) => webhook.get('admissionReviewVersions').value ?? [])
    .some(
      (versions) =>
        versions.length > 0 && !versions.some((version) => KNOWN_REVIEW_VERSIONS.includes(version)),
    );
}

/** Unlike in new objects, two names that are missing count as the same. */
function hasDuplicateNames(stored: Webhooks): boolean {
  const names = stored.root.itemsOf('webhooks').map((webhook) => webhook.get('name').value ?? '');
  return new Set(names).size < names.length;
}

/**
 * Reports whether an update does not change the match conditions, webhook by webhook in the order of the list, and the
 * values that they may refer to.
 */
function keepsMatchConditions(stored: DecidingResource, sent: DecidingResource): boolean {
  const before = decidersOf(stored).map((one) => one.get('matchConditions').value);
  const after = decidersOf(sent).map((one) => one.get('matchConditions').value);
  return (
    before.length === after.length &&
    before.every((list, index) => sameConditions(list, after[index])) &&
    sameParamKind(paramKind(stored), paramKind(sent))
  );
}

/** An empty list is not the same as none. */
function sameConditions(
  before: readonly MatchCondition[] | undefined,
  after: readonly MatchCondition[] | undefined,
): boolean {
  if (before === undefined || after === undefined) return before === after;
  return (
    before.length === after.length &&
    before.every(({ name = '', expression = '' }, index) => {
      const other = after[index];
      return name === (other?.name ?? '') && expression === (other?.expression ?? '');
    })
  );
}

function paramKind(resource: DecidingResource): ParamKind | undefined {
  return isOfKind(resource, ...POLICY_KINDS)
    ? resource.root.get('spec').get('paramKind').value
    : undefined;
}

function sameParamKind(before: ParamKind | undefined, after: ParamKind | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return (
    (before.apiVersion ?? '') === (after.apiVersion ?? '') &&
    (before.kind ?? '') === (after.kind ?? '')
  );
}

function hasExpressions(resource: Judged): resource is DecidingResource {
  return isOfKind(resource, ...DECIDING_KINDS);
}

function isWebhooks(resource: DecidingResource): resource is Webhooks {
  return isOfKind(resource, ...WEBHOOK_KINDS);
}

/**
 * The expressions of an update that are already stored. They may use every library that the server knows, while new
 * ones may only use the libraries of the previous minor, so that a rollback is possible.
 *
 * @param stored the object before the update
 */
export function storedExpressions(
  stored: DecidingResource,
): (expression: CelExpression) => boolean {
  const byEnvironment = new Map<AdmissionEnvironmentName, Set<string>>();
  for (const { environment, field } of celExpressions(stored)) {
    const known = byEnvironment.get(environment.name) ?? new Set();
    byEnvironment.set(environment.name, known.add(field.value ?? ''));
  }
  return ({ environment: { storedAs, trimsForStored }, field }) => {
    const written = field.value ?? '';
    const compared = trimsForStored ? trimSpace(written) : written;
    return byEnvironment.get(storedAs)?.has(compared) ?? false;
  };
}
