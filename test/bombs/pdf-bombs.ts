import { deflateSync } from 'node:zlib'
import { pdf, type PdfObject } from '../support/given-pdf.ts'
import type { Bombs } from './bomb.ts'

const catalog = { dictionary: '/Type/Catalog/Pages 2 0 R' }
const pages = { dictionary: '/Type/Pages/Kids[3 0 R]/Count 1' }
const font = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'
const page = (resources: string) => ({
  dictionary: `/Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<${font}${resources}>>`,
})

const deflated = (content: string, times = 1): { dictionary: string; stream: Uint8Array } => {
  let stream: Uint8Array = Buffer.from(content)
  for (let n = 0; n < times; n++) stream = deflateSync(stream)
  return { dictionary: `/Filter[${'/FlateDecode'.repeat(times)}]`, stream }
}

const onePage = (content: PdfObject, resources = '', more: PdfObject[] = []) =>
  pdf([catalog, pages, page(resources), content, ...more])

/** Returns a page with bookmarks; their root is object 5, and `bookmarks` follow it. */
const bookmarked = (bookmarks: string[]) => {
  const root = `/Type/Outlines/First 6 0 R/Last ${bookmarks.length + 5} 0 R/Count ${bookmarks.length}`
  const objects = [root, ...bookmarks].map((dictionary) => ({ dictionary }))
  return pdf([
    { dictionary: '/Type/Catalog/Pages 2 0 R/Outlines 5 0 R' },
    pages,
    page(''),
    deflated(hello),
    ...objects,
  ])
}

/** Returns a page with CJK fonts, each with these entries. */
const withFonts = (entries: string[], more: PdfObject[] = []) => {
  const fonts: PdfObject[] = entries.flatMap((own, n) => [
    {
      dictionary: `/Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[${n * 2 + 6} 0 R]`,
    },
    {
      dictionary:
        '/Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
        own,
    },
  ])
  const names = entries.map((_, n) => `/F${n} ${n * 2 + 5} 0 R`).join('')
  const shown = entries.map((_, n) => `BT /F${n} 12 Tf 50 650 Td <0041> Tj ET`).join(' ')
  return onePage(deflated(`${hello}${shown}`), `/Font<<${names}>>`, [...fonts, ...more])
}

const hello = 'BT /F 12 Tf 50 700 Td (Words) Tj ET '

/** Returns a page with a chain of forms, each of which draws the next one `times` times; object 5 is the first. */
export const nestedForms = (levels: number, times: number, last = hello, sharesResources = false) => {
  const resourcesOf = (n: number) => (n < levels - 1 ? `${font}/XObject<</X ${n + 6} 0 R>>` : font)
  const forms = Array.from({ length: levels }, (_, n) => ({
    dictionary:
      '/Type/XObject/Subtype/Form/BBox[0 0 600 800]' +
      (sharesResources ? `/Resources ${n + levels + 5} 0 R` : `/Resources<<${resourcesOf(n)}>>`),
    stream: Buffer.from(n < levels - 1 ? '/X Do '.repeat(times) : last),
  }))
  const shared = forms.map((_, n) => ({ dictionary: resourcesOf(n) }))
  const more = sharesResources ? [...forms, ...shared] : forms
  return onePage(deflated(`${hello}/X Do`), '/XObject<</X 5 0 R>>', more)
}

