import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { listCategories } from '../../src/lms/endpoints/list-categories.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { deleteCategory } from '../../src/lms/endpoints/delete-category.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { call, type CallOptions } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { chapterOf, enroll, givenCategory, givenCourse } from '../support/given-course.ts'

let [author, reader, admin] = [] as unknown as [SignedIn, SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, reader, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
})

type Query = NonNullable<CallOptions['query']>

const page = async (as: SignedIn, query: Query) => (await call(listCourses, { as, query })).body

/** Returns the IDs of all courses in a list, page by page. */
const idsOf = async (as: SignedIn, query: Query) => {
  const ids: string[] = []
  for (let cursor: string | undefined; ;) {
    const { items, next_cursor } = await page(as, { limit: 100, ...query, cursor })
    ids.push(...items.map(({ id }: { id: string }) => id))
    if (next_cursor === null) return ids
    cursor = next_cursor
  }
}

const change = (course: { id: string }, body: object) =>
  call(updateCourse, { as: author, params: { id: course.id }, body })

describe('GET /lms/courses', () => {
  test('lists published courses, newest first, as summaries', async () => {
    const [old, draft, fresh] = [
      await givenCourse(author, { description: 'Long', chapters: [chapterOf('one')] }),
      await givenCourse(author, { status: 'draft' }),
      await givenCourse(author),
    ]

    const { items } = await page(reader, { limit: 2 })
    const all = await idsOf(reader, {})

    const { description: _, chapters: __, source: ___, generation: ____, ...summary } = old
    expect(items).toEqual([expect.objectContaining({ id: fresh.id }), summary])
    expect(all).not.toContain(draft.id)
  })

  test('pages through all courses without repetition', async () => {
    const category_id = (await givenCategory()).id
    const made = []
    for (let n = 0; n < 5; n += 1) made.push((await givenCourse(author, { category_id })).id)

    expect(await idsOf(reader, { category_id, limit: 2 })).toEqual(made.toReversed())
    expect(await idsOf(author, { category_id, mine: true, limit: 2 })).toEqual(made.toReversed())
  })

  test('lists the caller’s own courses of any status with mine, and hides drafts of other people', async () => {
    const person = await signedIn()
    const [published, draft] = [await givenCourse(person), await givenCourse(person, { status: 'draft' })]

    const lists = {
      mine: await idsOf(person, { mine: true }),
      drafts: await idsOf(person, { status: 'draft' }),
      mineDraft: await idsOf(person, { mine: true, status: 'draft' }),
      others: await idsOf(reader, { status: 'draft' }),
      admins: await idsOf(admin, { status: 'draft' }),
    }

    expect(lists.mine).toEqual([draft.id, published.id])
    expect(lists.drafts).toEqual([draft.id])
    expect(lists.mineDraft).toEqual([draft.id])
    expect(lists.others).not.toContain(draft.id)
    expect(lists.admins).toContain(draft.id)
  })

  test('lists the caller’s enrollments, including archived courses, with progress', async () => {
    const person = await signedIn()
    const [one, two, draft] = [
      await givenCourse(author, { chapters: [chapterOf('a', 'b')] }),
      await givenCourse(author),
      await givenCourse(author),
    ]
    for (const course of [one, two, draft]) await enroll(person, course)
    const lesson_id = one.chapters[0]!.lessons[0]!.id
    await call(updateProgress, { as: person, params: { id: one.id }, body: { lesson_id, completed: true } })
    await change(two, { status: 'archived' })
    await change(draft, { status: 'draft' })

    const { items } = await page(person, { enrolled: true })
    const shared = (await page(person, {})).items.find(({ id }: { id: string }) => id === one.id)

    const progress = { completed_lessons: 1, percent: 50, next_lesson_id: one.chapters[0]!.lessons[1]!.id }
    expect(items.map(({ id, enrollment_count }) => [id, enrollment_count])).toEqual([
      [two.id, 1],
      [one.id, 1],
    ])
    expect(items[1]!.progress).toEqual(progress)
    expect(shared!.progress).toEqual(progress)
    expect(await idsOf(person, { status: 'archived' })).toEqual([two.id])
    expect(await idsOf(person, { enrolled: true, status: 'published' })).toEqual([one.id])
    expect((await page(reader, {})).items.find(({ id }) => id === one.id)!.progress).toBeNull()
  })

  test('counts progress by the current lessons of the course', async () => {
    const person = await signedIn()
    const course = await givenCourse(author, { chapters: [chapterOf('a', 'b', 'c')] })
    await enroll(person, course)
    const [chapter] = course.chapters
    for (const { id } of chapter!.lessons.slice(0, 2))
      await call(updateProgress, {
        as: person,
        params: { id: course.id },
        body: { lesson_id: id, completed: true },
      })

    await change(course, { chapters: [{ ...chapter, lessons: chapter!.lessons.slice(1) }] })

    const [item] = (await page(person, { enrolled: true })).items
    expect(item!.progress).toEqual({
      completed_lessons: 1,
      percent: 50,
      next_lesson_id: chapter!.lessons[2]!.id,
    })
  })

  test('filters by category, and categories count their published courses', async () => {
    const [category, other] = await Promise.all([givenCategory(), givenCategory()])
    const [published, draft, moved] = [
      await givenCourse(author, { category_id: category.id }),
      await givenCourse(author, { category_id: category.id, status: 'draft' }),
      await givenCourse(author, { category_id: category.id }),
    ]
    await change(moved, { category_id: other.id })

    const counts = async () => {
      const { body } = await call(listCategories, { as: reader, query: { limit: 100 } })
      return [category, other].map(({ id }) => body.items.find((item) => item.id === id)!.course_count)
    }
    const refused = await call(deleteCategory, { as: admin, params: { id: category.id } })

    expect(await idsOf(reader, { category_id: category.id })).toEqual([published.id])
    expect(await idsOf(author, { category_id: category.id, status: 'draft' })).toEqual([draft.id])
    expect(await counts()).toEqual([1, 1])
    expect(refused.status).toBe(409)

    await change(draft, { status: 'published' })
    await change(published, { category_id: null })
    await call(deleteCourse, { as: author, params: { id: draft.id } })
    await call(deleteCourse, { as: author, params: { id: moved.id } })

    expect(await counts()).toEqual([0, 0])
    expect((await call(deleteCategory, { as: admin, params: { id: category.id } })).status).toBe(204)
  })

  test('filters by tag, level, language and author, each with several values', async () => {
    const [other, third] = await Promise.all([signedIn(), signedIn()])
    const tag = `t${randomUUID()}`
    const comma = `${tag.slice(0, 20)}, with a comma`
    const [one, two, three] = [
      await givenCourse(author, { tags: [tag], level: 'beginner', language: 'en' }),
      await givenCourse(other, { tags: [comma], level: 'advanced', language: 'de' }),
      await givenCourse(third, { tags: ['x', tag], language: 'fr' }),
    ]
    const within = (query: Query) => idsOf(reader, { tag, ...query })

    expect(await within({})).toEqual([three.id, one.id])
    expect(await within({ limit: 1 })).toEqual([three.id, one.id])
    expect(await within({ tag: [tag, comma] })).toEqual([three.id, two.id, one.id])
    expect(await within({ level: 'beginner,intermediate' })).toEqual([one.id])
    expect(await within({ language: 'fr,de' })).toEqual([three.id])
    expect(await within({ language: 'FR' })).toEqual([three.id])
    expect(await within({ author_id: `${author.id},${other.id}` })).toEqual([one.id])
    expect(await idsOf(third, { tag, author_id: 'me' })).toEqual([three.id])
  })

  test('accepts several categories and states, and lists only published courses of other people', async () => {
    const [first, second] = await Promise.all([givenCategory(), givenCategory()])
    const given = (as: SignedIn, { id }: { id: string }, status: 'draft' | 'published' = 'published') =>
      givenCourse(as, { category_id: id, status })
    const [one, draft, two, others, last] = [
      await given(author, first),
      await given(author, second, 'draft'),
      await given(admin, second),
      await given(admin, first, 'draft'),
      await given(author, first),
    ]
    const category_id = `${first.id},${second.id}`

    expect(await idsOf(reader, { category_id, limit: 2 })).toEqual([last.id, two.id, one.id])
    expect(await idsOf(author, { category_id, status: 'draft,published', limit: 2 })).toEqual(
      [last, two, draft, one].map(({ id }) => id),
    )
    expect(await idsOf(admin, { category_id, status: 'draft,published', limit: 2 })).toEqual(
      [last, others, two, draft, one].map(({ id }) => id),
    )
  })

  test.each([
    ['category_id', 'x'],
    ['level', 'beginner,expert'],
    ['author_id', 'you'],
    ['status', 'gone'],
    ['mine', 'yes'],
    ['enrolled', '1'],
  ])('names the parameter in the error for %s=%s', async (name, value) => {
    const answer = await call(listCourses, { as: reader, query: { [name]: value } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${name}"`)
  })
})

describe('GET /lms/courses?search=', () => {
  const find = (as: SignedIn, search: string, query: Query = {}) => idsOf(as, { search, ...query })

  test('finds words in title, tags, both descriptions and lessons, titles first', async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const [body, tagged, titled, short, lesson] = [
      await givenCourse(author, { description: `All about ${word}` }),
      await givenCourse(author, { tags: [word] }),
      await givenCourse(author, { title: `The ${word.toUpperCase()} course` }),
      await givenCourse(author, { short_description: `${word}!` }),
      await givenCourse(author, { chapters: [chapterOf(`# ${word}`)] }),
    ]
    await settle()

    const ids = [lesson.id, short.id, titled.id, tagged.id, body.id]
    const found = await find(reader, word)
    expect(found[0]).toBe(titled.id)
    expect(new Set(found)).toEqual(new Set(ids))
    expect(await find(reader, word, { limit: 2 })).toEqual(found)
    expect(await find(reader, word.slice(0, 6))).toHaveLength(5)
    expect(await find(reader, word, { sort: 'newest', limit: 2 })).toEqual(ids)
    expect((await find(reader, `${word} course`))[0]).toBe(titled.id)
    expect(await find(reader, `${word} nowhere`)).toHaveLength(5)
    expect(await find(reader, 'nowhere')).not.toContain(titled.id)
    expect((await page(reader, { q: word })).items).toHaveLength(5)
  })

  test.each([
    ['Безопасность паролей', 'безопас', 'парол'],
    ['数据库安全入门', '数据', '安全'],
    ['Sécurité élémentaire', 'securite', 'ELEMENTAIRE'],
    ['パスワードの安全', 'パスワ', '安全'],
  ])('finds %s', async (title, ...searches) => {
    const { id } = await givenCourse(author, { title })
    await settle()

    for (const search of searches) expect(await find(reader, search), search).toContain(id)
  })

  test('finds drafts for their author only, and follows changes of a course', async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const course = await givenCourse(author, { title: word, status: 'draft' })
    await settle()
    const asDraft = [await find(author, word), await find(reader, word)]

    await change(course, { status: 'published' })
    const asPublished = await find(reader, word)
    await change(course, { title: `x${word}` })
    await settle({ deliveries: 2 })
    const renamed = [await find(reader, word), await find(reader, `x${word}`)]
    await call(deleteCourse, { as: author, params: { id: course.id } })
    const deleted = await find(reader, `x${word}`)

    expect(asDraft).toEqual([[course.id], []])
    expect(asPublished).toEqual([course.id])
    expect(renamed).toEqual([[], [course.id]])
    expect(deleted).toEqual([])
  })

  test('filters by category, mine and enrolled', async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const category = await givenCategory()
    const [one, two] = [
      await givenCourse(author, { title: word, category_id: category.id }),
      await givenCourse(admin, { title: word }),
    ]
    await enroll(reader, two)
    await settle()

    expect(await find(reader, word)).toEqual([two.id, one.id])
    expect(await find(reader, word, { category_id: category.id })).toEqual([one.id])
    expect(await find(author, word, { mine: true })).toEqual([one.id])
    expect(await find(reader, word, { enrolled: true })).toEqual([two.id])
  })
})
