import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { argumentsFor } from '../../site/playground/command-line.ts';
import type { Example } from '../../site/playground/examples/example.ts';
import { EXAMPLES } from '../../site/playground/examples.ts';
import { fragmentOf, PANES, type PlaygroundInput } from '../../site/share.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { Folder } from '../e2e/built-command.ts';
import {
  accessibilityProblems,
  HAS_BROWSER,
  overflow,
  startBrowser,
  waitForResult,
} from './browser.ts';
import { compressedSize, SiteServer } from './site-server.ts';

const server = new SiteServer();
let browser: Browser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  if (!HAS_BROWSER) return;
  await server.open();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  server.close();
});
beforeEach(async () => {
  problems.length = 0;
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
});
afterEach(() => page.close());

async function open(input: PlaygroundInput): Promise<void> {
  await page.goto(server.url(`playground/#${await fragmentOf(input)}`));
  await waitForResult(page);
}

/** The texts of all elements of a result that a selector finds. */
function texts(selector: string): Promise<readonly string[]> {
  return page.locator(`#result ${selector}`).allTextContents();
}

/** The JSON that the command prints for an input. */
// biome-ignore lint/suspicious/noExplicitAny: each command has a JSON of its own
function printed(input: PlaygroundInput): any {
  const folder = new Folder(Object.fromEntries(input.files.map(({ name, text }) => [name, text])));
  const [command = '', ...args] = argumentsFor(input, NEWEST_MINOR);
  const { stdout, stderr } = folder.kubeadmit([command, '-f', 'json', ...args]);
  folder.remove();
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

interface PrintedFinding {
  readonly severity: string;
  readonly message: string;
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function findingText({ severity, message, rule, file, line, column }: PrintedFinding): string {
  return [severity, message, rule, `${file}:${line}:${column}`].join(' ');
}

/** The findings that the page lists. */
function shownFindings(): Promise<readonly string[]> {
  return page
    .locator('#result .findings > li')
    .evaluateAll((items) =>
      items.map((item) =>
        ['.badge', '.message', '.rule', '.place']
          .map((part) => item.querySelector(part)?.textContent)
          .join(' '),
      ),
    );
}

/** For each pane, the texts of the page and the same texts of the JSON that the command prints. */
const COMPARED: Readonly<
  Record<
    Example['pane'],
    (json: ReturnType<typeof printed>) => Promise<readonly [unknown, unknown]>
  >
> = {
  lint: async ({ findings }) => [await shownFindings(), findings.map(findingText)],
  policy: async ({ requests }) => {
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const matched = requests.filter((request: any) => request.policies.length > 0);
    return [
      [
        await texts('.requests > li > p:first-child .badge'),
        await texts('.requests > li > p:first-child strong'),
        await texts('.requests > li > .message'),
        await texts('td:nth-child(2)'),
        await texts('.changes > *'),
      ],
      [
        matched.map(({ decision }: { decision: string }) => decision),
        matched.map(
          ({ operation, kind, namespace, name }: Record<string, string>) =>
            `${operation} ${kind} ${namespace}/${name}`,
        ),
        matched.flatMap(({ message }: { message: string | null }) => message ?? []),
        // biome-ignore lint/suspicious/noExplicitAny: see above
        matched.flatMap(({ policies }: any) =>
          // biome-ignore lint/suspicious/noExplicitAny: see above
          policies.flatMap(({ explanation }: any) =>
            explanation === undefined
              ? []
              : [...explanation.values, explanation.deciding ?? []]
                  .flat()
                  .map(({ value }: { value: string }) => value),
          ),
        ),
        matched.flatMap(({ changes }: { changes: readonly string[] }) =>
          changes.map((change) => `${change}\n`),
        ),
      ],
    ];
  },
  cel: async ({ value, type, cost, errors }) => {
    const shown = await texts('dd');
    return [
      value === undefined ? await texts('.message') : [shown[0], shown[1], shown[2]?.split(' ')[0]],
      value === undefined
        ? errors.map(
            ({ line, column, message }: Record<string, string>) =>
              `error ${line}:${column}: ${message}`,
          )
        : [value, type, cost.toLocaleString('en')],
    ];
  },
  crd: async ({ definitions }) => {
    const changes = definitions[0].changes;
    return [
      [await texts('.findings .badge'), await texts('.findings .message'), await texts('pre')],
      [
        changes.map(({ severity }: { severity: string }) => severity),
        changes.map(({ message }: { message: string }) => message),
        changes.flatMap(({ witness }: { witness: { object: unknown } | null }) =>
          witness === null ? [] : [JSON.stringify(witness.object, undefined, 2)],
        ),
      ],
    ];
  },
  upgrade: async ({ changes }) => [
    [await texts('.changes > li > p:first-child .badge'), await shownFindings()],
    [
      changes.map(({ change }: { change: string }) => change),
      changes.map(({ finding }: { finding: PrintedFinding }) => findingText(finding)),
    ],
  ],
};

describe.runIf(HAS_BROWSER)('the playground', () => {
  describe.each(EXAMPLES)('with the example "$title"', (example) => {
    it('shows what the command prints', async () => {
      await open(example);
      const [shown, expected] = await COMPARED[example.pane](printed(example));
      expect(shown).toEqual(expected);
      expect(JSON.stringify(shown)).toMatch(/\w/);
      expect(problems).toEqual([]);
    });
  });

  it('opens the first example, and the first one of each pane', async () => {
    await page.goto(server.url('playground/'));
    await waitForResult(page);
    for (const pane of PANES) {
      const example = EXAMPLES.find((candidate) => candidate.pane === pane);
      const index = PANES.indexOf(pane);
      await page.locator('#panes [role=tab]').nth(index).click();
      await waitForResult(page);
      const tabs = await page.locator('#files [role=tab]').allTextContents();
      expect(tabs).toEqual(expect.arrayContaining(example?.files.map(({ name }) => name) ?? []));
      expect(await page.textContent('#status')).not.toContain('No result');
    }
    expect(problems).toEqual([]);
  });

  it('fixes a broken policy by an action, and opens it again from a shared link', async () => {
    await page.goto(server.url('playground/'));
    await waitForResult(page);
    const before = await shownFindings();
    expect(before).toContainEqual(expect.stringContaining("unknown field 'mesage'"));
    await expect
      .poll(() => page.locator('.cm-lintRange-error').allTextContents())
      .toContain('mesage');
    await page.getByRole('button', { name: 'Fix: rename mesage to message' }).click();
    await expect.poll(shownFindings).toEqual([before[0]]);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect.poll(() => page.url()).toContain('#');
    const shared = page.url();
    await page.goto('about:blank');
    await page.goto(shared);
    await waitForResult(page);
    expect(await shownFindings()).toEqual([before[0]]);
    expect(await page.locator('.cm-content').last().textContent()).toContain(
      'message: a Deployment',
    );
  });

  it('checks what the user types', async () => {
    await open({ pane: 'lint', files: [{ name: 'a.yaml', text: '' }] });
    await page.locator('#editor .cm-content').click();
    await page.keyboard.type('apiVersion: networking.k8s.io/v1');
    // Enter breaks the line: the selected completion is what has been written.
    await page.locator('.cm-tooltip-autocomplete').waitFor();
    await page.keyboard.type('\nkind: NetworkPolicy\n');
    await page.keyboard.type('metadata: { name: db }\nspec: { podSelector: 1 }');
    await expect.poll(shownFindings).toContainEqual(expect.stringContaining('field/type'));
    await page.locator('#result .place').first().click();
    await page.keyboard.type('{{}');
    await expect.poll(shownFindings).not.toContainEqual(expect.stringContaining('field/type'));
  });

  it('describes and completes fields', async () => {
    await page.goto(server.url('playground/'));
    await waitForResult(page);
    await page.locator('#editor .cm-content').getByText('matchConstraints').hover();
    await expect
      .poll(() => page.locator('.description').allTextContents())
      .toContainEqual(expect.stringContaining('matchConstraints: MatchResources'));
    await page.locator('#editor .cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('  failu');
    const list = page.locator('.cm-tooltip-autocomplete li');
    await expect
      .poll(() => list.allTextContents())
      .toEqual([expect.stringContaining('failurePolicy')]);
    // For a moment, the editor takes Enter for a line break, so that nobody chooses by accident.
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('#editor .cm-content').textContent())
      .toContain('failurePolicy: ');
  });

  it('checks a range of minors', async () => {
    const example = EXAMPLES.find(({ pane }) => pane === 'upgrade');
    await open({ pane: 'lint', files: example?.files ?? [], versions: '1.31..1.33' });
    expect(await page.textContent('#status')).toContain('Kubernetes 1.31 to 1.33');
    await page.getByLabel('to', { exact: true }).selectOption('1.30');
    await expect.poll(() => page.textContent('#status')).toContain('for Kubernetes 1.30:');
  });

  it('adds and removes files', async () => {
    await open({ pane: 'lint', files: [{ name: 'a.yaml', text: 'a: 1\n' }] });
    await page.getByRole('button', { name: 'Add file' }).click();
    expect(await page.locator('#files [role=tab]').allTextContents()).toEqual([
      'a.yaml',
      'file-2.yaml',
    ]);
    await page.getByRole('button', { name: 'Remove file' }).click();
    expect(await page.locator('#files [role=tab]').allTextContents()).toEqual(['a.yaml']);
    expect(await page.locator('#editor .cm-content').textContent()).toBe('a: 1');
  });

  it('downloads the file that is open', async () => {
    await open({ pane: 'lint', files: [{ name: 'a.yaml', text: 'a: 1\n' }] });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('a.yaml');
  });

  it('says that a link is damaged', async () => {
    await page.goto(server.url('playground/#abc'));
    await expect
      .poll(() => page.locator('#editor .cm-content').textContent())
      .toContain('apiVersion');
    expect(await page.locator('#files [role=tab]').count()).toBe(1);
  });

  it('can be used by the keyboard', async () => {
    await page.goto(server.url('playground/'));
    await waitForResult(page);
    await page.locator('#panes [aria-selected=true]').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#panes [aria-selected=true]').textContent()).toBe('Policy');
    await page.locator('#editor .cm-content').focus();
    await page.keyboard.press('Tab');
    const isInEditor = await page.evaluate(() => document.activeElement?.id === 'editor');
    expect(isInEditor).toBe(false);
  });
});

describe.runIf(HAS_BROWSER)('hostile texts', () => {
  const MARKUP = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

  it('stay text', async () => {
    const name = `${MARKUP}\u202e.yaml`;
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: '${MARKUP.replaceAll("'", '"')}' }\n${JSON.stringify(MARKUP)}: 1\n`;
    for (const pane of ['lint', 'policy', 'upgrade'] as const) {
      await open({ pane, files: [{ name, text }], versions: '1.35..1.36' });
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await page.title()).toContain('Playground');
    }
    await open({ pane: 'cel', files: [], expression: JSON.stringify(MARKUP), place: MARKUP });
    await open({ pane: 'cel', files: [], expression: JSON.stringify(MARKUP), place: 'vap' });
    expect(await texts('dd')).toContainEqual(expect.stringContaining('<img src=x'));
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toContain('Playground');
  });

  it('are checked if they are large', async () => {
    const item = `---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: ${'x'.repeat(1000)} }\n`;
    const text = item.repeat(Math.ceil(5_000_000 / item.length));
    await open({ pane: 'lint', files: [{ name: 'large.yaml', text }] });
    expect(await page.textContent('#status')).toMatch(/^Checked \d{4} of \d{4} documents/);
  });
});

describe.runIf(HAS_BROWSER)('the page of the playground', () => {
  /** Tries to send something to the server of the site, and to another one. */
  const attempts = (target: string) => {
    const outcome = (promise: Promise<unknown>) =>
      promise.then(
        () => 'sent',
        () => 'refused',
      );
    return Promise.all([
      outcome(fetch(target)),
      outcome(
        new Promise((sent, refused) => {
          const request = new XMLHttpRequest();
          request.onload = sent;
          request.onerror = refused;
          request.open('GET', target);
          request.send();
        }),
      ),
      outcome(
        new Promise((sent, refused) => {
          const socket = new WebSocket(target.replace('http', 'ws'));
          socket.onopen = sent;
          socket.onerror = refused;
        }),
      ),
    ]);
  };

  const REFUSED = ['refused', 'refused', 'refused'];

  it('can send nothing', async () => {
    const other = new SiteServer();
    await other.open();
    await page.goto(server.url('playground/'));
    await waitForResult(page);
    const ways = [server.url('stolen'), other.url('stolen')];
    server.requests.length = 0;
    for (const target of ways) {
      expect(await page.evaluate(attempts, target)).toEqual(REFUSED);
    }
    await page.evaluate((targets) => {
      for (const target of targets) {
        navigator.sendBeacon(target, 'text');
        if (!target.includes(location.host)) new Image().src = target;
        const form = document.createElement('form');
        Object.assign(form, { action: target, method: 'post', target: '_blank' });
        document.body.append(form);
        form.submit();
      }
      const style = document.createElement('style');
      style.textContent = `body { background: url(${targets[1]}) }`;
      document.head.append(style);
    }, ways);
    const [worker] = page.workers();
    for (const target of ways) {
      expect(await worker?.evaluate(attempts, target)).toEqual(REFUSED);
    }
    await page.waitForTimeout(500);
    expect(other.requests).toEqual([]);
    expect(server.requests.filter((path) => path.includes('stolen'))).toEqual([]);
    other.close();
  });

  it('loads little', async () => {
    server.requests.length = 0;
    await page.goto(server.url('playground/'));
    await waitForResult(page);
    const core = server.requests.filter((path) => path.startsWith('playground/kubeadmit/'));
    const rest = server.requests.filter((path) => !core.includes(path));
    expect(core).not.toEqual([]);
    expect(compressedSize(rest)).toBeLessThan(250_000);
    expect(compressedSize(core)).toBeLessThan(900_000);
    expect(core).not.toContain('playground/kubeadmit/rare.js');
  });

  it.each([
    [1280, 'light'],
    [360, 'light'],
    [1280, 'dark'],
  ] as const)('is accessible, %i pixels wide, in %s mode', async (width, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const example of EXAMPLES) {
      await open(example);
      const found = await accessibilityProblems(page);
      expect(found.map((problem) => `${example.title}: ${problem}`)).toEqual([]);
      expect([example.title, await overflow(page)]).toEqual([example.title, 0]);
    }
  });
});
