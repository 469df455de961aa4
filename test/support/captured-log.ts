import { vi } from 'vitest'

/** Takes what this process writes from now on, until `release`. */
export const captureLog = () => {
  const written: string[] = []
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(String(chunk))
      return true
    }),
  )
  return {
    text: () => written.join(''),
    release: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}

/** What of tokens is in a text: each payload and signature alone would be too much. */
export const tokensIn = (text: string, tokens: string[]): string[] =>
  tokens.flatMap((token) => token.split('.').slice(1)).filter((part) => text.includes(part))
