import { expect, test } from 'vitest'
import { processAll } from '../../src/platform/table/batch/unprocessed.ts'

test('What DynamoDB leaves of a batch for later is sent again, and nothing else', async () => {
  const sent: number[][] = []

  await processAll([1, 2, 3, 4, 5], async (rest) => {
    sent.push(rest)
    return rest.slice(2)
  })

  expect(sent).toEqual([[1, 2, 3, 4, 5], [3, 4, 5], [5]])
})

test('What is left of a batch that made progress is sent without a pause', async () => {
  let hasPaused = false
  setImmediate(() => (hasPaused = true))

  await processAll([1, 2, 3], async (rest) => rest.slice(1))

  expect(hasPaused).toBe(false)
})

test('A table that keeps leaving some of it is a 503, within 3 s', async () => {
  const begun = Date.now()
  let calls = 0

  const sending = processAll([1], async (rest) => {
    calls += 1
    return rest
  })

  await expect(sending).rejects.toMatchObject({ status: 503, cause: { name: 'UnprocessedError' } })
  expect(calls).toBeGreaterThan(3)
  // another deadline behind the first would be 5.4 s
  expect(Date.now() - begun).toBeLessThan(5_000)
})

test('Another error is not tried again', async () => {
  let calls = 0

  const sending = processAll([1], async () => {
    calls += 1
    throw new Error('gone')
  })

  await expect(sending).rejects.toThrow('gone')
  expect(calls).toBe(1)
})
