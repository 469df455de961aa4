import { problemDocs } from '#docs'
import { verify, type KeyObject } from 'node:crypto'
import { problem } from '../platform/runtime/problem.ts'
import { discovery, renewDiscovery } from './editor/discovery.ts'
import type { ProofKeys } from './discovery-document.ts'
import { requestAddresses } from './request-address.ts'

interface Request {
  /** Path on this host: `/api/v1/wopi/files/…`. */
  path: string
  /** Decoded query parameters, as provided by API Gateway. */
  query: Record<string, string>
  header: (name: string) => string | undefined
}

/** Maximum difference between a request's time and ours, in milliseconds (WOPI, "Proof keys": 20 minutes). */
const toleranceMilliseconds = 20n * 60_000n

/** .NET counts ticks of 100 ns from the year 1. */
const ticksPerMillisecond = 10_000n
const ticksUntil1970 = 621_355_968_000_000_000n

export const proofInvalid = problem('wopi.proof_invalid', 500, {
  wording: (detail: string) => detail,
  docs: problemDocs({
    meaning: 'The request is not signed by the editing server (`X-WOPI-Proof`).',
    example: ['The header X-WOPI-Proof is missing or does not match this request.'],
  }),
})

/** Returns the time of a request in ticks. Throws if it is missing, malformed or too far from now. */
const parseTicks = ({ header }: Request): bigint => {
  const text = header('x-wopi-timestamp') ?? ''
  const ticks = /^\d{1,18}$/.test(text) ? BigInt(text) : 0n
  const late = BigInt(Date.now()) - (ticks - ticksUntil1970) / ticksPerMillisecond
  if (late > toleranceMilliseconds || late < -toleranceMilliseconds)
    throw proofInvalid('The header X-WOPI-TimeStamp is missing or more than 20 minutes off.')
  return ticks
}

const lengthPrefix = (bytes: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

/** Returns the message that a client signs: token, URL and time, each after its length (WOPI, "Proof keys"). */
const signedMessage = (token: string, url: string, ticks: bigint): Buffer => {
  const time = Buffer.alloc(8)
  time.writeBigInt64BE(ticks)
  const parts = [Buffer.from(token), Buffer.from(url), time]
  return Buffer.concat(parts.flatMap((part) => [lengthPrefix(part), part]))
}

const isSigned = (message: Buffer, key: KeyObject | undefined, signature: string | undefined): boolean =>
  key !== undefined &&
  signature !== undefined &&
  verify('RSA-SHA256', message, key, Buffer.from(signature, 'base64'))

/** Input of a proof: the token of a request, its possible URLs, its time, and its signatures in Base64. */
interface Signed {
  token: string
  addresses: Iterable<string>
  ticks: bigint
  proof: string | undefined
  proofOld: string | undefined
}

/**
 * Returns the key that proves a request; undefined if none does. The client's old signature is not accepted with our
 * old key, because neither side would have used a current key.
 */
export const findProvingKey = (
  { current, old }: ProofKeys,
  { token, addresses, ticks, proof, proofOld }: Signed,
): 'current' | 'old' | undefined => {
  for (const address of addresses) {
    const message = signedMessage(token, address, ticks)
    if (isSigned(message, current, proof)) return 'current'
    if (isSigned(message, current, proofOld) || isSigned(message, old, proof)) return 'old'
  }
  return undefined
}

const readSigned = (request: Request): Signed => ({
  token: request.query['access_token'] ?? '',
  addresses: requestAddresses(request.path, request.query),
  ticks: parseTicks(request),
  proof: request.header('x-wopi-proof'),
  proofOld: request.header('x-wopi-proofold'),
})

/**
 * Throws 500 (as WOPI requires) unless the request comes from the editing server; does nothing if the server does not
 * sign its requests. If the proof is missing, unexpected or made with another key than the current one, fetches the
 * server's discovery document again, at most once a minute.
 */
export const requireProof = async (request: Request): Promise<void> => {
  const { proofKeys } = await discovery()
  const isClaimed = ['x-wopi-proof', 'x-wopi-proofold'].some((name) => request.header(name) !== undefined)
  if (!proofKeys && !isClaimed) return
  const first = proofKeys && isClaimed ? findProvingKey(proofKeys, readSigned(request)) : undefined
  if (first === 'current') return
  const { proofKeys: renewed } = await renewDiscovery()
  const last = renewed && renewed !== proofKeys ? findProvingKey(renewed, readSigned(request)) : first
  if (renewed && !last)
    throw proofInvalid('The header X-WOPI-Proof is missing or does not match this request.')
}
