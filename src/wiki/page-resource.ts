import { linkTo, type Resource } from '../platform/resource.ts'
import { readContent } from './content.ts'
import { readablePages } from './page-access.ts'
import { pages, pageType, pageSearchScope, type StoredPage } from './page.ts'

const viewOf = (page: StoredPage) => ({
  ...linkTo(pageType, page),
  text: page.text.excerpt,
  updated_at: page.updated_at,
  content: async () => (await readContent(pages.keyOf(page).pk, page.text)) ?? '',
})

export const pageResource: Resource = {
  type: pageType.type,
  isKnowledge: true,
  isSource: true,
  searchScope: () => pageSearchScope,
  load: async (reader, wanted) => (await readablePages(reader, wanted)).map((page) => page && viewOf(page)),
}
