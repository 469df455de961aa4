import type { Answer, Sent } from './sending.ts'

/** What a log must not have: the parts of tokens, passwords, and signatures and secrets of links. */
export interface Secrets {
  /** Takes note of what a request and its answer had that is secret. */
  notice: (request: Sent, answer: Answer) => void
  add: (secret: string) => void
  /** Those that stand in a text as words of their own. */
  foundIn: (text: string) => string[]
  count: () => number
}

/** Shorter ones are no secrets that somebody could use, and stand in any text by chance. */
const shortest = 16

const wordsIn = (text: string) => text.match(/[\w-]{16,}/g) ?? []

const shown =
  /"(?:access_token|password|current_password)":"([^"]{16,})"|(?:X-Amz-Signature|[?&](?:access_)?token)=([\w.~-]{16,})/g

export const noSecrets = (): Secrets => {
  const secrets = new Set<string>()
  const add = (secret: string) => {
    // the header of a token is the same for all
    const parts = secret.split('.').slice(secret.startsWith('eyJ') ? 1 : 0)
    for (const part of parts) if (part.length >= shortest) secrets.add(part)
  }
  const addAll = (text: string) => {
    for (const [, first, second] of text.matchAll(shown)) add((first ?? second) as string)
  }
  return {
    add,
    notice: ({ as, path, body }, { text, headers }) => {
      if (as) add(as.token)
      addAll(path)
      if (typeof body === 'string' && body.length < 100_000) addAll(body)
      if (text.length < 100_000) addAll(text)
      if (headers['location']) addAll(headers['location'])
    },
    foundIn: (text) => [...new Set(wordsIn(text))].filter((word) => secrets.has(word)),
    count: () => secrets.size,
  }
}
