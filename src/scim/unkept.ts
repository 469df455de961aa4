import { log } from '../platform/runtime/log.ts'

/** Paths of the attributes of a request that are not kept, without their values. */
export type Unkept = Set<string>

/**
 * Logs the attributes of a request that are not kept, once, with at most 20 paths; the response has those that are
 * kept.
 */
export const logUnkept = (resource: 'User' | 'Group', id: string, unkept: Unkept): void => {
  const paths = [...unkept].slice(0, 20).map((path) => path.slice(0, 100))
  const fields = { resource, id, count: unkept.size, paths: paths.join(', ') }
  if (unkept.size > 0) log.warn('ignored attributes of a directory', fields)
}

export const isNone = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : [value ?? []].flat().length === 0
