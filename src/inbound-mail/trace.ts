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
  /** What came of DMARC, and for which domain of `From`; undefined where SES does not say. */
  dmarc: { result: string; domain: string } | undefined
  /** The domains that the mail is from, by SPF, which looks at where bounces go, or by a signature (DKIM). */
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

const dmarcOf = (results: string[]): Trace['dmarc'] => {
  const line = results.find((result) => /^[ \t]dmarc=/.test(result))
  if (line === undefined) return undefined
  // what cannot be read is no domain of anybody
  const [, result = '', domain = ''] = /^[ \t]dmarc=(\w+) header\.from=([\w.-]+);?$/.exec(line) ?? []
  return { result, domain: domain.toLowerCase() }
}

const domainsOf = (results: string[], returnPath = ''): string[] => {
  const hasServer = results.some((result) => /^[ \t]spf=pass /.test(result))
  const server = hasServer ? /@([\w.-]+)$/.exec(returnPath)?.[1] : undefined
  const signers = results.map((result) => /^[ \t]dkim=pass header\.i=@([\w.-]+);?$/.exec(result)?.[1])
  return [server, ...signers].flatMap((domain) => domain?.toLowerCase() ?? [])
}

/**
 * Reads what SES has put in front of a mail, which ends with its receipt. A sender can write such headers too, and they
 * come behind: so only the first ones count, up to the first receipt, and none where something else is among them. Of
 * what a sender says there, such as the name of their server, nothing begins a line, where results are read. A line
 * ends at a line feed: to `m` of a pattern other characters end one too.
 */
export const readTrace = (headers: HeaderLine[]): Trace | undefined => {
  const end = headers.findIndex(({ key }) => key === 'x-ses-receipt')
  const own = headers.slice(0, Math.max(end, 0))
  if (own.length === 0 || own.some(({ key }) => !names.includes(key))) return undefined
  const lineOf = (name: string) => own.find(({ key }) => key === name)?.line ?? ''
  const isPassed = (name: string) => /^[\w-]+: PASS$/i.test(lineOf(name).trim())
  const returnPath = /^Return-Path: *<(.*)>\s*$/i.exec(lineOf('return-path'))?.[1]?.trim()
  const results = lineOf('authentication-results').split(/\r?\n/)
  return {
    isClean: isPassed('x-ses-spam-verdict') && isPassed('x-ses-virus-verdict'),
    recipient: /^[ \t]for (\S+);$/m.exec(lineOf('received'))?.[1],
    returnPath,
    dmarc: dmarcOf(results),
    domains: domainsOf(results, returnPath),
  }
}
