import { readList, type Source } from './list.ts'

/** Yields the records of the `sources` in their order, one page of at most `limit` at a time. */
export async function* readPages<T>(sources: Source<T>[], limit: number): AsyncGenerator<T[]> {
  let cursor: string | undefined
  do {
    const page = await readList(sources, { limit, cursor })
    yield page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}
