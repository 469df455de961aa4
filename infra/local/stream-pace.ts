/**
 * How long the stream is left alone when nothing is in it, in milliseconds: while something happens, and when nobody
 * has called and nothing has changed for some seconds.
 */
const pauses = { busy: 100, idle: 1_000 }
const busyMilliseconds = 5_000

/** How often a stream is read. */
export const streamPace = () => {
  let wake = () => {}
  let lastNews = performance.now()
  const isIdle = () => performance.now() - lastNews > busyMilliseconds
  const noteNews = () => {
    lastNews = performance.now()
  }
  return {
    /** Ends a pause. */
    wake: () => wake(),
    noteNews,
    /** Has the stream read soon, and often for a while, as something may be written now. */
    expectNews: () => {
      const wasIdle = isIdle()
      noteNews()
      if (wasIdle) wake()
    },
    /** A pause that ends when somebody waits for the end of the stream. */
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
