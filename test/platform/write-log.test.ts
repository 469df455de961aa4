import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { problem } from '../../src/platform/runtime/problem.ts'
import { inRequest, noSession } from '../../src/platform/runtime/request-context.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { writeBatch } from '../../src/platform/table/batch-write.ts'
import { getItems } from '../../src/platform/table/batch-get.ts'
import { ConflictError } from '../../src/platform/table/conflict.ts'
import { entity } from '../../src/platform/table/entity.ts'
import { holds, updated } from '../../src/platform/table/expression-evaluation.ts'
import { transact, updateItem, writeItem } from '../../src/platform/table/table.ts'
import { newWriteLog } from '../../src/platform/table/logged-writes.ts'
import { itemName } from '../../src/platform/table/write-log.ts'

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

/** What `work` gives, and what it writes or, in a dry run, would write. */
const logged = async <T>(isDryRun: boolean, work: () => Promise<T>) => {
  const writeLog = newWriteLog(isDryRun)
  const context = { requestId: randomUUID(), confirmSession: noSession, writeLog }
  const [outcome] = await Promise.allSettled([inRequest(context, work)])
  return { outcome, images: writeLog.images }
}

const refusal = problem('test.note_taken', 409, 'There is such a note.', { meaning: 'It is there.' })()

type Note = Awaited<ReturnType<typeof givenNote>>

describe('the log of writes', () => {
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

  test.each(writes)('has %s as the table has it', async (_, write) => {
    const note = await givenNote()
    const before = await stored(note)

    const { outcome, images } = await logged(false, () => write(note))

    expect(outcome.status).toBe('fulfilled')
    expect(images.get(itemName(notes.keyOf(note)))).toEqual({ before, after: await stored(note) })
  })

  test.each(writes)('has %s in a dry run too, and the table stays as it is', async (_, write) => {
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

  test('a dry run reads what it has written', async () => {
    const note = notes.make({ text: 'New' })

    const { outcome } = await logged(true, async () => {
      await notes.create(note)
      return notes.get(note)
    })

    expect(outcome).toMatchObject({ status: 'fulfilled', value: { text: 'New' } })
    expect(await notes.find(note)).toBeUndefined()
  })

  test('a dry run refuses what the table would refuse', async () => {
    const note = await givenNote()
    await notes.update(note, { text: 'Meanwhile' })
    const attempts: [() => Promise<unknown>, unknown][] = [
      [() => notes.create(note, refusal), refusal],
      [() => writeItem(notes.toUpdate(note, { text: 'Late' })), expect.any(ConflictError)],
      [() => writeItem(notes.toTouch(note, { views: 1 }, { text: 'First' })), expect.any(ConflictError)],
      [() => transact([notes.toRequire({ id: 'none' })]), expect.objectContaining({ status: 404 })],
      [() => updateItem(notes.toAdd({ id: 'none' }, 'views', 1).write.Update!), expect.any(ConflictError)],
      [() => transact([notes.toAdd(note, 'views', 1), notes.toCreate(note, refusal)]), refusal],
    ]
    for (const [attempt, reason] of attempts) {
      const { outcome, images } = await logged(true, attempt)

      expect(outcome).toEqual({ status: 'rejected', reason })
      expect(images.size).toBe(0)
    }
  })

  test('what is made by another way is refused', async () => {
    const { sendWrite } = await import('../../src/platform/table/client.ts')

    const { outcome } = await logged(true, () => sendWrite(() => Promise.resolve()))

    expect(outcome).toEqual({ status: 'rejected', reason: new TypeError('A dry run writes nothing.') })
  })
})

describe('an expression', () => {
  const item = { pk: 'a', sk: 'b', summary: { text: 'é', list: [1, 2] }, count: 3 }
  const written = (ConditionExpression: string) => ({
    ConditionExpression,
    ExpressionAttributeNames: { '#summary': 'summary', '#text': 'text', '#list': 'list', '#none': 'none' },
    ExpressionAttributeValues: { ':two': 2, ':three': 3, ':e': 'é' },
  })

  test.each([
    ['attribute_exists(#summary.#text)', true],
    ['attribute_not_exists(#summary.#none)', true],
    ['attribute_exists(#none.#text)', false],
    ['#summary.#text = :e AND count = :three', true],
    ['count < :three', false],
    ['count <= :three', true],
    ['count > :two', true],
    ['#none < :three', false],
    ['count < :e', false],
    ['size(#summary.#list) < :three', true],
    ['size(#summary.#text) = :two', true],
    ['(count = :two OR count = :three) AND attribute_exists(pk)', true],
    ['count = :two AND (count = :three OR attribute_exists(pk))', false],
  ])('%s is %s', (expression, expected) => {
    expect(holds(written(expression), item)).toBe(expected)
  })

  test('that is not understood is no expression', () => {
    expect(() => holds(written('begins_with(#summary.#text, :e)'), item)).toThrow(TypeError)
    expect(() => holds(written('count BETWEEN :two AND :three'), item)).toThrow(TypeError)
    expect(() => updated({ UpdateExpression: 'ADD count :two' }, item)).toThrow(TypeError)
  })
})
