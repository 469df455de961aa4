import type { Actor } from '../../platform/identity/actor.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { refKey, type ResourceRef } from '../../platform/resource-ref.ts'
import { forPeople, type ResourceView } from '../../platform/resource.ts'
import { refOf, references, referenceSets } from '../../platform/search/index/reference.ts'
import type { PageRequest } from '../../platform/table/list/list.ts'
import { readVisible } from '../../platform/table/list/visible-list.ts'
import { requirePage } from './access.ts'
import { pages, pageType, type StoredPage } from './page.ts'
import { spaceType } from '../space/space.ts'

const toLink = (view: ResourceView | undefined) => {
  if (!view) return undefined
  const { type, id, title, url, parent } = view
  return forPeople({ type, id, title, url, ...(parent && { parent }) })
}

/** Things of any types as links; what is in the same space as the page is read together with the right to it. */
const loadLinks = async (actor: Actor, refs: ResourceRef[], finding: Promise<StoredPage>) => {
  const { space_id: container } = await finding
  const isPage = (ref: ResourceRef) => ref.type === pageType.type
  const views = await loadResources(
    actor,
    refs.map((ref) => ({ ...ref, ...(isPage(ref) && { container }) })),
  )
  return views.map(toLink)
}

/** The pages that a page links to and the reader may read, by their titles. */
const findLinked = async (actor: Actor, id: string, finding: Promise<StoredPage>) => {
  const set = await referenceSets.find({ type: pageType.type, id })
  const links = await loadLinks(actor, (set?.targets ?? []).map(refOf), finding)
  return links.filter((link) => link !== undefined).sort((a, b) => a.title.localeCompare(b.title))
}

const referringTo = (target: ResourceRef, prefix: string) =>
  references.in('to', { target: refKey(target) }).map((source) => ({ ...source, prefix }))

/** Assistants that know a page with all around it: its space, or one of the pages above it. */
const knowingAround = ({ space_id, ancestors }: StoredPage) =>
  [{ type: spaceType.type, id: space_id }, ...ancestors.map((id) => ({ type: pageType.type, id }))].flatMap(
    (target) => referringTo(target, 'assistant#'),
  )

/** The first rows of the same thing: an assistant may know a page and its space. */
const distinctRows = () => {
  const seen = new Set<string>()
  return <R extends ResourceRef>(row: R): boolean => seen.size < seen.add(refKey(row)).size
}

/** What refers to a page and the reader may read: pages that link to it, or with `impact` all that cites it. */
const findReferring = async (
  actor: Actor,
  id: string,
  finding: Promise<StoredPage>,
  { impact, ...request }: LinksRequest,
) => {
  const own = referringTo({ type: pageType.type, id }, impact ? '' : `${pageType.type}#`)
  const sources = impact ? [...own, ...knowingAround(await finding)] : own
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
 * What a page links to, and a page of what refers to it, as far as the caller may read that, in two round trips; one
 * more for what is in other spaces, and with `impact`. Throws the page's 404.
 */
export const queryLinks = async (actor: Actor, id: string, request: LinksRequest) => {
  const finding = pages.get({ id })
  const [links, referring] = await Promise.all([
    findLinked(actor, id, finding),
    findReferring(actor, id, finding, request),
    finding.then((page) => requirePage(actor, page)),
  ])
  return { ...referring, links }
}
