import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Element } from '../documents/xml.ts'

/** An action of the editor on files of one type, with its URL. */
export interface Action {
  /** Network for which the action is meant, such as `external-https`. */
  zone: string
  /** Name of the application, or media type of the files. */
  app: string
  /** Name of the action: `view`, `edit` and others. */
  name: string
  /** File extension in lower case, without the dot; empty if `app` is a media type. */
  extension: string
  /** URL of the editor, with placeholders (editor/editor-url.ts). */
  urlsrc: string
}

/** Proof keys of an editing server: the current key and the previous one. */
export interface ProofKeys {
  current: KeyObject
  old: KeyObject | undefined
}

/** A parsed discovery document (WOPI, "WOPI discovery"). */
export interface Discovery {
  /** The document itself, byte for byte. */
  xml: Buffer
  actions: Action[]
  /** Proof keys; undefined if the server does not sign its requests. */
  proofKeys: ProofKeys | undefined
}

/** Minimum length of an RSA key; shorter keys are insecure. */
const minKeyBits = 1_024

const base64url = (base64: string) => Buffer.from(base64, 'base64').toString('base64url')

/** Returns an RSA key from its numbers in Base64, most significant byte first (WOPI, "Proof keys"). */
const rsaKey = (modulus: string, exponent: string): KeyObject | undefined => {
  if (modulus === '') return undefined
  const numbers = { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) }
  const key = createPublicKey({ format: 'jwk', key: numbers })
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < minKeyBits)
    throw new Error(`The proof key of the discovery document has less than ${minKeyBits} bits.`)
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
 * Parses a discovery document. Throws if it is malformed, has no action, or declares entities, which could expand
 * without limit. Loads the parser on demand, because deployments without an editing server do not need it.
 */
export const parseDiscovery = async (xml: Buffer): Promise<Discovery> => {
  const { childElements, parseXml } = await import('../documents/xml.ts')
  const root = parseXml(new TextDecoder('utf-8', { fatal: true }).decode(xml))
  if (root.name !== 'wopi-discovery') throw new Error('The response is not a discovery document.')
  const actions = childElements(root, 'net-zone').flatMap((zone) =>
    childElements(zone, 'app').flatMap((app) =>
      childElements(app, 'action').map((action) => toAction(zone, app, action)),
    ),
  )
  const reachable = actions.filter(({ urlsrc }) => /^https?:\/\//i.test(urlsrc))
  if (reachable.length === 0) throw new Error('The discovery document has no action.')
  return { xml, actions: reachable, proofKeys: toProofKeys(childElements(root, 'proof-key')) }
}
