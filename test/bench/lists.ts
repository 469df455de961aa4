import type { Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { indexDocument } from '../../src/platform/search-index.ts'
import { writeBatch, type Key } from '../../src/platform/table.ts'
import { handler } from '../../src/users/endpoints/list-users.ts'
import { users, userWords } from '../../src/users/user.ts'
import { eventOf, type CallOptions } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { inBenchWorld } from './bench-world.ts'
import { interleaved, median, percentile, timed } from './measures.ts'
import { printTable, say } from './table.ts'

const small = 1_000
const runs = 200

const surnames = ['Hopper', 'Lovelace', 'Hamilton', 'Perlman', 'Liskov', 'Goldberg', 'Allen', 'Keller']

/** Twenty people have the rare word however many there are, an eighth the same surname, nearly all the common word. */
const nameOf = (index: number) =>
  `${surnames[index % surnames.length]} ${index.toString(36).padStart(5, 'x')} ${index < 20 ? 'Rarely' : 'Often'}`

/** Makes people until there are `count`, with the rows by which they are listed and found. */
const fill = async (from: number, count: number) => {
  for (let first = from; first < count; first += 1_000) {
    const made = Array.from({ length: Math.min(1_000, count - first) }, (_, index) =>
      users.make({ email: `${randomUUID()}@example.com`, name: nameOf(first + index), role: 'user' }),
    )
    await writeBatch(
      made.map((user) => users.toCreate(user).write.Put?.Item as Key),
      [],
    )
    const waiting = [...made]
    const worker = async () => {
      for (let user = waiting.pop(); user; user = waiting.pop()) {
        const key = { scope: userWords, id: user.id }
        await indexDocument(key, { ...key, container: user.id, title: user.name, text: '' })
      }
    }
    await Promise.all([worker(), worker(), worker(), worker()])
  }
}

const queries = {
  'page of 1': { limit: 1 },
  'page of 100': { limit: 100 },
  'search, rare word': { q: 'rarely', limit: 50 },
  'search, common word': { q: 'often', limit: 50 },
  'search, two words': { q: 'hopper rarely', limit: 50 },
}

type Name = keyof typeof queries

/** A page and a search of the list of users, against few and against many of them. */
export const lists = (flags: string[]) =>
  inBenchWorld(async ({ variables }) => {
    Object.assign(process.env, variables)
    const large = Number(flags.find((flag) => flag.startsWith('--people='))?.slice(9) ?? 20_000)
    const as = await signedIn()
    const ask = (query: NonNullable<CallOptions['query']>) => async () => {
      const event = eventOf(handler, { as, query })
      return timed(async () => {
        const { statusCode, body } = await handler(event, {} as Context)
        if (statusCode !== 200) throw new Error(body)
      })
    }
    const works = Object.fromEntries(
      Object.entries(queries).map(([name, query]) => [name, ask(query)]),
    ) as Record<Name, () => Promise<number>>

    const measured = []
    let filled = 0
    for (const count of [small, large]) {
      const milliseconds = await timed(() => fill(filled, count))
      say(`${count - filled} people made in ${(milliseconds / 1000).toFixed(0)} s`)
      filled = count
      await interleaved(20, works)
      measured.push(await interleaved(runs, works))
    }
    const [few, many] = measured as [Record<Name, number[]>, Record<Name, number[]>]
    printTable(
      `lists: milliseconds of GET /users with ${small} and with ${large} people, ${runs} calls each (aim: page ≤ 1.3, search ≤ 2)`,
      ['query', 'few', 'p95', 'many', 'p95', 'ratio'],
      (Object.keys(queries) as Name[]).map((name) => [
        name,
        ...[few, many].flatMap((of) => [median(of[name]), percentile(of[name], 0.95)].map((value) => Number(value.toFixed(2)))), // prettier-ignore
        median(many[name]) / median(few[name]),
      ]),
    )
  })
