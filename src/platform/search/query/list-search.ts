import type { searchByWords as search } from './page.ts'

/** As `searchByWords` of page.ts, which is loaded when there are words: most lists are asked for without any. */
export const searchPages: typeof search = async (...wanted) =>
  (await import('./page.ts')).searchByWords(...wanted)
