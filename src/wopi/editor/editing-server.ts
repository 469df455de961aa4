import { configuredServer } from '../../platform/outbound/configured-server.ts'
import { outboundFetch } from '../../platform/outbound/outbound-fetch.ts'
import { wopiEnvironment } from '../environment.ts'

/** Time limit for a whole response of the editing server, in milliseconds. */
const timeoutMilliseconds = 5_000

/** Maximum size of a discovery document: our response with it in Base64 stays within Lambda's 6 MB. */
const maxDocumentBytes = 4 * 1024 ** 2

/**
 * Fetches the current discovery document of an editing server. Throws if the server does not answer 200 within 5 s,
 * redirects, sends more than 4 MiB, or has a private address without being configured as private.
 */
export const fetchDiscovery = async (server: string): Promise<Buffer> => {
  const { status, body } = await outboundFetch(`${server}/hosting/discovery`, {
    server: configuredServer.editor(server, wopiEnvironment.clientIsPrivate),
    headers: { Accept: 'application/xml, text/xml', 'Accept-Encoding': 'identity' },
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })
  if (status !== 200) {
    await body?.cancel()
    throw new Error(`The editing server answered ${status}.`)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxDocumentBytes)
      throw new Error(`The editing server sent more than ${maxDocumentBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
