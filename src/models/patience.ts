import type { Model } from './model.ts'
import { ModelFailure } from './port.ts'

/** How long a model is waited for, in milliseconds: for the first sign of it, for each other, and for all of a step. */
export interface Patience {
  first: number
  silence: number
  whole: number
}

export const usualPatience: Patience = { first: 60_000, silence: 30_000, whole: 300_000 }

/**
 * Takes parts as long as there is patience, whether or not whoever gives them heeds `signal`. It throws
 * ModelFailure when that is over, and the reason of `asker` when it is aborted; `signal` is aborted with the
 * end of it all.
 */
export const patience = ({ name, capabilities }: Model, asker: AbortSignal, limits: Patience) => {
  const stop = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  // nobody may be waiting when it is over
  stopped.catch(() => {})
  const giveUp = (reason: unknown) => {
    reject(reason)
    stop.abort(reason)
  }
  const after = (milliseconds: number, why: string) =>
    setTimeout(() => giveUp(new ModelFailure(`The model "${name}" ${why}`)), milliseconds)
  const isAborted = () => giveUp(asker.reason)

  async function* over<T>(start: () => Promise<AsyncIterable<T>>, isSign: (part: T) => boolean) {
    const whole = after(limits.whole, 'took too long.')
    // what comes in one piece comes at the end
    const first = capabilities.streaming ? limits.first : limits.whole
    let isThere = false
    let timer = after(first, 'did not answer in time; please try again later.')
    asker.addEventListener('abort', isAborted, { once: true })
    try {
      if (asker.aborted) isAborted()
      const parts = (await Promise.race([start(), stopped]))[Symbol.asyncIterator]()
      for (;;) {
        const { done, value } = await Promise.race([parts.next(), stopped])
        if (done) return
        isThere ||= isSign(value)
        if (isThere) clearTimeout(timer)
        yield value
        if (isThere) timer = after(limits.silence, 'stopped in the middle of its answer.')
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
