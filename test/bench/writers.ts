import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { eventOf, type CallOptions } from '../support/call.ts'
import { givenOwnPage } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { inBenchWorld } from './bench-world.ts'
import { crowds, type Crowd } from './crowds.ts'
import { percentile, timed } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

const count = 50

/** Number of rounds, and in the brief form. */
const [allRounds, briefRounds] = [5, 1]

/** Maximum number of attempts of a writer if the service is busy. */
const maxTries = 10

interface Answer {
  number: number
  content?: string
  items: { number: number }[]
  [field: string]: unknown
}

const asked = async (handler: EndpointHandler, options: CallOptions) => {
  const event: APIGatewayProxyEvent = eventOf(handler, options)
  const { statusCode, body } = await handler(event, {} as Context)
  return {
    statusCode,
    body: JSON.parse(body) as Answer,
  }
}

/**
 * Runs all writers concurrently on a new page: measures the time of each, and compares the stored revisions with
 * theirs.
 */
const round = async () => {
  const { author, page } = await givenOwnPage()
  const params = { id: page.id as string }
  const people = await Promise.all(Array.from({ length: count }, () => signedIn()))
  const numbers: number[] = []
  let busy = 0
  const milliseconds = await Promise.all(
    people.map((as, writer) =>
      timed(async () => {
        for (let time = 0; time < maxTries && numbers[writer] === undefined; time += 1) {
          const { statusCode, body } = await asked(createRevision, {
            as,
            params,
            body: { content: `text ${writer}` },
          })
          if (statusCode === 201) numbers[writer] = body.number
          else busy += 1
        }
      }),
    ),
  )
  let kept = 0
  for (const [writer, number] of numbers.entries()) {
    const { body } = await asked(readPage, { as: author, params, query: { revision: number } })
    if (body.content === `text ${writer}`) kept += 1
  }
  const { body } = await asked(listRevisions, { as: author, params, query: { limit: 100 } })
  const there = body.items.map(({ number }) => number).toSorted((a, b) => a - b)
  const gaps = there.filter((number, index) => number !== index + 1).length
  return { milliseconds, kept, gaps, busy }
}

/**
 * Runs all writers concurrently on a new resource of one kind: measures the time of each, counts the responses with the
 * writer's own change, and the refusals.
 */
const crowdRound = async ({ handler, field, given }: Crowd) => {
  const as = await signedIn()
  const optionsOf = await given(as, count)
  let [kept, busy] = [0, 0]
  const milliseconds = await Promise.all(
    Array.from({ length: count }, (_, writer) =>
      timed(async () => {
        const { statusCode, body } = await asked(handler, { as, ...optionsOf(writer) })
        if (statusCode === 503) busy += 1
        if (body[field] === `text ${writer}`) kept += 1
      }),
    ),
  )
  return { milliseconds, kept, busy }
}

const crowdRounds = async (): Promise<Outcome> => {
  const rows = []
  for (const crowd of crowds) rows.push({ name: crowd.name, ...(await crowdRound(crowd)) })
  printTable(
    `${count} writers at once (aim: each is answered with a change of their own, nobody is told that the ` +
      'service is busy)',
    ['on', 'kept', 'busy', 'median ms', 'slowest ms'],
    rows.map(({ name, kept, busy, milliseconds }) => [
      name,
      kept,
      busy,
      Math.round(percentile(milliseconds, 0.5)),
      Math.round(Math.max(...milliseconds)),
    ]),
  )
  const lost = rows.filter(({ kept }) => kept < count)
  const measured = rows.map(({ name, kept }) => `${name} ${kept} of ${count}`).join(', ')
  return {
    measured,
    isMet: lost.length === 0,
    broken: lost.map(({ name, kept }) => `of ${count} writers on ${name} ${count - kept} were turned away`),
  }
}

/** Measures many people who change one course, project, task, ticket or list of tasks at once. */
export const crowdsAtOnce = () => inBenchWorld(crowdRounds)

/** Measures many people who revise one wiki page at once. */
export const writers = (flags: string[]) =>
  inBenchWorld(async (): Promise<Outcome> => {
    const rows = []
    for (let n = 0; n < (flags.includes('--ci') ? briefRounds : allRounds); n += 1) rows.push(await round())
    printTable(
      `${count} writers on one page at once (aim: nothing lost, no gap, nobody told that the service is busy)`,
      ['kept', 'out of row', 'busy', 'median ms', 'slowest ms'],
      rows.map(({ kept, gaps, busy, milliseconds }) => [
        kept,
        gaps,
        busy,
        Math.round(percentile(milliseconds, 0.5)),
        Math.round(Math.max(...milliseconds)),
      ]),
    )
    const kept = Math.min(...rows.map((row) => row.kept))
    const gaps = Math.max(...rows.map((row) => row.gaps))
    const busy = Math.max(...rows.map((row) => row.busy))
    const measured = `${kept} of ${count} kept, ${gaps} gaps, ${busy} times busy`
    const isWhole = kept === count && gaps === 0
    return { measured, isMet: isWhole && busy === 0, broken: isWhole ? [] : [measured] }
  })
