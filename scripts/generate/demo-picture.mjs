// Draws what `kubeadmit fixtures/demo` prints on a terminal, for the README:
//   npm run demo         (after npm run build)
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');
const COMMAND = 'kubeadmit fixtures/demo';
const { stdout } = spawnSync(process.execPath, ['bin/kubeadmit.cjs', '--color', 'fixtures/demo'], {
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
.yellow { fill: #e3b341; font-weight: bold }
.cyan { fill: #56d4dd; font-weight: bold }
.blue { fill: #79c0ff }
</style>
<rect width="100%" height="100%" rx="6"/>
${lines.map(drawLine).join('\n')}
</svg>
`,
);

function drawLine(line, index) {
  const y = MARGIN + (index + 1) * LINE - 5;
  return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${colourSpans(line)}</text>`;
}

/** The colours that src/cli/colour.ts uses, by their SGR codes. */
function colourSpans(line) {
  const classes = { 31: 'red', 33: 'yellow', 36: 'cyan', 34: 'blue' };
  let drawn = '';
  let colour = '';
  let bold = false;
  for (const [, code, text] of line.matchAll(/(?:\u001b\[(\d+)m)?([^\u001b]*)/g)) {
    if (code === '39') colour = '';
    else if (code === '1') bold = true;
    else if (code === '22') bold = false;
    else if (code !== undefined) colour = classes[code] ?? '';
    if (text === '') continue;
    const name = colour || (bold ? 'bold' : '');
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
