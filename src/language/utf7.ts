/** What one run of modified Base64 says (RFC 2152): UTF-16, most significant byte first; undefined when it is none. */
const charactersOf = (run: string): string | undefined => {
  const bytes = Buffer.from(run, 'base64')
  const again = bytes.toString('base64').replaceAll('=', '')
  if (again !== run || bytes.length % 2 !== 0) return undefined
  const text = bytes.swap16().toString('utf16le')
  return text.isWellFormed() ? text : undefined
}

/**
 * Text that was sent in UTF-7 (RFC 2152), as WOPI has it for names in headers. What is no UTF-7 is given back
 * as it is.
 */
export const decodeUtf7 = (text: string): string =>
  text.replace(/\+([A-Za-z0-9+/]*)(-?)/g, (all, run: string, end: string) => {
    if (run === '') return end ? '+' : all
    return charactersOf(run) ?? all
  })

/** Text in UTF-7: what RFC 2152 calls direct characters as they are, all others in modified Base64. */
export const encodeUtf7 = (text: string): string =>
  text.replace(/\+|[^A-Za-z0-9'(),./:? -]+/g, (run) => {
    if (run === '+') return '+-'
    const base64 = Buffer.from(run, 'utf16le').swap16().toString('base64')
    return `+${base64.replaceAll('=', '')}-`
  })
