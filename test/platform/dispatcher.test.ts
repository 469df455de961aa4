import type { Context, DynamoDBRecord } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dispatcher, type ChangeHandler } from '../../src/platform/events/dispatcher.ts'
import { requestContext } from '../../src/platform/runtime/request-context.ts'

type Keys = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['Keys']>

const recordOf = (Keys: Keys, n: number): DynamoDBRecord => ({
  eventID: String(n),
  dynamodb: {
    Keys,
    SequenceNumber: String(n),
    NewImage: { ...Keys, entityType: { S: 'test.note' }, n: { N: String(n) } },
  },
})

/** Changes of two items, those of `a` with their keys in either order. */
const [pk, sk] = [{ S: 'a' }, { S: 'note' }]
const Records = [
  recordOf({ pk, sk }, 1),
  recordOf({ sk, pk }, 2),
  recordOf({ pk: { S: 'b' }, sk }, 3),
  recordOf({ pk, sk }, 4),
]

const dispatched = async (handle: (n: number) => Promise<void>) => {
  const handler: ChangeHandler = {
    entityType: 'test.note',
    handle: async (_, after) => {
      await handle(Number(after?.['n']))
      return []
    },
  }
  return dispatcher(async () => [handler])({ Records }, {} as Context)
}

test('What follows from changes of one item comes in their order, and beside that of others', async () => {
  const steps: string[] = []

  const answer = await dispatched(async (n) => {
    steps.push(`begin ${n}`)
    await sleep(n === 1 ? 60 : 5)
    steps.push(`end ${n}`)
  })

  const ofOne = steps.filter((step) => !step.endsWith('3'))
  expect(ofOne).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 4', 'end 4'])
  expect(steps.indexOf('begin 3')).toBeLessThan(steps.indexOf('end 1'))
  expect(answer).toEqual({ batchItemFailures: [] })
})

test('A change that fails holds those of its item behind it back, and is reported', async () => {
  const done: number[] = []

  const answer = await dispatched(async (n) => {
    if (n === 2) throw new Error('Not now.')
    done.push(n)
  })

  expect(done.toSorted((a, b) => a - b)).toEqual([1, 3])
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
})

test('What a handler logs has the id of its change', async () => {
  const ids = new Map<number, string>()

  await dispatched(async (n) => {
    await sleep(5)
    ids.set(n, requestContext().requestId)
  })

  expect(ids).toEqual(new Map([1, 2, 3, 4].map((n) => [n, String(n)])))
})
