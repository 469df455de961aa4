import { Sha256 } from '@smithy/core/checksum'
import { HttpRequest } from '@smithy/core/protocols'
import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { SignatureV4 } from '@smithy/signature-v4'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { awsEnvironment } from '../runtime/environment.ts'
import { requestHandler, withDeadline } from './deadline.ts'
import { logger } from './logger.ts'

/** Response of the API, JSON 1.1: a parameter, or an error with its type and message. */
interface Answer {
  Parameter?: { Value: string }
  __type?: string
  message?: string
  Message?: string
}

const maxAttempts = 4

/** Maximum pause before the first retry, in milliseconds; each following one doubles it. */
const firstPauseMilliseconds = 100

/** Timeout of a call with all its attempts, in milliseconds. */
export const callMilliseconds = 3_000

let connections: NodeHttpHandler | undefined

const signed = async (body: string): Promise<HttpRequest> => {
  const { region, credentials, parameterStoreUrl } = awsEnvironment
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const url = new URL(parameterStoreUrl ?? `https://ssm.${region}.${suffix}`)
  const signer = new SignatureV4({ service: 'ssm', region, credentials, sha256: Sha256 })
  const headers = {
    host: url.host,
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AmazonSSM.GetParameter',
  }
  const { protocol, hostname, port } = url
  const address = { protocol, hostname, path: '/', ...(port && { port: Number(port) }) }
  const request = await signer.sign(new HttpRequest({ ...address, method: 'POST', headers, body }))
  return new HttpRequest(request)
}

/** Returns an error in the form of the SDK's errors. */
const toSdkError = (httpStatusCode: number, body: string): Error => {
  const { __type = 'UnknownError', message, Message }: Answer = body.startsWith('{') ? JSON.parse(body) : {}
  const name = __type.replace(/^.*#/, '')
  return Object.assign(new Error(message ?? Message), { name, $metadata: { httpStatusCode } })
}

const requestParameter = async (name: string, abortSignal: AbortSignal): Promise<string> => {
  const request = await signed(JSON.stringify({ Name: name }))
  connections ??= new NodeHttpHandler(requestHandler(1_000))
  const { response } = await connections.handle(request, { abortSignal })
  const body = await text(response.body as AsyncIterable<Uint8Array>)
  if (response.statusCode !== 200) throw toSdkError(response.statusCode, body)
  return (JSON.parse(body) as Required<Answer>).Parameter.Value
}

type Failure = Parameters<typeof isTransientError>[0]

const isTemporary = (error: Failure): boolean =>
  isThrottlingError(error) || isTransientError(error) || isServerError(error)

/**
 * Returns the text of a parameter. One signed request replaces the SDK's client, which registers 140 error types
 * (decision 0004); retries and the log follow the rules of the other clients.
 */
export const readParameter = (name: string): Promise<string> =>
  withDeadline(callMilliseconds, async ({ abortSignal }) => {
    for (let retries = 0; ; retries++)
      try {
        return await requestParameter(name, abortSignal)
      } catch (thrown) {
        const error = thrown as Failure
        if (retries + 1 === maxAttempts || abortSignal.aborted || !isTemporary(error)) {
          logger.error({ clientName: 'ParameterStore', commandName: 'GetParameter', error })
          throw error
        }
        await sleep(Math.random() * firstPauseMilliseconds * 2 ** retries)
      }
  })
