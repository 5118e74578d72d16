import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
/** The URLs of other origins that pages have asked for. */
const outside: string[] = [];

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
  outside.length = 0;
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.route(
    ({ origin, protocol }) => origin !== server.origin && !/^(?:data|blob):$/.test(protocol),
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
});
afterEach(() => page.close());

const PAGES = ['', 'install.html', 'rules/', 'rules/field/unknown.html', 'policies.html'];

describe.runIf(HAS_BROWSER)('the site', () => {
  it('shows a manifest, the finding and the commands on its first page', async () => {
    await page.goto(server.url(''));
    const content = (await page.textContent('main, #VPContent')) ?? '';
    // The output is wrapped.
    const text = content.replace(/\s+/g, ' ');
    expect(text).toContain('kind: ValidatingAdmissionPolicy');
    expect(text).toContain("undeclared reference to 'startWith'");
    expect(text).toContain('kubeadmit config/');
  });

  it('asks no other server for anything', async () => {
    for (const path of PAGES) {
      await page.goto(server.url(path), { waitUntil: 'networkidle' });
    }
    await page.goto(server.url('playground/'));
    await waitForResult(page);
    expect(outside).toEqual([]);
  });

  it('finds a rule by a message of the API server', async () => {
    await page.goto(server.url('rules/'));
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('the timeout value must be between 1 and 30 seconds');
    await page.getByRole('option', { name: 'webhook/timeout' }).first().click();
    await page.waitForURL(/rules\/webhook\/timeout/);
  });

  it('opens the examples of a rule in the playground', async () => {
    await page.goto(server.url('rules/webhook/timeout.html'));
    await page.getByRole('link', { name: 'Open in the playground' }).first().click();
    await page.waitForURL(/playground/);
    await waitForResult(page);
    expect(await page.locator('#result .rule').allTextContents()).toContain('webhook/timeout');
  });

  it('has a page for the rule of each finding', async () => {
    await page.goto(server.url('playground/'));
    await waitForResult(page);
    const href = (await page.locator('#result .rule').first().getAttribute('href')) ?? '';
    const response = await page.goto(new URL(href, server.url('playground/')).href);
    expect(response?.status()).toBe(200);
  });

  it('has a small first page', async () => {
    server.requests.length = 0;
    await page.goto(server.url(''), { waitUntil: 'load' });
    expect(compressedSize(server.requests)).toBeLessThan(250_000);
  });

  it.each([
    [1280, 'light'],
    [360, 'dark'],
  ] as const)('is accessible, %i pixels wide, in %s mode', async (width, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const path of PAGES) {
      await page.goto(server.url(path), { waitUntil: 'networkidle' });
      const found = await accessibilityProblems(page);
      expect(found.map((problem) => `${path}: ${problem}`)).toEqual([]);
      expect([path, await overflow(page)]).toEqual([path, 0]);
    }
  });
});
