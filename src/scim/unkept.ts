import { log } from '../platform/runtime/log.ts'

/** Paths of the attributes of a request that are not kept, without values. */
export type Unkept = Set<string>

/** Logs once which attributes of a request are not kept, in at most 20 paths; the answer shows those that are. */
export const logUnkept = (resource: 'User' | 'Group', id: string, unkept: Unkept): void => {
  const paths = [...unkept].slice(0, 20).map((path) => path.slice(0, 100))
  const fields = { resource, id, count: unkept.size, paths: paths.join(', ') }
  if (unkept.size > 0) log.warn('attributes of a directory are not kept', fields)
}

/** Returns true for a value that says that there is none. */
export const isNone = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : [value ?? []].flat().length === 0
