import { files } from '../files/file.ts'
import { permissionNow } from '../files/sight.ts'
import type { KnowledgeRef } from './knowledge-ref.ts'
import { canSee } from '../lms/access.ts'
import { courses } from '../lms/course.ts'
import { enrollments } from '../lms/enrollment.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { permissionIn } from '../wiki/access.ts'
import { lineOf } from '../wiki/page-access.ts'
import { pages, type StoredPage } from '../wiki/page.ts'
import { spaces } from '../wiki/space.ts'
import { isSwept, trees } from '../wiki/tree.ts'
import { refKey } from './assistant-parts.ts'

const keysOf = (ids: string[]) => ids.map((id) => ({ id }))

const readableSpaces = async (actor: Actor, ids: string[]) =>
  (await spaces.findMany(keysOf(ids))).map(
    (space) => space !== undefined && permissionIn(space, actor) !== undefined,
  )

/** Pages whose space may be read, and that have not gone with one above them. */
const readablePages = async (actor: Actor, ids: string[]) => {
  const found = await pages.findMany(keysOf(ids))
  const space_ids = [...new Set(found.flatMap((page) => page?.space_id ?? []))]
  const [readable, held] = await Promise.all([
    readableSpaces(actor, space_ids),
    trees.findMany(space_ids.map((space_id) => ({ space_id }))),
  ])
  const isThere = async ({ id, space_id }: StoredPage) => {
    const [isReadable, tree] = [readable[space_ids.indexOf(space_id)], held[space_ids.indexOf(space_id)]]
    return isReadable === true && tree !== undefined && (!isSwept(tree) || (await lineOf(id)) !== undefined)
  }
  return Promise.all(found.map(async (page) => page !== undefined && isThere(page)))
}

const readableCourses = async (actor: Actor, ids: string[]) => {
  const [found, taken] = await Promise.all([
    courses.findMany(keysOf(ids)),
    enrollments.findMany(ids.map((course_id) => ({ course_id, user_id: actor.id }))),
  ])
  return found.map(
    (course, index) => course !== undefined && canSee(actor, course, taken[index] !== undefined),
  )
}

const readableFiles = async (actor: Actor, ids: string[]) =>
  Promise.all(
    (await files.findMany(keysOf(ids))).map(async (file) => (await permissionNow(file, actor)) !== undefined),
  )

const readers: Record<KnowledgeRef['type'], (actor: Actor, ids: string[]) => Promise<boolean[]>> = {
  wiki_space: readableSpaces,
  wiki_page: readablePages,
  course: readableCourses,
  file: readableFiles,
}

/**
 * Those of the things that somebody may read now, by their keys; side by side for each kind, two round trips
 * at the most.
 */
export const readableOf = async (actor: Actor, refs: KnowledgeRef[] = []): Promise<Set<string>> => {
  const kinds = [...Map.groupBy(refs, ({ type }) => type)]
  const found = await Promise.all(
    kinds.map(async ([type, listed]) => {
      const readable = await readers[type](
        actor,
        listed.map(({ id }) => id),
      )
      return listed.filter((_, index) => readable[index]).map(refKey)
    }),
  )
  return new Set(found.flat())
}
