import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inAttackedWorld } from '../attack/attacked-world.ts'
import { bombs } from '../bombs/bombs.ts'
import { putBytes } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'
import { httpClient, type HttpClient } from './http-client.ts'
import { beyondNoise, rangeOf, type Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/** Bombs that only the limits of their readers end, or that keep a processor busy for seconds. */
const sent = ['hidden-widths.pdf', 'forms.pdf', 'same-page.pdf', 'repeated-note.docx']
const people = 8
const bombsOfEach = 6
const documents = 5
const aim = 20
const letter = join(import.meta.dirname, '../fixtures/office/letter.docx')

const upload = async (ask: HttpClient, name: string, bytes: Uint8Array): Promise<string> => {
  const made = await ask<{ file: { id: string }; upload: { url: string; headers: Record<string, string> } }>(
    'POST',
    '/files',
    { name, size: bytes.length },
  )
  await putBytes(made.upload, bytes)
  return made.file.id
}

/** A connection that the service has closed meanwhile says nothing of the file. */
const isPending = (ask: HttpClient, id: string) =>
  ask<{ text_status: string }>('GET', `/files/${id}`).then(
    ({ text_status }) => text_status === 'pending',
    () => true,
  )

/** Seconds until a file that somebody uploads has its text. */
const secondsToText = async (ask: HttpClient, bytes: Uint8Array): Promise<number> => {
  const from = performance.now()
  const id = await upload(ask, 'letter.docx', bytes)
  while (await isPending(ask, id)) await sleep(50)
  return (performance.now() - from) / 1_000
}

const secondsOfMany = async (ask: HttpClient, bytes: Uint8Array): Promise<number[]> => {
  const seconds: number[] = []
  for (let n = 0; n < documents; n += 1) seconds.push(await secondsToText(ask, bytes))
  return seconds.toSorted((a, b) => a - b)
}

/** How much longer a person waits for the text of a document while eight others have sent bombs. */
export const turns = async (): Promise<Outcome> => {
  // making them blocks this process, whose connections would be closed meanwhile
  const made = sent.map((name) => ({ name, bytes: bombs[name]?.make() ?? new Uint8Array() }))
  const bytes = await readFile(letter)
  const outcome: Outcome = { measured: '', isMet: false }
  await inAttackedWorld(async ({ url, state }) => {
    const neighbour = httpClient(url, await signedIn())
    await secondsToText(neighbour, bytes)
    const quiet = await secondsOfMany(neighbour, bytes)
    const { rss } = await state()
    const others = await Promise.all(
      Array.from({ length: people }, async () => httpClient(url, await signedIn())),
    )
    const waiting: { ask: HttpClient; id: string }[] = []
    for (let n = 0; n < bombsOfEach; n += 1)
      for (const [at, ask] of others.entries()) {
        const bomb = made[(at + n) % made.length] as (typeof made)[number]
        waiting.push({ ask, id: await upload(ask, bomb.name, bomb.bytes) })
      }
    const busy = await secondsOfMany(neighbour, bytes)
    const pending = await Promise.all(waiting.map(({ ask, id }) => isPending(ask, id)))
    const left = pending.filter(Boolean).length
    const megabytes = ((await state()).rss - rss) / 1e6
    const middle = Math.floor(documents / 2)
    const ratio = (busy[middle] ?? Number.NaN) / (quiet[middle] ?? Number.NaN)
    printTable(
      `turns: seconds until a docx has its text, while ${people} others have sent ${bombsOfEach} bombs each, of ` +
        `which ${left} still waited at the end, and MB that the service had more (aim: ≤ ${aim} times as long)`,
      ['', 'quiet', 'bombs', 'times', 'MB more'],
      [['a docx', rangeOf(quiet), rangeOf(busy), ratio, megabytes]],
    )
    outcome.measured = `${ratio.toFixed(1)} times as long`
    outcome.isMet = ratio <= aim
    outcome.broken = [
      ...beyondNoise([{ title: 'a docx', ratio }], aim),
      ...(left === 0 ? ['No bomb was left to wait for.'] : []),
    ]
  })
  return outcome
}
