import type { StreamChange } from '../../platform/events/dispatcher.ts'
import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger, readableThings } from '../../platform/search/definition.ts'
import { ConflictError, retryOnConflict } from '../../platform/table/conflict.ts'
import { endsTermRetention, trashEntries, type StoredEntry } from '../../platform/trash/entry.ts'
import { findChunks } from '../../platform/trash/trash-chunk.ts'
import { sharedRights } from '../../platform/sharing/shared-resource.ts'
import { spaceKind, spacePolicy } from '../space/access.ts'
import { findBreadcrumbs } from './breadcrumbs.ts'
import { readPageContent } from './content.ts'
import { decidePage, findPlaced, readablePages } from './access.ts'
import { pages, pageType, pageSearchScope, type StoredPage } from './page.ts'
import { spaces, spaceType } from '../space/space.ts'
import { incomingMoves, trees } from '../space/tree.ts'

/** Returns the whole text of a page. Throws {@link ConflictError} if the page no longer has it. */
const requireContent = async (page: StoredPage): Promise<string> => {
  const content = await readPageContent(pages.keyOf(page).pk, page.text)
  if (content === undefined) throw new ConflictError()
  return content
}

const toPageView = (page: StoredPage) => ({
  ...linkTo(pageType, page),
  container_id: page.space_id,
  text: page.text.excerpt,
  updated_at: page.updated_at,
  author_id: page.author.id,
  content: () => requireContent(page),
  breadcrumbs: () => findBreadcrumbs(page),
  file_ids: page.text.file_ids,
  revision: page.revision,
})

/** Returns the IDs of the pages whose deletion also moves this page to the trash. */
export const trashedWith = ({ parent_id, ancestors }: StoredPage): string[] => [
  ...new Set([...(parent_id === null ? [] : [parent_id]), ...ancestors]),
]

/** Returns the pages of a trash entry that has been purged. */
const purgedPages = async ({ before, after }: StreamChange<StoredEntry>) =>
  after && endsTermRetention(before, after)
    ? (await findChunks(after)).items.map((item) => ({ id: pages.read(item).id }))
    : []

/** Returns the search document of a page with its whole text; retries if a new revision replaces the text meanwhile. */
const loadPageDocument = (id: string) =>
  retryOnConflict(async () => {
    const page = await pages.find({ id })
    // search finds no drafts, so that no count reveals them
    if (!page || page.status === 'draft') return undefined
    return {
      scopes: [pageSearchScope],
      container: page.space_id,
      title: page.title,
      labels: page.tags,
      text: await requireContent(page),
    }
  })

export const pageResource = {
  type: pageType.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: async (id) => {
    const [placed] = await findPlaced([{ id }])
    return (
      placed && {
        ...sharedRights(spaceKind, placed.space),
        decide: (person) => decidePage(placed.page, placed.space, person),
      }
    )
  },
  isKnowledge: true,
  isSource: true,
  holdsFiles: true,
  search: {
    scopesOf: () => [pageSearchScope],
    containerType: spaceType.type,
    triggers: [
      documentTrigger(
        pages,
        ({ status, space_id, title, tags, text }) =>
          status === 'draft' ? undefined : [space_id, title, tags, text.id],
        undefined,
        trashedWith,
      ),
      documentTrigger(trashEntries, ({ type, state }) => type === pageType.type && state, purgedPages),
    ],
    document: loadPageDocument,
    readable: readableThings(spaces, spacePolicy.authorize),
    formerContainers: async (space_id) => {
      const tree = await trees.find({ space_id })
      return tree ? incomingMoves(tree).map(({ from }) => from) : []
    },
  },
  load: async (reader, wanted) =>
    (await readablePages(reader, wanted)).map((page) => page && toPageView(page)),
} satisfies Resource
