import { ask, require, type SmokeResponse, type Conversation, type Step } from './conversation.ts'

/**
 * Too large for a function behind the gateway, and small enough for the gateway itself (AWS Lambda, API Gateway,
 * "Quotas").
 */
const tooManyBytes = 7_000_000

const problemIn = ({ bytes, headers }: SmokeResponse): string => {
  const text = bytes.toString()
  require(/^\{"detail":".+"\}$/.test(text), `The answer is ${text.slice(0, 200)}`)
  const code = headers.get('x-error-code')
  require(code !== null, 'The X-Error-Code is missing.')
  return `${code}`
}

type GatewayStep = (talk: Conversation) => Step

const unknownPathStep: GatewayStep = (talk) => ({
  name: 'an unknown path',
  run: async () => problemIn(await ask(talk, 'GET', `/api/v1/${talk.word}`, { status: 404 })),
})

const otherMethodStep: GatewayStep = (talk) => ({
  name: 'another method',
  run: async () => {
    const answer = await ask(talk, 'DELETE', '/api/v1/health', { status: 405 })
    return `${problemIn(answer)}, Allow: ${answer.headers.get('allow')}`
  },
})

const unauthorizedStep: GatewayStep = (talk) => ({
  name: 'nobody',
  run: async () => {
    const answer = await ask(talk, 'GET', '/api/v1/auth/me', { status: 401 })
    const names = ['www-authenticate', 'x-amzn-remapped-www-authenticate']
    const found = names.filter((name) => answer.headers.has(name))
    return `${problemIn(answer)}, challenge in ${found.join(' and ') || 'no header'}`
  },
})

const distributionStep: GatewayStep = (talk) => ({
  name: 'past the distribution',
  run: async () => {
    if (talk.gatewayUrl === undefined) return 'skipped: this gateway has no known distribution'
    return problemIn(await ask({ url: talk.gatewayUrl }, 'GET', '/api/v1/health', { status: 403 }))
  },
})

const tooLargeStep: GatewayStep = (talk) => ({
  name: 'too large a request',
  run: async () => {
    const bytes = Buffer.alloc(tooManyBytes, ' ')
    return problemIn(await ask(talk, 'POST', '/api/v1/auth/login', { bytes, status: 413 }))
  },
})

const preflightStep: GatewayStep = (talk) => ({
  name: 'a preflight of a browser',
  run: async () => {
    const { headers } = await ask(talk, 'OPTIONS', '/api/v1/wiki/spaces', {
      headers: { Origin: 'https://client.example.com', 'Access-Control-Request-Method': 'POST' },
    })
    const methods = headers.get('access-control-allow-methods') ?? ''
    require(methods.includes('POST'), `It allows the methods "${methods}".`)
    return `${methods} from ${headers.get('access-control-allow-origin') ?? 'no other origin'}`
  },
})

const compressionStep: GatewayStep = (talk) => ({
  name: 'a compressed answer',
  run: async () => {
    const path = '/api/v1/functions?limit=100'
    for (const wanted of ['br', 'gzip']) {
      const answer = await ask(talk, 'GET', path, {
        as: talk.author,
        headers: { 'Accept-Encoding': wanted },
      })
      const { headers, bytes } = answer
      const encoding = headers.get('content-encoding')
      require(encoding === wanted, `${bytes.length} bytes came with the encoding ${encoding}, not ${wanted}.`)
      require(/accept-encoding/i.test(headers.get('vary') ?? ''), 'Vary does not name Accept-Encoding.')
      const { items } = JSON.parse(bytes.toString()) as { items: unknown[] }
      require(items.length > 0, `${path} has no items.`)
    }
    return `${path} came as br and gzip`
  },
})

const referenceStep: GatewayStep = (talk) => ({
  name: 'the reference',
  run: async () => {
    const sizes: string[] = []
    for (const path of ['/docs', '/redoc']) {
      const { headers, bytes } = await ask(talk, 'GET', path)
      require(headers.get('content-type')?.startsWith('text/html') === true, `${path} is not a page.`)
      sizes.push(`${path} ${bytes.length} bytes`)
    }
    return sizes.join(', ')
  },
})

/** Returns the steps about the gateway's own behavior: its errors, browsers, compression, the root of the host. */
export const gatewaySteps = (talk: Conversation): Step[] =>
  [
    unknownPathStep,
    otherMethodStep,
    unauthorizedStep,
    distributionStep,
    tooLargeStep,
    preflightStep,
    compressionStep,
    referenceStep,
  ].map((step) => step(talk))
