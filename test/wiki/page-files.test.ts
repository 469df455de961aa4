import { beforeEach, describe, expect, test } from 'vitest'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { attachments } from '../../src/files/file/attachment-row.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { restoreRevision } from '../../src/wiki/endpoints/restore-revision.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenRevision, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let author: SignedIn
let reader: SignedIn
let space: { id: string }
let picture: { id: string }

const givenPicture = (owner: SignedIn, content_type = 'image/png') =>
  givenFile(owner, { name: 'map.png', bytes: png, content_type })

beforeEach(async () => {
  ;[author, reader] = await Promise.all([signedIn(), signedIn()])
  ;[space, picture] = await Promise.all([givenSpace(author), givenPicture(author)])
})

const pathOf = ({ id }: { id: string }) => `/api/v1/files/${id}/contents`

const showing = (file: { id: string }) => `See ![the map](${pathOf(file)} "Map").`

const read = (as: SignedIn, page: { id: string }, query = {}) =>
  call(readPage, { as, params: { id: page.id }, query })

const canRead = async (as: SignedIn, file: { id: string }) =>
  (await call(readContents, { as, params: { id: file.id } })).status === 307

const signed = /https?:[^\s")]+X-Amz-Signature=[^\s")]+/

describe('A file embedded in a page', () => {
  test('can be read by readers of the page, as long as the page embeds it', async () => {
    const page = await givenPage(author, space, { content: showing(picture) })

    const shown = await canRead(reader, picture)
    await givenRevision(author, page, { content: 'No map.' })
    const hidden = await canRead(reader, picture)
    await givenRevision(author, page, { content: showing(picture) })
    const again = await canRead(reader, picture)
    await call(deletePage, { as: author, params: { id: page.id } })

    expect([shown, hidden, again, await canRead(reader, picture)]).toEqual([true, false, true, false])
  })

  test('stays when other people revise the page', async () => {
    const page = await givenPage(author, space, { content: showing(picture) })

    await givenRevision(reader, page, { content: `Better. ${showing(picture)}` })

    expect(await canRead(await signedIn(), picture)).toBe(true)
  })

  test('opens to readers only if its embedding author may read it, even if a revision is restored', async () => {
    const page = await givenPage(author, space, { content: showing(picture) })
    await givenRevision(author, page, { content: 'No map.' })

    const stolen = await givenPage(reader, space, { content: showing(picture) })
    await call(restoreRevision, { as: reader, params: { id: page.id, number: 1 } })

    expect(await canRead(reader, picture)).toBe(false)
    const contents = await Promise.all([
      read(reader, stolen, { media: 'signed' }),
      read(reader, page, { media: 'signed' }),
    ])
    for (const { body } of contents) expect(body.content).toBe(showing(picture))
  })

  test('stays closed in another person’s text, regardless of who saves that text with changes', async () => {
    const page = await givenPage(reader, space, { content: showing(picture) })
    const named = await givenPage(reader, space, { content: `x${pathOf(picture)}` })
    const encoded = await givenPage(reader, space, { content: showing(picture).replaceAll('-', '%2D') })

    await givenRevision(author, page, { content: `Better. ${showing(picture)}` })
    await call(updatePage, {
      as: author,
      params: { id: page.id },
      body: { content: `Best. ${showing(picture)}` },
    })
    await givenRevision(author, named, { content: showing(picture) })
    await givenRevision(author, encoded, { content: showing(picture) })

    expect(await canRead(reader, picture)).toBe(false)
  })

  test('opens when a person with access embeds it in a page that did not embed it', async () => {
    const page = await givenPage(reader, space, { content: showing(picture) })
    await givenRevision(reader, page, { content: 'No map.' })

    await givenRevision(author, page, { content: showing(picture) })

    expect(await canRead(reader, picture)).toBe(true)
  })

  test('stays closed for an administrator who may read it only by that role', async () => {
    const admin = await signedIn({ role: 'admin' })
    const page = await givenPage(author, space, { content: showing(picture) })
    await givenRevision(author, page, { content: 'No map.' })

    await givenPage(admin, space, { content: showing(picture) })
    await givenRevision(admin, page, { content: showing(picture) })
    await call(restoreRevision, { as: admin, params: { id: page.id, number: 1 } })

    expect(await canRead(reader, picture)).toBe(false)
  })

  test('stays hidden from others in a private space, and so do its links', async () => {
    const hidden = await givenSpace(author, { visibility: 'private' })

    const page = await givenPage(author, hidden, { content: showing(picture) })

    expect(await canRead(reader, picture)).toBe(false)
    expect((await read(reader, page, { media: 'signed', format: 'html' })).status).toBe(404)
  })

  test('stays attached under concurrent revisions, and is detached from deleted pages', async () => {
    const page = await givenPage(author, space)
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        givenRevision(author, page, { content: `${n} ${showing(picture)}` }),
      ),
    )
    await settle()

    const row = { file_id: picture.id, type: 'wiki_page', thing_id: page.id }
    const shown = [await canRead(reader, picture), await attachments.find(row)]
    await call(deletePage, { as: author, params: { id: page.id } })
    await settle()

    expect(shown).toEqual([true, expect.objectContaining(row)])
    expect(await attachments.find(row)).toBeUndefined()
  })
})

