const isPng = (start: string) => start.startsWith('\x89PNG\r\n')
const isJpeg = (start: string) => start.startsWith('\xff\xd8\xff')
const isGif = (start: string) => /^GIF8[79]a/.test(start)
const isWebp = (start: string) => start.startsWith('RIFF') && start.startsWith('WEBP', 8)

/** Image types that models accept, and tests of their first bytes. */
const kinds: [string, (start: string) => boolean][] = [
  ['image/png', isPng],
  ['image/jpeg', isJpeg],
  ['image/gif', isGif],
  ['image/webp', isWebp],
]

/** Returns true if a file's declared type is one that models accept as an image. */
export const mayBeImage = ({ content_type }: { content_type: string }): boolean =>
  kinds.some(([type]) => content_type === type)

/**
 * Returns the type of an image by its first bytes, whatever its declared type; undefined if models do not accept it.
 */
export const detectImageType = (bytes: Uint8Array): string | undefined => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return kinds.find(([, isKind]) => isKind(start))?.[0]
}
