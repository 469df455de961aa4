import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  specTypeSchemas,
  type StandardSchemaV1,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import service from '#generated/service.json' with { type: 'json' }
import { reported } from '../platform/http/answer/problem-response.ts'
import { HttpReply } from '../platform/http/exchange/http-reply.ts'
import { endpointUrl } from '../platform/http/link.ts'
import { mcpPath } from './protected-resource.ts'
import { toRefusal } from './protocol.ts'
import { callTool, type ClientCaller } from './tool-call.ts'
import { listTools } from './tool-list.ts'

const instructions =
  'The company’s wiki, tasks, support tickets, courses and files, as the signed-in person may use them. Tools that ' +
  'write take dry_run. find_function and call_function reach functions that are not listed as tools.'

/** The person for whom a client works, and the areas whose functions it selects. */
export interface ClientSession extends ClientCaller {
  areas: readonly string[] | undefined
}

/** Returns the result of the work; throws its problems as errors of the protocol. */
const asProtocolError = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const { status, code, message } = reported(error, mcpPath)
    const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    throw new ProtocolError(kind, message, { code })
  }
}

/** Returns a sentence that names the wrong field of a request. */
const toSentence = ({ path = [], message }: StandardSchemaV1.Issue): string =>
  `"${path.map(String).join('.')}" is wrong: ${message.replace('Invalid input: ', '')}.`

/** Loads the lists of resources on demand: tools do not need the code of their areas. */
const resourceList = () => import('./resource-list.ts')

/** Schemas of the served requests by method. */
const requests: Partial<Record<string, StandardSchemaV1>> = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
}

/**
 * Checks requests before the library does: its message about a wrong parameter is a JSON list of its validator's
 * issues, for most methods with the code of an internal error.
 */
class ClientServer extends Server {
  protected override _wrapHandler(...[method, handler]: Parameters<Server['_wrapHandler']>) {
    const handle = super._wrapHandler(method, handler)
    return async (...[request, context]: Parameters<typeof handle>) => {
      const [issue] = (await requests[method]?.['~standard'].validate(request))?.issues ?? []
      if (issue) throw new ProtocolError(ProtocolErrorCode.InvalidParams, toSentence(issue))
      return handle(request, context)
    }
  }
}

const clientServer = ({ areas, ...caller }: ClientSession): Server => {
  const identity = { name: 'enterprise-platform', title: 'Enterprise platform', version: service.version }
  const server = new ClientServer(identity, {
    capabilities: { tools: {}, resources: {} },
    instructions,
    // the library's own validator is for answers to questions that servers ask, and takes long to create
    jsonSchemaValidator: {
      getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not supported' }),
    },
  })
  server.setRequestHandler('tools/list', () => ({
    tools: listTools(caller.actor.role, areas),
  }))
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(params.name, params.arguments ?? {}, caller),
  )
  server.setRequestHandler('resources/list', ({ params }) =>
    asProtocolError(async () => (await resourceList()).listResources(caller.actor, params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: (await resourceList()).listTemplates(),
  }))
  server.setRequestHandler('resources/read', ({ params }) =>
    asProtocolError(async () =>
      (await import('./resource-contents.ts')).readResource(caller.actor, params.uri),
    ),
  )
  return server
}

/** Request headers of the protocol. */
const headerNames = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'] as const

/** Serves a message of a version before 2026-07-28, without a session. */
const answerEarlier = async (request: Request, session: ClientSession): Promise<Response> => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await clientServer(session).connect(transport)
  return transport.handleRequest(request)
}

/** Answers a client's message by the protocol's library. Throws the refusals of src/mcp/protocol.ts. */
export const serveMessage = async (
  body: string,
  header: (name: string) => string | undefined,
  session: ClientSession,
): Promise<HttpReply<never>> => {
  const headers = headerNames.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  const request = new Request(endpointUrl(mcpPath, {}), { method: 'POST', headers, body })
  // the stream of a subscription would keep a function running for each client
  const present = createMcpHandler(() => clientServer(session), { legacy: 'reject', maxSubscriptions: 0 })
  const response = (await isLegacyRequest(request))
    ? await answerEarlier(request, session)
    : await present.fetch(request)
  const text = await response.text()
  if (response.status >= 400) throw toRefusal(response.status, text)
  return new HttpReply((text === '' ? undefined : JSON.parse(text)) as never, { status: response.status })
}
