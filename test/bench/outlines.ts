import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { told } from './child.ts'
import { makeDocument, outlineKinds } from './outline-files.ts'
import type { OutlineTold } from './outline-process.ts'
import { pageCharacters } from './outline-text.ts'
import { printTable } from './table.ts'

const megabyte = 1_000_000

/** Heap limit that Lambda sets for the worker's 3,008 MB of memory. */
const heap = '--max-old-space-size=2707'

const listed = (flags: string[], name: string) =>
  flags
    .find((flag) => flag.startsWith(`--${name}=`))
    ?.slice(name.length + 3)
    .split(',')

/**
 * Measures outlines of generated documents, each in its own process: the time per hundred pages, and the memory.
 * `--sizes=5,50` (megabytes; 5, 50 and 200 if absent) and `--kinds=pdf,txt` select some.
 */
export const outlines = async (flags: string[]): Promise<void> => {
  const sizes = (listed(flags, 'sizes') ?? ['5', '50', '200']).map(Number)
  const kinds = outlineKinds.filter((kind) => (listed(flags, 'kinds') ?? outlineKinds).includes(kind))
  const folder = await mkdtemp(join(tmpdir(), 'outlines-'))
  const rows: (string | number)[][] = []
  try {
    for (const kind of kinds)
      for (const size of sizes) {
        const path = join(folder, `book.${kind}`)
        const pages = makeDocument(path, kind, size * megabyte)
        const program = join(import.meta.dirname, 'outline-process.ts')
        const env = { ...process.env, NODE_OPTIONS: heap }
        const { seconds, memory, outcome } = await told<OutlineTold>(program, [path], env)
        rows.push([
          kind,
          Math.round((await stat(path)).size / megabyte),
          pages,
          seconds,
          (seconds / pages) * 100,
          Math.round(memory / megabyte),
          outcome,
        ])
        await rm(path)
      }
  } finally {
    await rm(folder, { recursive: true })
  }
  printTable(
    `outlines: seconds and memory for documents of pages with ${pageCharacters} characters, and a ` +
      'picture of 100 kB each where the ' +
      'kind has pictures (aim: memory ≤ 3 000 MB)',
    ['', 'MB', 'pages', 'seconds', 'per 100 pages', 'MB RSS', 'outcome'],
    rows,
  )
}