describe('GET /wiki/pages/{id}?media=signed', () => {
  test('returns pictures that an <img> can load, and no ETag', async () => {
    const content = `${showing(picture)}\n\n![in full][map]\n\n[map]: ${pathOf(picture)}\n\n[link](${pathOf(picture)})`
    const page = await givenPage(author, space, { content })

    const { status, headers, body } = await call(readPage, {
      as: reader,
      params: { id: page.id },
      query: { media: 'signed' },
      headers: { 'If-None-Match': '*' },
    })

    const links = body.content.match(new RegExp(signed, 'g'))
    const answer = await fetch(links![0])
    expect([status, links!.length, answer.status]).toEqual([200, 2, 200])
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    expect(body.content).toContain(`[link](${pathOf(picture)})`)
    expect([headers['etag'], headers['cache-control']]).toEqual([undefined, 'no-store'])
    expect((await read(reader, page)).body.content).toBe(content)
  })

  test('keeps links that are not pictures, are external, or may not be read', async () => {
    const secret = await givenPicture(reader)
    const text = await givenFile(author)
    const content = [
      `![a](https://evil.example${pathOf(picture)})`,
      `![b](${pathOf(text)})`,
      `![c](${pathOf(secret)})`,
      `![d](/api/v1/files/01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11/contents)`,
    ].join('\n\n')
    const page = await givenPage(author, space, { content: `${content}\n\n${showing(picture)}` })

    const { body } = await read(author, page, { media: 'signed' })

    expect(body.content.startsWith(content)).toBe(true)
    expect(body.content).toMatch(signed)
  })

  test.each([{ media: 'plain' }, { format: 'pdf' }])('returns 422 for %j', async (query) => {
    const page = await givenPage(author, space)

    const { status, detail } = await read(author, page, query)

    expect(status).toBe(422)
    expect(detail).toContain(Object.keys(query)[0])
  })
})

describe('GET /wiki/pages/{id}?format=html', () => {
  test('adds the content as HTML with its own pictures', async () => {
    const content = `# Map\n\n${showing(picture)} <script>alert(1)</script>\n\n![x](https://evil.example/x.gif)`
    const page = await givenPage(author, space, { content })

    const { headers, body } = await read(reader, page, { format: 'html' })

    const [, src] = /<img src="([^"]+)" alt="the map" title="Map">/.exec(body.html!) ?? []
    expect(body.content).toBe(content)
    expect(body.html).toMatch(/^<h1 id="user-content-map">Map<\/h1>/)
    expect(body.html).not.toMatch(/<script|evil/)
    expect((await fetch(String(src).replaceAll('&#x26;', '&'))).status).toBe(200)
    expect(headers['etag']).toBeUndefined()
  })

  test('supports a revision', async () => {
    const page = await givenPage(author, space, { content: 'The *first*.' })
    await givenRevision(author, page, { content: 'The second.' })

    const { body } = await read(reader, page, { format: 'html', revision: 1 })

    expect(body).toMatchObject({ revision: 1, html: '<p>The <em>first</em>.</p>' })
  })
})
