import { parseRequestUri } from '../../base/go/net-url.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { areSame } from '../../server/crd/equality.ts';
import { keyword } from '../../server/crd/schema/problem.ts';
import { isRecognizedFormat, warnsAboutFormats } from '../../server/crd/values/string-formats.ts';
import { base64Bytes } from '../../server/kubernetes/formats/base64-bytes.ts';
import { readCertificates } from '../../server/kubernetes/formats/x509.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import { setsOfCompositeItems } from '../crd/list-sets.ts';
import { schemaJudgements, schemaLocation } from '../crd/schemas.ts';
import { judgedVersions } from '../crd/versions.ts';
import { overlookedInMetadata } from './metadata.ts';
import { overlookedInSchemas } from './schema-ratchets.ts';
import type { ChangeError, Overlooks, ServerError } from './server-error.ts';

type Definition = Resource<'CustomResourceDefinition'>;

/**
 * The errors that the server reports for a new CRD but not for an update. They are errors that also occur in the stored
 * CRD, and that the server began to refuse only after CRDs with them were in use.
 *
 * Errors in the expressions of rules are not included: costs are ignored in versions whose schema is unchanged, and
 * expressions that are stored may use newer libraries.
 *
 * @param stored the object before the update, valid or not
 * @param sent the object after the update, of the same name
 */
export function overlookedInDefinition(stored: Definition, sent: Definition): Overlooks {
  const paths = new Set<string>();
  const overlook = (cause: ServerError['cause'], field: string) => paths.add(`${cause} ${field}`);
  const overlooksName = overlookedInMetadata(sent.root.get('metadata').value ?? {});
  for (const error of overlookedInSchemas(stored, sent)) overlook(error.cause, error.field);
  for (const path of missingSchemas(stored, sent)) overlook('FieldValueRequired', path);
  for (const path of keptSelectableFields(stored, sent)) overlook('FieldValueTooMany', path);
  for (const path of keptFormats(stored, sent)) overlook('Warning', path);
  for (const path of keptSets(stored, sent)) overlook('Warning', path);
  if (!speaksKnownReviewVersion(stored)) {
    overlook('FieldValueInvalid', 'spec.conversion.webhook.conversionReviewVersions');
  }
  if (keepsPreserving(stored, sent)) overlook('FieldValueInvalid', 'spec.preserveUnknownFields');
  if (approvalOf(stored) === approvalOf(sent)) {
    for (const cause of ['FieldValueRequired', 'FieldValueInvalid'] as const) {
      overlook(cause, 'metadata.annotations[api-approved.kubernetes.io]');
    }
  }
  overlook('FieldValueInvalid', 'status.storedVersions');
  return (error) => overlooksName(error) || paths.has(`${error.cause} ${error.field}`);
}

/**
 * The errors of the server that only an update can have: changes of immutable fields, missing stored versions, and a
 * bad CA bundle of a CRD that is in use.
 *
 * @param stored the object before the update
 * @param sent the object after the update, of the same name
 */
export function addedToDefinition(stored: Definition, sent: Definition): readonly ChangeError[] {
  const before = stored.root.get('spec');
  const after = sent.root.get('spec');
  const fixed: readonly FieldPair[] = [
    [before.get('group'), after.get('group')],
    [before.get('names').get('plural'), after.get('names').get('plural')],
    ...(isEstablished(stored) ? fixedIfEstablished(stored, sent) : []),
  ];
  const errors: ChangeError[] = fixed.filter(differs).map(([old, now]) => ({
    cause: 'FieldValueInvalid',
    field: now.path,
    kind: 'immutable',
    at: now,
    before: old,
  }));
  errors.push(...storedVersionErrors(stored, sent));
  const bundle = after.get('conversion').get('webhook').get('clientConfig').get('caBundle');
  if (!holdsCertificates(bundle.value) && !allowsBadBundle(stored, sent)) {
    const old = before.get('conversion').get('webhook').get('clientConfig').get('caBundle');
    const { path: field } = bundle;
    errors.push({ cause: 'FieldValueInvalid', field, kind: 'ca-bundle', at: bundle, before: old });
  }
  return errors;
}

