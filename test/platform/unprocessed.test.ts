import { expect, test } from 'vitest'
import { processAll } from '../../src/platform/table/batch/unprocessed.ts'

test('resends only what DynamoDB left unprocessed', async () => {
  const sent: number[][] = []

  await processAll([1, 2, 3, 4, 5], async (rest) => {
    sent.push(rest)
    return rest.slice(2)
  })

  expect(sent).toEqual([[1, 2, 3, 4, 5], [3, 4, 5], [5]])
})

test('resends the rest without a pause after progress', async () => {
  let hasPaused = false
  setImmediate(() => (hasPaused = true))

  await processAll([1, 2, 3], async (rest) => rest.slice(1))

  expect(hasPaused).toBe(false)
})

test('throws 503 within 3 s if the table keeps leaving a rest', async () => {
  const begun = Date.now()
  let calls = 0

  const sending = processAll([1], async (rest) => {
    calls += 1
    return rest
  })

  await expect(sending).rejects.toMatchObject({ status: 503, cause: { name: 'UnprocessedError' } })
  expect(calls).toBeGreaterThan(3)
  // a second deadline after the first would end after 5.4 s
  expect(Date.now() - begun).toBeLessThan(5_000)
})

test('does not retry after another error', async () => {
  let calls = 0

  const sending = processAll([1], async () => {
    calls += 1
    throw new Error('gone')
  })

  await expect(sending).rejects.toThrow('gone')
  expect(calls).toBe(1)
})
