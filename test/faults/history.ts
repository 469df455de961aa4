import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable, type Answer, type Ask, type Client } from './client.ts'

/** One write that a client has sent. */
export interface Entry {
  what: string
  /** What is found again in the thing that it makes: no two writes send the same. */
  sent: string
  outcome: 'acknowledged' | 'maybe' | 'refused'
  answer: Answer
  milliseconds: number
  /** How often it was sent, under one Idempotency-Key. */
  times: number
}

/** Something that must not happen, in words. */
export type Violation = { kind: 'lost' | 'doubled' | 'invented' | 'wrong' | 'refused'; text: string }

export interface Tallies {
  calls: number
  good: number
  unavailable: number
  /** Repetitions under a key that were told that the first still runs, or was done. */
  known: number
  other: number
}

const shown = ({ status, code, text }: Answer) => `${status} ${code ?? ''} ${text.slice(0, 200)}`

/** What a repetition under the same key may say: it was done and its answer is lost, or it may still run. */
const doneBefore = ({ status, code }: Answer) => status === 409 && code === 'request.done_before'
const stillRunning = ({ status, code }: Answer) => status === 409 && code === 'request.still_running'

/** How often a write with a key is sent at most. */
const maxAttempts = 4

/** The history of one flow: what its clients have sent, and what they were told. */
export const history = (name: string) => {
  const entries: Entry[] = []
  const violations: Violation[] = []
  const tallies: Tallies = { calls: 0, good: 0, unavailable: 0, known: 0, other: 0 }
  let sequence = 0

  /** Asks once; whatever is neither a success nor a 503 as it should be is a violation, unless `allowed`. */
  const ask = async (client: Client, request: Ask, allowed: (answer: Answer) => boolean = () => false) => {
    const answer = await client(request)
    tallies.calls += 1
    if (answer.status >= 200 && answer.status < 300) tallies.good += 1
    else if (isUnavailable(answer)) tallies.unavailable += 1
    else if (allowed(answer)) tallies.known += 1
    else {
      tallies.other += 1
      violations.push({ kind: 'refused', text: `${request.method} ${request.path}: ${shown(answer)}` })
    }
    return answer
  }

  return {
    name,
    entries,
    violations,
    tallies,
    ask,

    /** A word that nobody else has sent. */
    mark: () => `${name}${(sequence += 1)}x${Math.random().toString(36).slice(2, 8)}`,

    /** Reads until there is an answer; undefined when there is none after ten times. */
    read: async (client: Client, path: string): Promise<Answer | undefined> => {
      for (let n = 0; n < 10; n += 1) {
        const answer = await ask(client, { method: 'GET', path })
        if (answer.status === 200) return answer
        if (answer.status !== 503) return undefined
      }
      return undefined
    },

    /**
     * Asks until it is done, at most so often; `doneBefore` says what a repetition is told of what was done. Gives the
     * last answer, undefined when nobody knows what came of it.
     */
    insist: async (
      client: Client,
      request: Ask,
      doneBefore: (answer: Answer) => boolean = () => false,
      times = 10,
    ): Promise<Answer | undefined> => {
      for (let n = 0; n < times; n += 1) {
        const answer = await ask(client, request, n > 0 ? doneBefore : undefined)
        if (answer.status !== 503) return answer
      }
      return undefined
    },

    /** Writes, with a key as often as it takes, else once, and records what came of it. */
    write: async (client: Client, what: string, sent: string, request: Ask): Promise<Entry> => {
      const from = performance.now()
      let answer = await ask(client, request)
      let times = 1
      while (request.key !== undefined && times < maxAttempts && answer.status === 503) {
        await sleep(50)
        answer = await ask(client, request, (given) => doneBefore(given) || stillRunning(given))
        times += 1
      }
      const isDone = answer.status < 300 || doneBefore(answer)
      const isOpen = answer.status === 503 || stillRunning(answer)
      const outcome = isDone ? 'acknowledged' : isOpen ? 'maybe' : 'refused'
      const entry = { what, sent, outcome, answer, milliseconds: performance.now() - from, times } as const
      entries.push(entry)
      return entry
    },

    /** Says that something is not as it must be. */
    wrong: (text: string) => void violations.push({ kind: 'wrong', text }),

    /** Holds what is there in the end to what was sent: acknowledged ⊆ final ⊆ acknowledged ∪ maybe, each once. */
    compare: (what: string, final: string[]) =>
      violations.push(
        ...compared(
          entries.filter((entry) => entry.what === what),
          final,
        ),
      ),

    /** Holds what is there in the end to what must follow from something, each exactly once. */
    follows: (what: string, wanted: string[], final: string[]) => {
      const follow = wanted.map((sent) => ({ what, sent, outcome: 'acknowledged' }) as const)
      violations.push(...compared(follow, final))
    },
  }
}

export type History = ReturnType<typeof history>

type Compared = Pick<Entry, 'what' | 'sent' | 'outcome'> & Partial<Entry>

const asSent = ({ what, sent, outcome, times, answer, milliseconds = 0 }: Compared) => {
  const sending = answer ? `, ${shown(answer)}, sent ${times} times in ${Math.round(milliseconds)} ms` : ''
  return `${what} ${sent} (${outcome}${sending})`
}

/** What is lost, what is there more than once, and what nobody has sent. */
export const compared = (entries: Compared[], final: string[]): Violation[] => {
  const found = Map.groupBy(final, (sent) => sent)
  const known = new Set(entries.filter(({ outcome }) => outcome !== 'refused').map(({ sent }) => sent))
  const what = entries[0]?.what ?? ''
  const lost = entries.filter(({ outcome, sent }) => outcome === 'acknowledged' && !found.has(sent))
  const doubled = [...found].filter(([, all]) => all.length > 1)
  const entryOf = (sent: string) =>
    entries.find((entry) => entry.sent === sent) ?? { what, sent, outcome: 'maybe' as const }
  return [
    ...lost.map((entry) => ({ kind: 'lost' as const, text: asSent(entry) })),
    ...doubled.map(([sent, all]) => ({
      kind: 'doubled' as const,
      text: `${all.length} times: ${asSent(entryOf(sent))}`,
    })),
    ...[...found.keys()]
      .filter((sent) => !known.has(sent))
      .map((sent) => ({ kind: 'invented' as const, text: `${what} ${sent}` })),
  ]
}
