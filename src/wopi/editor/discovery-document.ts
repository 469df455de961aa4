import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Element } from '../../documents/xml.ts'

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

const toProofKeys = (keys: Element[]): ProofKeys | undefined => {
  if (keys.length > 1) throw new Error('The discovery document has more than one proof key.')
  const { modulus = '', exponent = '', oldmodulus = '', oldexponent = '' } = keys[0]?.attributes ?? {}
  const current = rsaKey(modulus, exponent)
  return current && { current, old: rsaKey(oldmodulus, oldexponent) }
}

const toAction = (zone: Element, app: Element, action: Element): Action => {
  const { name = '', ext = '', urlsrc = '' } = action.attributes
  return {
    zone: zone.attributes['name'] ?? '',
    app: app.attributes['name'] ?? '',
    name,
    extension: ext.toLowerCase(),
    urlsrc,
  }
}

/**
 * Reads a discovery document. Throws when it is none, has no action, or declares entities, which could grow
 * without end. The parser is loaded only here: who has no editing server does without.
 */
export const parseDiscovery = async (xml: Buffer): Promise<Discovery> => {
  const { childElements, parseXml } = await import('../../documents/xml.ts')
  const root = parseXml(new TextDecoder('utf-8', { fatal: true }).decode(xml))
  if (root.name !== 'wopi-discovery') throw new Error('The document is no discovery document.')
  const actions = childElements(root, 'net-zone').flatMap((zone) =>
    childElements(zone, 'app').flatMap((app) =>
      childElements(app, 'action').map((action) => toAction(zone, app, action)),
    ),
  )
  const reachable = actions.filter(({ urlsrc }) => /^https?:\/\//i.test(urlsrc))
  if (reachable.length === 0) throw new Error('The discovery document has no action.')
  return { xml, actions: reachable, proofKeys: toProofKeys(childElements(root, 'proof-key')) }
}
