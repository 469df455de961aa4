import type { BlockReader } from './block.ts'
import type { FileKind } from './file-kind.ts'

/** Readers are loaded when they are needed: most files need one of them. */
const loaders: Record<FileKind, () => Promise<BlockReader>> = {
  md: async () => (await import('./readers/md.ts')).readMd,
  txt: async () => (await import('./readers/txt.ts')).readTxt,
  html: async () => (await import('./readers/html.ts')).readHtml,
  csv: async () => (await import('./readers/csv.ts')).readCsv,
  pdf: async () => (await import('./readers/pdf.ts')).readPdf,
  docx: async () => (await import('./readers/docx.ts')).readDocx,
  pptx: async () => (await import('./readers/pptx.ts')).readPptx,
  xlsx: async () => (await import('./readers/xlsx.ts')).readXlsx,
  odt: async () => (await import('./readers/odf.ts')).readOdf,
  odp: async () => (await import('./readers/odf.ts')).readOdf,
  ods: async () => (await import('./readers/odf.ts')).readOdf,
  epub: async () => (await import('./readers/epub.ts')).readEpub,
}

/** The reader of a kind of files. */
export const loadReader = (kind: FileKind): Promise<BlockReader> => loaders[kind]()
