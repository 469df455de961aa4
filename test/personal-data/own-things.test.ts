import { beforeAll, describe, expect, test } from 'vitest'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { listEntries } from '../../src/trash/endpoints/list-entries.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { itemsWith } from './given.ts'

const word = 'numbatvictoria'

let admin: SignedIn
let successor: SignedIn

const of = ({ id }: { id: string }, as = successor) => ({ as, params: { id } })

/** Creates a private space, a private project, each with a file, and a draft of a course, all of the person alone. */
const givenOwnThings = async (person: SignedIn) => {
  const space = await givenSpace(person, { visibility: 'private' })
  const page = await givenPage(person, space, { content: word })
  const file = await givenFile(person, { name: 'shown.txt', bytes: word })
  await givenPage(person, space, { content: `![shown](/api/v1/files/${file.id}/contents)` })
  const project = await givenProject(person, { visibility: 'private' })
  const attached = await givenFile(person, { name: 'attached.txt', bytes: word })
  await givenTask(person, project, {
    description: word,
    assignee_ids: [person.id],
    attachments: [attached.id],
  })
  return {
    space,
    page,
    file,
    project,
    attached,
    course: await givenCourse(person, { status: 'draft', chapters: [chapterOf(word)] }),
  }
}

beforeAll(async () => {
  ;[admin, successor] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
})

describe('Erasure of resources that nobody else used', () => {
  test('removes private spaces, projects and courses, also from the trash, and keeps shared ones', async () => {
    const person = await signedIn()
    const [own, trashed] = [await givenOwnThings(person), await givenOwnThings(person)]
    await made(deleteSpace, of(trashed.space, person))
    await made(deleteCourse, of(trashed.course, person))
    await made(deleteProject, of(trashed.project, admin))
    const seen = await givenSpace(person)
    const kept = await givenFile(person)
    await givenPage(person, seen, { content: `![kept](/api/v1/files/${kept.id}/contents)` })
    const published = await givenCourse(person, { status: 'published', chapters: [chapterOf('Seen.')] })
    await settle()

    await finishErasure((await startErasure(admin, person, successor)).body)

    const answers = await Promise.all([
      call(readSpace, of(own.space)),
      call(readPage, of(own.page, admin)),
      call(readCourse, of(own.course, admin)),
      call(readProject, of(own.project, admin)),
      ...[own, trashed].flatMap(({ file, attached }) => [
        call(readFile, of(file, admin)),
        call(readFile, of(attached, admin)),
      ]),
    ])
    const { items } = await made(listEntries, { as: admin, query: { all: true } })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(items).toEqual([])
    // history stays in the audit, and words without their texts in the vocabulary
    const left = (await itemsWith([word])).filter((key) => !/^(history|vocabulary)#/.test(key))
    expect(left).toEqual([])
    expect((await made(readSpace, of(seen))).owner.id).toBe(successor.id)
    expect((await made(readFile, of(kept))).owner.id).toBe(successor.id)
    expect((await made(readCourse, of(published))).author.id).toBe(successor.id)
  })
})