/** A field of the stored object, and the same of the new one. */
type FieldPair = readonly [before: Field<string | undefined>, after: Field<string | undefined>];

function differs([before, after]: FieldPair): boolean {
  return (before.value ?? '') !== (after.value ?? '');
}

/** The fields that cannot change once the CRD is served. */
function fixedIfEstablished(stored: Definition, sent: Definition): readonly FieldPair[] {
  const before = stored.root.get('spec');
  const after = sent.root.get('spec');
  return [
    [before.get('scope'), after.get('scope')],
    [before.get('names').get('kind'), after.get('names').get('kind')],
  ];
}

/**
 * The changes that the server refuses as soon as the CRD is served, for a stored CRD whose manifest does not show
 * whether it is served.
 */
export function refusedIfEstablished(stored: Definition, sent: Definition): readonly FieldPair[] {
  const isKnown = (stored.root.get('status').get('conditions').value ?? []).length > 0;
  return isKnown ? [] : fixedIfEstablished(stored, sent).filter(differs);
}

/**
 * The errors of the versions in which objects may be stored. These are the versions of the status, or the first version
 * that the server recorded there, and the version that it adds.
 */
function storedVersionErrors(stored: Definition, sent: Definition): readonly ChangeError[] {
  const versions = sent.root.get('spec').get('versions').value ?? [];
  const [first] = storageVersions(sent);
  const listed = stored.root.get('status').get('storedVersions').value ?? [];
  const names = listed.length > 0 ? [...listed] : storageVersions(stored).slice(0, 1);
  if (first !== undefined && !names.includes(first)) names.push(first);
  const errors: ChangeError[] = [];
  const common = {
    cause: 'FieldValueInvalid',
    at: sent.root.get('spec').get('versions'),
    before: stored.root.get('spec').get('versions'),
  } as const;
  // The server finds a stored version once, if two versions have its name.
  const unseen = new Set(names);
  const lacksStorage = versions.some(
    ({ name = '', storage }) => !unseen.delete(name) && storage === true,
  );
  if (names.length === 0 || lacksStorage) {
    errors.push({ ...common, field: 'status.storedVersions', kind: 'storage-version' });
  }
  const known = new Set(versions.map(({ name = '' }) => name));
  for (const [index, name] of names.entries()) {
    // The server reports the last one if a name is there twice.
    if (known.has(name) || names.lastIndexOf(name) !== index) continue;
    const field = `status.storedVersions[${index}]`;
    errors.push({ ...common, field, kind: 'stored-version', name });
  }
  return errors;
}

function storageVersions({ root }: Definition): readonly string[] {
  const versions = root.get('spec').get('versions').value ?? [];
  return versions.filter(({ storage }) => storage === true).map(({ name = '' }) => name);
}

/**
 * The versions that need no schema after some stored version had none: versions that are not served, and all versions
 * if unknown fields are preserved.
 */
function missingSchemas(stored: Definition, sent: Definition): readonly string[] {
  const versions = stored.root.get('spec').get('versions').value ?? [];
  if (versions.every(({ schema }) => schema?.openAPIV3Schema !== undefined)) return [];
  const preserves = sent.root.get('spec').get('preserveUnknownFields').value === true;
  return sent.root
    .get('spec')
    .itemsOf('versions')
    .filter((version) => preserves || version.get('served').value !== true)
    .map((version) => version.get('schema').get('openAPIV3Schema').path);
}

/**
 * Selectable fields that are too many and unchanged, which the server ignores in 1.35 and later. It compares the fields
 * of all versions if these are the same, otherwise the fields of each version.
 */
function keptSelectableFields(stored: Definition, sent: Definition): readonly string[] {
  if (!serverHas('selectable-field-count-ratcheting', sent.minor)) return [];
  const [before, after] = [stored, sent].map((one) => judgedVersions(one, 'selectableFields'));
  const isShared = after?.length === 1;
  if (before === undefined || after === undefined || isShared !== (before.length === 1)) return [];
  return after.flatMap(({ version }) => {
    const fields = version.get('selectableFields');
    const name = version.value?.name ?? '';
    const old = isShared
      ? before[0]
      : before.findLast((one) => (one.version.value?.name ?? '') === name);
    return areSame(old?.version.value?.selectableFields, fields.value) ? [fields.path] : [];
  });
}

