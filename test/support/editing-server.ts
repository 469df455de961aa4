import { generateKeyPair, sign, type KeyObject } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { collabora, microsoft365, onlyOffice, type PublishedKeys } from './discovery-documents.ts'

/** Whose manner a server has; older Collabora signs the address as it is and nothing by an old key. */
export type Manner = 'collabora' | 'older collabora' | 'onlyoffice' | 'microsoft 365'

/** What a server does when it is asked for its discovery document; it is asked for nothing else. */
export type Behaviour = 'answers' | 'fails' | 'hangs' | 'stalls' | 'redirects' | 'grows' | 'breaks off'

/** One with which a server signs, and what it publishes of it. */
export interface SigningKey {
  privateKey: KeyObject
  publicKey: KeyObject
}

export interface Signing {
  token: string
  /** The whole address, as the client asks for it. */
  url: string
  /** .NET ticks; now when absent. */
  ticks?: bigint
  /** `old`: by a server that does not know of the change of keys yet. */
  with?: 'current' | 'old'
}

export interface EditingServer {
  url: string
  behaviour: Behaviour
  /** Whether it publishes keys. */
  proves: boolean
  /** What it sends instead of its own document. */
  document: Buffer | string | undefined
  /** How often it was asked. */
  requests: number
  /** What it sends now. */
  xml: () => Buffer
  /** Changes the keys: the current one is the old one from now on. */
  rotate: () => Promise<void>
  /** The headers with which it asks a host. */
  signedHeaders: (signing: Signing) => Record<string, string>
  stop: () => Promise<void>
}

/** A key as servers have them. */
export const newKey = (): Promise<SigningKey> => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })

/** The one before the old one, the old one and the current one, for all servers at first: to make keys takes time. */
let firstKeys: Promise<[SigningKey, SigningKey, SigningKey]> | undefined

/** The time as .NET counts it, at this many milliseconds since 1970. */
export const ticksAt = (milliseconds: number): bigint =>
  BigInt(milliseconds) * 10_000n + 621_355_968_000_000_000n

/** A signature over a token, an address exactly as given, and a time, put together by hand (WOPI, "Proof keys"). */
export const signature = (key: SigningKey, token: string, address: string, ticks: bigint): string => {
  const hex = (n: number) => n.toString(16).padStart(8, '0')
  const text = (value: string) => hex(Buffer.byteLength(value)) + Buffer.from(value).toString('hex')
  const message = text(token) + text(address) + hex(8) + ticks.toString(16).padStart(16, '0')
  return sign('sha256', Buffer.from(message, 'hex'), key.privateKey).toString('base64')
}

const numbersOf = ({ publicKey }: SigningKey) => {
  const { n, e } = publicKey.export({ format: 'jwk' }) as { n: string; e: string }
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return { modulus: base64(n), exponent: base64(e) }
}

/** The attributes of `proof-key`. */
export const published = (current: SigningKey, old?: SigningKey): PublishedKeys => {
  const { modulus, exponent } = numbersOf(current)
  const before = old && numbersOf(old)
  return { modulus, exponent, ...(before && { oldmodulus: before.modulus, oldexponent: before.exponent }) }
}

const documents = {
  collabora,
  'older collabora': collabora,
  onlyoffice: onlyOffice,
  'microsoft 365': microsoft365,
}

const pour = (response: ServerResponse): void => {
  const chunk = Buffer.alloc(65_536, ' ')
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.writeHead(200, { 'Content-Type': 'text/xml' }).on('drain', more)
  more()
}

const behaviours: Record<Behaviour, (response: ServerResponse, xml: Buffer) => unknown> = {
  answers: (response, xml) => response.writeHead(200, { 'Content-Type': 'text/xml' }).end(xml),
  // with a document that would do, so that the status alone decides
  fails: (response, xml) => response.writeHead(500).end(xml),
  hangs: () => {},
  stalls: (response, xml) => response.writeHead(200).write(xml.subarray(0, 100)),
  redirects: (response, xml) => response.writeHead(302, { Location: '/elsewhere' }).end(xml),
  grows: pour,
  'breaks off': (response, xml) => {
    response.writeHead(200, { 'Content-Length': xml.length })
    response.write(xml.subarray(0, 100), () => response.destroy())
  },
}

/** The ports of all editing servers of this process: documents are known by the addresses that they came from. */
const usedPorts = ((globalThis as { usedPorts?: Set<number> }).usedPorts ??= new Set())

/** Listens at a port that no editing server of this process has had. */
const listenAnew = async (server: Server): Promise<void> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  if (!usedPorts.has(port)) return void usedPorts.add(port)
  await new Promise((resolve) => server.close(resolve))
  return listenAnew(server)
}

/** An editing server on a free port, as far as hosts see it: its discovery document and its signatures. */
export const startEditingServer = async (manner: Manner = 'collabora'): Promise<EditingServer> => {
  let keys = await (firstKeys ??= Promise.all([newKey(), newKey(), newKey()]))
  const keysOf = (which: 'current' | 'old') => (which === 'old' ? [keys[1], keys[0]] : [keys[2], keys[1]])

  const server = createServer(({ url }, response) => {
    editing.requests += 1
    if (url === '/hosting/discovery') behaviours[editing.behaviour](response, editing.xml())
    else if (url === '/elsewhere') behaviours.answers(response, editing.xml())
    else response.writeHead(404).end()
  })
  await listenAnew(server)

  const attributes = () => {
    if (manner === 'older collabora') return published(keys[2])
    return published(keys[2], manner === 'collabora' ? keys[2] : keys[1])
  }
  const editing: EditingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour: 'answers',
    proves: true,
    document: undefined,
    requests: 0,
    xml: () =>
      Buffer.from(
        editing.document ?? documents[manner](editing.url, editing.proves ? attributes() : undefined),
      ),
    rotate: async () => void (keys = [keys[1], keys[2], await newKey()]),
    signedHeaders: ({ token, url, ticks = ticksAt(Date.now()), with: which = 'current' }) => {
      const [key, before] = keysOf(which) as [SigningKey, SigningKey]
      const address = manner === 'older collabora' ? url : url.toUpperCase()
      const proof = signature(key, token, address, ticks)
      const headers = { 'X-WOPI-TimeStamp': String(ticks), 'X-WOPI-Proof': proof }
      if (manner === 'older collabora') return headers
      const isSame = manner !== 'microsoft 365'
      return {
        ...headers,
        'X-WOPI-ProofOld': isSame ? proof : signature(before, token, address, ticks),
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return editing
}

/** Makes the service use this editing server, or none. */
export const configureEditor = (url: string | undefined, isPrivate = true): void => {
  delete process.env['WOPI_CLIENT_URL']
  delete process.env['WOPI_CLIENT_PRIVATE']
  if (url !== undefined) process.env['WOPI_CLIENT_URL'] = url
  if (url !== undefined && isPrivate) process.env['WOPI_CLIENT_PRIVATE'] = 'yes'
}
