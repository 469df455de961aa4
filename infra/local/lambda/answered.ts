import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** HTTP calls without an answer, in the context of the function run that made them. */
const unanswered = new AsyncLocalStorage<Set<ClientRequest>>()

subscribe('http.client.request.start', (message) => {
  const calls = unanswered.getStore()
  if (!calls) return
  const { request } = message as { request: ClientRequest }
  calls.add(request)
  request.once('response', (answer: IncomingMessage) => {
    if ((answer.statusCode ?? 500) >= 500) return
    answer.once('end', () => calls.delete(request))
  })
})

/** Lambda's response to a batch. */
interface Failures {
  batchItemFailures: unknown[]
}

const pause = 1_000

/**
 * Runs a function on a batch, and retries while it fails because a call got no response: the emulator is then busy or
 * has ended, and the batch itself is fine. Returns or throws a failure of the function itself at once, like Lambda.
 */
export const whileUnanswered =
  <E, R extends Failures | undefined>(run: (event: E) => Promise<R>, signal: AbortSignal) =>
  async (event: E): Promise<R> => {
    for (;;) {
      const calls = new Set<ClientRequest>()
      const outcome = await unanswered.run(calls, () =>
        run(event).then(
          (value) => ({ value, error: undefined, failed: (value?.batchItemFailures.length ?? 0) > 0 }),
          (error: unknown) => ({ value: undefined, error, failed: true }),
        ),
      )
      if (!outcome.failed) return outcome.value as R
      if (calls.size === 0 || signal.aborted) {
        if (outcome.error !== undefined) throw outcome.error
        return outcome.value as R
      }
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }
