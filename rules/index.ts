// Made by scripts/generate-rule-index.ts from the files of this folder; do not edit.
import type { Rule } from '../src/rule.ts';
import admissionMatchConditionNames from './admission/match-condition-names.ts';
import admissionRuleWildcards from './admission/rule-wildcards.ts';
import admissionValidationActions from './admission/validation-actions.ts';
import crdStorageVersion from './crd/storage-version.ts';
import fieldFormat from './field/format.ts';
import fieldLost from './field/lost.ts';
import fieldType from './field/type.ts';
import fieldUnknown from './field/unknown.ts';
import internalRuleCrash from './internal/rule-crash.ts';
import kindHead from './kind/head.ts';
import kindMisspelled from './kind/misspelled.ts';
import kindUnserved from './kind/unserved.ts';
import webhookClientConfig from './webhook/client-config.ts';
import webhookService from './webhook/service.ts';
import webhookTimeout from './webhook/timeout.ts';
import webhookUrl from './webhook/url.ts';
import yamlDuplicateKey from './yaml/duplicate-key.ts';
import yamlIgnoredText from './yaml/ignored-text.ts';
import yamlSyntax from './yaml/syntax.ts';

/** All rules, by id. */
export const rules: readonly Rule[] = [
  admissionMatchConditionNames,
  admissionRuleWildcards,
  admissionValidationActions,
  crdStorageVersion,
  fieldFormat,
  fieldLost,
  fieldType,
  fieldUnknown,
  internalRuleCrash,
  kindHead,
  kindMisspelled,
  kindUnserved,
  webhookClientConfig,
  webhookService,
  webhookTimeout,
  webhookUrl,
  yamlDuplicateKey,
  yamlIgnoredText,
  yamlSyntax,
];
