import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addedInUpdate,
  overlookedInUpdate,
} from '../../src/checks/updates/custom-resource-definition.ts';
import { applyDefaults, decode } from '../../src/decode/index.ts';
import { Field } from '../../src/field.ts';
import { resolveKind } from '../../src/kubernetes/kinds.ts';
import { MINORS, type Minor } from '../../src/kubernetes/minors.ts';
import { lint } from '../../src/lint.ts';
import { isOfKind, type Resource } from '../../src/resource.ts';
import { decodeText, isMapping, readParts } from '../../src/yaml/index.ts';
import { readCases, VERDICTS } from '../conformance/cases.ts';
import { type GoldenLine, linesByFile, readJsonLines } from '../conformance/golden.ts';
import { levelPath, renameServerPath } from '../conformance/paths.ts';

/** Whether rules are compiled, and what they cost, is not judged here. */
const ABOUT_EXPRESSIONS = /crd-update-(cel-env|cost)-ratchet/;

const golden = linesByFile(readJsonLines<GoldenLine>(VERDICTS));
const pairs = readCases()
  .filter(
    ({ folder, update, row }) =>
      folder === 'customresourcedefinition' && update && !ABOUT_EXPRESSIONS.test(row),
  )
  .map(({ file, text }) => ({
    file,
    sent: text,
    stored: readFileSync(
      join('fixtures/conformance', file.replace('.new.yaml', '.old.yaml')),
      'utf8',
    ),
  }));

describe.each(pairs)('$file', ({ file, stored, sent }) => {
  const verdicts = golden.get(file)?.[0]?.verdicts ?? [];

  it.each(MINORS)('is judged as by the server of %s', (minor) => {
    const verdict = verdicts.find(({ minors }) => minors.includes(minor));
    const said = saidOfUpdate(stored, sent, minor);
    if (said === undefined) {
      expect(verdict?.outcome).toBe('unserved');
      return;
    }
    const errors = (verdict?.errors ?? []).map(({ type, field }) => {
      return `${type} ${renameServerPath('CustomResourceDefinition', field)}`;
    });
    expect(said.errors).toEqual([...new Set(errors)].sort());
    expect(said.warnings).toBe((verdict?.warnings ?? []).length > 0);
  });
});

/** Everything that the server would say of an update; undefined where the minor does not serve the version. */
function saidOfUpdate(
  stored: string,
  sent: string,
  minor: Minor,
): { readonly errors: readonly string[]; readonly warnings: boolean } | undefined {
  const [before, after] = [resourceIn(stored, minor), resourceIn(sent, minor)];
  if (before === undefined || after === undefined) return undefined;
  const overlooked = overlookedInUpdate(before, after);
  const { findings } = lint([{ name: 'case.yaml', content: sent }], {
    kubernetesVersions: [minor],
  });
  const said = findings
    .flatMap(({ cause, field }) => (cause === null || field === null ? [] : [{ cause, field }]))
    .filter((error) => !overlooked(error))
    .concat(addedInUpdate(before, after));
  const errors = said
    .filter(({ cause }) => cause !== 'Warning')
    .map(({ cause, field }) => `${cause} ${levelPath(field)}`);
  // Warnings are given of what is accepted only.
  const warnings = errors.length === 0 && said.some(({ cause }) => cause === 'Warning');
  return { errors: [...new Set(errors)].sort(), warnings };
}

/** The object of a text as a minor decodes it; undefined where it does not serve the version. */
function resourceIn(text: string, minor: Minor): Resource<'CustomResourceDefinition'> | undefined {
  const [part] = readParts(decodeText(text));
  const document = part?.content.kind === 'value' ? part.content.document : undefined;
  const value = document?.value;
  if (document === undefined || value === undefined || !isMapping(value)) {
    throw new Error(`no object: ${text}`);
  }
  const resolution = resolveKind(String(value.apiVersion), String(value.kind), minor);
  if (resolution.outcome !== 'served') return undefined;
  const { facts, apiVersion } = resolution;
  const decoded = decode(facts.kind, value, minor);
  const origin = { file: 'case.yaml', index: 0, item: null, document, path: [] };
  const resource: Resource = {
    kind: facts.kind,
    apiVersion,
    facts,
    minor,
    origin,
    root: Field.root(
      { origin, isPruned: decoded.isPruned },
      applyDefaults(facts.kind, apiVersion, decoded.value),
    ),
    problems: decoded.problems,
    undecodable: decoded.undecodable,
  };
  if (!isOfKind(resource, 'CustomResourceDefinition')) throw new Error(`other kind: ${text}`);
  return resource;
}
