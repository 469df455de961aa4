import { beforeAll, describe, expect, test } from 'vitest'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { call } from '../support/call.ts'
import { givenUpload, putBytes } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

let owner: SignedIn

beforeAll(async () => {
  owner = await signedIn()
})

const given = async (name: string, content_type?: string) =>
  (await givenUpload(owner, { name, content_type })).file as { id: string; content_type: string }

const renamed = async (file: { id: string }, name: string): Promise<string> =>
  (await call(updateFile, { as: owner, params: file, body: { name } })).body.content_type

describe('The media type of a file', () => {
  test.each([
    ['letter.docx', docx],
    ['PHOTO.JPG', 'image/jpeg'],
    ['notes.md', 'text/markdown'],
    ['numbers.csv', 'text/csv'],
    ['slides.odp', 'application/vnd.oasis.opendocument.presentation'],
    ['book.epub', 'application/epub+zip'],
    ['README', 'application/octet-stream'],
    ['archive.unheard-of', 'application/octet-stream'],
    ['pdf', 'application/pdf'],
  ])('follows from the name %s', async (name, content_type) => {
    expect((await given(name)).content_type).toBe(content_type)
  })

  test('can be set by the client', async () => {
    expect((await given('letter.docx', 'application/x-own')).content_type).toBe('application/x-own')
  })

  test('matches the type of the upload', async () => {
    const { upload } = await givenUpload(owner, { name: 'notes.md', content_type: undefined })

    expect(upload.headers['Content-Type']).toBe('text/markdown')
    expect((await putBytes(upload, 'hello')).status).toBe(200)
  })

  test('follows a new name if it was not set', async () => {
    expect(await renamed(await given('draft'), 'draft.docx')).toBe(docx)
    expect(await renamed(await given('draft.md'), 'draft.txt')).toBe('text/plain')
  })

  test('stays under a new name if it was set', async () => {
    expect(await renamed(await given('draft.md', 'text/x-own'), 'draft.txt')).toBe('text/x-own')
  })
})
