import { log } from '../platform/runtime/log.ts'

/** Paths of the attributes of a request that are not kept, without their values. */
export type Unkept = Set<string>

/**
 * Logs the paths of a request's attributes that are not stored, at most 20 in one line; the response contains the
 * stored attributes.
 */
export const logUnkept = (resource: 'User' | 'Group', id: string, unkept: Unkept): void => {
  const paths = [...unkept].slice(0, 20).map((path) => path.slice(0, 100))
  const fields = { resource, id, count: unkept.size, paths: paths.join(', ') }
  if (unkept.size > 0) log.warn('ignored attributes of a directory', fields)
}

export const isNone = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : [value ?? []].flat().length === 0
