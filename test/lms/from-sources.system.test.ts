import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { compileCourse } from '../../src/lms/endpoints/compile-course.ts'
import { generateCourse } from '../../src/lms/endpoints/generate-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { call, type BodyOf } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { givenDesk, givenMessage, givenTicket, changedTicket } from '../support/given-ticket.ts'

import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const { requester, agent } = await givenDesk()

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Sources = BodyOf<typeof compileCourse>['sources']

const create = (as: SignedIn, sources: Sources, fields = {}) =>
  call(compileCourse, { as, body: { sources, ...fields } })

/** Creates a course from sources and waits for its generation. */
const generated = async (as: SignedIn, sources: Sources) => {
  const { id } = await made(compileCourse, { as, body: { sources } })
  await settle()
  return made(readCourse, { as, params: { id } })
}

const givenSolvedTicket = async () => {
  const ticket = await givenTicket(requester, {
    subject: 'Rosa cannot print',
    description: 'Rosa Requester here: page two stays empty.',
  })
  await givenMessage(agent, ticket, { text: 'Dear Rosa, install driver 7. Amir' })
  await givenMessage(agent, ticket, { text: 'Secret: the driver is pirated.', is_internal: true })
  return changedTicket(agent, ticket, { status: 'resolved' })
}

const lessonsOf = ({ chapters }: Awaited<ReturnType<typeof generated>>) =>
  chapters.map(({ title, lessons }) => [title, lessons.map((lesson) => [lesson.title, lesson.content])])

