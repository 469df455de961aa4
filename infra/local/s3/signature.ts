import { SignatureV4 } from '@smithy/signature-v4'
import { timingSafeEqual } from 'node:crypto'
import { Sha256 } from '../../secrets/sha256.ts'
import { localAws } from '../settings/variables.ts'
import { S3Failure } from './failure.ts'

export interface SignedRequest {
  method: string
  /** Percent-encoded, as received. */
  path: string
  query: URLSearchParams
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
}

const { accessKeyId } = localAws.credentials
const sevenDays = 604_800
const maxSkew = 15 * 60_000

const signer = new SignatureV4({ ...localAws, service: 's3', sha256: Sha256, uriEscapePath: false })

const parseAmzDate = (text: string | null | undefined): Date | undefined => {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '')?.slice(1)
  const date = parts && new Date(`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}Z`)
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}

const parseRegion = (credential: string, date: Date): string => {
  const [key, day, region, service, end, ...more] = credential.split('/')
  if (key !== accessKeyId) throw new S3Failure('InvalidAccessKeyId')
  const isScope = day === date.toISOString().slice(0, 10).replaceAll('-', '') && service === 's3'
  if (!isScope || !region || end !== 'aws4_request' || more.length > 0)
    throw new S3Failure('AuthorizationHeaderMalformed', `The credential ${credential} has a wrong scope.`)
  return region
}

const requireEqual = (given: string, expected: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  if (one.length !== other.length || !timingSafeEqual(one, other))
    throw new S3Failure('SignatureDoesNotMatch')
}

/**
 * Returns the request with its signed headers only, as the signer expects it; the signer adds the parts of the
 * signature itself.
 */
const unsigned = ({ method, path, query, headers }: SignedRequest, signed: ReadonlySet<string>) => {
  const loose = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.has(name))
  if (loose.length > 0 || !signed.has('host'))
    throw new S3Failure(
      'AccessDenied',
      `There were headers present which were not signed: ${loose.join(', ')}`,
    )
  return {
    method,
    path,
    protocol: 'http:',
    hostname: '',
    query: Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)])),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        signed.has(name) && value !== undefined ? [[name, value]] : [],
      ),
    ),
  }
}

const verifyLink = async (request: SignedRequest): Promise<void> => {
  const read = (name: string) => request.query.get(`X-Amz-${name}`) ?? ''
  const date = parseAmzDate(read('Date'))
  const seconds = /^\d{1,6}$/.test(read('Expires')) ? Number(read('Expires')) : 0
  if (read('Algorithm') !== 'AWS4-HMAC-SHA256' || !date || seconds < 1 || seconds > sevenDays)
    throw new S3Failure('AuthorizationQueryParametersError')
  const signingRegion = parseRegion(read('Credential'), date)
  const left = date.getTime() + seconds * 1000 - Date.now()
  if (left <= 0) throw new S3Failure('AccessDenied', 'Request has expired')
  if (left > seconds * 1000 + maxSkew) throw new S3Failure('AccessDenied', 'Request is not yet valid')
  const signed = new Set(read('SignedHeaders').split(';'))
  // the signer uses UNSIGNED-PAYLOAD for a body of unknown type
  const { query } = await signer.presign(
    { ...unsigned(request, signed), body: {} },
    {
      signingDate: date,
      signingRegion,
      expiresIn: seconds,
      signableHeaders: signed,
      unhoistableHeaders: signed,
    },
  )
  requireEqual(read('Signature'), String(query?.['X-Amz-Signature']))
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/

const verifyHeaders = async (request: SignedRequest): Promise<void> => {
  const [, credential = '', names = '', signature = ''] =
    authorization.exec(request.headers['authorization'] ?? '') ?? []
  const date = parseAmzDate(request.headers['x-amz-date'])
  if (!signature || !date) throw new S3Failure('AuthorizationHeaderMalformed')
  const signingRegion = parseRegion(credential, date)
  if (Math.abs(Date.now() - date.getTime()) > maxSkew) throw new S3Failure('RequestTimeTooSkewed')
  if (request.headers['x-amz-content-sha256'] === undefined)
    throw new S3Failure('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  const signed = new Set(names.split(';'))
  const { headers } = await signer.sign(unsigned(request, signed), {
    signingDate: date,
    signingRegion,
    signableHeaders: signed,
  })
  requireEqual(signature, authorization.exec(headers['authorization'] ?? '')?.[3] ?? '')
}

/**
 * Signs the request again as received, and compares the signatures (Signature Version 4). Throws 403, or 400 for an
 * incomplete signature.
 */
export const verify = async (request: SignedRequest): Promise<void> => {
  if (request.query.has('X-Amz-Signature')) return verifyLink(request)
  if (request.headers['authorization']) return verifyHeaders(request)
  throw new S3Failure('AccessDenied')
}
