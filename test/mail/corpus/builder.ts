import { rawMail, type MailOptions } from '../../support/given-mail.ts'

/** A raw mail of the corpus and the expected result of reading it; an absent field is not checked. */
export interface CorpusMail {
  name: string
  raw: Uint8Array
  /** Text of a reply, without the quoted mail. */
  reply?: string
  /** Text of a new ticket. */
  whole?: string
  /** Names of the files of a new ticket, in any order; none by default. */
  files?: string[]
  subject?: string
  /** Address of the sender; null for automatic mail and mail without one clear sender. */
  person?: string | null
}

/** Returns bytes as a string with one character per byte, the form in which the corpus writes its mails. */
export const binary = (text: string | Uint8Array): string => Buffer.from(text).toString('latin1')

type Entity = Pick<MailOptions, 'headers' | 'body'> & { headers: string[]; body: string }

/** Returns a part or a whole mail: headers, and a body of one character per byte. */
export const entity = (headers: string[], body: string | Uint8Array = ''): Entity => ({
  headers,
  body: binary(body),
})

export const text = (body: string | Uint8Array, type = 'text/plain; charset=UTF-8', ...headers: string[]) =>
  entity([...(type === '' ? [] : [`Content-Type: ${type}`]), ...headers], body)

export const html = (body: string | Uint8Array, ...headers: string[]) =>
  text(body, 'text/html; charset=UTF-8', ...headers)

export const base64 = (headers: string[], bytes: string | Uint8Array) =>
  entity(
    [...headers, 'Content-Transfer-Encoding: base64'],
    Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'),
  )

let boundaries = 0

export const multipart = (type: string, parts: Entity[], { declared = true, preamble = '' } = {}): Entity => {
  const boundary = `----=_Part_${(boundaries += 1)}`
  const [subtype, ...parameters] = type.split(';')
  const boundaryParameter = declared ? [` boundary="${boundary}"`] : []
  const body = [
    ...(preamble === '' ? [] : [preamble]),
    ...parts.flatMap((part) => [`--${boundary}`, ...part.headers, '', part.body]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
  return {
    headers: [`Content-Type: multipart/${[subtype, ...parameters, ...boundaryParameter].join(';')}`],
    body,
  }
}

type Expected = Omit<CorpusMail, 'name' | 'raw'>

export const mail = (
  name: string,
  { headers, body }: Entity,
  expected: Expected,
  options: MailOptions = {},
): CorpusMail => ({
  name,
  raw: Buffer.from(
    rawMail({ ...options, headers: [...headers, ...(options.headers ?? [])], body }),
    'latin1',
  ),
  person: 'ada@example.com',
  ...expected,
})

const encoders = new Map<string, Map<string, number[]>>()

const encoderFor = (label: string) => {
  const known = encoders.get(label)
  if (known) return known
  const decoder = new TextDecoder(label)
  const bytesOf = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const characters = Array.from(decoder.decode(Uint8Array.from(bytes)))
    const [character = '\uFFFD'] = characters
    if (characters.length === 1 && character !== '\uFFFD' && !bytesOf.has(character))
      bytesOf.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add([byte])
  if (/^(gb|big5|shift|euc)/.test(label))
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail])
  encoders.set(label, bytesOf)
  return bytesOf
}

/** Encodes a text in a legacy charset by inverting its decoder. */
export const encode = (value: string, label: string): Uint8Array => {
  const bytesOf = encoderFor(label)
  return Uint8Array.from(
    Array.from(value).flatMap((character) => {
      const bytes = bytesOf.get(character)
      if (!bytes) throw new Error(`${label} has no ${character}.`)
      return bytes
    }),
  )
}

/** Wraps a text at spaces, as mail programs do with plain text. */
export const wrap = (value: string, width = 76): string =>
  value
    .split(' ')
    .reduce<string[]>((lines, word) => {
      const line = lines.at(-1)
      if (line === undefined || line.length + word.length + 1 > width) return [...lines, word]
      return [...lines.slice(0, -1), `${line} ${word}`]
    }, [])
    .join('\n')

export const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
