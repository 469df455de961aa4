import { linkTo, type Resource } from '../platform/resource.ts'
import { documentTrigger, readableThings } from '../platform/search/definition.ts'
import { ConflictError, retryOnConflict } from '../platform/table/conflict.ts'
import { canSee } from './access.ts'
import { findBreadcrumbs } from './breadcrumbs.ts'
import { readContent } from './content.ts'
import { readablePages } from './page-access.ts'
import { pages, pageType, pageSearchScope, type StoredPage } from './page.ts'
import { spaces, spaceType } from './space.ts'
import { arrivals, trees } from './tree.ts'

const viewOf = (page: StoredPage) => ({
  ...linkTo(pageType, page),
  container_id: page.space_id,
  text: page.text.excerpt,
  updated_at: page.updated_at,
  author_id: page.author.id,
  content: async () => (await readContent(pages.keyOf(page).pk, page.text)) ?? '',
  breadcrumbs: () => findBreadcrumbs(page),
  file_ids: page.text.file_ids,
  revision: page.revision,
})

/** A page with its whole text, which another revision may replace while it is read. */
const documentOf = (id: string) =>
  retryOnConflict(async () => {
    const page = await pages.find({ id })
    // no search finds a draft, so that no count tells of it
    if (!page || page.status === 'draft') return undefined
    const content = await readContent(pages.keyOf(page).pk, page.text)
    if (content === undefined) throw new ConflictError()
    return {
      scopes: [pageSearchScope],
      container: page.space_id,
      title: page.title,
      labels: page.tags,
      text: content,
    }
  })

export const pageResource: Resource = {
  type: pageType.type,
  isKnowledge: true,
  isSource: true,
  holdsFiles: true,
  search: {
    scopesOf: () => [pageSearchScope],
    containerType: spaceType.type,
    triggers: [
      documentTrigger(pages, ({ status, space_id, title, tags, text }) =>
        status === 'draft' ? undefined : [space_id, title, tags, text.id],
      ),
    ],
    document: documentOf,
    readable: readableThings(spaces, canSee),
    formerContainers: async (space_id) => {
      const tree = await trees.find({ space_id })
      return tree ? arrivals(tree).map(({ from }) => from) : []
    },
  },
  load: async (reader, wanted) => (await readablePages(reader, wanted)).map((page) => page && viewOf(page)),
}
