import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { ReaderDied, UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { files } from '../../src/files/file/file.ts'
import { texts } from '../../src/files/queues.ts'
import { maxReadings, readingSlots, slotReadings } from '../../src/files/text/reading-slot.ts'
import { inTurn, readInTurn } from '../../src/files/text/reading-turns.ts'
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

const minute = 60_000
const hour = 60 * minute

/** Does something as it was done some time ago. */
const ago = async <T>(millisecondsAgo: number, act: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ now: Date.now() - millisecondsAgo, toFake: ['Date'] })
  return act().finally(() => vi.useRealTimers())
}

/** As many readings of a person as there may be, none of which ends. */
const givenReadings = async ({ id: user_id }: SignedIn) => {
  const readings = Array.from({ length: maxReadings }, (_, n) =>
    slotReadings({ user_id, reading: `text#${n}` }),
  )
  for (const { open } of readings) await open()
  return readings
}

describe('While as many documents of a person are read as may be,', () => {
  test('another one of theirs waits, and nobody else’s does', async () => {
    const [first] = await givenReadings(person)

    const own = await givenFile(person, note)
    const other = await givenFile(neighbour, note)
    await settle()
    const meanwhile = [await statusOf(person, own), await statusOf(neighbour, other)]
    await first?.close()
    const { object_id } = await files.get(own)
    await sendToQueues([texts.message({ file_id: own.id, object_id })])
    await settle()

    expect(meanwhile).toEqual(['pending', 'ready'])
    expect(await statusOf(person, own)).toBe('ready')
  })

  test('a message is put back again and again, longer each time, and is no failure', async () => {
    await givenReadings(person)
    const read = inTurn(texts, async () => {
      await slotReadings({ user_id: person.id, reading: 'text#new' }).open()
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

  test('one that comes again gets its own slot back', async () => {
    await givenReadings(person)

    expect(await slotReadings({ user_id: person.id, reading: 'text#1' }).open()).toBe(1)
  })

  test('slots of killed workers expire by themselves', async () => {
    await ago(hour, () => givenReadings(person))

    expect(await slotReadings({ user_id: person.id, reading: 'text#new' }).open()).toBe(1)
  })
})

describe('A document', () => {
  const dies = () => Promise.reject(new ReaderDied('The reader died.'))
  const reads = () => Promise.resolve('its text')

  /** A document that a worker has begun to read, and was killed. */
  const givenKilledWorker = async () => {
    const reading = { user_id: person.id, reading: 'text#deadly' }
    await ago(minute, () => slotReadings(reading).open())
    return reading
  }

  test('that is read by two deliveries after a killed worker has killed one', async () => {
    const document = await givenKilledWorker()

    const first = slotReadings(document)
    const counts = [await first.open(), await slotReadings(document).open()]

    expect(counts).toEqual([2, 2])
    expect(await readInTurn(document, reads)).toBe('its text')
  })

  test('whose reader is still running has killed none, however long it takes', async () => {
    const document = { user_id: person.id, reading: 'text#long' }
    const first = slotReadings(document)
    await ago(minute, first.open)

    await first.renew()

    expect(await slotReadings(document).open()).toBe(1)
  })

  test('that two read is given up when one worker is killed after the other', async () => {
    const document = await givenKilledWorker()
    await ago(minute / 2, () => slotReadings(document).open())

    await expect(readInTurn(document, reads)).rejects.toThrow('ended twice without a result')
  })

  test('that killed its reader alone is read once more at once, and given up then', async () => {
    const document = { user_id: person.id, reading: 'text#bad' }

    await expect(readInTurn(document, dies)).rejects.toBeInstanceOf(ReaderDied)
    await expect(readInTurn(document, dies)).rejects.toBeInstanceOf(UnreadableFile)
  })

  test('releases its slot when it has been read, by whichever delivery ends last', async () => {
    const document = await givenKilledWorker()
    const [first, last] = [slotReadings(document), slotReadings(document)]
    await first.open()
    await last.open()
    await first.renew()

    await last.close()
    await first.close()

    expect(await readingSlots.find({ user_id: person.id, number: 0 })).toBeUndefined()
  })
})

describe('Documents that wait within a process', () => {
  const begun: string[] = []

  /** Begins to read a document; gives what ends that. */
  const givenReading = ({ id: user_id }: SignedIn, name: string) => {
    const ending = Promise.withResolvers<void>()
    const reading = readInTurn({ user_id, reading: name }, () => {
      begun.push(name)
      return ending.promise
    })
    return {
      end: async () => {
        ending.resolve()
        await reading
      },
    }
  }

  test('take turns by person', async () => {
    const first = givenReading(person, 'first')
    const second = givenReading(person, 'second')
    await expect.poll(() => begun.length).toBe(2)
    const third = givenReading(person, 'third')
    await expect.poll(() => readingSlots.find({ user_id: person.id, number: 2 })).toBeDefined()
    const other = givenReading(neighbour, 'other')
    await expect.poll(() => readingSlots.find({ user_id: neighbour.id, number: 0 })).toBeDefined()

    await first.end()
    await expect.poll(() => begun.length).toBe(3)
    await second.end()
    await expect.poll(() => begun.length).toBe(4)
    await Promise.all([third.end(), other.end()])

    expect(begun.slice(2)).toEqual(['other', 'third'])
  })
})
