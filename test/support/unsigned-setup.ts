import { SignatureV4 } from '@smithy/signature-v4'

/**
 * The emulators of the table and of queues look at no signature, but for whose call it is and for which region. To sign
 * is a tenth of what a call takes of a processor. Our stand-in for S3 verifies signatures, so calls of it are signed.
 */
const withoutVerification = new Set(['dynamodb', 'sqs'])

const { prototype } = SignatureV4
const sign = Object.getOwnPropertyDescriptor(prototype, 'sign')?.value as SignatureV4['sign']

/** Of what can be signed, the last in the list of `sign`: a request. */
type Signing = Parameters<typeof sign>

/** What a signer is made for: calls whose endpoint is given say neither service nor region. */
interface Signer {
  service: string
  regionProvider: () => Promise<string>
}

async function signWhatIsVerified(this: SignatureV4, ...[request, options = {}]: Signing) {
  const { service, regionProvider } = this as unknown as Signer
  const { signingService = service, signingRegion = await regionProvider() } = options
  if (!withoutVerification.has(signingService)) return sign.call(this, request, options)
  const scope = `local/20260101/${signingRegion}/${signingService}/aws4_request`
  request.headers['x-amz-date'] = '20260101T000000Z'
  request.headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`
  return request
}

// each test file begins with this, and it is to happen once in a process
if (sign.name !== signWhatIsVerified.name) Object.assign(prototype, { sign: signWhatIsVerified })
