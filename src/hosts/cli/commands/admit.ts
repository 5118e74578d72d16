import { type AdmitReport, admit } from '../../../features/admit/admit.ts';
import { admitJson } from '../../../features/admit/admit-json.ts';
import { admitSummary, admitText, noRequestReason } from '../../../features/admit/admit-text.ts';
import { readAuthorizationFile } from '../../../features/admit/authorization-file.ts';
import { ADMINISTRATOR } from '../../../lint/decide/requests.ts';
import { NO_POLICY } from '../../../report/summary.ts';
import type { AuthorizationAnswers } from '../../../server/admission/authorizer.ts';
import type { User } from '../../../server/admission/request.ts';
import { newestOf } from '../../../server/kubernetes/minors.ts';
import { OPERATIONS } from '../../../server/kubernetes/operations.ts';
import { openManifests, readIfAny } from '../admit/read-manifests.ts';
import { ArgumentParser, chosen, type OptionsOf } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { outputStyle } from '../colors.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { problemOfCrd, problemOfObject, problemOfPolicy } from '../lint/unusable-documents.ts';
import { readOptionFile } from '../option-file.ts';

type AdmitOptions = OptionsOf<typeof parser>;

/** Passes the objects of manifests through admission policies. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const reading = openManifests(operands, options, host, messages);
  const { invocation } = reading;
  const sources = await reading.read(invocation.paths);
  const report = admit(sources, {
    kubernetesVersion: newestOf(invocation.kubernetesVersion),
    runtimeConfig: invocation.runtimeConfig,
    featureGates: invocation.featureGates,
    policies: [...(await readIfAny(reading, invocation.policies)), ...(await reading.crds())],
    old: await readIfAny(reading, options.old ?? []),
    user: userOf(options),
    isDryRun: options.dryRun === true,
    answers: answersOf(options, host),
    keepsTraces: options.verbose === true,
    ...(options.operation === undefined ? {} : { operation: options.operation }),
  });
  for (const one of report.unusable) {
    const isCrd = one.kind === 'CustomResourceDefinition';
    messages.complain(isCrd ? problemOfCrd(one) : problemOfPolicy(one));
  }
  for (const one of report.undecodable) messages.complain(problemOfObject(one));
  await write(report, options, host, messages);
  if (!reading.isComplete()) return EXIT.trouble;
  return isClean(report) ? EXIT.clean : EXIT.findings;
};

/** Reports whether all requests are admitted, and no policy or object of the input is refused. */
function isClean({ requests, unusable, undecodable }: AdmitReport): boolean {
  return (
    requests.every(({ outcome }) => outcome === 'admitted') &&
    undecodable.length === 0 &&
    unusable.every(({ verdicts }) => Object.values(verdicts).includes('unserved'))
  );
}

/** The parser of its command line. */
export function parser() {
  return new ArgumentParser(
    'admit',
    'Passes the objects of manifests through the admission policies among them, as the API server does.',
    'files and folders; - is standard input (default: the current folder)',
  )
    .list('--policies <path>', 'more policies, bindings, params and namespaces')
    .list('--crds <path>', 'more CRDs')
    .option(
      '--kubernetes-version <version>',
      'a minor (default: that of the configuration, or the newest)',
    )
    .option(
      '--operation <operation>',
      `${OPERATIONS.join(', ')} (default: CREATE, or UPDATE of what --old has; CONNECT of PodExecOptions and the like)`,
      (value) => chosen(value.toUpperCase(), 'operation', OPERATIONS),
    )
    .list('--old <path>', 'the stored objects')
    .option('--user <name>', `who sends the requests (default: ${ADMINISTRATOR.name})`)
    .list('--group <name>', `a group of the user (default: ${ADMINISTRATOR.groups.join(', ')})`)
    .option('--dry-run', 'requests with dryRun')
    .option(
      '--authorize <file>',
      'what the user may do; without it, checks of authorizer are unknown',
    )
    .choice('-f, --format <format>', 'text or json', 'format', ['text', 'json'])
    .option('--config <file>', 'the configuration')
    .option('-v, --verbose', 'show each expression with the values of its parts')
    .commonOptions();
}

function userOf({ user, group }: AdmitOptions): User {
  return {
    ...ADMINISTRATOR,
    ...(user === undefined ? {} : { name: user }),
    ...(group === undefined ? {} : { groups: group }),
  };
}

function answersOf({ authorize }: AdmitOptions, host: Host): AuthorizationAnswers {
  if (authorize === undefined) return () => undefined;
  const file = readAuthorizationFile(readOptionFile(authorize, host.cwd));
  if (!file.ok) throw new UsageError(`${authorize}: ${file.problem}`);
  return file.answers;
}

async function write(
  report: AdmitReport,
  { format = 'text', verbose, color }: AdmitOptions,
  host: Host,
  messages: Messages,
): Promise<void> {
  if (format === 'json') {
    await writeOut(host.stdout, admitJson(report));
    return;
  }
  const { stdout } = host;
  const style = await outputStyle(host, color);
  await writeOut(
    stdout,
    admitText(report, { style, width: stdout.columns, isVerbose: verbose === true }),
  );
  if (report.policies === 0) messages.say(NO_POLICY);
  if (report.requests.length === 0) {
    messages.say(`no request was made: ${noRequestReason(report)}`);
  }
  messages.say(admitSummary(report));
}
