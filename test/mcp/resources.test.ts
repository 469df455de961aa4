import { beforeEach, describe, expect, test, vi } from 'vitest'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenToken } from '../support/given-token.ts'
import { mcpClient } from '../support/mcp-client.ts'
import { adaAndBob, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let ada: SignedIn
let bob: SignedIn
let program: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
  program = await givenToken(ada, 'read')
})

/** Returns all resources that a client of this person lists, page by page. */
const allOf = async (as: SignedIn) => {
  const client = await mcpClient(as)
  const { resources } = await client.listResources()
  return resources
}

const read = async (as: SignedIn, uri: string) => (await mcpClient(as)).readResource({ uri })

const viewUrl = (type: string, { id }: { id: string }) => `${process.env['PUBLIC_URL']}/view/${type}/${id}`

describe('The resources of POST /mcp', () => {
  test('list the pages, courses and files that the person may read, and no others', async () => {
    const space = await givenSpace(ada, { visibility: 'private' })
    const page = await givenPage(ada, space, { title: 'Plan' })
    const course = await givenCourse(ada)
    const [own, shared] = [await givenFile(ada), await givenFile(bob, { grants: [[ada, 'read']] })]
    const others = [
      await givenPage(bob, await givenSpace(bob, { visibility: 'private' })),
      await givenFile(bob),
    ]
    await settle()

    const uris = (await allOf(program)).map(({ uri }) => uri)

    expect(uris).toEqual(
      expect.arrayContaining([
        viewUrl('wiki_page', page),
        viewUrl('course', course),
        viewUrl('file', own),
        viewUrl('file', shared),
      ]),
    )
    for (const { id } of others) expect(uris.join()).not.toContain(id)
  })

  test('hold the text of a page, a course and a file in Markdown, and other files as bytes', async () => {
    const page = await givenPage(ada, await givenSpace(ada), { content: '# Plan\n\nStart **here**.' })
    const text = await givenFile(ada, { name: 'notes.md', bytes: '# Notes', content_type: 'text/markdown' })
    const picture = await givenFile(ada, {
      name: 'dot.png',
      bytes: Buffer.from([1, 2, 3]),
      content_type: 'image/png',
    })
    const course = await givenCourse(ada, { chapters: [chapterOf('Mind the *gap*.')] })
    await settle({ texts: true })

    const [ofPage, ofText, ofPicture, ofCourse] = await Promise.all([
      read(program, viewUrl('wiki_page', page)),
      read(program, viewUrl('file', text)),
      read(program, viewUrl('file', picture)),
      read(program, viewUrl('course', course)),
    ])

    expect(ofPage.contents).toMatchObject([{ mimeType: 'text/markdown', text: '# Plan\n\nStart **here**.' }])
    expect(ofText.contents).toMatchObject([
      { mimeType: 'text/markdown', text: expect.stringContaining('Notes') },
    ])
    expect(ofPicture.contents).toMatchObject([{ mimeType: 'image/png', blob: 'AQID' }])
    expect(ofCourse.contents).toMatchObject([
      { mimeType: 'text/markdown', text: expect.stringContaining('# Lesson 1\n\nMind the *gap*.') },
    ])
  })

  test('link the texts of a course beyond the first megabyte', async () => {
    const course = await givenCourse(ada, {
      chapters: [chapterOf(...Array<string>(12).fill('a'.repeat(99_000)))],
    })

    const { contents } = await read(program, viewUrl('course', course))

    const { text } = contents[0] as { text: string }
    const links = text.match(/^<.*>$/gm) ?? []
    expect(text.match(/^a{99000}$/gm)).toHaveLength(12 - links.length)
    expect(links.at(-1)).toBe(`<${course.chapters[0]?.lessons.at(-1)?.content_url}>`)
  })

  test('reject what the person may not read, and addresses of other types and hosts', async () => {
    const page = await givenPage(bob, await givenSpace(bob, { visibility: 'private' }))
    const file = await givenFile(bob)
    const own = await givenPage(ada, await givenSpace(ada))
    const uris = [
      viewUrl('wiki_page', page),
      viewUrl('file', file),
      viewUrl('task', own),
      `https://evil.example/view/wiki_page/${own.id}`,
      'file:///etc/passwd',
    ]

    for (const uri of uris) await expect(read(program, uri), uri).rejects.toMatchObject({ code: -32_602 })
  })

  test('carry the addresses of the company’s own client', async () => {
    vi.stubEnv('APP_URLS', 'wiki_page=https://intra.example/wiki/{id}')
    const page = await givenPage(ada, await givenSpace(ada))
    const client = await mcpClient(program)

    const { resourceTemplates } = await client.listResourceTemplates()
    const { contents } = await client.readResource({ uri: `https://intra.example/wiki/${page.id}` })

    expect(contents).toHaveLength(1)
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      'https://intra.example/wiki/{id}',
    )
    vi.unstubAllEnvs()
  })

  test('reject a cursor of another person', async () => {
    const page = await givenPage(ada, await givenSpace(ada))
    await made(updatePage, { as: ada, params: page, body: { title: 'New' } })
    const first = await (await mcpClient(program)).request({ method: 'resources/list', params: {} })

    const stolen = (await mcpClient(bob)).request({
      method: 'resources/list',
      params: { cursor: (first as { nextCursor?: string }).nextCursor ?? '' },
    })

    await expect(stolen).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('"cursor"'),
    })
  })
})
