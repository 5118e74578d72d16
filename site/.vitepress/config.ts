import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { REPOSITORY_URL } from '../../src/result/document-urls.ts';
import { BASE, fileUrl } from '../site.ts';

const RULES = join(import.meta.dirname, '../../docs/rules');

/** The sidebar of the pages below `/rules/`, by the path: all families, and the rules of the family that is open. */
function ruleSidebars() {
  const families = readdirSync(RULES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, rules: rulesOf(name) }));
  const itemsFor = (open: string | undefined) => [
    {
      text: 'Rules',
      link: '/rules/',
      items: families.map(({ name, rules }) => ({
        text: name,
        link: rules[0]?.link ?? '/rules/',
        ...(name === open && { items: rules }),
      })),
    },
  ];
  return Object.fromEntries([
    ['/rules/', itemsFor(undefined)],
    ...families.map(({ name }) => [`/rules/${name}/`, itemsFor(name)]),
  ]);
}

function rulesOf(family: string) {
  return readdirSync(join(RULES, family)).map((file) => {
    const name = file.replace(/\.md$/, '');
    return { text: name, link: `/rules/${family}/${name}` };
  });
}

const GUIDES = [
  {
    text: 'Start',
    items: [
      { text: 'Install and use', link: '/install' },
      { text: 'CI systems and editors', link: '/ci' },
      { text: 'Playground', link: '/site' },
      { text: 'Configuration', link: '/configuration' },
      { text: 'Suppressions', link: '/suppressions' },
      { text: 'Baselines', link: '/baselines' },
      { text: 'Fixes', link: '/fixes' },
    ],
  },
  {
    text: 'Guides',
    items: [
      { text: 'Operator with CRDs', link: '/guides/operator' },
      { text: 'Admission policies', link: '/guides/policies' },
      { text: 'GitOps repository', link: '/guides/gitops' },
      { text: 'Gate in CI', link: '/guides/ci' },
      { text: 'Upgrade of a cluster', link: '/guides/upgrade' },
      { text: 'Editor', link: '/guides/editor' },
    ],
  },
  {
    text: 'Tasks',
    items: [
      { text: 'Run admission policies', link: '/policies' },
      { text: 'Test admission policies', link: '/policies#test-policies' },
      { text: 'Change a CRD', link: '/compatibility' },
      { text: 'Upgrade a cluster', link: '/upgrade' },
      { text: 'Check a repository', link: '/installations' },
      { text: 'Check rendered manifests', link: '/rendered' },
    ],
  },
  {
    text: 'Background',
    items: [
      { text: 'Kinds', link: '/kinds' },
      { text: 'Changes of the server', link: '/server-changes' },
      { text: 'Agreement with the server', link: '/conformance' },
      { text: 'Precision of warnings', link: '/precision' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'Architecture', link: '/architecture' },
      { text: 'Measurements: agreement', link: '/development/conformance' },
      { text: 'Measurements: precision', link: '/development/precision' },
      { text: 'Measurements: reliability', link: '/development/reliability' },
      { text: 'Measurements: speed', link: '/development/benchmarks' },
      { text: 'Contributing', link: '/contributing' },
      { text: 'Security', link: '/security' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
];

export default defineConfig({
  title: 'kubeadmit',
  description: "The Kubernetes API server's verdict on manifests, without a cluster",
  base: BASE,
  srcDir: 'content',
  lang: 'en',
  // Without an icon, browsers ask for /favicon.ico.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // The data of the whole site is a file of its own, not a part of each page.
  metaChunk: true,
  markdown: {
    // The pages of the repository have no HTML: angle brackets are placeholders, such as <kind>.
    html: false,
    // Unlike those of the default themes, the colors of comments have the contrast that the WCAG require.
    theme: { light: 'github-light-default', dark: 'github-dark-default' },
    // Vue would evaluate what is between double braces in inline code.
    config({ renderer: { rules } }) {
      const { code_inline: inlineCode } = rules;
      rules.code_inline = (tokens, index, ...others) => {
        tokens[index]?.attrSet('v-pre', '');
        return inlineCode?.(tokens, index, ...others) ?? '';
      };
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/install' },
      { text: 'Rules', link: '/rules/' },
      { text: 'Playground', link: '/playground/', target: '_self' },
    ],
    sidebar: { ...ruleSidebars(), '/': GUIDES },
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY_URL, ariaLabel: 'Repository' }],
    footer: { message: `<a href="${fileUrl('LICENSE')}">Apache-2.0</a>` },
  },
});
