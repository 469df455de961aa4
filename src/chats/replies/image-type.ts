const isPng = (start: string) => start.startsWith('\x89PNG\r\n')
const isJpeg = (start: string) => start.startsWith('\xff\xd8\xff')
const isGif = (start: string) => /^GIF8[79]a/.test(start)
const isWebp = (start: string) => start.startsWith('RIFF') && start.startsWith('WEBP', 8)

/** The images that models can see, and how their bytes begin. */
const kinds: [string, (start: string) => boolean][] = [
  ['image/png', isPng],
  ['image/jpeg', isJpeg],
  ['image/gif', isGif],
  ['image/webp', isWebp],
]

/** Whether a file is said to be an image of a kind that models can see. */
export const mayBeImage = ({ content_type }: { content_type: string }): boolean =>
  kinds.some(([type]) => content_type === type)

/** The type of an image by its first bytes, whatever it is said to be; undefined for what models cannot see. */
export const imageTypeOf = (bytes: Uint8Array): string | undefined => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return kinds.find(([, isKind]) => isKind(start))?.[0]
}
