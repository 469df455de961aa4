import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { files } from '../../src/files/file/file.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { captureLog, tokensIn } from '../support/captured-log.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'
import { webFiles, type Opening } from '../support/web-files.ts'
import { exchange, type Answered, type Asked } from './editors/exchange.ts'

/** Requests that an editor is refused, over HTTP, and checks that they change nothing. */

let service: RunningService
let owner: SignedIn
let log: ReturnType<typeof captureLog>
let web: ReturnType<typeof webFiles>
let file: { id: string }
let opening: Opening
const tokens: string[] = []

beforeAll(async () => {
  log = captureLog()
  service = await startService()
  web = webFiles(service)
})

afterAll(async () => {
  log.release()
  await service.stop()
})

const given = async (grants: [SignedIn, 'read' | 'write'][] = []) => {
  const made = await web.upload(owner, { name: 'plan.docx', bytes: Buffer.from('as it was'), grants })
  return { made, at: await web.open(grants[0]?.[0] ?? owner, made) }
}

beforeEach(async () => {
  owner = await signedIn()
  ;({ made: file, at: opening } = await given())
  tokens.push(owner.token, opening.access_token)
})

/** All operations with which an editor reads or changes a file. */
const operations: [name: string, path: '' | '/contents', Asked][] = [
  ['CheckFileInfo', '', {}],
  ['HEAD', '', { method: 'HEAD' }],
  ['GetFile', '/contents', {}],
  ['PutFile', '/contents', { method: 'POST', body: 'changed', headers: { 'X-WOPI-Lock': 'mine' } }],
  ...[
    'LOCK',
    'GET_LOCK',
    'REFRESH_LOCK',
    'UNLOCK',
    'PUT_RELATIVE',
    'RENAME_FILE',
    'DELETE',
    'PUT_USER_INFO',
  ].map((override): [string, '', Asked] => [
    override,
    '',
    {
      method: 'POST',
      headers: {
        'X-WOPI-Override': override,
        'X-WOPI-Lock': 'mine',
        'X-WOPI-SuggestedTarget': 'x.docx',
        'X-WOPI-RequestedName': 'x',
      },
      body: 'x',
    },
  ]),
]

const ask = ({ wopi_src, access_token }: Opening, path: '' | '/contents', asked: Asked) =>
  exchange(`${wopi_src}${path}?access_token=${access_token}`, asked)

const operate = (override: string, headers: Record<string, string> = {}, at = opening) =>
  ask(at, '', { method: 'POST', headers: { 'X-WOPI-Override': override, ...headers } })

const lock = (id: string) => operate('LOCK', { 'X-WOPI-Lock': id })
const relock = (id: string, old: string) => operate('LOCK', { 'X-WOPI-Lock': id, 'X-WOPI-OldLock': old })
const save = (body: string | Uint8Array, id: string) =>
  ask(opening, '/contents', {
    method: 'POST',
    body,
    headers: { 'X-WOPI-Override': 'PUT', 'X-WOPI-Lock': id },
  })

const lockOf = ({ headers }: Answered) => headers.get('x-wopi-lock')
const stored = async () => (await web.download(owner, file)).toString()
const presentLock = async () => lockOf(await operate('GET_LOCK'))

const expectNothingDone = async () => {
  expect([await stored(), await presentLock()]).toEqual(['as it was', ''])
  const info = await ask(opening, '', {})
  expect(JSON.parse(info.bytes.toString())).toMatchObject({ BaseFileName: 'plan.docx' })
}

describe.each(operations)('%s', (name, path, asked) => {
  test('returns 401 with the token of another file, of the API, an altered one, and without a token', async () => {
    const other = (await given()).at.access_token
    const wrong = [
      other,
      owner.token,
      `${opening.access_token}x`,
      'x.y.z',
      '',
      opening.access_token.slice(0, -3),
    ]

    const answers = await Promise.all(
      wrong.map((access_token) => ask({ ...opening, access_token }, path, asked)),
    )

    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 401))
    for (const { bytes } of answers)
      if (name !== 'HEAD')
        expect(JSON.parse(bytes.toString())).toEqual({ detail: expect.stringMatching(/access_token/) })
    await expectNothingDone()
  })
})

