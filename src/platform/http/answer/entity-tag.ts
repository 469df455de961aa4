import { createHash } from 'node:crypto'
import { lazyOf } from '../../schema/lazy-schema.ts'
import type { ZodType } from '../../schema/schema.ts'
import type { IfMatch } from '../../table/changes.ts'

/** The names of the fields that may change without the version; of a union, those of all that it may be. */
const unversionedIn = (schema: unknown): string[] => {
  const { shape = {}, options = [] } = lazyOf(schema).parts
  const own = Object.entries(shape).flatMap(([name, field]) => (field.parts.isUnversioned ? [name] : []))
  return [...own, ...options.flatMap(unversionedIn)]
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/**
 * The entity tag of a body: `"<version>"`, or `"<version>.<digest>"` where it has fields that change without it; a
 * digest of all of it where it has no version.
 */
export const entityTagOf = (schema: ZodType, body: Record<string, unknown>): string => {
  const { version } = body
  if (!Number.isInteger(version)) return `"${digestOf(body)}"`
  const others = unversionedIn(schema).flatMap((name) => (name in body ? [[name, body[name]]] : []))
  return `"${String(version)}${others.length > 0 ? `.${digestOf(others)}` : ''}"`
}

const tag = /(?:W\/)?"[^"]*"/g
const tagList = /^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/

/** The entity tags of a list (RFC 9110 section 8.8.3); none if the header is not such a list. */
const tagsOf = (header: string): string[] => (tagList.test(header) ? (header.match(tag) ?? []) : [])

/** The versions that `If-Match` allows, whatever follows them. A tag that is weak or was never ours matches nothing. */
export const ifMatchOf = (header: string | undefined): IfMatch => {
  const value = header?.trim()
  if (!value || value === '*') return value ? '*' : undefined
  return tagsOf(value).flatMap((one) => {
    const version = /^"([1-9]\d{0,14})(?:\.[\w-]+)?"$/.exec(one)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/** Whether `If-None-Match` names the current entity tag, by weak comparison (RFC 9110 section 13.1.2). */
export const isNoneMatch = (header: string | undefined, etag = ''): boolean => {
  const value = header?.trim() ?? ''
  return value === '*' || tagsOf(value).some((one) => one.replace(/^W\//, '') === etag)
}
