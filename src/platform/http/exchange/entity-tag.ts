import { createHash } from 'node:crypto'
import { requireLazySchema } from '../../schema/lazy-schema.ts'
import type { ZodType } from '../../schema/schema.ts'
import type { IfMatch } from '../../table/changes.ts'

/** Returns the names of fields that may change without the version; of a union, those of all options. */
const unversionedIn = (schema: unknown): string[] => {
  const { shape = {}, options = [] } = requireLazySchema(schema).parts
  const own = Object.entries(shape).flatMap(([name, field]) => (field.parts.isUnversioned ? [name] : []))
  return [...own, ...options.flatMap(unversionedIn)]
}

const tagDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/**
 * Returns the entity tag of a body: `"<version>"`, `"<version>.<digest>"` if it has fields that change without the
 * version, or a digest of the whole body if it has no version.
 */
export const toEntityTag = (schema: ZodType, body: Record<string, unknown>): string => {
  const { version } = body
  if (!Number.isInteger(version)) return `"${tagDigest(body)}"`
  const others = unversionedIn(schema).flatMap((name) => (name in body ? [[name, body[name]]] : []))
  return `"${String(version)}${others.length > 0 ? `.${tagDigest(others)}` : ''}"`
}

const tag = /(?:W\/)?"[^"]*"/g
const tagList = /^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/

/** Parses a list of entity tags (RFC 9110 section 8.8.3); returns none if the header is malformed. */
const parseTags = (header: string): string[] => (tagList.test(header) ? (header.match(tag) ?? []) : [])

/** Returns the versions that `If-Match` allows, ignoring digests. Weak tags and tags of another form match nothing. */
export const parseIfMatch = (header: string | undefined): IfMatch => {
  const value = header?.trim()
  if (!value || value === '*') return value ? '*' : undefined
  return parseTags(value).flatMap((one) => {
    const version = /^"([1-9]\d{0,14})(?:\.[\w-]+)?"$/.exec(one)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/** Returns true if `If-None-Match` names the current entity tag, by weak comparison (RFC 9110 section 13.1.2). */
export const isNoneMatch = (header: string | undefined, etag = ''): boolean => {
  const value = header?.trim() ?? ''
  return value === '*' || parseTags(value).some((one) => one.replace(/^W\//, '') === etag)
}
