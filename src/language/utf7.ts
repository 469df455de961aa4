/**
 * Decodes one run of modified Base64 (RFC 2152) as UTF-16 in big-endian order; returns undefined if it is malformed.
 */
const decodeBase64Run = (run: string): string | undefined => {
  const bytes = Buffer.from(run, 'base64')
  const again = bytes.toString('base64').replaceAll('=', '')
  if (again !== run || bytes.length % 2 !== 0) return undefined
  const text = bytes.swap16().toString('utf16le')
  return text.isWellFormed() ? text : undefined
}

/** Decodes UTF-7 (RFC 2152), which WOPI uses for names in headers. Text that is not UTF-7 stays unchanged. */
export const decodeUtf7 = (text: string): string =>
  text.replace(/\+([A-Za-z0-9+/]*)(-?)/g, (all, run: string, end: string) => {
    if (run === '') return end ? '+' : all
    return decodeBase64Run(run) ?? all
  })

/** Encodes text in UTF-7: direct characters (RFC 2152) stay, all others become modified Base64. */
export const encodeUtf7 = (text: string): string =>
  text.replace(/\+|[^A-Za-z0-9'(),./:? -]+/g, (run) => {
    if (run === '+') return '+-'
    const base64 = Buffer.from(run, 'utf16le').swap16().toString('base64')
    return `+${base64.replaceAll('=', '')}-`
  })
