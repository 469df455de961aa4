import { writeSync } from 'node:fs'
import { basename } from 'node:path'
import { outlineDocument } from '../../src/documents/outline/outline.ts'
import { UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { courseLimits } from '../../src/lms/limits.ts'

/** Cost of a file's outline, which this process reports on its descriptor 3. */
export interface OutlineTold {
  seconds: number
  /** Peak memory of the process, in bytes. */
  memory: number
  /** Result in a few words. */
  outcome: string
}

const [path = ''] = process.argv.slice(2)
const from = performance.now()
const outcome = await outlineDocument({ path, name: basename(path) }, { limits: courseLimits }).then(
  ({ chapters, images }) =>
    `${chapters.length} chapters, ${chapters.flatMap(({ lessons }) => lessons).length} ` +
    `lessons, ${images.length} images`,
  (error: unknown) => {
    if (error instanceof UnreadableFile) return error.message
    throw error
  },
)
const seconds = (performance.now() - from) / 1000
const told: OutlineTold = { seconds, memory: process.resourceUsage().maxRSS * 1024, outcome }
writeSync(3, JSON.stringify(told))
process.exit(0)
