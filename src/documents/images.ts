import { createHash } from 'node:crypto'
import { BufferBudget } from './buffer-budget.ts'

export type Image = { name: string; content_type: string; bytes: Uint8Array }

/** Media types by file extension; most of them contain the extension. */
const mediaTypes = new Map([
  ['jpg', 'image/jpeg'],
  ['tif', 'image/tiff'],
  ['svg', 'image/svg+xml'],
  ...['png', 'jpeg', 'gif', 'webp', 'bmp', 'tiff'].map((ending) => [ending, `image/${ending}`] as const),
])

const maxImages = 1_000
const maxBytes = 400 * 2 ** 20
const dataUrlStart = /^data:(image\/[\w.+-]+)((?:;[\w-]+=[^;,]*)*)(;base64)?,/i

const decodePercent = (text: string): Buffer => {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(decoded, 'latin1')
}

/** Images of a document, each stored once under all of its names. Images beyond 1,000 or 400 MB are left out. */
export class Images {
  readonly list: Image[] = []
  readonly #urlsByName = new Map<string, string>()
  readonly #urlsByHash = new Map<string, string>()
  readonly buffers: BufferBudget
  #bytes = 0

  constructor(buffers = new BufferBudget()) {
    this.buffers = buffers
  }

  /** Returns the URL of an image, loaded on the first call, or undefined if `name` has no image extension. */
  async add(name: string, load: () => Promise<Uint8Array>): Promise<string | undefined> {
    const content_type = mediaTypes.get(name.split('.').pop()?.toLowerCase() ?? '')
    const known = this.#urlsByName.get(name)
    if (known !== undefined || !content_type) return known
    const bytes = await load()
    const url = this.#keep({ name: name.split('/').pop() ?? name, content_type, bytes })
    if (this.list.at(-1)?.bytes !== bytes) this.buffers.release(bytes.length)
    if (url) this.#urlsByName.set(name, url)
    return url
  }

  /** Returns the URL of an image from a `data:` URL, or undefined if the media type is not supported. */
  addDataUrl(dataUrl: string): string | undefined {
    const [start, type = '', , base64] = dataUrlStart.exec(dataUrl) ?? []
    const content_type = type.toLowerCase()
    const ending = [...mediaTypes].find(([, mediaType]) => mediaType === content_type)?.[0]
    if (start === undefined || !ending) return undefined
    const data = dataUrl.slice(start.length)
    const bytes = base64 ? Buffer.from(data, 'base64') : decodePercent(data)
    const url = this.#keep({ name: `image-${this.list.length + 1}.${ending}`, content_type, bytes })
    if (this.list.at(-1)?.bytes === bytes) this.buffers.charge(bytes.length)
    return url
  }

  #keep(image: Image): string | undefined {
    const hash = createHash('sha256').update(image.bytes).digest('base64url')
    const known = this.#urlsByHash.get(hash)
    if (known !== undefined) return known
    const { length } = image.bytes
    if (length === 0 || this.list.length >= maxImages || this.#bytes + length > maxBytes) return undefined
    this.#bytes += length
    const url = `image:${this.list.push(image) - 1}`
    this.#urlsByHash.set(hash, url)
    return url
  }
}
