import { describe, expect, it } from 'vitest';
import {
  type ExampleValue,
  isFilledIn,
  isUnrendered,
  isUnrenderedAt,
  isWordForData,
} from '../../src/sources/project/placeholders.ts';

describe('a text with a placeholder', () => {
  it.each([
    ['${NAME}', true],
    ['a-${NAME}.b', true],
    ['${NAME:=x}', true],
    ['${NAME:-}', true],
    ['${NAME/a/b}', true],
    ['${#NAME}', true],
    ['${A:=${B}}', true],
    ['$(NAME)', true],
    ['$(my.config-map.name)', true],
    ['{{ .Values.name }}', true],
    ['{{name}}', true],
    ['a-${.NAME}', true],
    ['replace_me', true],
    ['replace_mercy', false],
    ['a\n{{- x }}\nb', true],
    ['${{ values.name }}', true],
    // chainsaw evaluates a text that is in parentheses as a whole.
    ['($namespace)', true],
    ["(join('-', ['a', $namespace]))", true],
    ['a-($namespace)', false],
    ['($namespace)-a', false],
    ["(join('-', ['a', 'b']))", false],
    ['(^a$)', false],
    // A second `$` is the escape of Flux and of kustomize.
    ['$${NAME}', false],
    ['a$$(NAME)', false],
    ['$$${NAME}', true],
    ['$$$${NAME}', false],
    ['$NAME', true],
    ['a $NAME', false],
    ['$1', false],
    ['${ NAME }', true],
    ['<service-port>', true],
    ['<', false],
    ['a <b> c', false],
    ['((name))', true],
    ['((a b))', false],
    ['@NAME@', true],
    ['web:@project.version@', true],
    ['user@example.com@host', false],
    ['me@NAME', false],
    ['HELMSUBST_LABELS', true],
    ['__HOST__', true],
    ['a.__TLS_SECRET__.b', true],
    ['__init__', false],
    ['$$name$$', true],
    ['%{NODE_IP}%', true],
    ['?{gkms:targets/shop/key}', true],
    ['?{a}', false],
    ['***HIDDEN***/25', true],
    ['shop.A.B.C.D.example.com', true],
    ['xx.xx.xx.xx', true],
    ['a.b.c.d', false],
    ['A.B.C', false],
    ['< your NFS server >', true],
    ['a-$$name$$', true],
    ['$$name', false],
    ['REPLACEME-web', true],
    ['CHANGE_ME', true],
    ['REPLACEMENT', false],
    ['registry.<your domain>', true],
    ['<cert-key>.crt', true],
    ['<*.domain>', true],
    ['{name}', true],
    ['{name: x}', false],
    ['{web.name}', true],
    ['{images[web]}', true],
    ['{a b.c}', false],
    ['shop.$DOMAIN', true],
    ['$HOST.example.com:$PORT', true],
    ['cost$', false],
    ['shop.$domain', false],
    ['[PROJECT_ID]', true],
    ['[web]', false],
    ['...', true],
    ['...base64 encoded data...', true],
    ['LS0tLS1CRUdJTi...', true],
    ['and so on...', false],
    ['shop-%s', true],
    ['50%', false],
    ['REPLACE_NAMESPACE', true],
    ['replace_namespace', false],
    ['ENC[AES256_GCM,data:a=,iv:b=,tag:c=,type:str]', true],
    ['ENC[a]', false],
    ['${}', false],
    ['${-}', false],
    ['$()', false],
    ['$(a b)', false],
    ['{ name }', false],
    ['{{', false],
    ['}} {{', false],
  ])('%j: %s', (text, unrendered) => {
    expect(isUnrendered(text, 'spec.name')).toBe(unrendered);
  });
});

const EXAMPLE: Omit<ExampleValue, 'field'> = {
  isOfFormat: false,
  cause: 'FieldValueInvalid',
  isInTemplate: false,
  isInChainsawTest: false,
  isInTest: false,
};

