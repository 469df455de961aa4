import { describe, expect, test } from 'vitest'
import type { Outline } from '../../src/documents/outline/outline.ts'
import { archiveOf, outlineOf } from '../support/given-document.ts'

type Item = {
  name: string
  content: string | Uint8Array
  type?: string
  attributes?: string
  reference?: string
}

const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'

/** Creates a book of pages in order; items with a media type are not part of the main text. */
const book = (title: string, items: Item[], other: Record<string, string> = {}) => {
  const manifest = items.map(
    ({ name, type = 'application/xhtml+xml', attributes = '' }) =>
      `<item id="${name}" href="${name}" media-type="${type}" ${attributes}/>`,
  )
  const spine = items
    .filter(({ type }) => type === undefined)
    .map(({ name, reference = '' }) => `<itemref idref="${name}" ${reference}/>`)
  const metadata = `<metadata xmlns:dc="dc"><dc:title>${title}</dc:title></metadata>`
  const parts = {
    ...Object.fromEntries(items.map(({ name, content }) => [`OPS/${name}`, content])),
    ...other,
  }
  return archiveOf({
    'META-INF/container.xml': container,
    'OPS/book.opf':
      `<package>${metadata}<manifest>${manifest.join('')}</manifest>` +
      `<spine>${spine.join('')}</spine></package>`,
    ...parts,
  })
}

const text = 'There are words enough on this page to be read for a while.'

const page = (name: string, body: string, more: Partial<Item> = {}): Item => ({
  name,
  content: `<?xml version="1.0"?><html><head><title>${name}</title></head><body>${body}</body></html>`,
  ...more,
})

const read = (bytes: Uint8Array) => outlineOf('book.epub', bytes)

const titlesOf = ({ chapters }: Outline) =>
  chapters.flatMap(({ lessons }) => lessons.map(({ title }) => title))

describe('EPUB books', () => {
  test('uses the title of the book and its reading order', async () => {
    const pages = [
      page('b.xhtml', `<h1>Spring</h1><p>${text}</p>`),
      page('a.xhtml', `<h1>Autumn</h1><p>${text}</p>`),
    ]

    const outline = await read(book('The water book', pages))

    expect(outline.title).toBe('The water book')
    expect(titlesOf(outline)).toEqual(['Spring', 'Autumn'])
  })

  test('puts answers outside the main text last, and omits navigation and an empty index', async () => {
    const pages = [
      page('one.xhtml', `<h1>Spring</h1><p>${text}</p>`),
      page('nav.xhtml', `<h1>Contents</h1><p>${text}</p>`, { attributes: 'properties="nav"' }),
      page('notes.xhtml', `<h1>Answers</h1><p>${text}</p>`, { reference: 'linear="no"' }),
      page('two.xhtml', `<h1>Autumn</h1><p>${text}</p>`),
      page('index.xhtml', '<h1>Index</h1>'),
    ]

    expect(titlesOf(await read(book('The water book', pages)))).toEqual(['Spring', 'Autumn', 'Answers'])
  })

  test('takes titles from the table of contents if pages have none', async () => {
    const contents =
      '<ncx><navMap><navPoint><navLabel><text>Spring</text></navLabel><content src="one.xhtml"/></navPoint>' +
      '<navPoint><navLabel><text>Autumn</text></navLabel><content src="two.xhtml"/></navPoint></navMap></ncx>'
    const pages = [
      page('one.xhtml', `<p>${text}</p>`),
      page('two.xhtml', `<p>${text}</p>`),
      { name: 'book.ncx', content: contents, type: 'application/x-dtbncx+xml' },
    ]

    expect(titlesOf(await read(book('The water book', pages)))).toEqual(['Spring', 'Autumn'])
  })

  test('reads EPUB 2 with its standard document types', async () => {
    const daisy =
      '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">'
    const xhtml =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'
    const contents =
      '<ncx><navMap><navPoint><navLabel><text>Spring</text></navLabel><content src="one.xhtml"/></navPoint>' +
      '</navMap></ncx>'
    const one = page('one.xhtml', `<p>${text}</p>`)
    const pages = [
      { ...one, content: String(one.content).replace('<html>', `${xhtml}<html>`) },
      { name: 'book.ncx', content: daisy + contents, type: 'application/x-dtbncx+xml' },
    ]

    const outline = await read(book('The water book', pages))

    expect(titlesOf(outline)).toEqual(['Spring'])
    expect(outline.chapters[0]?.lessons[0]?.content).toBe(text)
  })

  test('keeps pictures, and links between pages', async () => {
    const pages = [
      page(
        'one.xhtml',
        `<h1>Spring</h1><p>${text} <img src="img/gate.png" alt="The gate"/> <a href="two.xhtml#end">it</a></p>`,
      ),
      page('two.xhtml', `<h1>Autumn</h1><a id="p1"/><a id="p2"/><h2 id="end">The end</h2><p>${text}</p>`),
      { name: 'img/gate.png', content: new Uint8Array([1, 2, 3]), type: 'image/png' },
    ]

    const { chapters, images } = await read(book('The water book', pages))

    expect(chapters[0]?.lessons[0]?.content).toBe(`${text} ![The gate](image:0) [it](lesson:1)`)
    expect(chapters[1]?.lessons[0]?.title).toBe('The end')
    expect(images.map(({ name }) => name)).toEqual(['gate.png'])
  })

  test('reads hundreds of empty elements with self-closing tags', async () => {
    const marks = Array.from({ length: 500 }, (_, n) => `<a id="page${n}"/>A word. `).join('')

    const { chapters } = await read(
      book('The water book', [page('one.xhtml', `<h1>Spring</h1><p>${marks}</p>`)]),
    )

    expect(chapters[0]?.lessons[0]?.content).toMatch(/^A word\. A word\./)
  })
})

describe('Unreadable EPUB books', () => {
  const one = page('one.xhtml', `<p>${text}</p>`)
  const encryption = (part: string) => ({
    'META-INF/encryption.xml': `<encryption><CipherReference URI="${part}"/></encryption>`,
  })

  test.each([
    ['its text is protected', book('A', [one], encryption('OPS/one.xhtml')), /copy-protected/],
    ['it has no package', archiveOf({ mimetype: 'application/epub+zip' }), /damaged/],
    ['it has no page', book('A', []), /no text/],
  ])('rejects a book: %s', async (_, bytes, sentence) => {
    await expect(read(bytes)).rejects.toThrow(sentence)
  })

  test('reads a book if only its fonts are protected', async () => {
    expect((await read(book('A', [one], encryption('OPS/font.otf')))).title).toBe('A')
  })
})
