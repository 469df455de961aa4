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

interface Listed {
  id: string
  updated_at: string
}

const toResource = (
  type: string,
  { id, updated_at }: Listed,
  title: string,
  mimeType = markdownType,
): Resource => ({
  uri: resourceUrl({ type, id }),
  name: title,
  title,
  mimeType,
  annotations: { lastModified: updated_at },
})

interface SourcePage {
  resources: Resource[]
  next_cursor: string | null
}

const listPages = async (actor: Actor, page: PageRequest): Promise<SourcePage> => {
  const { items, next_cursor } = await queryRecentPages(actor, undefined, page)
  return { resources: items.map((one) => toResource(pageType.type, one, one.title)), next_cursor }
}

const listCourses = async (actor: Actor, page: PageRequest): Promise<SourcePage> => {
  const { items, next_cursor } = await queryCourses(actor, {}, page)
  return { resources: items.map((one) => toResource(courseType.type, one, one.title)), next_cursor }
}

const listFiles =
  (shared: boolean) =>
  async (actor: Actor, page: PageRequest): Promise<SourcePage> => {
    const { items, next_cursor } = await queryFiles(actor, { shared }, page)
    const resources = items.map((one) => ({
      ...toResource(fileType.type, one, one.name, one.content_type),
      size: one.size,
    }))
    return { resources, next_cursor }
  }

/** Lists of resources, one after the other. */
const sources = [listPages, listCourses, listFiles(false), listFiles(true)]

/** Maximum number of resources on a page. */
const limit = 100

/** Splits a position into the number of its source and the cursor in it. */
const parsePosition = (position: string) => {
  const [, source = '0', cursor = ''] = /^(\d) (.*)$/s.exec(position) ?? []
  return { source: Number(source), cursor: cursor || undefined }
}

/** Returns a page of the pages, published courses and files that a person may read. Throws 422 for a wrong cursor. */
export const listResources = async (
  actor: Actor,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> => {
  const binding = `mcp resources ${actor.id}`
  const start = parsePosition(cursor === undefined ? '' : await openCursor(cursor, binding))
  const query = sources[start.source] as (typeof sources)[number]
  const { resources, next_cursor } = await query(actor, { limit, cursor: start.cursor })
  const next = next_cursor === null ? `${start.source + 1} ` : `${start.source} ${next_cursor}`
  if (next_cursor === null && start.source + 1 === sources.length) return { resources }
  return { resources, nextCursor: await sealCursor(next, binding) }
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
