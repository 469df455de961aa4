import { readFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import type { Block, Reading } from '../block.ts'
import { corrupt, encrypted } from '../unreadable-file.ts'
import { blocksOfPages, type PdfLine } from './pdf-blocks.ts'

type Piece = { text: string; x: number; y: number; width: number; size: number; font: string }

/** Pieces of text on one height make a line; a wide gap between them is a space. */
const linesOf = (pieces: Piece[], page: number): PdfLine[] => {
  const rows: Piece[][] = []
  for (const piece of pieces) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (
      row &&
      last &&
      Math.abs(last.y - piece.y) < Math.max(last.size, piece.size) * 0.5 &&
      piece.x >= last.x - 1
    )
      row.push(piece)
    else rows.push([piece])
  }
  return rows.flatMap((row): PdfLine[] => {
    let text = ''
    let end = row[0]?.x ?? 0
    for (const piece of row) {
      const gap = piece.x - end > piece.size * 0.15 && text && !text.endsWith(' ')
      text += (gap ? ' ' : '') + piece.text
      end = piece.x + piece.width
    }
    const [first] = row
    const filled = row.filter(({ text }) => text.trim())
    if (!first || !text.trim()) return []
    return [
      {
        page,
        text: text.replace(/\s+/g, ' ').trim(),
        x: first.x,
        y: first.y,
        end,
        size: Math.round(Math.max(...filled.map(({ size }) => size)) * 2) / 2,
        bold: filled.every(({ font }) => /bold|black|heavy|semibold/i.test(font)),
        mono: filled.every(({ font }) => /mono|courier|consol/i.test(font)),
      },
    ]
  })
}

/** The name by which a font knows itself, which says whether it is bold; what pdf.js gives with a text is a number. */
const fontName = (
  objects: { has(name: string): boolean; get(name: string): unknown },
  name: string,
): string => {
  const font = objects.has(name) ? objects.get(name) : undefined
  return typeof font === 'object' && font !== null && 'name' in font ? String(font.name) : ''
}

const failure = (error: unknown) =>
  error instanceof Error && error.name === 'PasswordException' ? encrypted() : corrupt()

export async function* readPdf({ path, progress, signal }: Reading): AsyncGenerator<Block> {
  const data = new Uint8Array(await readFile(path))
  const document = await getDocumentProxy(data, { isEvalSupported: false, verbosity: 0 } as never).catch(
    (error: unknown) => {
      throw failure(error)
    },
  )
  try {
    const lines: PdfLine[] = []
    for (let number = 1; number <= document.numPages; number++) {
      signal?.throwIfAborted()
      const page = await document.getPage(number).catch((error: unknown) => {
        throw failure(error)
      })
      const { items } = await page.getTextContent().catch((error: unknown) => {
        throw failure(error)
      })
      const names = new Map<string, string>()
      const texts = items.flatMap((item) => ('str' in item && item.str ? [item] : []))
      if (texts.length > 0 && number <= 200) await page.getOperatorList().catch(() => undefined)
      for (const { fontName: name } of texts)
        if (!names.has(name)) names.set(name, fontName(page.commonObjs, name))
      const pieces = texts.map(({ str, transform, width, height, fontName: name }) => ({
        text: str,
        x: Number(transform[4]),
        y: Number(transform[5]),
        width,
        size: height || Math.abs(Number(transform[3])),
        font: names.get(name) ?? '',
      }))
      lines.push(...linesOf(pieces, number))
      page.cleanup()
      progress((number / document.numPages) * 0.95)
    }
    yield* blocksOfPages(lines, document.numPages)
  } finally {
    await document.loadingTask.destroy()
  }
}
