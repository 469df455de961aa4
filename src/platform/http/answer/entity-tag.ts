import type { IfMatch } from '../../table/changes.ts'

const tag = /(?:W\/)?"[^"]*"/g
const tagList = /^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/

/** The entity tags of a list (RFC 9110 section 8.8.3); none if the header is not such a list. */
const tagsOf = (header: string): string[] => (tagList.test(header) ? (header.match(tag) ?? []) : [])

/** The versions that `If-Match` allows. A tag that was never ours, a weak one among them, matches nothing. */
export const ifMatchOf = (header: string | undefined): IfMatch => {
  const value = header?.trim()
  if (!value || value === '*') return value ? '*' : undefined
  return tagsOf(value).flatMap((one) => {
    const version = /^"([1-9]\d{0,14})"$/.exec(one)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/** Whether `If-None-Match` names the current entity tag, by weak comparison (RFC 9110 section 13.1.2). */
export const isNoneMatch = (header: string | undefined, etag = ''): boolean => {
  const value = header?.trim() ?? ''
  return value === '*' || tagsOf(value).some((one) => one.replace(/^W\//, '') === etag)
}
