/** A header as it came, folded lines and all. */
interface HeaderLine {
  /** In lower case. */
  key: string
  line: string
}

/** What SES says of a mail that it has received. */
export interface Trace {
  /** Whether SES has looked for spam and viruses and found neither. */
  isClean: boolean
  /** Whom the mail came for. */
  recipient: string | undefined
  /** Where bounces go; empty for what must not be answered (RFC 5321 section 4.5.5). */
  returnPath: string | undefined
  /** What came of DMARC, and for which domain of `From`. */
  dmarc: { result: string; domain: string } | undefined
}

const names = [
  'return-path',
  'received',
  'x-ses-spam-verdict',
  'x-ses-virus-verdict',
  'received-spf',
  'authentication-results',
]

/**
 * Reads what SES has put in front of a mail, which ends with its receipt. A sender can write such headers too, and they
 * come behind: so only the first ones count, up to the first receipt, and none where something else is among them. Of
 * what a sender says there, such as the name of their server, nothing begins a line, where results are read.
 */
export const readTrace = (headers: HeaderLine[]): Trace | undefined => {
  const end = headers.findIndex(({ key }) => key === 'x-ses-receipt')
  const own = headers.slice(0, Math.max(end, 0))
  if (own.length === 0 || own.some(({ key }) => !names.includes(key))) return undefined
  const lineOf = (name: string) => own.find(({ key }) => key === name)?.line ?? ''
  const isPassed = (name: string) => /^[\w-]+: PASS$/i.test(lineOf(name).trim())
  const [, result, domain] =
    /^[ \t]dmarc=(\w+) header\.from=([\w.-]+);?$/m.exec(lineOf('authentication-results')) ?? []
  return {
    isClean: isPassed('x-ses-spam-verdict') && isPassed('x-ses-virus-verdict'),
    recipient: /^[ \t]for (\S+);$/m.exec(lineOf('received'))?.[1],
    returnPath: /^Return-Path: *<(.*)>\s*$/i.exec(lineOf('return-path'))?.[1]?.trim(),
    dmarc:
      result !== undefined && domain !== undefined ? { result, domain: domain.toLowerCase() } : undefined,
  }
}