export const pdfBombs: Bombs = {
  'operators.pdf': {
    how: '20 million operators that save the state of graphics, deflated to 39 kB',
    ends: /too many drawing operations/,
    make: () => onePage(deflated('q '.repeat(20_000_000))),
  },
  'deflated-twice.pdf': {
    how: 'the same, deflated twice',
    ends: /too many drawing operations/,
    make: () => onePage(deflated('q '.repeat(20_000_000), 2)),
  },
  'texts.pdf': {
    how: 'two million pieces of text on a page',
    ends: /too many drawing operations/,
    make: () => onePage(deflated(`BT /F 12 Tf ${'1 1 Td (a) Tj '.repeat(2_000_000)}ET`)),
  },
  'forms.pdf': {
    how: 'eight forms that each draw the next one ten times: 100 million drawings',
    ends: /too many drawing operations/,
    make: () => nestedForms(8, 10),
  },
  'doubling-forms.pdf': {
    how: '32 forms that each draw the next one twice, without any text, by resources of their own',
    ends: /too many drawing operations/,
    make: () => nestedForms(32, 2, 'q Q', true),
  },
  'same-page.pdf': {
    how: '20 000 pages that are all one object with 5 000 operators',
    ends: /too many drawing operations/,
    make: () =>
      pdf([
        catalog,
        { dictionary: `/Type/Pages/Kids[${'3 0 R '.repeat(20_000)}]/Count 20000` },
        page(''),
        deflated('q Q '.repeat(2_500) + hello),
      ]),
  },
  'page-loop.pdf': {
    how: 'a tree of pages that contains itself',
    ends: /damaged|no text/,
    make: () =>
      pdf([catalog, { dictionary: '/Type/Pages/Kids[2 0 R]/Count 99999999' }, page(''), deflated(hello)]),
  },
  'deep-pages.pdf': {
    how: 'a tree of pages 20 000 deep',
    ends: 'a course',
    make: () => {
      const levels = Array.from({ length: 20_000 }, (_, n) => ({
        dictionary: `/Type/Pages/Count 1/Kids[${n < 19_999 ? n + 6 : 3} 0 R]`,
      }))
      return pdf([
        catalog,
        { dictionary: '/Type/Pages/Kids[5 0 R]/Count 1' },
        page(''),
        deflated(hello),
        ...levels,
      ])
    },
  },
  'image.pdf': {
    how: 'an image of 30 000 by 30 000 points, 2.7 GB, deflated',
    ends: 'a course',
    make: () =>
      onePage(deflated(`${hello}/I Do`), '/XObject<</I 5 0 R>>', [
        {
          dictionary:
            '/Type/XObject/Subtype/Image/Width 30000/Height 30000/ColorSpace/DeviceRGB/BitsPerComponent 8' +
            '/Filter/FlateDecode',
          stream: deflateSync(Buffer.alloc(50_000_000)),
        },
      ]),
  },
  'images.pdf': {
    how: '60 images of 4 000 by 4 000 points on a page, 2.9 GB, deflated',
    ends: 'a course',
    make: () => {
      const stream = deflateSync(Buffer.alloc(48_000_000))
      const image =
        '/Type/XObject/Subtype/Image/Width 4000/Height 4000/ColorSpace/DeviceRGB/BitsPerComponent 8' +
        '/Filter/FlateDecode'
      const images = Array.from({ length: 60 }, (_, n) => ({
        dictionary: `${image}/Decode[0 1]/N ${n}`,
        stream,
      }))
      const shown = images.map((_, n) => `q 100 0 0 100 50 ${n * 10} cm /I${n} Do Q`).join(' ')
      const names = images.map((_, n) => `/I${n} ${n + 5} 0 R`).join('')
      return onePage(deflated(`${hello}${shown}`), `/XObject<<${names}>>`, images)
    },
  },
  'bookmark-loop.pdf': {
    how: "bookmarks that are one another's next ones and children, in a circle",
    ends: 'a course',
    make: () =>
      bookmarked([
        '/Title(One)/Parent 5 0 R/Next 7 0 R/First 7 0 R/Last 6 0 R/Count 2/Dest[3 0 R/XYZ 0 700 0]',
        '/Title(Two)/Parent 6 0 R/Next 6 0 R/First 6 0 R/Last 6 0 R/Count 2/Dest[3 0 R/XYZ 0 700 0]',
      ]),
  },
  'many-bookmarks.pdf': {
    how: '100 000 bookmarks, each below the one before, to places that are not there',
    ends: 'a course',
    make: () =>
      bookmarked(
        Array.from({ length: 100_000 }, (_, n) => {
          const child = n < 99_999 ? `/First ${n + 7} 0 R/Last ${n + 7} 0 R/Count 1` : ''
          return `/Title(Bookmark)/Parent ${n + 5} 0 R${child}/Dest${n % 2 ? '(nowhere)' : '[999999 0 R/Fit]'}`
        }),
      ),
  },
  'deep-arrays.pdf': {
    how: 'an array nested a million deep where a page has its contents',
    ends: /damaged|nested|no text/,
    make: () => onePage(deflated(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)} TJ`)),
  },
  'widths.pdf': {
    how: 'a font that gives the width of 110 million characters at once, which would be one array',
    ends: /too many characters in a font/,
    make: () => withFonts(['/W[0 110000000 500]']),
  },
  'two-widths.pdf': {
    how: 'two fonts that each give the width of 80 million characters at once',
    ends: /too many characters in a font/,
    make: () => withFonts(['/W[0 80000000 500]', '/W[0 80000000 500]']),
  },
  'endless-widths.pdf': {
    how: 'a font that gives the width of two thousand million characters at once',
    ends: /too many characters in a font/,
    make: () => withFonts(['/W[0 2000000000 500]']),
  },
  'vertical-widths.pdf': {
    how: 'a font whose heights of 100 million characters stand in an object of their own',
    ends: /too many characters in a font/,
    make: () => withFonts(['/W2 7 0 R'], [{ value: '[0 100000000 1 2 3]' }]),
  },
  'hidden-widths.pdf': {
    how: 'a font that gives the width of as many characters as another object says, 110 million',
    ends: /more (memory|time) than is allowed/,
    make: () => withFonts(['/W[0 7 0 R 500]'], [{ value: '110000000' }]),
  },
  'compressed-widths.pdf': {
    how: 'the first of these, with the font in a stream of compressed objects',
    ends: /too many characters in a font/,
    make: () => {
      const font = '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W[0 110000000 500]>>'
      const objects = {
        ...deflated(`6 0 ${font}`),
        dictionary: '/Type/ObjStm/N 1/First 4/Filter/FlateDecode',
      }
      return onePage(deflated(hello), '', [objects])
    },
  },
  'mapped-characters.pdf': {
    how: 'a font whose map says what 16 million codes mean, by one range after the other',
    ends: /too many characters in a font/,
    make: () => {
      const ranges = Array.from({ length: 250 }, () => '<0000> <FFFF> <0041>').join('\n')
      const map = `begincmap 100 beginbfrange ${ranges} endbfrange endcmap`
      return onePage(deflated(hello), '', [deflated(map)])
    },
  },
  'long-name.pdf': {
    how: 'a name of 30 MB, which was put together letter by letter',
    ends: /too large/,
    make: () => onePage(deflated(hello), `/Name /${'a'.repeat(30_000_000)}`),
  },
  'long-name-drawn.pdf': {
    how: 'the same name among the operators of a page, deflated to 29 kB',
    ends: /too large/,
    make: () => onePage(deflated(`${hello}/${'a'.repeat(30_000_000)} gs`)),
  },
}
