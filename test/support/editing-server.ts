import { generateKeyPair, sign, type KeyObject } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { collabora, microsoft365, onlyOffice, type PublishedKeys } from './discovery-documents.ts'

/** Vendor whose behavior a server imitates; older Collabora signs the URL unchanged, and nothing with an old key. */
export type Manner = 'collabora' | 'older collabora' | 'onlyoffice' | 'microsoft 365'

/** Response of a server to the request of its discovery document. */
export type Behaviour = 'answers' | 'fails' | 'hangs' | 'stalls' | 'redirects' | 'grows' | 'breaks off'

/** Key pair for signing. */
export interface SigningKey {
  privateKey: KeyObject
  publicKey: KeyObject
}

export interface Signing {
  token: string
  /** Full URL as requested by the client. */
  url: string
  /** .NET ticks; the current time by default. */
  ticks?: bigint
  /** `old` for a server that does not know of the key rotation yet. */
  with?: 'current' | 'old'
}

export interface EditingServer {
  url: string
  behaviour: Behaviour
  /** True if the server publishes keys. */
  proves: boolean
  /** Body sent instead of the server's own document. */
  document: Buffer | string | undefined
  requests: number
  /** Returns the document that the server sends now. */
  xml: () => Buffer
  /** Rotates the keys: the current one becomes the old one. */
  rotate: () => Promise<void>
  /** Returns the headers of the server's requests to a host. */
  signedHeaders: (signing: Signing) => Record<string, string>
  stop: () => Promise<void>
}

/** Returns a new key of the kind that servers use. */
export const newKey = (): Promise<SigningKey> => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })

/** Initial keys of all servers, oldest first: shared because generating keys takes time. */
let firstKeys: Promise<[SigningKey, SigningKey, SigningKey]> | undefined

/** Returns .NET ticks for a time in milliseconds since 1970. */
export const ticksAt = (milliseconds: number): bigint =>
  BigInt(milliseconds) * 10_000n + 621_355_968_000_000_000n

/** Signs a token, a URL exactly as given, and a time; written independently of our own code (WOPI, "Proof keys"). */
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

/** Returns the attributes of `proof-key`. */
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
  // with a valid document, so that only the status decides
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

/** Ports of all editing servers of this process, because documents are cached by address. */
const usedPorts = ((globalThis as { usedPorts?: Set<number> }).usedPorts ??= new Set())

/** Listens on a port that no editing server of this process has used. */
const listenAnew = async (server: Server): Promise<void> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  if (!usedPorts.has(port)) return void usedPorts.add(port)
  await new Promise((resolve) => server.close(resolve))
  return listenAnew(server)
}

/** Starts a fake editing server on a free port: its discovery document and its signatures. */
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

/** Configures this editing server for the service, or none. */
export const configureEditor = (url: string | undefined, isPrivate = true): void => {
  delete process.env['WOPI_CLIENT_URL']
  delete process.env['WOPI_CLIENT_PRIVATE']
  if (url !== undefined) process.env['WOPI_CLIENT_URL'] = url
  if (url !== undefined && isPrivate) process.env['WOPI_CLIENT_PRIVATE'] = 'yes'
}
