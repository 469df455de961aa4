import { maxBreadcrumbs, type Breadcrumb } from '../../platform/resource.ts'
import { pages, pageType, type StoredPage } from './page.ts'
import { spaces, spaceType } from '../space/space.ts'

/** How many levels of pages above one are named, and known to it. */
const maxLevels = maxBreadcrumbs - 1

/** The ids of the pages above what is below a page, the nearest first, as far as the page knows its own. */
export const ancestorsBelow = (parent: Pick<StoredPage, 'id' | 'ancestors'> | undefined): string[] =>
  parent ? [parent.id, ...parent.ancestors].slice(0, maxLevels) : []

/**
 * The pages above one as they are now, from the outside in: in one round trip where the page knows them, and after a
 * move, until it does, one more for each level.
 */
const findAbove = async ({ parent_id, ancestors }: StoredPage): Promise<StoredPage[]> => {
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

/** The space of a page and the pages above it, from the outside in; anyone who may read the page may read them. */
export const findBreadcrumbs = async (page: StoredPage): Promise<Breadcrumb[]> => {
  const [space, above] = await Promise.all([spaces.find({ id: page.space_id }), findAbove(page)])
  return [
    ...(space ? [{ type: spaceType.type, id: space.id, title: space.name }] : []),
    ...above.map(({ id, title }) => ({ type: pageType.type, id, title })),
  ]
}
