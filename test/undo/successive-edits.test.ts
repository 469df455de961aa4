import { beforeEach, describe, expect, test } from 'vitest'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { restoreRevision } from '../../src/wiki/endpoints/restore-revision.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { activityOf, type ResourceType } from '../history/given.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { adaAndBob, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { undo } from './given.ts'

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

/** Returns the newest change of a resource, once history is complete. */
const newestOf = async (type: ResourceType, thing: { id: string }) => {
  await settle()
  return (await activityOf(ada, type, thing))[0]!
}

const statusesOf = async (changes: { id: string }[]) => {
  const statuses: number[] = []
  for (const change of changes) statuses.push((await undo(ada, change)).status)
  return statuses
}

describe('Undo of successive edits of a page', () => {
  const given = async () => {
    const page = await givenPage(ada, await givenSpace(ada), { title: 'Plan', content: 'One' })
    const params = { id: page.id }
    const edit = async (as: SignedIn, body: object) => {
      await made(updatePage, { as, params, body })
      return newestOf('wiki_page', page)
    }
    const read = () => made(readPage, { as: ada, params })
    return { params, edit, read }
  }

  test('reverts them one by one, each in a request of its own', async () => {
    const { edit, read } = await given()
    const first = await edit(ada, { title: 'Plot', content: 'Two' })
    const second = await edit(ada, { content: 'Three' })

    const statuses = await statusesOf([second, first])
    const again = await undo(ada, first)

    expect(statuses).toEqual([200, 200])
    expect(again.body).toMatchObject({ undone: [first.id], left: [], changes: [] })
    expect(await read()).toMatchObject({ title: 'Plan', content: 'One', revision: 5 })
  })

  test('succeeds after another person has brought the text back, by restoring or rewriting it', async () => {
    const { params, edit, read } = await given()
    const first = await edit(ada, { content: 'Two' })
    await edit(bob, { content: 'Three' })
    const early = await undo(ada, first)
    await made(restoreRevision, { as: bob, params: { ...params, number: '2' } })
    const restored = await undo(ada, first, { dry_run: true })
    await edit(bob, { content: 'Four' })
    await edit(bob, { content: 'Two' })

    const written = await undo(ada, first)

    expect([early.status, restored.status, written.status]).toEqual([409, 200, 200])
    expect((await read()).content).toBe('One')
  })

  test('returns 409 if others have left another text, or another title with it', async () => {
    const { edit, read } = await given()
    const first = await edit(ada, { content: 'Two' })
    await edit(bob, { content: 'TWO' })
    const other = await undo(ada, first)
    await edit(bob, { content: 'Two', title: 'Mine' })

    const titled = await undo(ada, first)

    expect([other.headers['x-error-code'], titled.headers['x-error-code']]).toEqual(
      Array(2).fill('undo.changed_since'),
    )
    expect(titled.detail).toContain('"content"')
    expect(await read()).toMatchObject({ title: 'Mine', content: 'Two' })
  })
})

describe('Undo of successive versions of a file', () => {
  const given = async () => {
    const file = await givenFile(ada, { name: 'plan.md', bytes: 'one', grants: [[bob, 'write']] })
    const save = async (as: SignedIn, bytes: string) => {
      const editor = await givenEditor(as, file)
      const lock = { 'X-WOPI-Lock': 'a' }
      await editor.operate('LOCK', lock)
      await editor.save(bytes, lock)
      await editor.operate('UNLOCK', lock)
      return newestOf('file', file)
    }
    const read = async () => {
      const { body } = await call(readContents, { as: ada, params: file, query: { redirect: false } })
      return (await fetch(body.url)).text()
    }
    return { save, read }
  }

  test('reverts them one by one, each in a request of its own', async () => {
    const { save, read } = await given()
    const first = await save(ada, 'two')
    const second = await save(ada, 'three')

    expect(await statusesOf([second, first, first])).toEqual([200, 200, 200])
    expect(await read()).toBe('one')
  })

  test('succeeds only if another person has saved the same bytes again', async () => {
    const { save, read } = await given()
    const first = await save(ada, 'two')
    await save(bob, 'six')
    const early = await undo(ada, first)
    await save(bob, 'two')

    const late = await undo(ada, first)

    expect([early.status, late.status]).toEqual([409, 200])
    expect(await read()).toBe('one')
  })
})

describe('Undo of successive edits of a lesson', () => {
  const given = async () => {
    const course = await givenCourse(ada, { chapters: [chapterOf('One', 'Other')] })
    const params = { id: course.id, lesson_id: course.chapters[0]!.lessons[0]!.id }
    const edit = async (content: string) => {
      await made(updateLesson, { as: ada, params, body: { content } })
      return newestOf('course', course)
    }
    const read = async () => (await made(readLesson, { as: ada, params })).content
    return { edit, read }
  }

  test('reverts them one by one, each in a request of its own', async () => {
    const { edit, read } = await given()
    const changes = [await edit('Two'), await edit('Three'), await edit('Four')]

    expect(await statusesOf(changes.toReversed())).toEqual([200, 200, 200])
    expect(await read()).toBe('One')
  })

  test('returns 409 if another text of the same length is present', async () => {
    const { edit, read } = await given()
    const first = await edit('Two')
    await edit('Six')

    const early = await undo(ada, first)
    await edit('Two')

    expect([early.status, (await undo(ada, first)).status]).toEqual([409, 200])
    expect(await read()).toBe('One')
  })
})
