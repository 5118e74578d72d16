import { onceForEach } from '../../base/once-for-each.ts';
import type { Cause } from '../../result/finding.ts';
import { base64Text } from '../../server/kubernetes/formats/base64-bytes.ts';
import { isMapping, type Mapping, type Value, withValuesBelow } from '../../yaml/index.ts';
import { stepsOfField } from './field-path.ts';
import { MAY_BE_WHOLE, PLACEHOLDER, WHOLE_PLACEHOLDER } from './placeholder-forms.ts';

/**
 * A comment in the place of a value: `name: #{NAME}`, `name: ## NAME ##`, `volumeID: # insert the id here`, and
 * `name: # add the name here`, or one that says which program sets it: `minAvailable: 0 # set by the operator`. On the
 * next line, `TODO(user)` is how kubebuilder asks for a value.
 */
const COMMENT_FOR_VALUE =
  /:?(?:[ \t]+#(?:\{[A-Za-z][\w.]*\}|#[ \t]*[A-Z]\w*[ \t]*##|[ \t]*(?:[Ii]nsert|[Rr]eplace|[Ee]nter|[Pp]ut|[Ff]ill|[Aa]dd (?:your|[^\n]{1,60} here)|(?:[Vv]alue )?[Ss]et by (?:the )?(?:operator|controller))\b)|[ \t\r]*\n[ \t]+# TODO\(user\))/y;

/**
 * Reports whether a key without a value, or a list item without one, is followed by a comment in the place of the
 * value.
 */
export function isBeforePlaceholder(text: string, end: number): boolean {
  COMMENT_FOR_VALUE.lastIndex = end;
  return COMMENT_FOR_VALUE.test(text);
}

/**
 * A name in capitals, which examples and templates have where readers and scripts write their own:
 * `SERVICE_NAME-active`.
 */
const NAME_IN_CAPITALS = /(?:^|[-./])[A-Z][A-Z\d]*_[A-Z\d_]*[A-Z\d](?:$|[-./])/;

/**
 * The same in a name, where one word is enough: names have only lowercase letters. After other words, it must say what
 * it is replaced by, as in `wipe-HOSTNAME`, unless the file is a template.
 */
const WORD_IN_CAPITALS =
  /(?:^[A-Z]{4,}|[-.][A-Z]*(?:NAME|NAMESPACE|HOST|NODE|VERSION))\d*(?:$|[-.])/;
const WORD_OF_TEMPLATE = /[-.][A-Z]{2,}\d*(?:$|[-.])/;

/**
 * A name in lowercase that ends with a word in capitals and an underscore, or one that is crossed out, as no author
 * writes it by mistake: `XXX`, `web-XXX`.
 */
const ENDS_IN_CAPITALS = /^[a-z][a-z\d-]*-[A-Z][A-Z\d]*_[A-Z\d_]*$|(?:^|-)X{3,}$/;

/** A single word in capitals. No quantity, address or time looks like that. */
const ONLY_CAPITALS = /^[A-Z]{4,}$/;

/** Words in capitals with an underscore. No quantity, time or base64 looks like that. */
const NO_FORMAT = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** A text in the place of data: `request: XXX`, and `storage: XGi`. */
const CROSSED_OUT = /^(?:[Xx]{3,}|X+[KMGTPE]i)$/;

const CERTIFICATE_WORD = /^(?:CA|CERT|CRT|CERTIFICATE|(?:CA|CERT)_?BUNDLE|CA_?(?:CERT|CRT))$/;

/** A text that says that it is a placeholder, in any file: `token_placeholder`. */
const NAMED_PLACEHOLDER = /(?:^|[-_ ])placeholder\s*$/i;

/** A text that says that it is not the value itself: `sample_access_key`, `your-token`, `my-token`. */
const SAMPLE = /^(?:dummy|example|my|sample|your)[-_]/;

/** A comment in a block of text, which says what the value is to be: `web: |` before `# the kubeconfig`. */
const COMMENT_FOR_DATA = /^(?:[|>][-+\d]*\s+)?# /;

/** A text that says that it is to be encoded: `passwordbase64`. */
const TO_BE_ENCODED = /base64/i;

/** A character that base64 does not have, and that ends no line of it in a string in quotes: `\n`. */
const NOT_BASE64 = /[^A-Za-z\d+/=\s\\]/;

/**
 * Reports whether a text has words in the place of a certificate or a key in PEM format: `-----BEGIN CERTIFICATE-----
 * your certificate -----END CERTIFICATE-----`. In that of an encrypted key are lines such as `DEK-Info: ...`.
 */
function isSampleOfPem(text: string): boolean {
  const [, begin = '', content = '', end = ''] = text.split('-----', 4);
  return (
    begin.startsWith('BEGIN ') &&
    end.startsWith('END ') &&
    NOT_BASE64.test(content) &&
    !content.includes(': ')
  );
}

/** Reports whether a sentence is in the place of a certificate or a key in PEM format. */
function isSentenceForPem(text: string, field: string): boolean {
  return /\.(?:crt|key|pem)\]?$/.test(field) && /^[A-Za-z]\S*(?: \S+){2}/.test(text);
}

