import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { Random } from '../../scripts/fuzz/random.ts';
import { ErrorIndex } from '../../src/features/explain/error-index.ts';
import { readServerMessage } from '../../src/features/explain/features.ts';
import { knownMessages } from '../../src/features/explain/known-messages.ts';
import { kubectlMessages } from '../../src/features/explain/kubectl-messages.ts';
import {
  knownMessagesOfCases,
  messagesOfExamples,
  type ReportedMessage,
} from './reported-messages.ts';

const rules = loadRules();

const ofCases = knownMessagesOfCases();
const ofExamples = messagesOfExamples();
const rows = [...new Set(ofCases.map(({ row }) => row))].sort();

it('an index of one half of the checks of the server finds the rules of the other half', () => {
  // The shares depend on the half in which the largest cases are: some have many refusals that no other case has, and
  // the sources of volumes many fields of their own.
  const places = [0, 1, 2].flatMap(placesInHalf);
  const share = (fits: (place: number) => boolean) => places.filter(fits).length / places.length;
  expect(share((place) => place === 0)).toBeGreaterThanOrEqual(0.85);
  expect(share((place) => place >= 0)).toBeGreaterThanOrEqual(0.92);
});

/** The places of the right rules among the first three. -1 for a message whose rule is not among them. */
function placesInHalf(seed: number): readonly number[] {
  const random = new Random(seed);
  const known = new Set(rows.filter(() => random.below(2) === 0));
  const index = new ErrorIndex(
    [...ofCases.filter(({ row }) => known.has(row)), ...ofExamples, ...kubectlMessages()],
    rules,
  );
  const asked = new Map(
    ofCases.filter(({ row }) => !known.has(row)).map((message) => [shapeOf(message), message]),
  );
  // A search takes long: a third of the messages is enough.
  const third = [...asked.values()].filter((_, place) => place % 3 === seed);
  return third.map((message) => {
    const found = index.find(readServerMessage(textOf(message, random))).slice(0, 3);
    return found.findIndex(({ rule }) => message.rules.includes(rule));
  });
}

/**
 * The form that distinguishes a message from others, without its names, values and numbers. All kinds have the same
 * messages about metadata.
 */
function shapeOf({ kind, field, type, detail }: ReportedMessage): string {
  const path = field.replace(/\[[^\]]*\]/g, '[]');
  const of = path.startsWith('metadata.') ? '' : kind;
  return JSON.stringify([of, path, type, detail.replace(/"(?:[^"\\]|\\.)*"|\d+/g, '')]);
}

/** As kubectl prints it, with other names, values and numbers. */
function textOf({ kind, field, type, detail }: ReportedMessage, random: Random): string {
  const name = random.pick(['shop', 'prod-web', 'a.example.com', 'v2.Things']);
  const changed = `${field}: ${type}: ${detail}`
    .replace(/"(?:[^"\\]|\\.)*"/g, () =>
      JSON.stringify(random.pick(['Blue', 'x_y', '-9', 'my own'])),
    )
    .replace(/\[\d+\]/g, () => `[${random.below(12)}]`)
    .replace(/(?<![\w.])\d+(?![\w.])/g, () => String(random.below(5000)));
  return `The ${kind} "${name}" is invalid: ${changed}`;
}

describe('an index of all known messages', () => {
  const index = new ErrorIndex([...knownMessages(), ...kubectlMessages()], rules);

  it.each([
    ['strict decoding error: unknown field "spec.replica"', 'field/unknown'],
    [
      'error: error validating "np.yaml": error validating data: ValidationError(NetworkPolicy.spec): unknown field "podselector" in io.k8s.api.networking.v1.NetworkPolicySpec; if you choose to ignore these errors, turn validation off with --validate=false',
      'field/unknown',
    ],
    [
      'error: unable to recognize "pdb.yaml": no matches for kind "PodDisruptionBudget" in version "policy/v1beta1"',
      'kind/unserved',
    ],
    [
      'Error from server (BadRequest): error when creating "q.yaml": ResourceQuota in version "v1" cannot be handled as a ResourceQuota: json: cannot unmarshal number into Go struct field ResourceQuotaSpec.spec.scopes of type string',
      'field/type',
    ],
    [
      'error: error parsing crd.yaml: error converting YAML to JSON: yaml: line 12: mapping values are not allowed in this context',
      'yaml/syntax',
    ],
    [
      'The ValidatingWebhookConfiguration "pods.example.com" is invalid: webhooks[0].timeoutSeconds: Invalid value: 60: the timeout value must be between 1 and 30 seconds',
      'webhook/timeout',
    ],
    [
      'The CustomResourceDefinition "a.b.com" is invalid: spec.versions: Invalid value: []apiextensions.CustomResourceDefinitionVersion{}: must have exactly one version marked as storage version',
      'crd/storage-version',
    ],
    ['metadata.annotations: Too long: must have at most 262144 bytes', 'metadata/annotations'],
    [
      'error: error validating "a.yaml": error validating data: ValidationError(Deployment.spec): missing required field "selector" in io.k8s.api.apps.v1.DeploymentSpec',
      'workload/selector',
    ],
    [
      "The StatefulSet \"web\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      'update/workload',
    ],
    [
      'The PersistentVolumeClaim "data" is invalid: spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      'update/fixed-values',
    ],
    [
      'Shop.example.com "a" is invalid: spec.replicas: Invalid value: 7: spec.replicas in body should be less than or equal to 5',
      'custom-resource/number',
    ],
    [
      'Shop.example.com "a" is invalid: spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
      'custom-resource/type',
    ],
    [
      'conversion webhook for example.com/v1, Kind=Shop failed: Post "https://a.b.svc:443/convert?timeout=30s": x509: certificate signed by unknown authority',
      'crd/conversion-webhook',
    ],
    [
      'Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: Post "https://a.b.svc:443/?timeout=10s": service "a" not found',
      'webhook/fail-closed',
    ],
    [
      'The Pod "web" is invalid: spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`',
      'update/pod',
    ],
  ])('finds the rule of %s', (text, rule) => {
    expect(index.find(readServerMessage(text))[0]?.rule).toBe(rule);
  });
});
