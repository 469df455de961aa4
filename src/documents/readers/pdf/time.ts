import { tooMany } from '../../unreadable-file.ts'

/** Of one processor; pages that people make take about 2 s for each megabyte. */
const minSeconds = 8
const secondsPerMegabyte = 20

/** Gives a check that throws `UnreadableFile` once this thread has computed longer than such a PDF may take. */
export const limitTime = (bytes: number): (() => void) => {
  const seconds = minSeconds + (secondsPerMegabyte * bytes) / 1e6
  const before = process.threadCpuUsage()
  return () => {
    if (process.threadCpuUsage(before).user > seconds * 1e6) throw tooMany('drawing operations')
  }
}
