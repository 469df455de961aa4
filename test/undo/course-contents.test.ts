import { beforeEach, describe, expect, test } from 'vitest'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { listKeys } from '../../src/platform/table/list/partition.ts'
import { activityOf } from '../history/given.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenQuizCourse } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, purge } from '../trash/given.ts'
import { changeOf, undo } from './given.ts'

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

/** Creates a course of Ada with two lessons, and Bob's progress after the first. */
const given = async () => {
  const course = await givenCourse(ada, {
    description: 'All of it',
    chapters: [chapterOf('One', 'Two')],
    status: 'published',
  })
  const [first, second] = course.chapters[0]!.lessons
  await enroll(bob, course)
  const body = { lesson_id: first!.id, completed: true }
  await made(updateProgress, { as: bob, params: { id: course.id }, body })
  return { course, first, second, params: { id: course.id } }
}

const newestOf = async (course: { id: string }) => {
  await settle()
  return (await activityOf(ada, 'course', course))[0]!
}

const contentOf = async (course: { id: string }, lesson: { id: string }) =>
  (await made(readLesson, { as: ada, params: { id: course.id, lesson_id: lesson.id } })).content

describe('Undo of course contents', () => {
  test('restores the lessons and the progress in them', async () => {
    const { course, first, second, params } = await given()
    const lesson = { id: course.id, lesson_id: second!.id }
    await made(updateLesson, { as: ada, params: lesson, body: { content: 'Second' } })
    const edit = await newestOf(course)
    await made(updateCourse, { as: ada, params, body: { title: 'Other', chapters: [chapterOf('Three')] } })
    const rewrite = await newestOf(course)

    const dry = await undo(ada, rewrite, { dry_run: true })
    const untouched = await made(readCourse, { as: ada, params })
    const answer = await undo(ada, rewrite)
    const again = await undo(ada, rewrite)
    const read = await made(readCourse, { as: bob, params })

    expect([dry.status, answer.status], dry.text).toEqual([200, 200])
    expect(untouched.title).toBe('Other')
    expect(again.body).toMatchObject({ undone: [rewrite.id], left: [], changes: [] })
    expect(read).toMatchObject({ title: course.title, description: 'All of it' })
    expect(read.chapters[0]!.lessons.map(({ id }: { id: string }) => id)).toEqual([first!.id, second!.id])
    expect(read.progress!.completed_lesson_ids).toEqual([first!.id])
    expect([await contentOf(course, first!), await contentOf(course, second!)]).toEqual(['One', 'Second'])
    // the restored state is the one that this edit left, although its texts are elsewhere
    expect((await undo(ada, edit)).status).toBe(200)
    expect(await contentOf(course, second!)).toBe('Two')
  })

  test('restores the progress in removed lessons if another lesson was completed meanwhile', async () => {
    const { course, first, second, params } = await given()
    const lessons = [{ ...second!, content: 'Two' }]
    const body = { lesson_id: second!.id, completed: true }

    await Promise.all([
      made(updateCourse, { as: ada, params, body: { chapters: [{ ...course.chapters[0]!, lessons }] } }),
      made(updateProgress, { as: bob, params, body }),
    ])
    const change = await changeOf(ada, 'course.updated')
    await made(updateProgress, { as: bob, params, body: { ...body, completed: false } })
    await made(updateProgress, { as: bob, params, body })
    const shortened = await made(readCourse, { as: bob, params })
    const answer = await undo(ada, change)
    const restored = await made(readCourse, { as: bob, params })

    expect(answer.status, answer.text).toBe(200)
    expect(shortened.progress!.completed_lesson_ids).toEqual([second!.id])
    expect(restored.progress!.completed_lesson_ids).toEqual([first!.id, second!.id])
  })

  test('restores a single lesson', async () => {
    const { course, first, second } = await given()
    const params = { id: course.id, lesson_id: second!.id }
    await made(updateLesson, { as: ada, params, body: { content: 'Second', title: 'New' } })
    const change = await newestOf(course)

    const answers = [await undo(bob, change), await undo(ada, change)]

    expect(answers.map(({ status }) => status)).toEqual([403, 200])
    expect([await contentOf(course, first!), await contentOf(course, second!)]).toEqual(['One', 'Two'])
  })

  test('does not restore a quiz in place of a text lesson that people may have completed', async () => {
    const course = await givenQuizCourse(ada, [bob])
    const params = { id: course.id, lesson_id: course.lesson_id }
    await made(updateLesson, { as: ada, params, body: { kind: 'text', quiz: null } })
    const change = await newestOf(course)
    const body = { lesson_id: course.lesson_id, completed: true }
    await made(updateProgress, { as: bob, params: { id: course.id }, body })

    const answer = await undo(ada, change)

    expect([answer.status, answer.detail]).toEqual([
      422,
      '"kind" must not change from "text" to "quiz": add a new lesson instead.',
    ])
    expect(await made(readLesson, { as: ada, params })).toMatchObject({ kind: 'text', quiz: null })
  })

  test('restores the attached files, and no others', async () => {
    const admin = await signedIn({ role: 'admin' })
    const [planted, own] = [await givenFile(admin), await givenFile(admin)]
    const showing = ({ id }: { id: string }) => `![it](/api/v1/files/${id}/contents)`
    const course = await givenCourse(ada, { chapters: [chapterOf(showing(planted))] })
    const params = { id: course.id, lesson_id: course.chapters[0]!.lessons[0]!.id }
    const save = async (content: string) => {
      await made(updateLesson, { as: admin, params, body: { content } })
      return newestOf(course)
    }
    const filesAfter = async (change: { id: string }) => {
      expect((await undo(admin, change)).status).toBe(200)
      return (await made(readCourse, { as: ada, params: { id: course.id } })).files
    }
    const [first, second] = [await save(showing(own)), await save('None.')]

    const back = await filesAfter(second)

    expect([back, await filesAfter(first)]).toEqual([[{ id: own.id, name: own.name }], []])
  })

  test('keeps former contents for 30 days, but no longer than the course', async () => {
    const { course, params } = await given()
    await made(updateCourse, { as: ada, params, body: { chapters: [] } })
    await settle()
    const former = () => listKeys(`former#course#${course.id}`, 'text#')
    const kept = await former()

    await deleted(deleteCourse, ada, course)
    await purge(ada, course)
    await settle()

    expect(kept).toHaveLength(3)
    expect(await former()).toEqual([])
  })
})
