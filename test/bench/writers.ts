import type { Context } from 'aws-lambda'
import { handler as createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { handler as readPage } from '../../src/wiki/endpoints/read-page.ts'
import { eventOf } from '../support/call.ts'
import { givenOwnPage } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { inBenchWorld } from './bench-world.ts'
import { percentile, timed } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

const [rounds, count] = [5, 50]

/** All writers at once on a page of its own: how long each took, and what of theirs is there afterwards. */
const round = async () => {
  const { author, page } = await givenOwnPage()
  const writers = await Promise.all(Array.from({ length: count }, () => signedIn()))
  const numbers: number[] = []
  let kept = 0
  const milliseconds = await Promise.all(
    writers.map((as, writer) =>
      timed(async () => {
        const event = eventOf(createRevision, {
          as,
          params: { id: page.id },
          body: { content: `text ${writer}` },
        })
        const { statusCode, body } = await createRevision(event, {} as Context)
        numbers[writer] = statusCode === 201 ? (JSON.parse(body) as { number: number }).number : NaN
      }),
    ),
  )
  for (const [writer, number] of numbers.entries()) {
    const event = eventOf(readPage, { as: author, params: { id: page.id }, query: { revision: number } })
    const { body } = await readPage(event, {} as Context)
    if ((JSON.parse(body) as { content?: string }).content === `text ${writer}`) kept += 1
  }
  const gaps = numbers.toSorted((a, b) => a - b).filter((number, index) => number !== index + 2).length
  return { milliseconds, kept, gaps }
}

/** Many people who revise one wiki page at once. */
export const writers = () =>
  inBenchWorld(async (): Promise<Outcome> => {
    const rows = []
    for (let n = 0; n < rounds; n += 1) rows.push(await round())
    printTable(
      `${count} writers on one page at once, ${rounds} rounds (aim: nothing lost, no gap)`,
      ['kept', 'out of row', 'median ms', 'slowest ms'],
      rows.map(({ kept, gaps, milliseconds }) => [
        kept,
        gaps,
        Math.round(percentile(milliseconds, 0.5)),
        Math.round(Math.max(...milliseconds)),
      ]),
    )
    const kept = Math.min(...rows.map((row) => row.kept))
    const gaps = Math.max(...rows.map((row) => row.gaps))
    return { measured: `${kept} of ${count} kept, ${gaps} gaps`, isMet: kept === count && gaps === 0 }
  })
