import { vi } from 'vitest'

/** Captures the output of this process until `release`. */
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

/** Returns the payloads and signatures of tokens that appear in a text; even one of these would be a leak. */
export const tokensIn = (text: string, tokens: string[]): string[] =>
  tokens.flatMap((token) => token.split('.').slice(1)).filter((part) => text.includes(part))
