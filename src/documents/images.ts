import { createHash } from 'node:crypto'

export type Image = { name: string; content_type: string; bytes: Uint8Array }

const kinds = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['bmp', 'image/bmp'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
])

const mostImages = 1_000
const mostBytes = 400 * 2 ** 20
const dataUrl = /^data:(image\/[\w.+-]+)((?:;[\w-]+=[^;,]*)*)(;base64)?,/i

/** The images of a document, each kept once, whatever names it has; beyond 1 000 images or 400 MB they are left out. */
export class Images {
  readonly list: Image[] = []
  readonly #known = new Map<string, string>()
  readonly #sameAs = new Map<string, string>()
  #bytes = 0

  /** The address of an image of the document, which `load` reads the first time; undefined for what is no image. */
  async add(name: string, load: () => Promise<Uint8Array>): Promise<string | undefined> {
    const content_type = kinds.get(name.split('.').pop()?.toLowerCase() ?? '')
    const known = this.#known.get(name)
    if (known !== undefined || !content_type) return known
    const url = this.#keep({ name: name.split('/').pop() ?? name, content_type, bytes: await load() })
    if (url) this.#known.set(name, url)
    return url
  }

  /** The address of an image that is given as a `data:` address. */
  addData(url: string): string | undefined {
    const [start, type = '', , base64] = dataUrl.exec(url) ?? []
    const ending = [...kinds].find(([, kind]) => kind === type.toLowerCase())?.[0]
    if (start === undefined || !ending) return undefined
    const data = url.slice(start.length)
    const bytes = base64
      ? Buffer.from(data, 'base64')
      : Buffer.from(
          data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        )
    return this.#keep({
      name: `image-${this.list.length + 1}.${ending}`,
      content_type: type.toLowerCase(),
      bytes,
    })
  }

  #keep(image: Image): string | undefined {
    const hash = createHash('sha256').update(image.bytes).digest('base64url')
    const same = this.#sameAs.get(hash)
    if (same !== undefined) return same
    if (
      image.bytes.length === 0 ||
      this.list.length >= mostImages ||
      this.#bytes + image.bytes.length > mostBytes
    )
      return undefined
    this.#bytes += image.bytes.length
    const url = `image:${this.list.push(image) - 1}`
    this.#sameAs.set(hash, url)
    return url
  }
}
