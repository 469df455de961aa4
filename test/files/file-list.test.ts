import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { call, type CallOptions } from '../support/call.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Returns the names of all files in a list, page by page. */
const namesOf = async (as: SignedIn, query: NonNullable<CallOptions['query']>) => {
  const names: string[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await call(listFiles, { as, query: { ...query, cursor } })
    names.push(...body.items.map(({ name }: { name: string }) => name))
    if (body.next_cursor === null) return names
    cursor = body.next_cursor
  }
}

describe('GET /files', () => {
  test('filters by kind, which follows from the file extension or else from the media type', async () => {
    const person = await signedIn()
    const binary = 'application/octet-stream'
    for (const [name, content_type] of [
      ['plan.docx', binary],
      ['budget.csv', 'text/plain'],
      ['talk', 'application/vnd.oasis.opendocument.presentation'],
      ['scan.pdf', binary],
      ['photo', 'image/webp'],
      ['data', 'application/problem+json; charset=utf-8'],
      ['notes.md', binary],
      ['film.mp4', 'video/mp4'],
    ] as const)
      await givenUpload(person, { name, content_type })
    const ofKind = (kind: string) => namesOf(person, { kind })

    expect(await ofKind('document')).toEqual(['plan.docx'])
    expect(await ofKind('spreadsheet,presentation')).toEqual(['talk', 'budget.csv'])
    expect(await ofKind('pdf')).toEqual(['scan.pdf'])
    expect(await ofKind('image')).toEqual(['photo'])
    expect(await ofKind('text')).toEqual(['notes.md', 'data'])
    expect(await ofKind('other')).toEqual(['film.mp4'])
  })

  test.each([
    ['own', false],
    ['shared', true],
  ])('sorts %s files by creation, name or size, page by page', async (_, shared) => {
    const [person, friend] = await Promise.all([signedIn(), signedIn()])
    for (const [name, size] of [
      ['b.txt', 30],
      ['É.txt', 10],
      ['a.png', 20],
    ] as const) {
      const { file } = await givenUpload(person, { name, size })
      const grants = [{ user_id: friend.id, permission: 'read' as const }]
      await call(updateFile, { as: person, params: file, body: { grants } })
    }
    const sorted = (sort: string) => namesOf(shared ? friend : person, { shared, sort, limit: 2 })

    expect(await sorted('created')).toEqual(['b.txt', 'É.txt', 'a.png'])
    expect(await sorted('-created')).toEqual(['a.png', 'É.txt', 'b.txt'])
    expect(await sorted('name')).toEqual(['a.png', 'b.txt', 'É.txt'])
    expect(await sorted('-size')).toEqual(['b.txt', 'a.png', 'É.txt'])
    expect(await namesOf(shared ? friend : person, { shared, kind: 'image' })).toEqual(['a.png'])
  })

  test('finds words in names and texts, best match first', async () => {
    const [person, friend] = await Promise.all([signedIn(), signedIn()])
    const word = `w${randomUUID().slice(0, 8)}`
    await givenFile(person, { name: 'b.txt', bytes: `about ${word}` })
    await givenFile(person, { name: `${word}.txt` })
    await givenFile(friend, { name: `a ${word}.txt`, grants: [[person, 'read']] })
    await givenFile(friend, { name: `private ${word}.txt` })
    await settle({ index: true, texts: true })
    const find = (query: object) => namesOf(person, { q: word, ...query })

    expect(await find({})).toEqual([`${word}.txt`, 'b.txt'])
    expect(await find({ sort: 'name', limit: 1 })).toEqual(['b.txt', `${word}.txt`])
    expect(await find({ kind: 'pdf' })).toEqual([])
    expect(await find({ shared: true })).toEqual([`a ${word}.txt`])
  })

  test.each([
    ['kind', 'text,film'],
    ['sort', 'owner'],
  ])('names the parameter in the error for %s=%s', async (name, value) => {
    const answer = await call(listFiles, { as: await signedIn(), query: { [name]: value } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${name}"`)
  })
})
