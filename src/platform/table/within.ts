import type { ListDefinition } from './item.ts'
import type { Key } from './operation.ts'

type Owned<Field extends string> = { [F in Field]: string }

/**
 * Keys of things in the partition of another one, which their `field` names, and the list of `all` of them there:
 * below `<prefix>#`, by what tells them apart.
 */
export const within = <Field extends string, Ids>(
  field: Field,
  owners: { keyOf: (ids: { id: string }) => Key },
  prefix: string,
  sortOf: (ids: Ids) => string,
  order: ListDefinition<never>['order'] = 'ascending',
) => {
  const partition = (ids: Owned<Field>) => owners.keyOf({ id: ids[field] }).pk
  const key = (ids: Owned<Field> & Ids) => ({ pk: partition(ids), sk: `${prefix}#${sortOf(ids)}` })
  return { key, lists: { all: { partition, prefix: `${prefix}#`, order } } }
}
