import { environment } from '../../platform/runtime/environment.ts'
import { hrefOf } from '../../platform/http/link.ts'
import { contentsPath } from '../file/file.ts'

/** How many files that a text shows go with it; it may lead to more. */
export const maxEmbedded = 100

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/.source

/** An address of the contents of a file, with the id of the file, as a source for expressions: a path or in full. */
export const contentsAddress = (): string =>
  `(?:${RegExp.escape(environment.publicUrl)})?${hrefOf(contentsPath, { id: `(?<id>${uuid})` })}`

/** The ids of all files whose contents a text names anywhere, also where that shows none and leads to none. */
export const namedIds = (text: string): Set<string> => {
  const address = new RegExp(hrefOf(contentsPath, { id: `(?<id>${uuid})` }), 'gi')
  return new Set(text.matchAll(address).map(({ groups }) => String(groups?.['id']).toLowerCase()))
}

/** The ids of the files whose contents a text shows or leads to, at most 100, in their order. */
export const embeddedIds = (text: string): string[] => {
  const address = new RegExp(`(?<=[\\s(<"'])${contentsAddress()}(?=[\\s)>"'?#]|$)`, 'gi')
  const found = text.matchAll(address).map(({ groups }) => String(groups?.['id']).toLowerCase())
  return [...new Set(found)].slice(0, maxEmbedded)
}
