import type { Actor } from '../../platform/identity/actor.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { refKey, type ResourceRef } from '../../platform/resource-ref.ts'
import { forPeople, type ResourceView } from '../../platform/resource.ts'
import { parseReference, references, referenceSets } from '../../platform/search/index/reference.ts'
import type { PageRequest } from '../../platform/table/list/list.ts'
import { readVisible } from '../../platform/table/list/visible-list.ts'
import { requirePage } from './access.ts'
import { pages, pageType, type StoredPage } from './page.ts'
import { spaceType } from '../space/space.ts'

const toPageLink = (view: ResourceView | undefined) => {
  if (!view) return undefined
  const { type, id, title, url, parent } = view
  return forPeople({ type, id, title, url, ...(parent && { parent }) })
}

/**
 * Loads resources of any type as links; pages in the space of the page are loaded together with the permission on them.
 */
const loadLinks = async (actor: Actor, refs: ResourceRef[], finding: Promise<StoredPage>) => {
  const { space_id: container } = await finding
  const isPage = (ref: ResourceRef) => ref.type === pageType.type
  const views = await loadResources(
    actor,
    refs.map((ref) => ({ ...ref, ...(isPage(ref) && { container }) })),
  )
  return views.map(toPageLink)
}

/** Returns the pages that a page links to and the caller may read, sorted by title. */
const findLinkedPages = async (actor: Actor, id: string, finding: Promise<StoredPage>) => {
  const set = await referenceSets.find({ type: pageType.type, id })
  const links = await loadLinks(actor, (set?.targets ?? []).map(parseReference), finding)
  return links.filter((link) => link !== undefined).sort((a, b) => a.title.localeCompare(b.title))
}

const referringTo = (target: ResourceRef, prefix: string) =>
  references.in('to', { target: refKey(target) }).map((source) => ({ ...source, prefix }))

/** Returns the rows of assistants whose knowledge includes the page through its space or an ancestor. */
const containerKnowledgeRows = ({ space_id, ancestors }: StoredPage) =>
  [{ type: spaceType.type, id: space_id }, ...ancestors.map((id) => ({ type: pageType.type, id }))].flatMap(
    (target) => referringTo(target, 'assistant#'),
  )

/** Returns a filter that keeps the first row of each resource: an assistant may know both a page and its space. */
const distinctRows = () => {
  const seen = new Set<string>()
  return <R extends ResourceRef>(row: R): boolean => seen.size < seen.add(refKey(row)).size
}

/**
 * Returns the resources that refer to a page and the caller may read: linking pages, or with `impact` everything that
 * cites the page.
 */
const findReferring = async (
  actor: Actor,
  id: string,
  finding: Promise<StoredPage>,
  { impact, ...request }: LinksRequest,
) => {
  const own = referringTo({ type: pageType.type, id }, impact ? '' : `${pageType.type}#`)
  const sources = impact ? [...own, ...containerKnowledgeRows(await finding)] : own
  const isNew = distinctRows()
  const load = async (rows: ResourceRef[]) => {
    const once = rows.filter(isNew)
    const links = await loadLinks(actor, once, finding)
    const byRow = new Map(once.map((row, index) => [row, links[index]]))
    return rows.map((row) => byRow.get(row))
  }
  return readVisible({ sources, orderOf: refKey, load }, request)
}

type LinksRequest = PageRequest & { impact: boolean }

/**
 * Returns the pages that a page links to, and one page of the resources that refer to it, as far as the caller may read
 * them. Takes two round trips, one more for resources in other spaces, and one more with `impact`. Throws the page's
 * 404.
 */
export const queryLinks = async (actor: Actor, id: string, request: LinksRequest) => {
  const finding = pages.get({ id })
  const [links, referring] = await Promise.all([
    findLinkedPages(actor, id, finding),
    findReferring(actor, id, finding, request),
    finding.then((page) => requirePage(actor, page)),
  ])
  return { ...referring, links }
}
