import type { Model } from './model.ts'
import { ModelError } from './generation-request.ts'

/** Time limits for a model (ms): for its first sign of life, for each further one, and for the whole step. */
export interface Timeouts {
  firstPartMilliseconds: number
  idleMilliseconds: number
  totalMilliseconds: number
}

export const defaultTimeouts: Omit<Timeouts, 'firstPartMilliseconds'> = {
  idleMilliseconds: 30_000,
  totalMilliseconds: 300_000,
}

/** Sign of life in a part: none, a live connection, or the beginning of the answer. */
export type Sign = 'none' | 'alive' | 'answering'

/** Creates the means to end a step: `giveUp` rejects `stopped` and aborts the signal. */
const stopping = () => {
  const stop = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  // nobody may be waiting when it rejects
  stopped.catch(() => {})
  const giveUp = (reason: unknown) => {
    reject(reason)
    stop.abort(reason)
  }
  return { stop, stopped, giveUp }
}

/**
 * Yields parts within the time limits, whether or not their source respects `signal`. Throws ModelError after a
 * timeout, and the reason of `asker` if that is aborted; aborts `signal` at the end in any case.
 */
export const withTimeouts = ({ name, capabilities }: Model, asker: AbortSignal, limits: Timeouts) => {
  const { stop, stopped, giveUp } = stopping()
  const after = (milliseconds: number, why: string) =>
    setTimeout(() => giveUp(new ModelError(`The model "${name}" ${why}`)), milliseconds)
  const isAborted = () => giveUp(asker.reason)
  // an answer in one piece arrives at the end
  const first = capabilities.streaming ? limits.firstPartMilliseconds : limits.totalMilliseconds
  const waitFor = (isAnswering: boolean) =>
    isAnswering
      ? after(limits.idleMilliseconds, 'stopped in the middle of its answer.')
      : after(first, 'did not answer in time; please try again later.')

  async function* over<T>(start: () => Promise<AsyncIterable<T>>, signOf: (part: T) => Sign) {
    const whole = after(limits.totalMilliseconds, 'took too long.')
    let isAnswering = false
    let timer = waitFor(isAnswering)
    asker.addEventListener('abort', isAborted, { once: true })
    try {
      if (asker.aborted) isAborted()
      const parts = (await Promise.race([start(), stopped]))[Symbol.asyncIterator]()
      for (;;) {
        const { done, value } = await Promise.race([parts.next(), stopped])
        if (done) return
        const sign = signOf(value)
        isAnswering ||= sign === 'answering'
        if (sign !== 'none') clearTimeout(timer)
        yield value
        if (sign !== 'none') timer = waitFor(isAnswering)
      }
    } finally {
      clearTimeout(whole)
      clearTimeout(timer)
      asker.removeEventListener('abort', isAborted)
      stop.abort()
    }
  }
  return { signal: stop.signal, over }
}
