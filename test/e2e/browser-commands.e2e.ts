import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  argumentsFor,
  CEL_FILES,
  CRD_FILES,
  fileNamed,
  minorsOf,
} from '../../site/playground/command-line.ts';
import type { Example } from '../../site/playground/examples/example.ts';
import { EXAMPLES } from '../../site/playground/examples.ts';
import type { Source } from '../../src/hosts/browser/index.ts';
import { Folder, REPOSITORY } from './built-command.ts';

const {
  admit,
  completionsAt,
  describeAt,
  diff,
  evaluate,
  lint,
  load,
  MINORS,
  NEWEST_MINOR,
  upgrade,
}: typeof import('../../src/hosts/browser/index.ts') = await import(
  join(REPOSITORY, 'dist/browser.mjs')
);

const folders: Folder[] = [];
afterAll(() => {
  for (const folder of folders) folder.remove();
});

/** The JSON that the command prints for an input of the playground. */
function printed(example: Example): unknown {
  const folder = new Folder(
    Object.fromEntries(example.files.map(({ name, text }) => [name, text])),
  );
  folders.push(folder);
  const [command = '', ...args] = argumentsFor(example, NEWEST_MINOR);
  const { stdout, stderr } = folder.kubeadmit([command, '-f', 'json', ...args]);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The result of the library for browsers. */
async function resultOf(example: Example): Promise<object> {
  const sources = example.files.map(({ name, text }) => ({ name, content: text }));
  const named = (name: string): Source => {
    const file = fileNamed(example, name);
    return { name, content: file?.text ?? '' };
  };
  const [from, kubernetesVersion] = minorsOf(example, NEWEST_MINOR).map(
    (text) => MINORS.find((minor) => minor === text) ?? NEWEST_MINOR,
  ) as [(typeof MINORS)[number], (typeof MINORS)[number]];
  switch (example.pane) {
    case 'lint': {
      const options = { pedantic: true };
      await load(sources, options);
      return lint(sources, options);
    }
    case 'policy': {
      const { coverage: _, ...json } = await admit(sources, { kubernetesVersion });
      return json;
    }
    case 'crd':
      return diff([named(CRD_FILES.before)], [named(CRD_FILES.after)], { kubernetesVersion });
    case 'upgrade':
      return upgrade(sources, { from, to: kubernetesVersion });
    case 'cel': {
      const objects = Object.entries(CEL_FILES).flatMap(([key, name]) =>
        fileNamed(example, name) === undefined
          ? []
          : [[key, key === 'crds' ? [named(name)] : named(name)] as const],
      );
      const { expression = '', place = 'vap', at } = example;
      const input = { as: place, ...(at && { at }), ...Object.fromEntries(objects) };
      const {
        since: _,
        parts: __,
        ...json
      } = await evaluate(expression, input, {
        kubernetesVersion,
      });
      return json;
    }
  }
}

describe.each(EXAMPLES)('the library for browsers on "$title"', (example) => {
  it(`returns the JSON that the command prints (${example.pane})`, async () => {
    const result = JSON.parse(JSON.stringify(await resultOf(example)));
    expect(result).toEqual(printed(example));
  });
});

describe('the library for browsers', () => {
  it('says which outcomes of a policy the objects do not have', async () => {
    const example = EXAMPLES.find(({ pane }) => pane === 'policy');
    const sources = example?.files.map(({ name, text }) => ({ name, content: text })) ?? [];
    const { coverage } = await admit(sources);
    expect(coverage).toMatchObject([{ name: 'replica-limit.example.com', isBound: true }]);
    expect(coverage[0]?.missing).toMatchObject([
      { never: 'true', text: "object.metadata.?labels['tier'].orValue('') == 'critical'" },
    ]);
  });

  it('evaluates the parts of an expression on their own', async () => {
    const object = { name: 'a.yaml', content: 'spec: { a: 1, b: [v, w] }' };
    const { value, since, parts } = await evaluate(
      'object.spec.a > 1 || object.spec.b.all(c, c != "v" && c != "w")',
      { as: 'vap', object },
    );
    expect([value, since]).toEqual(['false', MINORS[0]]);
    expect(parts.map((part) => [part.expression, part.value])).toEqual([
      ['object.spec.a > 1', 'false'],
      ['object.spec.b.all(c, c != "v" && c != "w")', 'false'],
      ['object.spec.a', '1'],
      ['object.spec.b', '["v", "w"]'],
    ]);
  });

  it('names the first minor in which an expression compiles', async () => {
    const input = { as: 'vap' };
    const newer = await evaluate('isSemver("1.2.3")', input);
    expect([newer.value, newer.since]).toEqual(['true', '1.34']);
    const never = await evaluate('nothing()', input);
    expect([never.errors.length, never.since]).toEqual([1, null]);
  });

  it('reports a problem with the input of an expression as an error', async () => {
    const { errors } = await evaluate('self', { as: 'crd:Queue' });
    expect(errors).toEqual([
      { message: 'a validation rule needs an object', line: null, column: null },
    ]);
  });

  it('describes a field, and completes it', async () => {
    const content = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  failurePolicy: Ig
  validations: [{ expression: object.met }, { expression: object.spec.a.s }]
`;
    const sources = [{ name: 'a.yaml', content }];
    const placeAfter = (text: string) => ({
      file: 'a.yaml',
      offset: content.indexOf(text) + text.length,
    });
    const described = await describeAt(sources, placeAfter('failureP'));
    expect(content.slice(described?.start, described?.end)).toBe('failurePolicy');
    expect(described?.markdown).toContain('`Ignore`');
    const { items, start, end } = await completionsAt(sources, placeAfter('Ig'));
    expect(items.map(({ insert }) => insert)).toEqual(['Fail', 'Ignore']);
    expect(content.slice(start, end)).toBe('Ig');
    const names = await completionsAt(sources, placeAfter('object.met'));
    expect(names.items.map(({ label }) => label)).toContain('metadata');
    const members = await completionsAt(sources, placeAfter('object.spec.a.s'));
    expect(members.items.map(({ label }) => label)).toContain('startsWith');
  });

  it('refuses an upgrade to an older minor', async () => {
    await expect(upgrade([], { from: '1.36', to: '1.31' })).rejects.toThrow(
      '1.31 must be newer than 1.36',
    );
  });
});
