import { findFileKind, requireFileKind, type FileKind } from './file-kind.ts'
import type { Block, BlockReader, Reading } from './markdown/block.ts'
import { unknownKind } from './unreadable-file.ts'

/** Readers by kind, imported on first use because most files need only one of them. */
const loaders: Record<FileKind, () => Promise<BlockReader>> = {
  md: async () => (await import('./readers/md.ts')).readMd,
  txt: async () => (await import('./readers/txt.ts')).readTxt,
  html: async () => (await import('./readers/html/html.ts')).readHtml,
  csv: async () => (await import('./readers/csv.ts')).readCsv,
  pdf: async () => (await import('./readers/pdf/pdf.ts')).readPdf,
  docx: async () => (await import('./readers/docx/docx.ts')).readDocx,
  pptx: async () => (await import('./readers/pptx/pptx.ts')).readPptx,
  xlsx: async () => (await import('./readers/xlsx/xlsx.ts')).readXlsx,
  odt: async () => (await import('./readers/odf/odf.ts')).readOdf,
  odp: async () => (await import('./readers/odf/odf.ts')).readOdf,
  ods: async () => (await import('./readers/odf/odf.ts')).readOdf,
  epub: async () => (await import('./readers/epub/epub.ts')).readEpub,
}

/** A file on disk, with its original name and content type. */
export type DocumentSource = { path: string; name: string; content_type?: string | null }

/** Reads the blocks of a document. Throws `UnreadableFile` if no reader supports the file. */
export async function* readDocument(
  { path, name, content_type }: DocumentSource,
  reading: Omit<Reading, 'path'>,
): AsyncGenerator<Block> {
  const kind = findFileKind(name, content_type)
  if (!kind) throw unknownKind()
  await requireFileKind(path, kind)
  const read = await loaders[kind]()
  yield* read({ ...reading, path })
}
