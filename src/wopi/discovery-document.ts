import { createPublicKey, type KeyObject } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'

/** What an editor can do with files of a kind, and where. */
export interface Action {
  /** The network that it is for, such as `external-https`. */
  zone: string
  /** The application, or the media type of the files. */
  app: string
  /** `view`, `edit` and others. */
  name: string
  /** In lower case, without the dot; empty where the app is a media type. */
  extension: string
  /** Where the editor is, with placeholders (editor-url.ts). */
  urlsrc: string
}

/** The keys by which an editing server proves its requests, now and before it changed them. */
export interface ProofKeys {
  current: KeyObject
  old: KeyObject | undefined
}

/** A discovery document (WOPI, "WOPI discovery"), read. */
export interface Discovery {
  /** The document itself, byte for byte. */
  xml: Buffer
  actions: Action[]
  /** Undefined when the server does not prove its requests. */
  proofKeys: ProofKeys | undefined
}

const text = z.string().default('')
/** An element without attributes and children is an empty text to the parser. */
const element = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value) => (typeof value === 'string' ? {} : value), z.object(shape))
const children = <E extends z.ZodType>(child: E) => z.array(child).default([])

const proofKey = element({ modulus: text, exponent: text, oldmodulus: text, oldexponent: text })
const actions = children(element({ name: text, ext: text, urlsrc: text }))
const zones = children(element({ name: text, app: children(element({ name: text, action: actions })) }))
const Document = z.object({
  'wopi-discovery': element({ 'net-zone': zones, 'proof-key': z.array(proofKey).max(1).default([]) }),
})

const listElements = ['net-zone', 'app', 'action', 'proof-key']

/** A shorter RSA key proves nothing. */
const minKeyBits = 1_024

const base64url = (base64: string) => Buffer.from(base64, 'base64').toString('base64url')

/** An RSA key by its numbers in Base64, most significant byte first (WOPI, "Proof keys"). */
const rsaKey = (modulus: string, exponent: string): KeyObject | undefined => {
  if (modulus === '') return undefined
  const numbers = { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) }
  const key = createPublicKey({ format: 'jwk', key: numbers })
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < minKeyBits)
    throw new Error(`The discovery document has a proof key of less than ${minKeyBits} bits.`)
  return key
}

const proofKeysOf = (keys: z.output<typeof proofKey>[]): ProofKeys | undefined => {
  const [{ modulus, exponent, oldmodulus, oldexponent } = proofKey.parse({})] = keys
  const current = rsaKey(modulus, exponent)
  return current && { current, old: rsaKey(oldmodulus, oldexponent) }
}

/**
 * Reads a discovery document. Throws when it is none, has no action, or has a document type, by which
 * entities could grow without end. The parser is loaded only here: who has no editing server does without.
 */
export const parseDiscovery = async (xml: Buffer): Promise<Discovery> => {
  const { XMLParser } = await import('fast-xml-parser')
  const source = new TextDecoder('utf-8', { fatal: true }).decode(xml)
  if (/<!doctype/i.test(source)) throw new Error('The discovery document has a document type.')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    htmlEntities: true,
    isArray: (name) => listElements.includes(name),
  })
  const { 'wopi-discovery': root } = Document.parse(parser.parse(source, true))
  const actions = root['net-zone'].flatMap((zone) =>
    zone.app.flatMap((app) =>
      app.action
        .filter(({ urlsrc }) => /^https?:\/\//i.test(urlsrc))
        .map(({ name, ext, urlsrc }) => ({
          zone: zone.name,
          app: app.name,
          name,
          extension: ext.toLowerCase(),
          urlsrc,
        })),
    ),
  )
  if (actions.length === 0) throw new Error('The discovery document has no action.')
  return { xml, actions, proofKeys: proofKeysOf(root['proof-key']) }
}
