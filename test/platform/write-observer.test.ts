import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { problem } from '../../src/platform/runtime/problem.ts'
import { inRequest, noSession } from '../../src/platform/runtime/request-context.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import {
  allOf,
  anyOf,
  compare,
  equals,
  exists,
  isAbsent,
  isSmaller,
  type Condition,
} from '../../src/platform/table/condition.ts'
import { ConflictError } from '../../src/platform/table/conflict.ts'
import { entity } from '../../src/platform/table/entity.ts'
import { transact, updateItem, writeItem } from '../../src/platform/table/table.ts'
import { changeObserver } from '../../src/platform/table/write-observer.ts'
import { itemName } from '../../src/platform/table/operation.ts'

const notes = entity({
  name: 'test.note',
  schema: z.object({
    id: z.string(),
    text: z.string(),
    views: z.int().default(0),
    numbers: z.record(z.string(), z.int()).default({}),
    version: z.int(),
    updated_at: z.string(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `note#${id}`, sk: 'note' }),
  detail: ['numbers'],
  counters: ['views'],
})

const givenNote = () => notes.create(notes.make({ text: 'First' }))

const stored = async (note: { id: string }) => (await getItems([notes.keyOf(note)]))[0]

/** Returns the outcome of `work`, and the images of what it writes or, in a dry run, would write. */
const logged = async <T>(isDryRun: boolean, work: () => Promise<T>) => {
  const observer = changeObserver(isDryRun)
  const context = { requestId: randomUUID(), confirmSession: noSession, observer }
  const [outcome] = await Promise.allSettled([inRequest(context, work)])
  return { outcome, images: observer.images }
}

const refusal = problem('test.note_taken', 409, {
  wording: 'There is such a note.',
  docs: { meaning: 'It is there.' },
})()

type Note = Awaited<ReturnType<typeof givenNote>>

describe('changeObserver', () => {
  const writes: [string, (note: Note) => Promise<unknown>][] = [
    ['an update', (note) => notes.update(note, { text: 'Second' })],
    ['a removal', (note) => notes.remove(note)],
    ['a counter', (note) => transact([notes.toAdd(note, 'views', 2)])],
    [
      'counters beside an update',
      (note) =>
        transact([
          notes.toIncrement(
            note,
            { add: { views: 1 }, unchanged: ['version'] },
            notes.toUpdate(note, { text: 'Third' }),
          ),
        ]),
    ],
    [
      'what is touched where something holds',
      (note) => writeItem(notes.toTouch(note, { views: 7 }, { text: 'First' })),
    ],
    [
      'an increment in place',
      (note) =>
        notes.incrementInPlace(note, {
          set: { text: 'Fourth' },
          count: 'views',
          where: { text: 'First' },
          mark: { field: 'numbers', id: 'one' },
        }),
    ],
    ['a batch', (note) => writeBatch([notes.itemOf({ ...note, text: 'Fifth' })], [])],
    [
      'two writes of one thing',
      async (note) => notes.update(await notes.update(note, { text: 'Sixth' }), { text: 'Seventh' }),
    ],
  ]

  test.each(writes)('records %s as the table stores it', async (_, write) => {
    const note = await givenNote()
    const before = await stored(note)

    const { outcome, images } = await logged(false, () => write(note))

    expect(outcome.status).toBe('fulfilled')
    expect(images.get(itemName(notes.keyOf(note)))).toEqual({ before, after: await stored(note) })
  })

  test.each(writes)('records %s in a dry run without changing the table', async (_, write) => {
    const note = await givenNote()
    const before = await stored(note)

    const dry = await logged(true, () => write(note))
    const untouched = await stored(note)
    const real = await logged(false, () => write(note))

    expect(dry.outcome.status).toBe('fulfilled')
    expect(untouched).toEqual(before)
    const volatile = { writeId: null, origin: null, summary: { updated_at: null } }
    const [one, other] = [dry, real].map(({ images }) => {
      const { after } = images.get(itemName(notes.keyOf(note)))!
      return (
        after && { ...after, ...volatile, summary: { ...(after['summary'] as object), updated_at: null } }
      )
    })
    expect(one).toEqual(other)
  })

  test('makes the writes of a dry run visible to its reads', async () => {
    const note = notes.make({ text: 'New' })

    const { outcome } = await logged(true, async () => {
      await notes.create(note)
      return notes.get(note)
    })

    expect(outcome).toMatchObject({ status: 'fulfilled', value: { text: 'New' } })
    expect(await notes.find(note)).toBeUndefined()
  })

  test('throws the errors of the table in a dry run', async () => {
    const note = await givenNote()
    await notes.update(note, { text: 'Meanwhile' })
    const attempts: [() => Promise<unknown>, unknown][] = [
      [() => notes.create(note, refusal), refusal],
      [() => writeItem(notes.toUpdate(note, { text: 'Late' })), expect.any(ConflictError)],
      [() => writeItem(notes.toTouch(note, { views: 1 }, { text: 'First' })), expect.any(ConflictError)],
      [() => transact([notes.toRequire({ id: 'none' })]), expect.objectContaining({ status: 404 })],
      [() => updateItem(notes.toAdd({ id: 'none' }, 'views', 1)), expect.objectContaining({ status: 404 })],
      [() => transact([notes.toAdd(note, 'views', 1), notes.toCreate(note, refusal)]), refusal],
    ]
    for (const [attempt, reason] of attempts) {
      const { outcome, images } = await logged(true, attempt)

      expect(outcome).toEqual({ status: 'rejected', reason })
      expect(images.size).toBe(0)
    }
  })

  test('rejects writes that bypass it in a dry run', async () => {
    const { sendWrite } = await import('../../src/platform/table/client.ts')

    const { outcome } = await logged(true, () => sendWrite(() => Promise.resolve()))

    expect(outcome).toEqual({ status: 'rejected', reason: new TypeError('A dry run must not write.') })
  })
})

describe('Conditions of a write', () => {
  const item = {
    ...notes.keyOf({ id: randomUUID() }),
    summary: { text: 'é', list: [1, 2] },
    count: 3,
    none: null,
  }
  const text = ['summary', 'text']
  const list = ['summary', 'list']

  beforeAll(() => writeItem({ put: item }))

  test.each<[string, Condition, boolean]>([
    ['what is there exists', exists(text), true],
    ['null exists', exists('none'), true],
    ['a member of nothing exists', exists(['gone', 'text']), false],
    ['what is there is absent', isAbsent(text), false],
    ['a member of a map is absent', isAbsent(['summary', 'gone']), true],
    ['a text is the same', equals(text, 'é'), true],
    ['a list is the same', equals(list, [1, 2]), true],
    ['a list is the same in another order', equals(list, [2, 1]), false],
    ['a map is the same in another order', equals('summary', { list: [1, 2], text: 'é' }), true],
    ['null is null', equals('none', null), true],
    ['nothing is null', equals('gone', null), false],
    ['a number is smaller than itself', compare('count', '<', 3), false],
    ['a number is at most itself', compare('count', '<=', 3), true],
    ['a number is larger', compare('count', '>', 2), true],
    ['nothing is smaller', compare('gone', '<', 3), false],
    ['a number is smaller than a text', compare('count', '<', 'é'), false],
    ['a list has few members', isSmaller(list, 3), true],
    ['a map has as many members', isSmaller('summary', 2), false],
    ['nothing has few members', isSmaller('gone', 3), false],
    ['a number has few members', isSmaller('count', 3), false],
    ['both of two', allOf(anyOf(equals('count', 2), equals('count', 3)), exists('pk')), true],
    ['neither of two', anyOf(equals('count', 2), allOf(exists('pk'), isAbsent('sk'))), false],
  ])('hold or fail alike in the table and in a dry run: %s', async (_, condition, expected) => {
    const requirement = { key: { pk: item.pk, sk: item.sk }, require: [condition] }
    const outcomes = [false, true].map((isDryRun) => logged(isDryRun, () => transact([requirement])))

    const statuses = (await Promise.all(outcomes)).map(({ outcome }) => outcome.status)

    const status = expected ? 'fulfilled' : 'rejected'
    expect(statuses).toEqual([status, status])
  })
})
