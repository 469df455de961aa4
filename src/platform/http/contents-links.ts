import { endpointPath } from './link.ts'

/** Path of the bytes of a file; readers of a text with this address may read the file. */
export const contentsPath = '/files/{id}/contents'

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/.source

/** Returns the path of a file's contents as a source for regular expressions, with a group for the ID of the file. */
export const contentsHref = (): string => endpointPath(contentsPath, { id: `(?<id>${uuid})` })

/** Percent-encoded letters, digits and hyphens; decoding them does not change an address (RFC 3986 section 6.2.2.2). */
const encoded = /%(?:2d|3\d|[46][1-9a-f]|[57][\da])/gi

/** Returns the IDs of all files whose contents address occurs anywhere in a text, also outside links and images. */
export const namedIds = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll(encoded, decodeURIComponent)
      .matchAll(new RegExp(contentsHref(), 'gi'))
      .map(({ groups }) => String(groups?.['id']).toLowerCase()),
  )
