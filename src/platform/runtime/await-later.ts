/**
 * The same promise, which the caller starts early and awaits later. Node.js ends a process for a rejection that nobody
 * waits for yet; this one is thrown where it is awaited, or nowhere when a check before that fails.
 */
export const awaitLater = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => {})
  return promise
}
