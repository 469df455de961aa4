import { environment } from '../../platform/runtime/environment.ts'
import { contentsHref } from '../../platform/http/contents-links.ts'
import { maxEmbedded } from './limits.ts'

/**
 * Returns the source of a regular expression that matches the contents URL of a file, absolute or as a path, and
 * captures the file ID.
 */
export const contentsAddress = (): string => `(?:${RegExp.escape(environment.publicUrl)})?${contentsHref()}`

/** Returns the IDs of the files embedded or linked in a text, at most 100, in their order. */
export const embeddedIds = (text: string): string[] => {
  const address = new RegExp(`(?<=[\\s(<"'])${contentsAddress()}(?=[\\s)>"'?#]|$)`, 'gi')
  const found = text.matchAll(address).map(({ groups }) => String(groups?.['id']).toLowerCase())
  return [...new Set(found)].slice(0, maxEmbedded)
}
