/**
 * Returns the same promise, for a caller that starts it early and awaits it later. Node.js ends the process on a
 * rejection without a handler; here the rejection is thrown where the promise is awaited, or nowhere if an earlier
 * check fails.
 */
export const awaitLater = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => {})
  return promise
}