describe('a value of an example', () => {
  it.each([
    ['SERVICE_NAME', 'spec.host', true],
    ['SERVICE_NAME-active', 'spec.host', true],
    ['web.SERVICE_NAME', 'spec.host', true],
    ['mySERVICE_NAME', 'spec.host', false],
    ['Not_A_Name', 'metadata.name', false],
    ['HTTP', 'spec.ports[0].protocol', false],
    ['BACKEND', 'metadata.name', true],
    ['BACKEND-blue', 'spec.secretName', true],
    ['Backend', 'metadata.name', false],
    ['web-$NAME', 'spec.host', true],
    ['web-$NAME', 'spec.containers[0].args[0]', false],
    ['web-ID', 'metadata.name', false],
    ['QUOTA', 'spec.hard[pods]', false],
    ['cortex | datadog |dql', 'spec.type', true],
    ['a|b', 'metadata.name', false],
    ['a | ', 'metadata.name', false],
    ["(env('VERSION'))", 'spec.version', false],
  ])('%j at %s: %s', (text, field, isName) => {
    const value = { ...EXAMPLE, field };
    expect(isFilledIn(text, value)).toBe(isName);
  });

  it.each([
    ["(env('VERSION'))", true],
    ["(env('VERSION')).0", false],
  ])('%j in a test of chainsaw: %s', (text, isName) => {
    const value = { ...EXAMPLE, field: 'spec.version', isInChainsawTest: true };
    expect(isFilledIn(text, value)).toBe(isName);
  });

  it('is no name in capitals where the server accepts only some values', () => {
    const value = { ...EXAMPLE, field: 'spec.role', cause: 'FieldValueNotSupported' } as const;
    expect(isFilledIn('SHOP_OWNER', value)).toBe(false);
  });

  it.each([
    ['web-ID', true],
    ['web-Id', false],
  ])('%j as a name in a template: %s', (text, isName) => {
    const value = { ...EXAMPLE, field: 'metadata.name', isInTemplate: true };
    expect(isFilledIn(text, value)).toBe(isName);
  });

  it.each([
    ['web-', true],
    ['appNamespace', true],
    ['appServer', false],
    ['-web', false],
    ['web', false],
  ])('%j as a name in a test: %s', (text, isName) => {
    const value = { ...EXAMPLE, field: 'metadata.name', isInTest: true };
    expect(isFilledIn(text, value)).toBe(isName);
  });

  it.each([
    ['QUOTA', true],
    ['1QUOTA', false],
    ['sample_access_key', true],
    ['access_key', false],
  ])('%j as a quantity: %s', (text, isName) => {
    const value = { ...EXAMPLE, field: 'spec.hard[pods]', isOfFormat: true };
    expect(isFilledIn(text, value)).toBe(isName);
  });
});

describe('a word for data', () => {
  it.each([
    ['TLS_KEY', 'data[tls.key]', true, true],
    ['TLS_KEY', 'data[tls.key]', false, false],
    ['Tls_Key', 'data[tls.key]', true, false],
    ['CRT', 'webhooks[0].clientConfig.caBundle', false, true],
    ['CRT', 'data[tls.crt]', true, false],
    ['api-key', 'data[CLIENT_API_KEY]', true, true],
    ['api-key', 'data[CLIENT_SECRET]', true, false],
    ['the certificate is copied later', 'data[tls.crt]', true, true],
    ['the password is copied later', 'data[password]', true, false],
    ['passwordbase64', 'data[password]', true, true],
    ['Crt', 'webhooks[0].clientConfig.caBundle', false, false],
  ])('%j at %s, of a format: %s: %s', (text, field, isOfFormat, isWord) => {
    expect(isWordForData(text, field, isOfFormat)).toBe(isWord);
  });
});

describe('a field', () => {
  it.each([
    ['spec.group', true],
    [null, true],
    ['webhooks[0].matchConditions[0].expression', false],
    ['spec.validations[0].messageExpression', false],
    ['spec.auditAnnotations[0].valueExpression', false],
    ['spec.versions[0].schema.openAPIV3Schema.properties[a].pattern', false],
    ['spec.versions[0].schema.openAPIV3Schema.description', false],
    ['spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations[0].rule', false],
    ['spec.versions[0].additionalPrinterColumns[0].jsonPath', false],
    ['spec.versions[0].schema.openAPIV3Schema.properties[pattern]', true],
    // Kubernetes replaces it when it starts the container, so its type is what the file has.
    ['spec.containers[0].args', false],
    ['spec.containers[0].command[1]', false],
    ['spec.containers[0].env[0].value', false],
    ['spec.containers[0].env[0].name', true],
  ])('%s may be filled in: %s', (field, unrendered) => {
    expect(isUnrendered('$(X)', field)).toBe(unrendered);
  });

  it('is not what it will be where a key in its path is to be filled in', () => {
    expect(isUnrendered('a b', 'metadata.labels[${KEY}]')).toBe(true);
  });
});

describe('the value of a field', () => {
  const object = {
    spec: { group: '${GROUP}', names: { plural: 'a' }, list: [{ a: 'x' }, { a: '{{ y }}' }] },
  };

  it.each([
    ['spec.group', true],
    ['spec.names.plural', false],
    ['spec.names', false],
    ['spec.none.at.all', false],
    ['spec.list[0].a', false],
    ['spec.list[1].a', true],
    ['spec.list[*].a', true],
    ['spec.list[*].b', false],
    ['spec.group[*]', false],
  ])('%s: %s', (field, unrendered) => {
    expect(isUnrenderedAt(object, field)).toBe(unrendered);
  });
});