describe('A token of the editor', () => {
  test('gives no access to the API, and the Authorization header gives none to files', async () => {
    const headers = { Authorization: `Bearer ${opening.access_token}` }
    const paths = ['/auth/me', '/files', `/files/${file.id}`, `/files/${file.id}/contents`, '/wiki/spaces']

    const answers = await Promise.all(
      paths.map((path) => exchange(`${service.url}/api/v1${path}`, { headers })),
    )
    const withoutQuery = await exchange(opening.wopi_src, { headers })

    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 401))
    expect(withoutQuery.status).toBe(401)
  })

  test('writes nothing for a person who may only read', async () => {
    const reader = await signedIn()
    const { at } = await given([[reader, 'read']])
    const writing = ['PutFile', 'LOCK', 'REFRESH_LOCK', 'UNLOCK', 'PUT_RELATIVE', 'RENAME_FILE', 'DELETE']

    const answers = await Promise.all(
      operations.filter(([name]) => writing.includes(name)).map(([, path, asked]) => ask(at, path, asked)),
    )

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 501, 404, 404])
    expect(String((await ask(at, '/contents', {})).bytes)).toBe('as it was')
  })
})

describe('Locks over HTTP', () => {
  test('admit one winner among 20 concurrent requests, and the others receive its lock', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => lock(`lock ${index}`)))

    const winner = `lock ${answers.findIndex(({ status }) => status === 200)}`
    const losers = answers.filter(({ status }) => status === 409)
    expect([losers.length, await presentLock()]).toEqual([19, winner])
    expect(new Set(losers.map(lockOf))).toEqual(new Set([winner]))
  })

  test('change under a concurrent save and UnlockAndRelock, without a lost or late save', async () => {
    await lock('0')
    let content = 'as it was'

    for (let round = 1; round <= 15; round += 1) {
      const [old, next] = [String(round - 1), String(round)]
      const [saved, relocked] = await Promise.all([save(`round ${round}`, old), relock(next, old)])

      if (saved.status === 200) content = `round ${round}`
      else expect([saved.status, lockOf(saved)]).toEqual([409, next])
      expect(relocked.status).toBe(200)
      expect([await stored(), await presentLock()]).toEqual([content, next])
    }
  })

  test('admit one winner among concurrent replacements of one lock', async () => {
    await lock('old')

    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => relock(`new ${index}`, 'old')))

    const winner = `new ${answers.findIndex(({ status }) => status === 200)}`
    const losers = answers.filter(({ status }) => status === 409)
    expect([losers.length, await presentLock()]).toEqual([9, winner])
    expect(new Set(losers.map(lockOf))).toEqual(new Set([winner]))
  })

  test('count for nothing after their expiry', async () => {
    await lock('old')
    const known = await files.get(file)
    await writeItem(files.toUpdate(known, { locked_until: new Date(Date.now() - 1).toISOString() }))

    const late = [await save('too late', 'old'), await operate('UNLOCK', { 'X-WOPI-Lock': 'old' })]
    const present = await presentLock()
    const taken = await lock('new')

    expect(late.map((answer) => [answer.status, lockOf(answer)])).toEqual([
      [409, ''],
      [409, ''],
    ])
    expect([present, taken.status, await stored()]).toEqual(['', 200, 'as it was'])
  })
})

test.each([4_669_441, 5_000_000, 11_000_000])('a save of %i bytes returns 413', async (size) => {
  await lock('mine')

  const answer = await save(Buffer.alloc(size), 'mine')

  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'application/json'])
  expect(JSON.parse(answer.bytes.toString())).toEqual({ detail: expect.stringMatching(/^\S.*\.$/) })
  expect(await stored()).toBe('as it was')
})

test('the log of all these requests contains no part of a token', () => {
  const text = log.text()

  expect(tokens.length).toBeGreaterThan(20)
  expect(text).toContain('"code":"wopi.token_invalid"')
  expect(tokensIn(text, tokens)).toEqual([])
  expect(text).not.toContain('access_token=')
})
