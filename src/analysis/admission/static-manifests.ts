import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { KINDS_WITH_RESOURCE_RULES } from '../requests/resource-rules.ts';

type AdmissionResource = Resource<(typeof KINDS_WITH_RESOURCE_RULES)[number]>;

/** The end of the names of objects that the API server loads from files. */
const STATIC_SUFFIX = '.static.k8s.io';

/** Whether the name of an object is reserved for static manifests of the API server. */
export function hasStaticName({ root }: AdmissionResource): boolean {
  return root.get('metadata').get('name').value?.endsWith(STATIC_SUFFIX) ?? false;
}

/**
 * A field because of which the API server cannot load an object from a static manifest; undefined if it can.
 * Source: the loaders of manifests in k8s.io/apiserver/pkg/admission/plugin, which forbid references to services,
 * parameters and policies of the API.
 */
export function obstacleToStaticManifest(resource: AdmissionResource): Field | undefined {
  return forbiddenFields(resource).find((field) => !field.absent);
}

function forbiddenFields(resource: AdmissionResource): readonly Field[] {
  if (isOfKind(resource, 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration')) {
    return resource.root
      .get('webhooks')
      .items()
      .map((webhook) => webhook.get('clientConfig').get('service'));
  }
  if (isOfKind(resource, 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy')) {
    return [resource.root.get('spec').get('paramKind')];
  }
  if (isOfKind(resource, 'ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicyBinding')) {
    const spec = resource.root.get('spec');
    const policyName = spec.get('policyName');
    const isStatic = policyName.value?.endsWith(STATIC_SUFFIX) ?? false;
    return [spec.get('paramRef'), ...(isStatic ? [] : [policyName])];
  }
  return [];
}