describe('POST /lms/courses/from-sources', () => {
  test('makes chapters of files, pages with all pages below, and solved tickets, in their order', async () => {
    const space = await givenSpace(agent)
    const root = await givenPage(agent, space, { title: 'Printers', content: 'Overview' })
    const below = await givenPage(agent, space, { title: 'Toner', content: 'Black', parent_id: root.id })
    await givenPage(agent, space, { title: 'Colors', content: 'Red', parent_id: below.id })
    await givenPage(agent, space, { title: 'Plans', content: 'Hidden', parent_id: root.id, status: 'draft' })
    const ticket = await givenSolvedTicket()
    const file = await givenFile(agent, { name: 'safety.md', bytes: '# Safety\n\nPress the button.\n' })

    const course = await generated(agent, [
      { type: 'wiki_page', id: root.id },
      { type: 'file', id: file.id },
      { type: 'ticket', id: ticket.id },
    ])

    expect(course).toMatchObject({ status: 'draft', title: 'Printers', lesson_count: 5 })
    expect(lessonsOf(course)).toEqual([
      [
        'Printers',
        [
          ['Printers', 'Overview'],
          ['Toner', 'Black'],
          ['Colors', 'Red'],
        ],
      ],
      ['Safety', [['Press the button', 'Press the button.']]],
      ['… cannot print', [['… cannot print', '> … here: page two stays empty.\n\nInstall driver 7.']]],
    ])
    expect(course.chapters.map(({ lessons }) => lessons[0]?.sources[0])).toEqual([
      expect.objectContaining({ type: 'wiki_page', id: root.id, version: 1, quote: 'Overview' }),
      expect.objectContaining({ type: 'file', file_id: file.id, version: 1 }),
      expect.objectContaining({ type: 'ticket', id: ticket.id, version: null }),
    ])
    expect(course.source).toMatchObject({ type: 'sources', sources: [{ title: 'Printers' }, {}, {}] })
    expect(JSON.stringify(course.chapters)).not.toMatch(/pirated|Rosa|Amir|Hidden/)
  })

  test('lets readers of the course see the files that its pages embed', async () => {
    const [author, learner] = [await signedIn(), await signedIn()]
    const picture = await givenFile(author, { name: 'map.txt' })
    const space = await givenSpace(author, { visibility: 'private' })
    const content = `![Map](/api/v1/files/${picture.id}/contents)`
    const page = await givenPage(author, space, { title: 'Map', content })

    const { id } = await generated(author, [{ type: 'wiki_page', id: page.id }])
    const read = () => call(readContents, { as: learner, params: { id: picture.id } })
    const before = await read()
    await made(updateCourse, { as: author, params: { id }, body: { status: 'published' } })

    expect([before.status, (await read()).status]).toEqual([404, 307])
  })

  test('attaches 100 files of its pages besides the images of files, and names the other files', async () => {
    const author = await signedIn()
    const href = ({ id }: { id: string }) => `/api/v1/files/${id}/contents`
    const picture = { name: 'map.png', content_type: 'image/png' }
    const foreign = await givenFile(await signedIn())
    const own = await Promise.all(Array.from({ length: 100 }, () => givenFile(author, picture)))
    const last = `![Map](${href(own[0]!)}) ![Spare map](${href(own[99]!)} "Spare") [the *plan*](<${href(foreign)}#1>)`
    const content = [foreign, ...own.slice(0, 99)].map((file) => `![x](${href(file)})`).join('\n')
    const space = await givenSpace(author)
    const page = await givenPage(author, space, { title: 'Maps', content })
    await givenPage(author, space, { title: 'Last', content: last, under: page })
    const image = `<img alt="a dot" src="data:image/png;base64,${dot}">`
    const file = await givenFile(author, { name: 'dot.html', bytes: `<h1>Dot</h1><p>See ${image}</p>` })

    const course = await generated(author, [
      { type: 'wiki_page', id: page.id },
      { type: 'file', id: file.id },
    ])

    const [maps, dots] = course.chapters
    expect(course.files).toHaveLength(1 + 99 + 1)
    expect(maps?.lessons[0]?.content?.split('\n').slice(0, 2)).toEqual(['x', `![x](${href(own[0]!)})`])
    expect(maps?.lessons[1]?.content).toBe(`![Map](${href(own[0]!)}) Spare map the *plan*`)
    expect(dots?.lessons[0]?.content).toMatch(/!\[a dot\]\(\/api/)
  })

  test('splits a page that is longer than a lesson', async () => {
    const author = await signedIn()
    const content = Array.from({ length: 300 }, (_, n) =>
      `Paragraph ${n} ${'word '.repeat(100)}`.trim(),
    ).join('\n\n')
    const page = await givenPage(author, await givenSpace(author), { title: 'Long', content })

    const course = await generated(author, [{ type: 'wiki_page', id: page.id }])

    const [chapter] = course.chapters
    expect(chapter?.lessons.map(({ title }) => title)).toEqual(['Long', 'Long (2)'])
    expect(chapter?.lessons.map(({ content }) => content).join('\n\n')).toBe(content)
  })

  test('returns the course that is already generating from the same sources in the same order', async () => {
    const author = await signedIn()
    const [one, two] = [await givenFile(author), await givenFile(author)]
    const sources = [one, two].map(({ id }) => ({ type: 'file' as const, id }))

    const first = await create(author, sources)
    const second = await create(author, sources)
    const reversed = await create(author, sources.toReversed())

    expect([first, second, reversed].map(({ status }) => status)).toEqual([202, 202, 202])
    expect(second.body.id).toBe(first.body.id)
    expect(reversed.body.id).not.toBe(first.body.id)
    await settle()
  })

  test('fails for sources without text, and runs again on request', async () => {
    const author = await signedIn()
    const file = await givenFile(author, { name: 'empty.md', bytes: ' \n' })

    const course = await generated(author, [{ type: 'file', id: file.id }])
    const again = await call(generateCourse, { as: author, params: { id: course.id } })
    await settle()

    expect([course.status, course.generation?.error]).toEqual(['failed', expect.stringContaining('no text')])
    expect(again.status).toBe(202)
  })

  test('fails for a page with more than 300 pages in its tree, even if most are empty', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const root = await givenPage(author, space, { title: 'Root', content: 'First' })
    const parents = [root]
    for (let n = 1; n < 31; n++)
      parents.push(await givenPage(author, space, { parent_id: root.id, content: '' }))
    await Promise.all(
      parents.slice(1).map(async ({ id }) => {
        for (let n = 0; n < 9; n++) await givenPage(author, space, { parent_id: id, content: '' })
      }),
    )

    const course = await generated(author, [{ type: 'wiki_page', id: root.id }])

    expect([course.status, course.generation?.error]).toEqual([
      'failed',
      'A wiki page and the pages below it are more than 300 pages.',
    ])
  })

  test('rejects resources that the caller may not use, and names them', async () => {
    const stranger = await signedIn()
    const open = await givenTicket(requester)
    const solved = await givenSolvedTicket()
    const merged = await givenTicket(requester)
    await made(mergeTicket, { as: agent, params: merged, body: { into: open.id } })
    const own = await givenFile(stranger)
    const picture = await givenFile(stranger, { name: 'photo.png', content_type: 'image/png' })
    const foreign = await givenFile(agent)
    const space = await givenSpace(agent, { visibility: 'private' })
    const page = await givenPage(agent, space)
    const detail = async (as: SignedIn, ...sources: Sources) => {
      const answer = await create(as, sources)
      return [answer.status, answer.detail]
    }
    const file = { type: 'file' as const, id: own.id }

    expect(await detail(stranger, file, { type: 'file', id: foreign.id })).toEqual([
      422,
      expect.stringContaining('"sources[1].id" must be the ID of a file that the caller may read'),
    ])
    expect(await detail(stranger, file, { type: 'wiki_page', id: page.id })).toEqual([
      422,
      expect.stringContaining('"sources[1].id" must be the ID of a published page'),
    ])
    for (const [as, { id }] of [
      [agent, open],
      [agent, merged],
      [requester, solved],
      [agent, { id: randomUUID() }],
    ] as const)
      expect(await detail(as, { type: 'ticket', id })).toEqual([
        422,
        expect.stringContaining('"sources[0].id" must be the ID of a solved ticket'),
      ])
    expect(await detail(stranger, file, { type: 'file', id: picture.id })).toEqual([
      422,
      expect.stringContaining('"sources[1].id" must be the ID of a document'),
    ])
    expect(await detail(stranger, file, file)).toEqual([422, expect.stringContaining('"sources"')])
    expect((await detail(stranger))[0]).toBe(422)
  })
})
