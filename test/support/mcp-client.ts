import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { handleMessage } from '../../src/mcp/endpoints/handle-message.ts'
import { call } from './call.ts'

/** Sends the requests of a client's transport to the endpoint, without a network. */
const inProcess =
  (as: { token: string }) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init)
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const answer = await call(handleMessage, {
      as,
      query: Object.fromEntries(new URL(request.url).searchParams),
      body: (await request.text()) as never,
      headers: Object.fromEntries(request.headers),
    })
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers })
  }

/** Connects the library's client of the present version of the protocol, or of the ones before. */
export const mcpClient = async (as: { token: string }, query = '', mode: 'auto' | 'legacy' = 'auto') => {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const address = new URL(`http://127.0.0.1/api/v1/mcp${query}`)
  await client.connect(new StreamableHTTPClientTransport(address, { fetch: inProcess(as) }))
  return client
}

/** Calls a tool once, by a new client; returns its structured content. */
export const callTool = async (
  as: { token: string },
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallToolResult & { structuredContent?: Record<string, unknown> }> =>
  (await (await mcpClient(as)).callTool({ name, arguments: args })) as never
