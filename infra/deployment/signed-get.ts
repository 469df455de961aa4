import { APIGatewayClient } from '@aws-sdk/client-api-gateway'
import { SignatureV4 } from '@smithy/signature-v4'
import { Sha256 } from '../secrets/sha256.ts'

/** AWS API for which the project has no client; `host` defaults to `<service>.<region>`. */
interface Api {
  service: string
  region: string
  host?: string
}

/** Returns the credentials of the command, resolved as by every client of the SDK. */
export const commandCredentials = (region: string) => new APIGatewayClient({ region }).config.credentials()

/** Gets JSON from an AWS API. Throws an Error with the response's text and `$metadata`, like the SDK. */
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
