import { maxBreadcrumbs, type Breadcrumb } from '../../platform/resource.ts'
import { pages, pageType, type StoredPage } from './page.ts'
import { spaces, spaceType } from '../space/space.ts'

/** Maximum number of ancestor pages in breadcrumbs and in the `ancestors` field of a page. */
const maxLevels = maxBreadcrumbs - 1

/** Returns the ancestor IDs of a child of `parent`, nearest first, based on the ancestors stored in `parent`. */
export const ancestorsBelow = (parent: Pick<StoredPage, 'id' | 'ancestors'> | undefined): string[] =>
  parent ? [parent.id, ...parent.ancestors].slice(0, maxLevels) : []

/**
 * Loads the current ancestors of a page, outermost first. Takes one round trip if the page stores its ancestors; after
 * a move, until they are renewed, one more for each level.
 */
const loadAncestors = async ({ parent_id, ancestors }: StoredPage): Promise<StoredPage[]> => {
  const known = await pages.findMany(ancestors.map((id) => ({ id })))
  const byId = new Map(known.flatMap((page) => (page ? [[page.id, page]] : [])))
  const line: StoredPage[] = []
  for (let next = parent_id; next !== null && line.length < maxLevels;) {
    const page: StoredPage | undefined = byId.get(next) ?? (await pages.find({ id: next }))
    if (page) line.unshift(page)
    next = page?.parent_id ?? null
  }
  return line
}

/**
 * Returns the space and the ancestors of a page, outermost first; every reader of the page may read their titles. A
 * draft has no ancestors, because the parent chosen by its author may have moved to another space.
 */
export const findBreadcrumbs = async (page: StoredPage): Promise<Breadcrumb[]> => {
  const [space, above] = await Promise.all([
    spaces.find({ id: page.space_id }),
    page.status === 'draft' ? [] : loadAncestors(page),
  ])
  return [
    ...(space ? [{ type: spaceType.type, id: space.id, title: space.name }] : []),
    ...above.map(({ id, title }) => ({ type: pageType.type, id, title })),
  ]
}
