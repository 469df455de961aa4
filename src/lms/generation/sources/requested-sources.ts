import { authorizeFile } from '../../../files/file/access.ts'
import { files } from '../../../files/file/file.ts'
import type { Actor } from '../../../platform/identity/actor.ts'
import { invalid } from '../../../platform/runtime/problem.ts'
import { findTicketArticle } from '../../../support/article/ticket-article.ts'
import { readablePages } from '../../../wiki/page/access.ts'
import type { StoredCourse } from '../../course/course.ts'
import { CourseSource } from '../../course/parts.ts'
import { requireDocument } from '../source-file.ts'
import { requireUploaded } from '../../../files/file/upload.ts'

type Source = Pick<StoredCourse['source']['sources'][number], 'type' | 'id'>

const findPageTitle = async (actor: Actor, id: string) => {
  const [page] = await readablePages(actor, [{ id }])
  return page && page.status !== 'draft' ? page.title : undefined
}

const findFileTitle = async (actor: Actor, id: string, field: string) => {
  const file = await files.find({ id })
  if (!file || !(await authorizeFile(file, actor))) return undefined
  requireDocument(file, field)
  return (await requireUploaded(file)).name
}

const wanted = {
  file: 'a file that the caller may read',
  wiki_page: 'a published page that the caller may read',
  ticket: 'a solved ticket, and only agents may use tickets',
}

const findTitle = async (actor: Actor, { type, id }: Source, field: string) => {
  if (type === 'file') return findFileTitle(actor, id, field)
  if (type === 'wiki_page') return findPageTitle(actor, id)
  return (await findTicketArticle(actor, id))?.title
}

/**
 * Returns the source of a course to be generated from resources. Throws 422 that names a resource which the caller may
 * not use, 409 for a file that has not been uploaded.
 */
export const requireSources = async (actor: Actor, sources: Source[]): Promise<StoredCourse['source']> => {
  const findings = await Promise.allSettled(
    sources.map((source, index) => findTitle(actor, source, `sources[${index}].id`)),
  )
  // the first source that cannot be used is named, whichever was looked up first
  const titled = sources.map((source, index) => {
    const found = findings[index]
    if (found?.status === 'rejected') throw found.reason
    if (found?.value === undefined)
      throw invalid(`sources[${index}].id`, `must be the ID of ${wanted[source.type]}`)
    return { ...source, title: found.value }
  })
  return CourseSource.parse({ type: 'sources', sources: titled })
}
