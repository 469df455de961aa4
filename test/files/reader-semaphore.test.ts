import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { ReaderDied, UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { files } from '../../src/files/file/file.ts'
import { texts } from '../../src/files/queues.ts'
import { acquireLease, maxLeases, readerLeases } from '../../src/files/text/reader-lease.ts'
import { withReaderTurn, readInTurn } from '../../src/files/text/reader-semaphore.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { made } from '../support/given.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let [person, neighbour] = [] as unknown as [SignedIn, SignedIn]

beforeEach(async () => {
  ;[person, neighbour] = await Promise.all([signedIn(), signedIn()])
})

const note = { name: 'note.md', bytes: '# A note\n\nWords.' }

const statusOf = async (as: SignedIn, file: { id: string }) =>
  (await made(readFile, { as, params: file })).text_status

const hour = 3_600_000

/** Runs `act` at an earlier time. */
const ago = async <T>(millisecondsAgo: number, act: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ now: Date.now() - millisecondsAgo, toFake: ['Date'] })
  return act().finally(() => vi.useRealTimers())
}

/** Acquires all leases of a person. */
const givenLeases = async ({ id: user_id }: SignedIn) => {
  const leases: Awaited<ReturnType<typeof acquireLease>>[] = []
  for (let n = 0; n < maxLeases; n += 1) leases.push(await acquireLease({ user_id, reading: `text#${n}` }))
  return leases
}

describe('A person who holds all their leases', () => {
  test('delays their next document, but not those of other people', async () => {
    const [first] = await givenLeases(person)

    const own = await givenFile(person, note)
    const other = await givenFile(neighbour, note)
    await settle()
    const meanwhile = [await statusOf(person, own), await statusOf(neighbour, other)]
    await first?.release()
    const { object_id } = await files.get(own)
    await sendToQueues([texts.message({ file_id: own.id, object_id })])
    await settle()

    expect(meanwhile).toEqual(['pending', 'ready'])
    expect(await statusOf(person, own)).toBe('ready')
  })

  test('receives messages back in the queue, with growing delays and without failures', async () => {
    await givenLeases(person)
    const read = withReaderTurn(texts, async () => {
      await acquireLease({ user_id: person.id, reading: 'text#new' })
    })

    const once = await read({ file_id: 'a', object_id: 'b', waits: 0 })
    const often = await read({ file_id: 'a', object_id: 'b', waits: 99 })

    expect(once).toMatchObject({
      kind: 'file-texts',
      body: { file_id: 'a', object_id: 'b', waits: 1 },
      person: person.id,
    })
    expect(once?.delaySeconds).toBeLessThanOrEqual(3)
    expect(often?.delaySeconds).toBeGreaterThanOrEqual(30)
  })

  test('keeps the lease of a document that is delivered again', async () => {
    await givenLeases(person)

    await acquireLease({ user_id: person.id, reading: 'text#1' })

    const keys = Array.from({ length: maxLeases }, (_, number) => ({ user_id: person.id, number }))
    const held = await readerLeases.findMany(keys)
    expect(held.map((lease) => lease?.reading)).toEqual(['text#0', 'text#1', 'text#2'])
  })

  test('regains leases of killed workers after their expiry', async () => {
    await ago(hour, () => givenLeases(person))

    await acquireLease({ user_id: person.id, reading: 'text#new' })

    expect(await readerLeases.find({ user_id: person.id, number: 0 })).toMatchObject({ reading: 'text#new' })
  })
})

describe('A document', () => {
  const dies = () => Promise.reject(new ReaderDied('The reader died.'))
  const fails = () => Promise.reject(new Error('The disk failed.'))
  const reads = () => Promise.resolve('its text')

  test('fails permanently when its readers died in two deliveries', async () => {
    const document = { user_id: person.id, reading: 'text#bad' }

    await expect(readInTurn(document, dies)).rejects.toBeInstanceOf(ReaderDied)
    await expect(readInTurn(document, dies)).rejects.toBeInstanceOf(UnreadableFile)
  })

  test('gets its text after one reader died and its worker was killed repeatedly', async () => {
    const document = { user_id: person.id, reading: 'text#unlucky' }
    await readInTurn(document, dies).catch(() => {})
    for (let n = 0; n < 3; n += 1) await acquireLease(document)

    expect(await readInTurn(document, reads)).toBe('its text')
  })

  test('stays readable after other failures than the death of its reader', async () => {
    const document = { user_id: person.id, reading: 'text#failing' }
    for (let n = 0; n < 3; n += 1)
      await expect(readInTurn(document, fails)).rejects.toThrow('The disk failed.')

    expect(await readInTurn(document, reads)).toBe('its text')
  })

  test('releases its lease with the delivery that ends last', async () => {
    const document = { user_id: person.id, reading: 'text#twice' }
    const first = await acquireLease(document)
    const last = await acquireLease(document)

    await first.release()
    await last.release()

    expect(await readerLeases.find({ user_id: person.id, number: 0 })).toBeUndefined()
  })
})

describe('Documents waiting within a process', () => {
  /**
   * Returns a function that begins to read a document of a person, the names of the documents begun, and a function
   * that ends one.
   */
  const givenReadings = () => {
    const begun: string[] = []
    const endings = new Map<string, { end: () => void; reading: Promise<void> }>()
    const begin = async ({ id: user_id }: SignedIn, name: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const reading = readInTurn({ user_id, reading: name }, () => {
        begun.push(name)
        return promise
      })
      endings.set(name, { end: resolve, reading })
      const keys = Array.from({ length: maxLeases }, (_, number) => ({ user_id, number }))
      const isHeld = async () => (await readerLeases.findMany(keys)).some((lease) => lease?.reading === name)
      await expect.poll(isHeld).toBe(true)
    }
    const end = async (name: string) => {
      endings.get(name)?.end()
      await endings.get(name)?.reading
    }
    return { begun, begin, end }
  }

  test('leave readers to others while their person has one', async () => {
    const { begun, begin, end } = givenReadings()
    for (const name of ['first', 'second']) await begin(person, name)

    await begin(neighbour, 'other')
    await expect.poll(() => begun).toEqual(['first', 'other'])
    await end('other')
    await end('first')
    await expect.poll(() => begun).toEqual(['first', 'other', 'second'])
    await end('second')
  })

  test('wait for one of three readers', async () => {
    const { begun, begin, end } = givenReadings()
    const [third, fourth] = await Promise.all([signedIn(), signedIn()])
    for (const [n, who] of [person, neighbour, third, fourth].entries()) await begin(who, `of ${n}`)

    await expect.poll(() => begun).toEqual(['of 0', 'of 1', 'of 2'])
    await end('of 1')
    await expect.poll(() => begun).toEqual(['of 0', 'of 1', 'of 2', 'of 3'])
    await Promise.all(['of 0', 'of 2', 'of 3'].map(end))
  })

  test('start with the person who has used the least time', async () => {
    const { begun, begin, end } = givenReadings()
    const [third, fourth] = await Promise.all([signedIn(), signedIn()])
    for (const [n, who] of [person, third, fourth].entries()) await begin(who, `of ${n}`)
    await begin(person, 'again')
    await begin(neighbour, 'other')

    await end('of 0')
    await expect.poll(() => begun.slice(3)).toEqual(['other'])
    await end('other')
    await expect.poll(() => begun.slice(3)).toEqual(['other', 'again'])
    await Promise.all(['of 1', 'of 2', 'again'].map(end))
  })
})
