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

/** Bombs that run until their readers' limits, or that keep a processor busy for seconds. */
const sent = ['hidden-widths.pdf', 'forms.pdf', 'same-page.pdf', 'repeated-note.docx']
const people = 8
const bombsOfEach = 6
/** Number of slow files of one person, and the maximum ratio of another person's wait. */
const bombsOfOne = 8
const aimOfOne = 2
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

/**
 * Returns true if a file's text is pending; a connection that the service has closed meanwhile says nothing about the
 * file.
 */
const isPending = (ask: HttpClient, id: string) =>
  ask<{ text_status: string }>('GET', `/files/${id}`).then(
    ({ text_status }) => text_status === 'pending',
    () => true,
  )

/** Returns the seconds until an uploaded file has its text. */
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

type Bomb = { name: string; bytes: Uint8Array }

interface Waiting {
  title: string
  quiet: number[]
  busy: number[]
  /** Number of bombs that were still being read or waiting at the end. */
  left: number
  /** Additional memory of the service, in MB. */
  megabytes: number
}

/** Measures how long a document waits without other work, and while some people have each sent this many bombs. */
const waitBehind = async (made: Bomb[], senders: number, bombsOfEach: number): Promise<Waiting> => {
  const bytes = await readFile(letter)
  const title = `${senders} × ${bombsOfEach} bombs`
  const waiting: Waiting = { title, quiet: [], busy: [], left: 0, megabytes: 0 }
  await inAttackedWorld(async ({ url, state }) => {
    const neighbour = httpClient(url, await signedIn())
    await secondsToText(neighbour, bytes)
    waiting.quiet = await secondsOfMany(neighbour, bytes)
    const { rss } = await state()
    const others = await Promise.all(
      Array.from({ length: senders }, async () => httpClient(url, await signedIn())),
    )
    const sending: { ask: HttpClient; id: string }[] = []
    for (let n = 0; n < bombsOfEach; n += 1)
      for (const [at, ask] of others.entries()) {
        const { name, bytes: bomb } = made[(at + n) % made.length] as Bomb
        sending.push({ ask, id: await upload(ask, name, bomb) })
      }
    waiting.busy = await secondsOfMany(neighbour, bytes)
    const pending = await Promise.all(sending.map(({ ask, id }) => isPending(ask, id)))
    waiting.left = pending.filter(Boolean).length
    waiting.megabytes = ((await state()).rss - rss) / 1e6
  })
  return waiting
}

const ratioOf = ({ quiet, busy }: Waiting) => {
  const middle = Math.floor(documents / 2)
  return (busy[middle] ?? Number.NaN) / (quiet[middle] ?? Number.NaN)
}

const print = (waiting: Waiting, aimed: number) =>
  printTable(
    `turns: seconds until a docx has its text while others have sent ${waiting.title}, how many of these still ` +
      `waited at the end, and MB that the service had more (aim: ≤ ${aimed} times as long)`,
    ['quiet', 'busy', 'times', 'left', 'MB more'],
    [[rangeOf(waiting.quiet), rangeOf(waiting.busy), ratioOf(waiting), waiting.left, waiting.megabytes]],
  )

/** Compares how long a person's document waits for its text with and without the bombs of others. */
const compare = async (senders: number, bombsOfEach: number, aimed: number): Promise<Outcome> => {
  // creating bombs blocks this process, and its connections would be closed meanwhile
  const made = sent.map((name) => ({ name, bytes: bombs[name]?.make() ?? new Uint8Array() }))
  const waiting = await waitBehind(made, senders, bombsOfEach)
  print(waiting, aimed)
  const ratio = ratioOf(waiting)
  return {
    measured: `${ratio.toFixed(1)} times as long`,
    isMet: ratio <= aimed,
    broken: [
      ...beyondNoise([{ title: waiting.title, ratio }], aimed),
      ...(waiting.left === 0 ? [`${waiting.title}: none was left to wait for.`] : []),
    ],
  }
}

/** Measures the wait behind the slow files of one person. */
export const turns = (): Promise<Outcome> => compare(1, bombsOfOne, aimOfOne)

/** Measures the wait behind those of eight people; needs a process of its own, because clients know only one world. */
export const turnsOfMany = (): Promise<Outcome> => compare(people, bombsOfEach, aim)
