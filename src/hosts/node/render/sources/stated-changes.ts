import { itemsAt, type Mapping, stringAt } from '../../../../yaml/index.ts';
import { kustomizationOf } from '../../kustomization-file.ts';
import { valuesNamed } from './reach.ts';
import { isLiteral } from './repository-objects.ts';

/**
 * The reason why a kustomization cannot be built with the changes that an object of Flux or Argo CD states; undefined
 * if it can. Both write the changes into the kustomization. kubeadmit adds them in one around it, which is the same
 * unless a field that is there is replaced.
 */
export function problemOfChanges(changes: Mapping, folder: string): string | undefined {
  if (!isLiteral(changes)) return 'its fields have placeholders';
  const own = kustomizationOf(folder);
  const replaced = Object.keys(changes).find((field) => isReplaced(field, own, changes));
  return replaced === undefined ? undefined : `it replaces ${replaced} of the kustomization`;
}

function isReplaced(field: string, own: Mapping, changes: Mapping): boolean {
  switch (field) {
    case 'namePrefix':
    case 'nameSuffix':
      return valuesNamed(own, field).some((value) => value !== '' && value !== null);
    case 'images':
    case 'replicas': {
      const names = itemsAt(changes, field).map((one) => stringAt(one, 'name'));
      return valuesNamed(own, field)
        .flatMap((list) => itemsAt(list))
        .some((one) => names.includes(stringAt(one, 'name')));
    }
    default:
      return false;
  }
}