/** Formats of which the server does not warn again, because it has warned of them in the stored CRD. */
function keptFormats(stored: Definition, sent: Definition): readonly string[] {
  const known = new Set(
    schemaJudgements(stored).flatMap(({ tree }) =>
      tree
        .having('format')
        .filter(
          ({ schema: { format = '', type = '' } }) =>
            warnsAboutFormats(type, stored.minor) &&
            !isRecognizedFormat(format, type, stored.minor),
        )
        .map(({ schema }) => schema.format),
    ),
  );
  return schemaJudgements(sent).flatMap((judgement) =>
    judgement.tree
      .having('format')
      .filter(({ schema }) => known.has(schema.format))
      .map((node) => schemaLocation(sent, judgement, node, keyword('format')).field ?? ''),
  );
}

/**
 * Sets of lists or objects, where the stored CRD has one of items of the same type, of which the server does not warn
 * again.
 */
function keptSets(stored: Definition, sent: Definition): readonly string[] {
  const known = new Set(setsOfCompositeItems(stored).map(({ type }) => type));
  return setsOfCompositeItems(sent)
    .filter(({ type }) => known.has(type))
    .map(({ judgement, node }) => {
      return schemaLocation(sent, judgement, node, keyword('x-kubernetes-list-type')).field ?? '';
    });
}

const KNOWN_REVIEW_VERSIONS: ReadonlySet<string> = new Set(['v1', 'v1beta1']);

/** Reports whether the stored webhook accepts a version that the server knows, or lists no versions. */
function speaksKnownReviewVersion(stored: Definition): boolean {
  const conversion = stored.root.get('spec').get('conversion');
  const versions = conversion.get('webhook').get('conversionReviewVersions').value ?? [];
  return versions.length === 0 || versions.some((version) => KNOWN_REVIEW_VERSIONS.has(version));
}

/** Reports whether unknown fields were preserved before. With defaults, the server refuses the field anyway. */
function keepsPreserving(stored: Definition, sent: Definition): boolean {
  const hasDefaults = schemaJudgements(sent).some(({ tree }) => tree.having('default').length > 0);
  return stored.root.get('spec').get('preserveUnknownFields').value === true && !hasDefaults;
}

/** The meaning of the approval annotation. */
function approvalOf({ root, minor }: Definition): 'missing' | 'invalid' | 'approved' | 'bypassed' {
  const annotations = root.get('metadata').get('annotations').value ?? {};
  const text = annotations['api-approved.kubernetes.io'] ?? '';
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  const parsed = parseRequestUri(text, {
    strictColons: serverHas('strict-colons-in-hosts', minor),
  });
  return parsed.ok && parsed.url.scheme !== '' && parsed.url.host !== '' ? 'approved' : 'invalid';
}

function isEstablished({ root }: Definition): boolean {
  const conditions = root.get('status').get('conditions').value ?? [];
  return conditions.some(({ type, status }) => type === 'Established' && status === 'True');
}

/**
 * Reports whether the server accepts a bad CA bundle. In Kubernetes 1.30 and earlier, it accepts every bundle. Later,
 * it accepts a bad bundle if the CRD is not in use, or if a bad bundle is stored.
 */
function allowsBadBundle(stored: Definition, sent: Definition): boolean {
  if (!serverHas('conversion-ca-bundle-validation', sent.minor) || !isEstablished(stored))
    return true;
  if (sent.root.get('spec').get('conversion').get('strategy').value !== 'Webhook') return true;
  const client = stored.root.get('spec').get('conversion').get('webhook').get('clientConfig');
  return !holdsCertificates(client.get('caBundle').value);
}

/** Reports whether a bundle is empty or has a certificate that can be read. */
function holdsCertificates(caBundle: string | undefined): boolean {
  if (caBundle === undefined || caBundle === '') return true;
  const bytes = base64Bytes(caBundle);
  return bytes !== undefined && readCertificates(new TextDecoder().decode(bytes)).length > 0;
}
