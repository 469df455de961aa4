import { expect, test } from 'vitest'
import { whileBusy } from '../../infra/local/demo/while-busy.ts'
import { emailTaken } from '../../src/users/credentials.ts'
import { unavailable } from '../../src/platform/runtime/problem.ts'

/** Returns work that fails with these errors, one after the other, before it succeeds. */
const failing = (...errors: unknown[]) => {
  const left = [...errors]
  return async () => {
    if (left.length > 0) throw left.shift()
    return 'done'
  }
}

test('whileBusy retries while the service is busy', async () => {
  const work = failing(unavailable(new Error('no answer')), unavailable(new Error('no answer')))

  expect(await whileBusy(work)).toBe('done')
})

test('whileBusy fails at once on any other error', async () => {
  await expect(whileBusy(failing(emailTaken()))).rejects.toMatchObject({
    status: 409,
  })
})
