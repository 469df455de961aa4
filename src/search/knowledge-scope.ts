import { readList } from '../platform/table/list/list.ts'
import { children } from '../wiki/page/tree/child.ts'
import { pages, type StoredPage } from '../wiki/page/page.ts'
import { spaces } from '../wiki/space/space.ts'
import type { KnowledgeRef } from '../assistants/assistant/knowledge-ref.ts'
import type { Passage } from '../models/passage.ts'

/** A resource with the container that decides read access. */
export interface ContainedThing {
  id: string
  container: string
}

/** A resource that may answer a question; the asker's access is not checked yet. */
export interface Candidate {
  type: Passage['type']
  hit: ContainedThing
  /** Sum of the weights of its terms. */
  score: number
}

/** Maximum number of direct children of a space or page that are candidates regardless of their words. */
const maxChildren = 8

/** Maximum number of pages whose ancestors are followed. */
const maxFollowedPages = 200

/** Maximum number of levels of ancestors followed. */
const maxLevels = 12

const knowledgeIds = (within: KnowledgeRef[], type: KnowledgeRef['type']) => [
  ...new Set(within.filter((ref) => ref.type === type).map(({ id }) => id)),
]

const readChildIds = async (parent: string) =>
  (await readList(children.in('of', { parent }), { limit: maxChildren })).items.map(({ id }) => id)

const toContainedThing = (id: string, container: string): ContainedThing => ({ id, container })

/**
 * Loads the knowledge scope of an assistant: the resources that it names and some of their direct children, in one
 * round trip, without access checks. Every page of `spaces` belongs to it, and every descendant of `roots`. Only wiki
 * pages are nested, so the function reads the tree of the wiki directly, which search may import; no other type would
 * need an operation for descendants.
 */
export const loadKnowledgeScope = async (within: KnowledgeRef[]) => {
  const [space_ids, page_ids] = [knowledgeIds(within, 'wiki_space'), knowledgeIds(within, 'wiki_page')]
  const [roots, inSpaces, belowPages] = await Promise.all([
    pages.findMany(page_ids.map((id) => ({ id }))),
    Promise.all(space_ids.map((id) => readChildIds(spaces.keyOf({ id }).pk))),
    Promise.all(page_ids.map((id) => readChildIds(pages.keyOf({ id }).pk))),
  ])
  const named = roots.flatMap((page) => (page ? [toContainedThing(page.id, page.space_id)] : []))
  const below = roots.flatMap((page, index) =>
    page ? (belowPages[index] ?? []).map((id) => toContainedThing(id, page.space_id)) : [],
  )
  const inside = space_ids.flatMap((space_id, index) =>
    (inSpaces[index] ?? []).map((id) => toContainedThing(id, space_id)),
  )
  const candidate = (type: Candidate['type'], hit: ContainedThing): Candidate => ({ type, hit, score: 0 })
  const alone = (type: 'course' | 'file') =>
    knowledgeIds(within, type).map((id) => candidate(type, toContainedThing(id, id)))
  return {
    named: [...named.map((hit) => candidate('wiki_page', hit)), ...alone('course'), ...alone('file')],
    below: [...below, ...inside].map((hit) => candidate('wiki_page', hit)),
    spaces: new Set(space_ids),
    roots: roots.filter((page) => page !== undefined),
  }
}

export type KnowledgeScope = Awaited<ReturnType<typeof loadKnowledgeScope>>

/** Returns the hits that are pages inside the scope, in one round trip per level of ancestors. */
export const filterPagesInScope = async (
  hits: ContainedThing[],
  { spaces, roots }: KnowledgeScope,
): Promise<ContainedThing[]> => {
  const around = new Set(roots.map(({ space_id }) => space_id))
  const above = new Map<string, StoredPage | undefined>(roots.map((page) => [page.id, page]))
  const isRoot = new Set(roots.map(({ id }) => id))
  const isUnsure = ({ container }: ContainedThing) => !spaces.has(container) && around.has(container)

  let next = hits
    .filter(isUnsure)
    .slice(0, maxFollowedPages)
    .map(({ id }) => id)
  for (let level = 0; level < maxLevels; level++) {
    const wanted = [...new Set(next)].filter((id) => !above.has(id))
    if (wanted.length === 0) break
    const found = await pages.findMany(wanted.map((id) => ({ id })))
    for (const [index, id] of wanted.entries()) above.set(id, found[index])
    next = found.flatMap((page) => page?.parent_id ?? [])
  }
  const isBelow = (id: string | null | undefined, level = 0): boolean =>
    typeof id === 'string' &&
    level <= maxLevels &&
    (isRoot.has(id) || isBelow(above.get(id)?.parent_id, level + 1))
  return hits.filter((hit) => spaces.has(hit.container) || (isUnsure(hit) && isBelow(hit.id)))
}
