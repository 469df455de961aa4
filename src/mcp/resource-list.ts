import type { Resource } from '@modelcontextprotocol/server'
import { fileType } from '../files/file/file.ts'
import { queryFiles } from '../files/file/list.ts'
import { queryCourses } from '../lms/course/list/list.ts'
import { courseType } from '../lms/course/course.ts'
import { resourceUrl } from '../platform/http/app-urls.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { openCursor, sealCursor } from '../platform/table/list/cursor.ts'
import type { PageRequest } from '../platform/table/list/list.ts'
import { queryRecentPages } from '../wiki/page/lists/recent-list.ts'
import { pageType } from '../wiki/page/page.ts'

/** Types of resources that clients may read. */
export const clientTypes = [pageType, courseType, fileType] as const

/** Media type of pages, courses and the texts of files. */
export const markdownType = 'text/markdown'

type Item = { id: string; updated_at: string } & (
  { title: string } | { name: string; content_type: string; size: number }
)

const toResource = (type: string, item: Item): Resource => {
  const { id, updated_at: lastModified } = item
  const common = { uri: resourceUrl({ type, id }), annotations: { lastModified } }
  if ('title' in item) return { ...common, name: item.title, title: item.title, mimeType: markdownType }
  const { name, content_type: mimeType, size } = item
  return { ...common, name, title: name, mimeType, size }
}

interface Source {
  type: string
  query: (actor: Actor, page: PageRequest) => Promise<{ items: Item[]; next_cursor: string | null }>
}

/** Lists of resources, one after the other. */
const sources: Source[] = [
  { type: pageType.type, query: (actor, page) => queryRecentPages(actor, undefined, page) },
  { type: courseType.type, query: (actor, page) => queryCourses(actor, {}, page) },
  { type: fileType.type, query: (actor, page) => queryFiles(actor, { shared: false }, page) },
  { type: fileType.type, query: (actor, page) => queryFiles(actor, { shared: true }, page) },
]

/** Maximum number of resources on a page. */
const limit = 100

/** Index of a source, and the cursor in its list. */
type Position = [index: number, cursor?: string]

/** Returns a page of the pages, published courses and files that a person may read. Throws 422 for a wrong cursor. */
export const listResources = async (
  actor: Actor,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> => {
  const binding = `mcp resources ${actor.id}`
  const position = cursor === undefined ? '[0]' : await openCursor(cursor, binding)
  const [index, start] = JSON.parse(position) as Position
  const { type, query } = sources[index] as Source
  const { items, next_cursor } = await query(actor, { limit, cursor: start })
  const resources = items.map((item) => toResource(type, item))
  const next: Position = next_cursor === null ? [index + 1] : [index, next_cursor]
  if (next[0] === sources.length) return { resources }
  return { resources, nextCursor: await sealCursor(JSON.stringify(next), binding) }
}

/** Returns the addresses of the types, with `{id}`. */
export const listTemplates = () => {
  const [id, parameter] = ['00000000-0000-4000-8000-000000000000', '{id}']
  return clientTypes.map(({ type }) => ({
    name: type,
    uriTemplate: resourceUrl({ type, id }).replace(id, parameter),
    ...(type !== fileType.type && { mimeType: markdownType }),
  }))
}
