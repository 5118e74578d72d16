import {
  admit,
  completionsAt,
  describeAt,
  diff,
  evaluate,
  type LintOptions,
  lint,
  load,
  type Minor,
  NEWEST_MINOR,
  parseMinors,
  type Source,
  upgrade,
} from 'kubeadmit/browser';
import type { PlaygroundInput } from '../share.ts';
import type { Answers, Result, WorkerAnswer, WorkerRequest } from './check.ts';
import { CEL_FILES, CRD_FILES, fileNamed } from './command-line.ts';

self.addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  const { id } = data;
  let answer: WorkerAnswer;
  try {
    answer = { id, value: await answerTo(data) };
  } catch (error) {
    answer = { id, problem: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
});

function answerTo(request: WorkerRequest): Promise<Answers[keyof Answers]> {
  const { input, ask } = request;
  if (ask === 'result') return resultOf(input);
  const options = { kubernetesVersion: minorsOf(input).at(-1) ?? NEWEST_MINOR };
  const answer = ask === 'description' ? describeAt : completionsAt;
  return answer(sourcesOf(input), request.place, options);
}

function sourcesOf({ files }: PlaygroundInput): readonly Source[] {
  return files.map(({ name, text }) => ({ name, content: text }));
}

async function resultOf(input: PlaygroundInput): Promise<Result> {
  const { pane } = input;
  const sources = sourcesOf(input);
  const minors = minorsOf(input);
  const kubernetesVersion = minors.at(-1) ?? NEWEST_MINOR;
  switch (pane) {
    case 'lint': {
      const options = { kubernetesVersions: minors, pedantic: true, now: new Date() };
      return { pane, report: await loadedLint(sources, options) };
    }
    case 'policy': {
      const { findings } = await loadedLint(sources, { kubernetesVersions: [kubernetesVersion] });
      const errors = findings.filter(({ severity }) => severity === 'error');
      return { pane, decisions: await admit(sources, { kubernetesVersion }), errors };
    }
    case 'cel':
      return { pane, evaluation: await evaluateInput(input, kubernetesVersion) };
    case 'crd': {
      const before = sourceNamed(input, CRD_FILES.before) ?? [];
      const after = sourceNamed(input, CRD_FILES.after) ?? [];
      return { pane, diff: await diff([before].flat(), [after].flat(), { kubernetesVersion }) };
    }
    case 'upgrade': {
      const from = minors[0] ?? NEWEST_MINOR;
      return { pane, upgrade: await upgrade(sources, { from, to: kubernetesVersion }) };
    }
  }
}

async function loadedLint(sources: readonly Source[], options: LintOptions) {
  await load(sources, options);
  return lint(sources, options);
}

function evaluateInput(input: PlaygroundInput, kubernetesVersion: Minor) {
  const { expression = '', place = 'vap', at } = input;
  const object = sourceNamed(input, CEL_FILES.object);
  const old = sourceNamed(input, CEL_FILES.old);
  const params = sourceNamed(input, CEL_FILES.params);
  const crds = sourceNamed(input, CEL_FILES.crds);
  return evaluate(
    expression,
    {
      as: place,
      ...(at !== undefined && { at }),
      ...(object && { object }),
      ...(old && { old }),
      ...(params && { params }),
      ...(crds && { crds: [crds] }),
    },
    { kubernetesVersion },
  );
}

function sourceNamed(input: PlaygroundInput, name: string): Source | undefined {
  const file = fileNamed(input, name);
  return file && { name, content: file.text };
}

/** The minors of an input. A link may name minors that do not exist. */
function minorsOf({ versions = NEWEST_MINOR }: PlaygroundInput): readonly Minor[] {
  return parseMinors(versions) ?? [NEWEST_MINOR];
}
