import { environment } from '../../platform/runtime/environment.ts'
import { contentsHref } from '../../platform/http/contents-links.ts'
import { maxEmbedded } from './limits.ts'

/** An address of the contents of a file, with the id of the file, as a source for expressions: a path or in full. */
export const contentsAddress = (): string => `(?:${RegExp.escape(environment.publicUrl)})?${contentsHref()}`

/** The ids of the files whose contents a text shows or leads to, at most 100, in their order. */
export const embeddedIds = (text: string): string[] => {
  const address = new RegExp(`(?<=[\\s(<"'])${contentsAddress()}(?=[\\s)>"'?#]|$)`, 'gi')
  const found = text.matchAll(address).map(({ groups }) => String(groups?.['id']).toLowerCase())
  return [...new Set(found)].slice(0, maxEmbedded)
}
