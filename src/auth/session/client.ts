import type { Beginning } from './sign-in.ts'

/** Maximum length of a stored `User-Agent`. */
const maxUserAgentCharacters = 255

/** Returns the client of a request. Its `User-Agent` may be any text: unprintable characters are removed. */
export const sessionClient = (request: {
  header: (name: string) => string | undefined
  address: string
}): Pick<Beginning, 'user_agent' | 'address'> => {
  const text = (request.header('user-agent') ?? '').slice(0, maxUserAgentCharacters)
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return { user_agent: shown || null, address: request.address || null }
}
