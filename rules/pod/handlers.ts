import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { portProblem } from '../../src/analysis/fields/port-references.ts';
import { unquotedFix } from '../../src/analysis/fields/value-fixes.ts';
import {
  ACTIONS,
  actionsOf,
  canBeProbed,
  type Handler,
  handlersOf,
} from '../../src/analysis/pods/handlers.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type { IntOrString } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/handlers',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Each probe and each hook of the lifecycle has one action, which is complete.',
  details: `
A probe has one of \`exec\`, \`httpGet\`, \`tcpSocket\` and \`grpc\`; the hooks \`postStart\` and \`preStop\` have one of \`exec\`,
\`httpGet\`, \`tcpSocket\` and \`sleep\`. The API server refuses a probe or hook without an action, and one with several.

A command needs at least one item. A \`port\` is a number from 1 to 65535, or the name of a port of the container; a number in
quotes is a name. \`sleep\` must end within the \`terminationGracePeriodSeconds\` of the pod.
`,
  reference:
    'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/',
  messages: {
    none: {
      text: '{handler} has no action',
      help: 'add one of {actions}',
      cause: 'FieldValueRequired',
      rows: ['pod-handler-none'],
    },
    several: {
      text: '{handler} has {first} already, so it cannot have {second}',
      help: 'keep one of them',
      cause: 'FieldValueForbidden',
      rows: ['pod-handler-several'],
    },
    command: {
      text: 'the command has no items',
      help: 'list the program and its arguments in command',
      cause: 'FieldValueRequired',
      rows: ['pod-handler-command'],
    },
    port: {
      text: "'{port}' is not a valid port: {problem}",
      help: 'use a number from 1 to 65535, or the name of a port of the container',
      cause: 'FieldValueInvalid',
      rows: ['pod-handler-port'],
    },
    header: {
      text: "'{name}' is not a valid name of an HTTP header",
      help: "use letters, digits and '-', as in X-Probe",
      cause: 'FieldValueInvalid',
      rows: ['pod-handler-header'],
    },
    sleep: {
      text: 'sleep of {seconds} seconds is not within the terminationGracePeriodSeconds of {most} seconds',
      help: 'use fewer seconds, or set a larger terminationGracePeriodSeconds of the pod',
      cause: 'FieldValueInvalid',
      rows: ['pod-handler-sleep'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              livenessProbe: # expect: none
                periodSeconds: 5
              readinessProbe:
                tcpSocket: { port: 8080 } # expect: several
                httpGet:
                  port: "8080"
                  #     ^^^^^^ expect: port
                  httpHeaders:
                    - name: "X Probe"
                      #     ^^^^^^^^^ expect: header
                      value: "1"
              startupProbe:
                exec: { command: [] }
                #                ^^ expect: command
              lifecycle:
                preStop:
                  sleep: { seconds: 60 }
                  #                 ^^ expect: sleep
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              ports: [{ name: http, containerPort: 8080 }]
              livenessProbe:
                httpGet: { path: /healthz, port: http }
              lifecycle:
                preStop:
                  exec: { command: [nginx, -s, quit] }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            containers:
              - name: web
                image: nginx
                readinessProbe:
                  httpGet:
                    port: "8080" # of the proxy
        `,
        after: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            containers:
              - name: web
                image: nginx
                readinessProbe:
                  httpGet:
                    port: 8080 # of the proxy
        `,
      },
    ],
  },
  check(resource, { report, minor }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers } = pod;
    const period = spec.get('terminationGracePeriodSeconds');
    const { value: gracePeriod } = period;
    const shortest = serverHas('sleep-of-zero-seconds', minor) ? 0 : 1;
    for (const container of containers.filter(canBeProbed)) {
      for (const handler of handlersOf(container.field)) {
        const [first, ...others] = actionsOf(handler);
        for (const second of others) {
          const values = { handler: String(handler.segment), first: first ?? '', second };
          report({ message: 'several', at: handler.get(second), side: 'key', values });
        }
        switch (first) {
          case undefined: {
            const name = String(handler.segment);
            const actions = name.endsWith('Probe') ? PROBE_ACTIONS : HOOK_ACTIONS;
            if (!hasPrunedAction(handler)) {
              report({
                message: 'none',
                at: handler,
                side: 'key',
                values: { handler: name, actions },
              });
            }
            break;
          }
          case 'exec': {
            const command = handler.get('exec').get('command');
            if (isEmptyList(command)) report({ message: 'command', at: command });
            break;
          }
          case 'httpGet':
            for (const header of handler.get('httpGet').itemsOf('httpHeaders')) {
              const name = header.get('name');
              const { value = '' } = name;
              if (HEADER_NAME.test(value)) continue;
              const path = handler.get('httpGet').get('httpHeaders').path;
              report({ message: 'header', at: name, path, values: { name: value } });
            }
            checkPort(handler.get('httpGet').get('port'));
            break;
          case 'tcpSocket':
          case 'grpc':
            checkPort(handler.get(first).get('port'));
            break;
          case 'sleep': {
            const seconds = handler.get('sleep').get('seconds');
            const { value = 0 } = seconds;
            if (gracePeriod === undefined) break;
            if (value >= shortest && value <= gracePeriod) break;
            const { path } = handler.get('sleep');
            const values = { seconds: value, most: gracePeriod };
            report({ message: 'sleep', at: seconds, path, values, dependsOn: [period.path] });
          }
        }
      }
    }

    function checkPort(port: Field<IntOrString | undefined>): void {
      const problem = portProblem(port);
      if (problem === undefined) return;
      const values = { port: port.value ?? 0, problem };
      report({ message: 'port', at: port, values, fix: unquotedFix(port) });
    }
  },
});

const PROBE_ACTIONS = 'exec, httpGet, tcpSocket and grpc';
const HOOK_ACTIONS = 'exec, httpGet, tcpSocket and sleep';

const HEADER_NAME = /^[-A-Za-z0-9]+$/;

/** Reports whether the only action of a handler has a wrong type, which is another error. */
function hasPrunedAction(handler: Handler): boolean {
  return ACTIONS.some((action) => handler.get(action).pruned);
}
