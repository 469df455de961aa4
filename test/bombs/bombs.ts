import { archiveBombs } from './archive-bombs.ts'
import type { Bombs } from './bomb.ts'
import { officeBombs } from './office-bombs.ts'
import { openDocumentBombs } from './open-document-bombs.ts'
import { bookBombs } from './book-bombs.ts'
import { pdfBombs } from './pdf-bombs.ts'
import { textBombs } from './text-bombs.ts'

export const bombs: Bombs = {
  ...archiveBombs,
  ...officeBombs,
  ...openDocumentBombs,
  ...bookBombs,
  ...pdfBombs,
  ...textBombs,
}
