import { hrefOf } from './link.ts'

/** Where the bytes of a file are read: a text with such an address shows the file to its readers. */
export const contentsPath = '/files/{id}/contents'

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/.source

/** The path of the contents of a file, with the id of the file, as a source for expressions. */
export const contentsHref = (): string => hrefOf(contentsPath, { id: `(?<id>${uuid})` })

/** Letters, digits and hyphens in percent-encoding: an address is the same without it (RFC 3986 section 6.2.2.2). */
const encoded = /%(?:2d|3\d|[46][1-9a-f]|[57][\da])/gi

/** The ids of all files whose contents a text names anywhere, also where that shows none and leads to none. */
export const namedIds = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll(encoded, decodeURIComponent)
      .matchAll(new RegExp(contentsHref(), 'gi'))
      .map(({ groups }) => String(groups?.['id']).toLowerCase()),
  )
