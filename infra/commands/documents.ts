import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand, UsageError } from '../cli/command.ts'
import { measureRecall, type Recall } from '../documents/recall.ts'

const usage = `npm run documents -- <folder>
Reads each document in a folder like a course or an answer, and prints the number of its words in the text, the number
of skipped words by reason, and the time. It changes nothing. Words of PDFs are compared if pdftotext is installed.`

const maxShownWords = 12

const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()

const percent = (share: number) => `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`

const describeRecall = ({ count, lost, skipped, refusal }: Recall): string => {
  if (refusal !== undefined) return `not read: ${refusal}`
  const reasons = [...skipped].map(([reason, texts]) => `${texts.join(' ').split(/\s+/).length} ${reason}`)
  return [
    count === undefined
      ? 'not compared'
      : `${percent(count === 0 ? 1 : 1 - lost.length / count)} of ${count} words`,
    ...(lost.length > 0 ? [`lost: ${lost.slice(0, maxShownWords).join(' ')}`] : []),
    ...(reasons.length > 0 ? [`skipped: ${reasons.join(', ')}`] : []),
  ].join('; ')
}

await runCommand({ usage, options: {}, words: /./ }, async (_, [folder = '']) => {
  if (folder === '') throw new UsageError('The folder is missing.')
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new UsageError(`${folder} is not a folder.`)
  const sum = { files: 0, words: 0, lost: 0 }
  for (const path of await listFiles(folder)) {
    const from = performance.now()
    const recall = await measureRecall(path, path)
    if (!recall) continue
    process.stdout.write(`${path}: ${describeRecall(recall)}; ${Math.round(performance.now() - from)} ms\n`)
    sum.files += 1
    sum.words += recall.count ?? 0
    sum.lost += recall.lost.length
  }
  return `${sum.files} documents have ${sum.words} words; ${sum.lost} of them were lost.`
})
