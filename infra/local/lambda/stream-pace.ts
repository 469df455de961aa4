/**
 * Pauses between reads of an empty stream, in milliseconds: while there is activity, and after some seconds without
 * calls and changes.
 */
const pauses = { busy: 100, idle: 1_000 }
const busyMilliseconds = 5_000

/** Decides how often a stream is read. */
export const streamPace = () => {
  let wake = () => {}
  let lastNews = performance.now()
  const isIdle = () => performance.now() - lastNews > busyMilliseconds
  const noteNews = () => {
    lastNews = performance.now()
  }
  return {
    wake: () => wake(),
    noteNews,
    /** Makes the stream be read soon, and often for a while, because a write may follow. */
    expectNews: () => {
      const wasIdle = isIdle()
      noteNews()
      if (wasIdle) wake()
    },
    /** Resolves after a pause, or when a caller waits for the end of the stream. */
    pause: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isIdle() ? pauses.idle : pauses.busy)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
