/** Raw header, including folded lines. */
interface HeaderLine {
  /** Header name in lower case. */
  key: string
  line: string
}

/** Results that SES adds to a received mail. */
export interface Receipt {
  /** True if SES has scanned the mail and found neither spam nor viruses. */
  isClean: boolean
  /** Envelope recipient. */
  recipient: string | undefined
  /** Bounce address; empty if the mail must not be answered (RFC 5321 section 4.5.5). */
  returnPath: string | undefined
  /** Result of DMARC, and its `From` domain; undefined if SES reports none. */
  dmarc: { result: string; domain: string } | undefined
  /** Domains authenticated by SPF, which checks the bounce address, or by a DKIM signature. */
  domains: string[]
}

const names = [
  'return-path',
  'received',
  'x-ses-spam-verdict',
  'x-ses-virus-verdict',
  'received-spf',
  'authentication-results',
]

const parseDmarc = (results: string[]): Receipt['dmarc'] => {
  const line = results.find((result) => /^[ \t]dmarc=/.test(result))
  if (line === undefined) return undefined
  // an unparsable line gives a domain that matches no sender
  const [, result = '', domain = ''] = /^[ \t]dmarc=(\w+) header\.from=([\w.-]+);?$/.exec(line) ?? []
  return { result, domain: domain.toLowerCase() }
}

const authenticatedDomains = (results: string[], returnPath = ''): string[] => {
  const hasServer = results.some((result) => /^[ \t]spf=pass /.test(result))
  const server = hasServer ? /@([\w.-]+)$/.exec(returnPath)?.[1] : undefined
  const signers = results.map((result) => /^[ \t]dkim=pass header\.i=@([\w.-]+);?$/.exec(result)?.[1])
  return [server, ...signers].flatMap((domain) => domain?.toLowerCase() ?? [])
}

/**
 * Reads the headers that SES puts in front of a mail, up to and including its receipt. A sender can forge such headers,
 * but only below those of SES: so only the headers above the first receipt count, and none of them if an unknown header
 * is among them. Text that comes from the sender, such as the name of their server, never begins a line there, and
 * results are matched at the beginning of a line. Lines are split at line feeds, because `m` of a regular expression
 * also ends lines at other characters.
 */
export const readReceipt = (headers: HeaderLine[]): Receipt | undefined => {
  const end = headers.findIndex(({ key }) => key === 'x-ses-receipt')
  const own = headers.slice(0, Math.max(end, 0))
  if (own.length === 0 || own.some(({ key }) => !names.includes(key))) return undefined
  const headerLine = (name: string) => own.find(({ key }) => key === name)?.line ?? ''
  const isPassed = (name: string) => /^[\w-]+: PASS$/i.test(headerLine(name).trim())
  const returnPath = /^Return-Path: *<(.*)>\s*$/i.exec(headerLine('return-path'))?.[1]?.trim()
  const results = headerLine('authentication-results').split(/\r?\n/)
  return {
    isClean: isPassed('x-ses-spam-verdict') && isPassed('x-ses-virus-verdict'),
    recipient: /^[ \t]for (\S+);$/m.exec(headerLine('received'))?.[1],
    returnPath,
    dmarc: parseDmarc(results),
    domains: authenticatedDomains(results, returnPath),
  }
}
