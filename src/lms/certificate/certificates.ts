import type { Actor } from '../../platform/identity/actor.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { findAnywhere } from '../../platform/trash/trashed-things.ts'
import { coursePolicy, notTheAuthor } from '../course/access.ts'
import { courses } from '../course/course.ts'
import { certificates, presentCertificate, type StoredCertificate } from '../enrollment/certificate.ts'

/** Returns true if a person may see all certificates of a course: its author and administrators. */
const mayReadAll = async (actor: Actor, course_id: string): Promise<boolean> => {
  if (actor.role === 'admin') return true
  const course = await findAnywhere(courses, course_id)
  return course !== undefined && coursePolicy.allows(course, actor, 'edit')
}

interface Filters {
  course_id?: string | undefined
  user_id?: string | undefined
}

/**
 * Returns the key ranges of certificates that the caller may list, and their filter: all of a course, or those of a
 * person, who has few. Throws 403.
 */
const listedCertificates = async (actor: Actor, { course_id, user_id }: Filters) => {
  const readsAll = course_id !== undefined && (await mayReadAll(actor, course_id))
  if (readsAll && user_id === undefined) return { sources: certificates.in('ofCourse', { course_id }) }
  const holder_id = user_id ?? actor.id
  if (!readsAll && holder_id !== actor.id && actor.role !== 'admin') throw notTheAuthor()
  return {
    sources: certificates.in('ofUser', { user_id: holder_id }),
    ...(course_id !== undefined && { keep: (one: StoredCertificate) => one.course_id === course_id }),
  }
}

/**
 * Returns a page of certificates, newest first: those of the caller, or of a course or a person. Throws 403 unless the
 * caller is the author of the course, the person, or an administrator.
 */
export const queryCertificates = async (actor: Actor, filters: Filters, page: PageRequest) => {
  const { sources, keep } = await listedCertificates(actor, filters)
  const { items, next_cursor } = await readList(sources, page, keep)
  return { items: items.map(presentCertificate), next_cursor }
}

/** Returns a certificate; throws 404 unless the caller is its person, the author of the course or an administrator. */
export const findCertificate = async (actor: Actor, id: string): Promise<StoredCertificate> => {
  const certificate = await certificates.get({ id })
  if (certificate.user_id !== actor.id && !(await mayReadAll(actor, certificate.course_id)))
    throw certificates.absent()
  return certificate
}