/** Reports whether all words of a value of a Secret are in its key: `api-key` of `CLIENT_API_KEY`. */
function isNamedAfterKey(text: string, field: string): boolean {
  if (!(/^data[.[]/.test(field) && /^[a-z\d]+(?:-[a-z\d]+)+$/.test(text))) return false;
  const own = field.toLowerCase().split(/[^a-z\d]+/);
  return text.split('-').every((word) => own.includes(word));
}

/**
 * Reports whether a value of a Secret is hidden in a published manifest, such as `dGVzdDEt****`, or `dGVz...ZGF0YQ==`,
 * or is a placeholder in base64.
 */
function isHiddenData(text: string, field: string): boolean {
  if (!/^data[.[]/.test(field)) return false;
  if (/\*{3}|\.{3}/.test(text)) return true;
  const decoded = base64Text(text);
  return hasPlaceholder(decoded) || isSampleOfPem(decoded);
}

/** A word that a test replaces by a value: `teststorage` for a quantity. */
const TEST_WORD = /^test[a-z]+$/;

/** A name that a test or a reader replaces, which says what it names: `appNamespace`. */
const NAMED_AFTER_USE = /^[a-z]+(?:[A-Z][a-z]+)*(?:Name|Namespace)$/;

/** A name to which a test adds more, as the server does for `generateName`. */
const PREFIX = /^[a-z\d-]*-$/;

/** A value of words in capitals, such as `PORT` and `CRON_SCHEDULE`. The group is the last word. */
const WORDS_IN_CAPITALS = /^(?:[A-Z][A-Z\d]*_)*([A-Z]{4,})$/;

/** The fields that an object is named by, where other words in lowercase count too: `api_name`. */
const OWN_NAME = /^metadata\.name(?:space)?$/;

/** The last word of the name of a field, such as `Port` of `containerPort`. */
const LAST_WORD = /(?:[A-Z]|(?:^|[.\]])[a-z])[a-z]*$/;

/** The values that a reader may choose from: `prometheus | dynatrace`. */
const ALTERNATIVES = /^[\w.-]+ \| ?[\w.-]+(?: ?\| ?[\w.-]+)*$/;

/** A value that chainsaw evaluates: `(env('VERSION'))`. */
const CHAINSAW_EXPRESSION = /^\(.+\)$/s;

/** The fields of objects that are names, such as `nodeName`, `metadata.namespace` and `spec.rules[0].host`. */
const NAME_FIELD = /(?:name(?:space)?|hosts?(?:\[\d+\])?)$/i;

const HOST_FIELD = /hosts?(?:\[\d+\])?$/;

/** A domain that a reader replaces by the own one: `web.MYDOMAIN.com`. */
const OWN_DOMAIN = /(?:^|[-.])(?:MY|YOUR)[A-Z]+(?:$|[-.])/;

/** An address with words in the place of the port: `https://example:port-number`. */
const PORT_IN_WORDS = /:\/\/[^/\s]*:port(?:-[a-z]+)?(?:$|\/)/;

/** A name with a character that templates have, and no author takes for one of names: `web-{user}`, `web-$user`. */
const TEMPLATE_OF_NAME = /^[\w.-]+(?:[{<[|]|\$[A-Za-z{(])\S*$/;

/** A variable that a script replaces anywhere in a value. */
const SCRIPT_VARIABLE = /\$[A-Za-z_]\w*/;

/**
 * Fields whose values may contain such texts without being templates: patterns and expressions have `${` and `$(` of
 * their own, and descriptions may show them.
 */
const VERBATIM = new Set([
  'description',
  'expression',
  'jsonPath',
  'messageExpression',
  'pattern',
  'rule',
  'valueExpression',
]);

/** The fields of containers in which Kubernetes itself replaces `$(NAME)`, and shells `$NAME`, when they start. */
const CONTAINER_TEXT = /(?:^|\.)(?:command|args|env)(?:\[\d+\])*(?:\.value)?$/;

/** A variable that is replaced in these fields. */
const CONTAINER_VARIABLE = /\$(?:\([A-Za-z_][\w.-]*\)|[A-Za-z_]\w*)/g;

/**
 * Reports whether the text of a value has quotes that a shell removes: `"true"` with a backslash before each quote, and
 * no quotes around it.
 */
export function isQuotedForShell(text: string): boolean {
  return /^\\".*\\"$/.test(text);
}

/** Reports whether a value contains a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text) || WHOLE_PLACEHOLDER.test(text);
}

/** Reports whether some value in the text of a file may have a placeholder. This is quick to rule out. */
export function mayHavePlaceholders(text: string): boolean {
  return PLACEHOLDER.test(text) || MAY_BE_WHOLE.test(text);
}

/**
 * Reports whether a part of a value is named after its field, as nobody names an object: `PV_NAME`, `APPNAME` and
 * `NAME-binding` of a name, `PORT` of a port, and `PROJECT`, as OpenShift calls it, of a namespace.
 */
export function isNamedAfterField(text: string, field: string): boolean {
  const [own = ''] = LAST_WORD.exec(field) ?? [];
  const name = own.replace(/^[.\]]/, '').toUpperCase();
  return text.split(/[-./]/).some((part) => {
    const [, word] = WORDS_IN_CAPITALS.exec(part) ?? [];
    if (word !== undefined) {
      return (
        word === name ||
        (name.length > 3 && word.endsWith(name)) ||
        (word === 'PROJECT' && name === 'NAMESPACE')
      );
    }
    return OWN_NAME.test(field) && part.endsWith(`_${name.toLowerCase()}`);
  });
}

/** The texts in the place of a value with a format. */
const WORDS_FOR_FORMAT = [
  NO_FORMAT,
  CROSSED_OUT,
  NAMED_PLACEHOLDER,
  COMMENT_FOR_DATA,
  TO_BE_ENCODED,
  PORT_IN_WORDS,
];

/**
 * Reports whether a value is a word that a script replaces by data, in any file: `tls.key: TLS_KEY`, `caBundle: CRT`,
 * a host such as `www.DOMAIN_NAME`, a name such as `web-TASK_ID`, or one with a part that it replaces.
 */
export function isWordForData(text: string, field: string, isOfFormat: boolean): boolean {
  return (
    (isOfFormat && WORDS_FOR_FORMAT.some((one) => one.test(text))) ||
    isSampleOfPem(text) ||
    (isOfFormat && (isSentenceForPem(text, field) || isNamedAfterKey(text, field))) ||
    isHiddenData(text, field) ||
    (OWN_NAME.test(field) && ENDS_IN_CAPITALS.test(text)) ||
    (HOST_FIELD.test(field) && (NAME_IN_CAPITALS.test(text) || OWN_DOMAIN.test(text))) ||
    (NAME_FIELD.test(field) && TEMPLATE_OF_NAME.test(text)) ||
    (/caBundle$/.test(field) && CERTIFICATE_WORD.test(text))
  );
}

/**
 * Reports whether an object is a template, as its name or namespace shows. A name may also be that of the kind in
 * capitals, such as `NAMESPACE` of a Namespace.
 */
export function isNamedAsTemplate({ kind, metadata }: Mapping): boolean {
  if (!isMapping(metadata)) return false;
  if (typeof kind === 'string' && metadata.name === kind.toUpperCase()) return true;
  return ['name', 'namespace'].some((field) => {
    const { [field]: value } = metadata;
    return typeof value === 'string' && isNamedAfterField(value, field);
  });
}

/** The facts about a value of an example or a template. */
export interface ExampleValue {
  readonly field: string;
  /** True if the values of the field have a format, for example quantities. */
  readonly isOfFormat: boolean;
  /** The error that the server reports. Null if it reports none. */
  readonly cause: Cause | null;
  /** True if the folder of the file is one of templates. */
  readonly isInTemplate: boolean;
  /** True if the file belongs to a test of chainsaw. */
  readonly isInChainsawTest: boolean;
  /** True if the file is in a folder of tests. */
  readonly isInTest: boolean;
}

/**
 * Reports whether a value of an example or a template has a name in capitals, or a variable, instead of what the server
 * accepts.
 */
export function isFilledIn(
  text: string,
  { field, isOfFormat, cause, isInTemplate, isInChainsawTest, isInTest }: ExampleValue,
): boolean {
  const isName = NAME_FIELD.test(field);
  return (
    // A value that is not one of a list may have been in it: `SHOP_OWNER`.
    (cause !== 'FieldValueNotSupported' && NAME_IN_CAPITALS.test(text)) ||
    ALTERNATIVES.test(text) ||
    (isInChainsawTest && CHAINSAW_EXPRESSION.test(text)) ||
    (isName && WORD_IN_CAPITALS.test(text)) ||
    (isName && isInTemplate && WORD_OF_TEMPLATE.test(text)) ||
    (isName && isInTest && PREFIX.test(text)) ||
    // The text of an unknown field is its key.
    (isName && !field.endsWith(text) && NAMED_AFTER_USE.test(text)) ||
    (isOfFormat && (ONLY_CAPITALS.test(text) || SAMPLE.test(text))) ||
    (isOfFormat && isInTest && TEST_WORD.test(text)) ||
    (!isVerbatim(field) && !CONTAINER_TEXT.test(field) && SCRIPT_VARIABLE.test(text))
  );
}

/** A key of JSON Schema or kustomize, such as `$ref` and `$retainKeys`. */
const DOLLAR_KEY = /^\$[a-z][A-Za-z]*$/;

/**
 * Answers a question about a field of an object once: many findings can be in one field, such as `spec.versions`, and a
 * path with `[*]` leads to many values.
 */
function onceForEachField(answer: (object: Mapping, field: string) => boolean) {
  const answers = onceForEach((_: Mapping) => new Map<string, boolean>());
  return (object: Mapping, field: string): boolean => {
    const known = answers(object);
    const result = known.get(field) ?? answer(object, field);
    known.set(field, result);
    return result;
  };
}

/**
 * Reports whether a field of an object has a mapping with a placeholder as a key, so that another tool replaces the
 * mapping.
 */
export const isReplacedAt = onceForEachField((object, field) =>
  valuesAt(object, field).some(
    (value) =>
      isMapping(value) &&
      Object.keys(value).some((key) => hasPlaceholder(key) && !DOLLAR_KEY.test(key)),
  ),
);

/**
 * Reports whether a field of an object has no value, or contains one without a value. An absent field counts as one
 * without a value. Items of lists do not count, nor does `creationTimestamp: null`, which generators write.
 */
export const hasEmptyField = onceForEachField((object, field) => {
  if (/(?:\]|\.creationTimestamp)$/.test(field)) return false;
  const values = valuesAt(object, field);
  if (values.includes(null)) return true;
  for (const value of withValuesBelow(values)) {
    if (
      isMapping(value) &&
      Object.entries(value).some(([key, inner]) => inner === null && key !== 'creationTimestamp')
    ) {
      return true;
    }
  }
  return false;
});

/** Reports whether a field below the top of an object is written without a value: `image:`. */
export function isWrittenEmpty(object: Mapping, field: string): boolean {
  const end = field.lastIndexOf('.');
  if (end < 0) return false;
  const key = field.slice(end + 1);
  return valuesAt(object, field.slice(0, end)).some(
    (parent) => isMapping(parent) && parent[key] === null,
  );
}

/** Reports whether a field of an object is a list without items. */
export function isEmptyListAt(object: Mapping, field: string): boolean {
  return valuesAt(object, field).some((value) => Array.isArray(value) && value.length === 0);
}

/**
 * Reports whether a text differs from the text that the server gets, because the text or its keys contain a
 * placeholder.
 *
 * @param field the path of the field that has the text, as the API server writes it
 */
export function isUnrendered(text: string, field: string | null): boolean {
  if (field === null) return hasPlaceholder(text);
  if (hasPlaceholder(field)) return true;
  if (isVerbatim(field)) return false;
  return hasPlaceholder(CONTAINER_TEXT.test(field) ? text.replace(CONTAINER_VARIABLE, '') : text);
}

/**
 * Reports whether a field of an object has a value with a placeholder. The path of the field may contain `[*]` for the
 * items of a list.
 */
export function isUnrenderedAt(object: Value, field: string): boolean {
  return valuesAt(object, field).some(
    (value) => typeof value === 'string' && hasPlaceholder(value),
  );
}

/** Reports whether a field of an object has a placeholder in a key or a value, at any depth. */
export function isUnrenderedBelow(object: Value, field: string): boolean {
  for (const value of withValuesBelow(valuesAt(object, field))) {
    if (typeof value === 'string' && hasPlaceholder(value)) return true;
    if (isMapping(value) && Object.keys(value).some(hasPlaceholder)) return true;
  }
  return false;
}

/** The values of a field of an object: several if the path has `[*]`. */
function valuesAt(object: Value, field: string): readonly Value[] {
  let values: readonly Value[] = [object];
  for (const step of stepsOfField(field, null)) {
    values = values.flatMap((value) => {
      if (step.kind === 'key') return isMapping(value) ? [value[step.key] ?? null] : [];
      if (!Array.isArray(value)) return [];
      return step.index === undefined ? value : [value[step.index] ?? null];
    });
  }
  return values;
}

/** Reports whether SOPS has encrypted an object, as its notes show. */
export function isEncrypted({ sops }: Mapping): boolean {
  return isMapping(sops) && typeof sops.mac === 'string' && hasPlaceholder(sops.mac);
}

/**
 * Reports whether a field belongs to the notes of SOPS about an encrypted object. They are removed when it is
 * decrypted. Source: https://getsops.io/docs/#encrypting-only-parts-of-a-file
 */
export function isOfSops(object: Value, field: string): boolean {
  return (
    (field === 'sops' || field.startsWith('sops.')) && isMapping(object) && isEncrypted(object)
  );
}

function isVerbatim(field: string): boolean {
  return VERBATIM.has(field.slice(field.lastIndexOf('.') + 1).replace(/\[\d+\]$/, ''));
}
