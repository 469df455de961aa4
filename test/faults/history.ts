import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable, type Answer, type Ask, type Client } from './client.ts'

/** A write sent by a client. */
export interface Entry {
  what: string
  /** Unique value that identifies the write in the final state. */
  sent: string
  outcome: 'acknowledged' | 'maybe' | 'refused'
  answer: Answer
  milliseconds: number
  /** Number of attempts with the same Idempotency-Key. */
  times: number
}

/** A violation, described in words. */
export type Violation = { kind: 'lost' | 'doubled' | 'invented' | 'wrong' | 'refused'; text: string }

export interface Tallies {
  calls: number
  good: number
  unavailable: number
  /** Repeated requests whose response says that the first attempt is still running or done. */
  known: number
  other: number
}

const shown = ({ status, code, text }: Answer) => `${status} ${code ?? ''} ${text.slice(0, 200)}`

/** Expected responses to a repeated key: the request is done and its response lost, or it is still running. */
const doneBefore = ({ status, code }: Answer) => status === 409 && code === 'request.done_before'
const stillRunning = ({ status, code }: Answer) => status === 409 && code === 'request.still_running'

/** Maximum number of attempts of a write with a key. */
const maxAttempts = 4

/** Creates the history of a flow: what its clients sent, and the responses. */
export const history = (name: string) => {
  const entries: Entry[] = []
  const violations: Violation[] = []
  const tallies: Tallies = { calls: 0, good: 0, unavailable: 0, known: 0, other: 0 }
  let sequence = 0

  /** Sends a request once; any response is a violation unless it is a success, a correct 503, or `allowed`. */
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

    /** Returns a unique word. */
    mark: () => `${name}${(sequence += 1)}x${Math.random().toString(36).slice(2, 8)}`,

    /** Reads until there is a response; undefined after ten attempts. */
    read: async (client: Client, path: string): Promise<Answer | undefined> => {
      for (let n = 0; n < 10; n += 1) {
        const answer = await ask(client, { method: 'GET', path })
        if (answer.status === 200) return answer
        if (answer.status !== 503) return undefined
      }
      return undefined
    },

    /**
     * Repeats a request until it is done, at most `times`; `doneBefore` recognizes the response to a request that was
     * done already. Returns the last response; undefined if the outcome is unknown.
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

    /** Writes, with retries if there is a key, and records the outcome. */
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

    /** Records a violation. */
    wrong: (text: string) => void violations.push({ kind: 'wrong', text }),

    /** Compares the final state with what was sent: acknowledged ⊆ final ⊆ acknowledged ∪ maybe, each once. */
    compare: (what: string, final: string[]) =>
      violations.push(
        ...compared(
          entries.filter((entry) => entry.what === what),
          final,
        ),
      ),

    /** Compares the final state with required consequences, each exactly once. */
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

/** Returns lost, duplicated and invented values as violations. */
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
