/** Page of any list of the API. */
interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

/** Yields all items of a list, page by page; `readPage` calls the list with the cursor as its query parameter. */
export async function* allItems<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    yield* page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}
