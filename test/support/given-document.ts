import { strToU8, zipSync } from 'fflate'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { measureRecall } from '../../infra/documents/recall.ts'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { outlineDocument, type Outline } from '../../src/documents/outline/outline.ts'
import { courseLimits } from '../../src/lms/limits.ts'

type Content = string | Uint8Array

const withFile = async <T>(
  name: string,
  content: Content,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'document-'))
  try {
    const path = join(folder, name)
    await writeFile(path, content)
    return await work(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Fails if a word of a file is neither in its extracted text nor among those that the reader skips. */
const expectWords = async (path: string, name: string): Promise<void> => {
  const recall = await measureRecall(path, name)
  // pdf-recall.system.test.ts compares the words of PDFs by page
  if (recall && recall.kind !== 'pdf') expect(recall.lost, `words lost of ${name}`).toEqual([])
}

/** Returns the outline of a document for a course. */
export const outlineOf = (name: string, content: Content): Promise<Outline> =>
  withFile(name, content, async (path) => {
    await expectWords(path, name)
    return outlineDocument({ path, name }, { limits: courseLimits })
  })

/** Returns the Markdown of a document. */
export const textOf = (name: string, content: Content): Promise<string> =>
  withFile(name, content, async (path) => {
    await expectWords(path, name)
    return (await convertDocument({ path, name }, { maxBytes: 1_000_000 })).markdown
  })

/** Returns the lessons of all chapters of a document. */
export const lessonsOf = async (name: string, content: Content) =>
  (await outlineOf(name, content)).chapters.flatMap(({ lessons }) => lessons)

/** Returns the Markdown of all lessons of a document. */
export const markdownOf = async (name: string, content: Content): Promise<string> =>
  (await lessonsOf(name, content)).map(({ content }) => content).join('\n\n')

/** Returns a ZIP archive of these parts. */
export const archiveOf = (parts: Record<string, Content>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  )

const officeNamespaces = ['w', 'm', 'o', 'r', 'a', 'c', 'v', 'wp', 'wps', 'mc']
  .map((prefix) => `xmlns:${prefix}="${prefix}"`)
  .join(' ')

/** Returns a docx with a body in WordprocessingML. */
export const docxOf = (body: string, parts: Record<string, Content> = {}): Uint8Array =>
  archiveOf({
    'word/document.xml': `<w:document ${officeNamespaces}><w:body>${body}</w:body></w:document>`,
    ...parts,
  })

/** Returns an odt with a body in OpenDocument. */
export const odtOf = (body: string, parts: Record<string, Content> = {}): Uint8Array =>
  archiveOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml':
      '<office:document-content><office:body><office:text>' +
      `${body}</office:text></office:body></office:document-content>`,
    ...parts,
  })

/** Returns a spreadsheet or a presentation with a body in OpenDocument. */
export const openDocumentOf = (kind: 'spreadsheet' | 'presentation', body: string): Uint8Array =>
  archiveOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml':
      `<office:document-content><office:body><office:${kind}>` +
      `${body}</office:${kind}></office:body></office:document-content>`,
  })

const slideNamespaces = 'xmlns:p="p" xmlns:a="a" xmlns:r="r" xmlns:m="m" xmlns:mc="mc" xmlns:a14="a14"'
const titlePlaceholder = '<p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>'

const shape = (paragraph: string, placeholder = '') =>
  `<p:sp>${placeholder}<p:txBody><a:p>${paragraph}</a:p></p:txBody></p:sp>`

const relationships = (targets: string[]) => {
  const entries = targets.map(
    (target, at) => `<Relationship Id="r${at + 1}" Type="x/slide" Target="${target}"/>`,
  )
  return `<Relationships>${entries.join('')}</Relationships>`
}

/** A slide with a title, and a paragraph, a graphic, or both. */
type Slide = { title: string; paragraph?: string; graphic?: string }

/** Returns a pptx of slides; in each of them, `r1` refers to the first slide. */
export const pptxOf = (slides: Slide[], more: Record<string, Content> = {}): Uint8Array => {
  const names = slides.map((_, at) => `slide${at + 1}.xml`)
  const ids = slides.map((_, at) => `<p:sldId id="${at + 1}" r:id="r${at + 1}"/>`)
  const parts = slides.flatMap(({ title, paragraph = '', graphic = '' }, at) => {
    const frame = `<p:graphicFrame>${graphic}</p:graphicFrame>`
    const shapes = shape(`<a:r><a:t>${title}</a:t></a:r>`, titlePlaceholder) + shape(paragraph) + frame
    const slide = `<p:sld ${slideNamespaces}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`
    return [
      [`ppt/slides/${names[at]}`, slide],
      [`ppt/slides/_rels/${names[at]}.rels`, relationships(names)],
    ]
  })
  return archiveOf({
    'ppt/presentation.xml':
      `<p:presentation ${slideNamespaces}><p:sldIdLst>` + `${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(names.map((name) => `slides/${name}`)),
    ...Object.fromEntries(parts),
    ...more,
  })
}
