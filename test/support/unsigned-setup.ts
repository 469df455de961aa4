import { SignatureV4 } from '@smithy/signature-v4'

/**
 * Services whose emulators verify no signature, but read its account and region. Signing takes a tenth of the CPU time
 * of a call. Our stand-in for S3 verifies signatures, so its calls are signed.
 */
const withoutVerification = new Set(['dynamodb', 'sqs'])

const { prototype } = SignatureV4
const sign = Object.getOwnPropertyDescriptor(prototype, 'sign')?.value as SignatureV4['sign']

/** Parameters of the last overload of `sign`, for a request. */
type Signing = Parameters<typeof sign>

/** Fields of a signer; calls with an explicit endpoint name neither service nor region. */
interface Signer {
  service: string
  regionProvider: () => Promise<string>
}

async function signWhatIsVerified(this: SignatureV4, ...[request, options = {}]: Signing) {
  const { service, regionProvider } = this as unknown as Signer
  const { signingService = service, signingRegion = await regionProvider() } = options
  if (!withoutVerification.has(signingService)) {
    // the clock of the stand-in, also while a test has moved its own
    const signingDate = new Date(performance.timeOrigin + performance.now())
    return sign.call(this, request, { ...options, signingDate })
  }
  const scope = `local/20260101/${signingRegion}/${signingService}/aws4_request`
  request.headers['x-amz-date'] = '20260101T000000Z'
  request.headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`
  return request
}

// each test file imports this module, but the patch must happen once per process
if (sign.name !== signWhatIsVerified.name) Object.assign(prototype, { sign: signWhatIsVerified })
