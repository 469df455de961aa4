import type { Beginning } from './sign-in.ts'

/** Of what a client says of itself more would tell people nothing. */
const maxUserAgentCharacters = 255

/** The client of a request. What it says of itself may be anything: characters that no text shows are left out. */
export const clientOf = (request: {
  header: (name: string) => string | undefined
  address: string
}): Pick<Beginning, 'user_agent' | 'address'> => {
  const text = (request.header('user-agent') ?? '').slice(0, maxUserAgentCharacters)
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return { user_agent: shown || null, address: request.address || null }
}
