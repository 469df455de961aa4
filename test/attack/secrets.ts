import type { Answer, Sent } from './sending.ts'

/** Secrets that must not be in a log: parts of tokens, passwords, and signatures and secrets of links. */
export interface Secrets {
  /** Records the secrets of a request and its response. */
  notice: (request: Sent, answer: Answer) => void
  add: (secret: string) => void
  /** Returns the secrets that occur in a text as separate words. */
  foundIn: (text: string) => string[]
  count: () => number
}

/** Minimum length of a secret; shorter ones are of no use, and occur in texts by chance. */
const shortest = 16

const wordsIn = (text: string) => text.match(/[\w-]{16,}/g) ?? []

const shown =
  /"(?:access_token|password|current_password)":"([^"]{16,})"|(?:X-Amz-Signature|[?&](?:access_)?token)=([\w.~-]{16,})/g

export const noSecrets = (): Secrets => {
  const secrets = new Set<string>()
  const add = (secret: string) => {
    // all tokens have the same header
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
