import type { BlockReader } from './markdown/block.ts'
import type { FileKind } from './file-kind.ts'

/** Readers are loaded when they are needed: most files need one of them. */
const loaders: Record<FileKind, () => Promise<BlockReader>> = {
  md: async () => (await import('./readers/md/md.ts')).readMd,
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

export const loadReader = (kind: FileKind): Promise<BlockReader> => loaders[kind]()
