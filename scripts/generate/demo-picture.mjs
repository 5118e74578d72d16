// Draws what kubeadmit prints on a terminal for fixtures/demo, for the README:
//   npm run demo         (after npm run build)
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const [, versions] = readme.match(/--kubernetes-version (\S+) fixtures\/demo/);
const ARGUMENTS = ['--kubernetes-version', versions, 'fixtures/demo'];
const COMMAND = `kubeadmit ${ARGUMENTS.join(' ')}`;
const { stdout } = spawnSync(process.execPath, ['bin/kubeadmit.cjs', '--color', ...ARGUMENTS], {
  cwd: repository,
  encoding: 'utf8',
  env: { PATH: process.env.PATH },
});
const lines = [`$ ${COMMAND}`, ...stdout.trimEnd().split('\n')];

const CHARACTER = 7.83;
const LINE = 18;
const MARGIN = 16;
const width =
  Math.ceil(Math.max(...lines.map((line) => plain(line).length)) * CHARACTER) + 2 * MARGIN;
const height = lines.length * LINE + 2 * MARGIN;

writeFileSync(
  join(repository, 'docs/demo.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${COMMAND}">
<style>
rect { fill: #161b22 }
text { fill: #c9d1d9; font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre }
.bold { font-weight: bold; fill: #f0f6fc }
.red { fill: #ff7b72; font-weight: bold }
.magenta { fill: #d2a8ff; font-weight: bold }
.faint { fill: #8b949e }
</style>
<rect width="100%" height="100%" rx="6"/>
${lines.map(drawLine).join('\n')}
</svg>
`,
);

function drawLine(line, index) {
  const y = MARGIN + (index + 1) * LINE - 5;
  return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${drawSpans(line)}</text>`;
}

/** The colors and weights of src/hosts/cli/colors.ts, by their SGR codes. */
function drawSpans(line) {
  const colors = { 31: 'red', 35: 'magenta' };
  let drawn = '';
  let color = '';
  let weight = '';
  for (const [, code, text] of line.matchAll(/(?:\u001b\[(\d+)m)?([^\u001b]*)/g)) {
    if (code === '39') color = '';
    else if (code === '1') weight = 'bold';
    else if (code === '2') weight = 'faint';
    else if (code === '22') weight = '';
    else if (code !== undefined) color = colors[code] ?? '';
    if (text === '') continue;
    const name = color || weight;
    drawn += name === '' ? escaped(text) : `<tspan class="${name}">${escaped(text)}</tspan>`;
  }
  return drawn;
}

function plain(line) {
  return line.replace(/\u001b\[\d+m/g, '');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
