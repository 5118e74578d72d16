import { type Delivery, deliveryOf } from '../../sources/project/kustomize/delivery.ts';
import { placeOf } from '../../sources/project/kustomize/inclusions.ts';
import { isYttOverlay, overlayOfYtt } from '../../sources/project/kustomize/ytt-overlay.ts';
import { crdsMadeFor, crdVersionsInTemplate } from '../../sources/project/made-crds.ts';
import { isYttTemplate } from '../../sources/project/manifest-text.ts';
import {
  resourcesMutatedBy,
  resourcesMutatedInTemplate,
} from '../../sources/project/mutated-resources.ts';
import type { OpenDocument, OpenPart } from '../open/open-part.ts';
import type { PartEffects } from './checked-part.ts';

/** Finds what the objects of a part do to the objects of other parts. */
export function effectsOf(open: OpenPart): PartEffects {
  return { madeCrds: madeCrdsOf(open), mutated: mutatedBy(open), deliveries: deliveriesIn(open) };
}

function madeCrdsOf(open: OpenPart): readonly string[] {
  const { source, part } = open;
  if (source.role.kind === 'chart-template') {
    return crdVersionsInTemplate(source.textOf(part.span));
  }
  return open.kind === 'document' ? open.objects.flatMap(({ value }) => crdsMadeFor(value)) : [];
}

function mutatedBy(open: OpenPart): readonly string[] {
  const { source, part } = open;
  if (source.role.kind === 'chart-template') {
    const text = source.textOf(part.span);
    return text.includes('MutatingWebhookConfiguration') ? resourcesMutatedInTemplate(text) : [];
  }
  if (open.kind === 'refused' || source.role.kind !== 'manifests') return [];
  return open.objects.flatMap(({ head, value }) =>
    head.kind === 'object' && head.objectKind === 'MutatingWebhookConfiguration'
      ? resourcesMutatedBy(value)
      : [],
  );
}

function deliveriesIn(open: OpenPart): readonly Delivery[] {
  const { kind } = open.source.role;
  if (open.kind === 'refused' || (kind !== 'manifests' && kind !== 'kustomize-patch')) return [];
  if (isOfYtt(open)) return overlaysIn(open);
  return open.objects.flatMap(({ head, value }) =>
    head.kind === 'object' && DELIVERS.test(head.apiVersion) ? [deliveryOf(value)] : [],
  );
}

function overlaysIn({ source, document, part }: OpenDocument): readonly Delivery[] {
  const file = placeOf(source.file, source.surroundings);
  return overlayOfYtt(source.text, part.span.start, document.value, file);
}

/** The versions of the objects by which Flux and Argo CD know what they build. */
const DELIVERS = /^(?:kustomize\.toolkit\.fluxcd|argoproj)\.io\//;

/** Reports whether ytt changes a document, or makes another one of it. */
export function isOfYtt({ source, part: { span } }: OpenDocument): boolean {
  if (!source.mayBeOfYtt) return false;
  return isYttTemplate(source.textOf(span)) || isYttOverlay(source.text, span.start);
}
