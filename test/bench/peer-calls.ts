import type { APIGatewayProxyEvent } from 'aws-lambda'
import { isDeepStrictEqual } from 'node:util'
import { scenarios, type Scenario } from './scenarios.ts'

export type Handler = (event: object, context: object) => Promise<{ statusCode: number; body: string }>

/** Call that ours and the peers answer alike, and a mistaken form of it that they refuse alike. */
export interface PeerCall {
  title: string
  scenario: Scenario
  mistaken: (event: APIGatewayProxyEvent) => APIGatewayProxyEvent
}

const scenarioOf = (endpoint: string, of?: string) =>
  scenarios.find((one) => one.endpoint === endpoint && one.of === of) as Scenario

export const peerCalls: PeerCall[] = [
  {
    title: 'GET /auth/me',
    scenario: scenarioOf('auth-read-me'),
    mistaken: (event) => ({ ...event, headers: {}, multiValueHeaders: {} }),
  },
  {
    title: 'POST /wiki/spaces',
    scenario: scenarioOf('wiki-create-space'),
    mistaken: (event) => ({ ...event, body: '{"name": "A space", "slug": "No slug"}' }),
  },
  {
    title: 'GET /wiki/spaces/{id}/pages',
    scenario: scenarioOf('wiki-list-pages', 'page of 100'),
    mistaken: (event) => ({
      ...event,
      queryStringParameters: { limit: '0' },
      multiValueQueryStringParameters: { limit: ['0'] },
    }),
  },
]

/** Fields that differ for each new resource, and the next page, which each peer names differently. */
const own = ['id', 'slug', 'created_at', 'updated_at', 'next_cursor']

const answerOf = async (handler: Handler, event: APIGatewayProxyEvent) => {
  const { statusCode, body } = await handler(event, {})
  const fields = Object.entries(JSON.parse(body) as object).filter(([name]) => !own.includes(name))
  return { statusCode, fields: Object.fromEntries(fields) as object }
}

/** Throws unless `theirs` answers like `ours`, and refuses a mistake with the same status. */
export const requireSame = async (
  { title, mistaken }: PeerCall,
  ours: Handler,
  theirs: Handler,
  next: () => Promise<APIGatewayProxyEvent>,
): Promise<void> => {
  const event = await next()
  const answers = [await answerOf(ours, event), await answerOf(theirs, event)]
  const mistake = mistaken(await next())
  const statuses = [(await ours(mistake, {})).statusCode, (await theirs(mistake, {})).statusCode]
  if (isDeepStrictEqual(answers[0], answers[1]) && statuses[0] === statuses[1]) return
  throw new Error(`${title} is answered otherwise: ${JSON.stringify([statuses, answers]).slice(0, 2_000)}`)
}
