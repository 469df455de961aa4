import { readFileSync, writeSync } from 'node:fs'
import { interleaved, timed } from './measures.ts'

/** Calls a function and its bare counterpart in turns, and tells how many milliseconds each call took. */
const [artifact = '', bare = '', input = ''] = process.argv.slice(2)
const { events, plan } = JSON.parse(readFileSync(input, 'utf8')) as { events: unknown[]; plan: unknown }
type Handler = (
  event: unknown,
  context: object,
) => Promise<{ statusCode?: number; body?: string } | undefined>
const { handler } = (await import(artifact)) as { handler: Handler }
const { handler: raw } = (await import(bare)) as { handler: Handler }

let at = 0
const works = {
  handler: () => {
    const event = events[at++]
    return timed(async () => {
      const { statusCode = 500, body } = (await handler(event, {})) ?? {}
      if (statusCode >= 300) throw new Error(body)
    })
  },
  raw: () => timed(() => raw({ plan }, {})),
}
const warmUp = Math.floor(events.length / 3)
await interleaved(warmUp, works)
writeSync(3, JSON.stringify(await interleaved(events.length - warmUp, works)))
process.exit(0)
