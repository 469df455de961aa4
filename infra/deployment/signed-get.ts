import { APIGatewayClient } from '@aws-sdk/client-api-gateway'
import { SignatureV4 } from '@smithy/signature-v4'
import { Sha256 } from '../sha256.ts'

/** Place of an API of AWS for which the project has no client; `host` is `<service>.<region>` unless it is named. */
interface Api {
  service: string
  region: string
  host?: string
}

/** The credentials of the command, found as every client of the SDK finds them. */
export const commandCredentials = (region: string) => new APIGatewayClient({ region }).config.credentials()

/** Gets JSON from an API of AWS. Throws an Error with the text of the answer and `$metadata`, like the SDK. */
export const signedGet = async (
  { service, region, host = `${service}.${region}` }: Api,
  path: string,
  query: Record<string, string> = {},
): Promise<unknown> => {
  const base = new URL(process.env['AWS_ENDPOINT_URL'] ?? `https://${host}.amazonaws.com`)
  const url = new URL(`${path}?${new URLSearchParams(query).toString()}`, base)
  const credentials = await commandCredentials(region)
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 })
  const { protocol, hostname } = url
  const headers = { host: url.host, accept: 'application/json' }
  const signed = await signer.sign({ method: 'GET', protocol, hostname, path, query, headers })
  const answer = await fetch(url, { headers: signed.headers }).catch((error: unknown) => error as Error)
  const httpStatusCode = answer instanceof Response ? answer.status : undefined
  const text = answer instanceof Response ? await answer.text() : answer.message
  if (httpStatusCode !== 200) throw Object.assign(new Error(text), { $metadata: { httpStatusCode } })
  return JSON.parse(text)
}
