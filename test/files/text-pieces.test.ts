import { beforeAll, describe, expect, test } from 'vitest'
import { readText } from '../../src/files/endpoints/read-text.ts'
import type { FileText } from '../../src/files/stored-text/file-text.ts'
import { files } from '../../src/files/file/file.ts'
import { cutPiece } from '../../src/files/text/text-pieces.ts'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { listFunctions } from '../../src/functions/endpoints/list-functions.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const sentences = Array.from({ length: 900 }, (_, n) => `Sentence ${n} of the long report.`)
const report = sentences.join('\n\n')

let [owner, stranger] = [] as unknown as [SignedIn, SignedIn]
let file: { id: string }

beforeAll(async () => {
  ;[owner, stranger] = await Promise.all([signedIn(), signedIn()])
  file = await givenFile(owner, { name: 'report.md', bytes: report })
  await settle()
})

const invoke = (args: Record<string, unknown>, as = owner) =>
  call(invokeFunction, { as, params: { name: 'files_read_text' }, body: { arguments: args } })

describe('A text read in pieces', () => {
  test('becomes complete by following the links', async () => {
    let query: Record<string, string> = { max_characters: '5000' }
    const pieces: string[] = []
    for (let n = 0; n < 20; n += 1) {
      const { text, headers } = await call(readText, { as: owner, params: file, query })
      pieces.push(text)
      const [, next] = /^<(.+)>; rel="next"$/.exec(headers['link'] ?? '') ?? []
      if (!next) break
      query = Object.fromEntries(new URL(next).searchParams)
    }

    expect(pieces.join('')).toBe(report)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(5_000)
    expect(pieces.slice(0, -1).every((piece) => piece.endsWith('\n'))).toBe(true)
  })

  test('becomes complete for assistants that call the function repeatedly', async () => {
    const pieces: string[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const { result } = (await invoke({ id: file.id, offset })).body as {
        result: { text: string; next_offset: number | null }
      }
      pieces.push(result.text)
      expect(result).toMatchObject({ name: 'report.md', offset, total_characters: report.length })
      offset = result.next_offset
    }

    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe(report)
  })

  test('comes as JSON for clients that request it', async () => {
    const query = { offset: 9, max_characters: 4 }
    const headers = { Accept: 'application/json' }

    expect((await call(readText, { as: owner, params: file, query, headers })).body).toEqual({
      name: 'report.md',
      text: '0 of',
      offset: 9,
      next_offset: 13,
      total_characters: report.length,
      is_truncated: false,
    })
  })

  test('reports its truncation', async () => {
    const cut = await givenFile(owner, { name: 'cut.md', bytes: 'A very long text.' })
    await settle()
    const { text } = await files.get(cut)
    await writeItem(files.toTouch(cut, { text: { ...(text as FileText), is_truncated: true } }))

    const [whole, piece] = await Promise.all([
      call(readText, { as: owner, params: cut }),
      call(readText, { as: owner, params: cut, query: { max_characters: 3 } }),
    ])

    expect([whole.headers['x-truncated'], piece.headers['x-truncated']]).toEqual(['true', 'true'])
    expect((await invoke({ id: cut.id })).body.result).toMatchObject({ is_truncated: true })
  })

  test('ends with an empty piece', async () => {
    const answer = await call(readText, { as: owner, params: file, query: { offset: 1_000_000 } })

    expect([answer.status, answer.text, answer.headers['link']]).toEqual([200, '', undefined])
  })

  test.each([{ offset: -1 }, { max_characters: 0 }, { max_characters: 1_000_001 }, { limit: 3 }])(
    'rejects %j',
    async (query) => {
      expect((await call(readText, { as: owner, params: file, query })).status).toBe(422)
    },
  )
})

describe('The function files_read_text', () => {
  test('exists as the only function for files', async () => {
    const { items } = await made(listFunctions, { as: owner, query: { effect: 'read', limit: 100 } })

    const ofFiles = items.filter(({ name }: { name: string }) => name.startsWith('files_'))
    expect(ofFiles).toMatchObject([
      {
        name: 'files_read_text',
        effect: 'read',
        operation: { method: 'GET', path: '/api/v1/files/{id}/text' },
      },
    ])
    expect(Object.keys(ofFiles[0]!.parameters['properties'] as object)).toEqual([
      'id',
      'offset',
      'max_characters',
    ])
  })

  test('returns 404 to people who may not read the file', async () => {
    const answer = await invoke({ id: file.id }, stranger)

    expect([answer.status, answer.headers['x-error-code']]).toEqual([404, 'files.file_not_found'])
  })
})

describe('A piece', () => {
  test.each([
    ['ends behind a line', 'one\ntwo three', 7, 'one\n'],
    ['ends behind a word where no line ends in its second half', 'a\nbcd efg hij', 9, 'a\nbcd '],
    ['ends anywhere in a long word', 'abcdefgh', 5, 'abcde'],
    ['keeps characters of two units whole', 'abc\u{1f600}def', 4, 'abc'],
    ['has at least one character', '\u{1f600}\u{1f600}', 1, '\u{1f600}'],
  ])('%s', (_, text, maxCharacters, piece) => {
    const cut = cutPiece(text, { offset: 0, maxCharacters })

    expect([cut.text, cut.next_offset]).toEqual([piece, piece.length])
  })
})
