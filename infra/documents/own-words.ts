import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fromHtml } from 'hast-util-from-html'
import { SaxesParser } from 'saxes'
import { openPromise } from 'yauzl'
import { Archive } from '../../src/documents/archive.ts'
import type { FileKind } from '../../src/documents/file-kind.ts'
import { BufferBudget } from '../../src/documents/buffer-budget.ts'
import { readPackage } from '../../src/documents/readers/epub/package.ts'
import { readTextFile } from '../../src/documents/text-file.ts'

/** Parts of a package that contain the document's text; the others contain styles, settings and comments. */
const contentParts: Partial<Record<FileKind, RegExp>> = {
  docx: /^word\/(?:document\d*|footnotes|endnotes|header\d*|footer\d*|charts\/chart\w*|diagrams\/data\d*)\.xml$/i,
  pptx: /^ppt\/(?:slides\/slide\d+|notesSlides\/notesSlide\d+|charts\/chart\w*|diagrams\/data\d*)\.xml$/i,
  xlsx: /^xl\/(?:sharedStrings|worksheets\/\w+|drawings\/drawing\d+|comments\d*|threadedComments\/\w+)\.xml$/i,
  odt: /^(?:content|styles)\.xml$/,
  odp: /^content\.xml$/,
  ods: /^content\.xml$/,
}

/** Elements that end a word; between all other elements, programs may split a word. */
const separating = new Set(
  (
    'p h br cr tab ptab tc tr c row si s line-break note note-body note-citation frame text-box table-cell ' +
    'list-item pt v is comment threadedComment annotation ruby rt rubyBase footnoteReference noBreakHyphen fld del'
  ).split(' '),
)

/** Elements whose text readers of the document do not see: sizes, formulas, cell values, and data of programs. */
const unseen: Partial<Record<FileKind, readonly string[]>> = {
  docx: ['posOffset', 'pctWidth', 'pctHeight', 'f', 'formatCode', 'binData'],
  pptx: ['f', 'formatCode', 'binData', 'tableStyleId', 'attrName'],
  // cells show numbers by their formats; a table of values and formats tests these
  xlsx: [
    'f',
    'v',
    'rPh',
    'author',
    'oddHeader',
    'oddFooter',
    'formula',
    'formula1',
    'formula2',
    'from',
    'to',
  ],
  odt: ['binary-data', 'title', 'desc', 'note-citation'],
  odp: ['binary-data', 'title', 'desc'],
  ods: ['binary-data'],
}

const isFormula = (name: string) => name === 'oMath' || name === 'math'

/** Returns the text of XML, with a space at each element that separates words. */
const textOfXml = (xml: string, hidden: readonly string[] = []): string => {
  const parser = new SaxesParser()
  const texts: string[] = []
  let [skipped, formulas] = [0, 0]
  const localName = ({ name }: { name: string }) => name.slice(name.indexOf(':') + 1)
  const separate = (name: string) => (formulas > 0 || separating.has(name)) && texts.push(' ')
  parser.on('opentag', (tag) => {
    const name = localName(tag)
    if (isFormula(name)) formulas += 1
    separate(name)
    if (skipped > 0 || hidden.includes(name)) skipped += 1
  })
  parser.on('closetag', (tag) => {
    const name = localName(tag)
    if (skipped > 0) skipped -= 1
    separate(name)
    if (isFormula(name)) formulas -= 1
  })
  const add = (text: string) => void (skipped > 0 || texts.push(text))
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(xml).close()
  return texts.join('')
}

type HtmlNode = ReturnType<typeof fromHtml> | ReturnType<typeof fromHtml>['children'][number]

const inline = new Set(
  'a abbr b bdi bdo big code em font i mark s small span strong sub sup tt u wbr'.split(' '),
)

const textOfHtmlNode = (node: HtmlNode): string => {
  if (node.type === 'text') return node.value
  if (!('children' in node)) return ' '
  if (node.type === 'element' && ['script', 'style', 'head', 'template', 'annotation'].includes(node.tagName))
    return ' '
  const text = node.children.map(textOfHtmlNode).join('')
  return node.type === 'element' && inline.has(node.tagName) ? text : ` ${text} `
}

const textOfHtml = (html: string) => textOfHtmlNode(fromHtml(html))

const textOfArchive = async (path: string, kind: FileKind): Promise<string> => {
  const texts: string[] = []
  const zip = await openPromise(path, { autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      if (!contentParts[kind]?.test(entry.fileName)) continue
      const part = Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry))).toString()
      texts.push(textOfXml(part, unseen[kind]))
    }
  } finally {
    zip.close()
  }
  return texts.join(' ')
}

/** Tags in Markdown, and URLs of links and pictures. */
const markup =
  /<!--[\s\S]*?-->|<\/?[a-z][^<>]*>|(?<=\])\([^()]*\)|^ {0,3}\[[^\]]+\]:.*$|data:[\w/+.-]+;base64,[\w+/=]+/gim

/** Returns the text of all pages of a book, without its navigation. */
const textOfBook = async (path: string): Promise<string> => {
  const archive = await Archive.open(path, new BufferBudget())
  try {
    const texts: string[] = []
    for (const part of (await readPackage(archive)).parts)
      texts.push(textOfHtml(Buffer.from(await archive.readBytes(part)).toString()))
    return texts.join(' ')
  } finally {
    archive.close()
  }
}

const textOfPdf = async (path: string): Promise<string | undefined> => {
  const run = promisify(execFile)('pdftotext', [path, '-'], { maxBuffer: 2 ** 28 })
  return run.then(
    ({ stdout }) => stdout,
    () => undefined,
  )
}

/**
 * Returns the text of a file without any of our readers: all text of XML and HTML, and Poppler's text of a PDF;
 * undefined if Poppler is not installed, and for a broken archive that only our readers repair.
 */
export const sourceText = async (path: string, kind: FileKind): Promise<string | undefined> => {
  if (kind in contentParts) return textOfArchive(path, kind).catch(() => undefined)
  if (kind === 'epub') return textOfBook(path)
  if (kind === 'pdf') return textOfPdf(path)
  const text = await readTextFile({ path, buffers: new BufferBudget() })
  if (kind === 'html') return textOfHtml(text)
  return kind === 'md' ? text.replace(markup, ' ') : text
}
