import { request as requestOverHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { wopiEnvironment } from '../environment.ts'
import { publicLookup, requirePublicHost } from '../../platform/http/public-address.ts'

/** Time limit for a whole response of the editing server, in milliseconds. */
const timeoutMilliseconds = 5_000

/** Maximum size of a discovery document: our response with it in Base64 stays within Lambda's 6 MB. */
const maxDocumentBytes = 4 * 1024 ** 2

const sendRequest = (address: URL, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = address.protocol === 'https:' ? requestOverTls : requestOverHttp
    request(address, options, resolve).on('error', reject).end()
  })

/**
 * Returns the bytes at a URL of the editing server. Throws if the server does not answer 200 within 5 s, redirects,
 * sends more than 4 MiB, or has a private address without being configured as private.
 */
const fetchBytes = async (address: URL): Promise<Buffer> => {
  if (!/^https?:$/.test(address.protocol)) throw new Error('The editing server must be called by HTTP.')
  const isGuarded = !wopiEnvironment.clientIsPrivate
  if (isGuarded) requirePublicHost(address)
  const response = await sendRequest(address, {
    agent: false,
    headers: { Accept: 'application/xml, text/xml', 'Accept-Encoding': 'identity' },
    signal: AbortSignal.timeout(timeoutMilliseconds),
    ...(isGuarded && { lookup: publicLookup }),
  })
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    if (response.statusCode !== 200) throw new Error(`The editing server answered ${response.statusCode}.`)
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length
      if (bytes > maxDocumentBytes)
        throw new Error(`The editing server sent more than ${maxDocumentBytes} bytes.`)
      chunks.push(chunk as Buffer)
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks)
}

/** Fetches the current discovery document of an editing server. Throws if the server does not provide one. */
export const fetchDiscovery = (server: string): Promise<Buffer> =>
  fetchBytes(new URL(`${server}/hosting/discovery`))
