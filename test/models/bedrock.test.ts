import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findEmbeddingModel, findModel, type EmbeddingModel } from '../../src/models/configured-models.ts'
import { embedTexts } from '../../src/models/embeddings.ts'
import { type Model } from '../../src/models/model.ts'
import { linesFromNow } from '../support/log-lines.ts'
import { configureModels } from '../support/configured-models.ts'
import { catchModelError, generateParts } from './given-request.ts'

interface Came {
  path: string
  authorization: string
  body: { messages: object[]; system: object[]; inferenceConfig: object }
}

let came: Came[] = []
let entry: object
let respond: (response: ServerResponse) => void

const textOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Starts a substitute for Bedrock that records the requests. One of its models answers in one piece. */
beforeAll(async () => {
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const { url: path = '', headers } = request
      const body = JSON.parse(text) as Came['body']
      came.push({ path, authorization: String(headers.authorization), body })
      respond(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  entry = {
    id: 'cloud',
    name: 'Cloud',
    provider: 'bedrock',
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-3',
    model: 'eu.example.large-v1:0',
    context_window: 16_000,
    max_output_tokens: 1_000,
  }
  const whole = { ...entry, id: 'whole', capabilities: { streaming: false } }
  const takeBack = await configureModels(entry, whole)
  return () => {
    takeBack()
    server.closeAllConnections()
    server.close()
  }
})

afterEach(() => {
  came = []
})

const answerJson = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Returns a header of a message, whose value is a string (type 7). */
const headerOf = (name: string, value: string) =>
  Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7, 0, value.length]),
    Buffer.from(value),
  ])

/**
 * Returns a message of `application/vnd.amazon.eventstream`: lengths, their checksum, headers, payload, total checksum.
 */
const eventOf = (type: string, payload: object) => {
  const headers = Buffer.concat([
    headerOf(':message-type', 'event'),
    headerOf(':event-type', type),
    headerOf(':content-type', 'application/json'),
  ])
  const body = Buffer.from(JSON.stringify(payload))
  const lengths = Buffer.concat([uint32(headers.length + body.length + 16), uint32(headers.length)])
  const all = Buffer.concat([lengths, uint32(crc32(lengths)), headers, body])
  return Buffer.concat([all, uint32(crc32(all))])
}

const answerEvents =
  (...events: [string, object][]) =>
  (response: ServerResponse) =>
    response
      .writeHead(200, { 'Content-Type': 'application/vnd.amazon.eventstream' })
      .end(Buffer.concat(events.map(([type, payload]) => eventOf(type, payload))))

const model = async (id: string) => (await findModel({ role: 'user', groups: [] }, id)) as Model
const usage = { inputTokens: 5, outputTokens: 2, totalTokens: 7 }

describe('a Bedrock model', () => {
  test("calls Bedrock in the model's region, with its own name and the credentials of the function", async () => {
    const textOf = (text: string) => ({ contentBlockIndex: 0, delta: { text } })
    respond = answerEvents(
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', textOf('Soup')],
      ['contentBlockDelta', textOf(' and bread.')],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['messageStop', { stopReason: 'end_turn' }],
      ['metadata', { usage }],
    )

    const parts = await generateParts({ model: await model('cloud') })

    expect(parts).toEqual([
      { type: 'text', text: 'Soup' },
      { type: 'text', text: ' and bread.' },
      { type: 'end', usage: { input_tokens: 5, output_tokens: 2 } },
    ])
    expect(came[0]?.path).toBe('/model/eu.example.large-v1%3A0/converse-stream')
    expect(came[0]?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/eu-west-3\/bedrock\/aws4_request/,
    )
    expect(came[0]?.body.inferenceConfig).toEqual({ maxTokens: 1_000 })
    expect(came[0]?.body.messages).toEqual([{ role: 'user', content: [{ text: 'What is for lunch?' }] }])
  })

  test('throws an error if the event stream ends early', async () => {
    respond = answerEvents(
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Soup' } }],
    )

    const failure = await catchModelError({ model: await model('cloud') })

    expect(failure.reason).toBe('The model "Cloud" stopped in the middle of its answer.')
  })

  test('answers in one piece if it does not stream', async () => {
    const message = { role: 'assistant', content: [{ text: 'Soup.' }] }
    respond = answerJson(200, { output: { message }, stopReason: 'end_turn', usage })

    const parts = await generateParts({ model: await model('whole') })

    expect(parts).toEqual([
      { type: 'text', text: 'Soup.' },
      { type: 'end', usage: { input_tokens: 5, output_tokens: 2 } },
    ])
    expect(came[0]?.path).toBe('/model/eu.example.large-v1%3A0/converse')
  })

  test('calls functions', async () => {
    const toolUse = { toolUseId: 'use_1', name: 'wiki_list_spaces', input: { q: 'food' } }
    const message = { role: 'assistant', content: [{ toolUse }] }
    respond = answerJson(200, { output: { message }, stopReason: 'tool_use', usage })
    const parameters = { type: 'object', properties: { q: { type: 'string' } } }
    const tools = [{ name: 'wiki_list_spaces', description: 'Lists spaces.', parameters }]

    const [part] = await generateParts({ model: await model('whole'), tools })

    expect(part).toEqual({
      type: 'call',
      call: { id: 'use_1', name: 'wiki_list_spaces', arguments: { q: 'food' } },
    })
  })

  test('omits a rejected parameter and adds the fields of MODELS', async () => {
    const message = { role: 'assistant', content: [{ text: 'Soup.' }] }
    const answer = answerJson(200, { output: { message }, stopReason: 'end_turn', usage })
    const refusal = answerJson(400, { message: '`temperature` is deprecated for this model.' })
    respond = (response) => (came.length === 1 ? refusal : answer)(response)
    const capabilities = { streaming: false }
    const takeBack = await configureModels({ ...entry, capabilities, extra_body: { top_k: 5 } })
    const parameters = { temperature: 0.5, top_p: null, max_output_tokens: null }

    const parts = await generateParts({ model: await model('cloud'), parameters })
    takeBack()

    expect(parts[0]).toEqual({ type: 'text', text: 'Soup.' })
    expect(came.map(({ body }) => body.inferenceConfig)).toEqual([
      { maxTokens: 1_000, temperature: 0.5 },
      { maxTokens: 1_000 },
    ])
    expect(came[1]?.body).toMatchObject({ additionalModelRequestFields: { top_k: 5 } })
  })

  test('embeds texts, one per call', async () => {
    respond = answerJson(200, { embedding: [0.6, 0.8], inputTextTokenCount: 3 })
    const takeBack = await configureModels({ ...entry, embedding_model: 'amazon.titan-embed-text-v2:0' })

    const { vectors, tokens } = await embedTexts(
      (await findEmbeddingModel()) as EmbeddingModel,
      ['Soup', 'Bread'],
      1_000,
    )
    takeBack()

    expect([vectors, tokens]).toEqual([
      [
        [0.6, 0.8],
        [0.6, 0.8],
      ],
      6,
    ])
    expect(came.map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => '/model/amazon.titan-embed-text-v2%3A0/invoke'),
    )
  })

  test.each([
    [
      403,
      'Model access is denied due to IAM user or service role is not authorized to perform the required AWS ' +
        'Marketplace actions (aws-marketplace:ViewSubscriptions, aws-marketplace:Subscribe) to enable access.',
      { refusal: 'marketplace_subscription', action: 'aws-marketplace:ViewSubscriptions' },
    ],
    [404, 'Model use case details have not been submitted.', { refusal: 'use_case_form' }],
  ])('explains a %i for an account without consent, and logs the cause', async (status, message, cause) => {
    respond = answerJson(status, { message })
    const lines = linesFromNow()

    const failure = await catchModelError({ model: await model('cloud') })

    expect(failure.reason).toBe(
      'The model "Cloud" is not enabled for the platform at its provider; an administrator can fix this.',
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'model failed', model: 'cloud', ...cause }),
    )
  })

  test.each([
    [429, 'Too many requests.', 'The model "Cloud" is busy; please try again in a moment.'],
    [
      403,
      'No access to arn:aws:bedrock:eu-west-3:123456789012:x.',
      'The model "Cloud" rejects the credentials of the platform; an administrator can fix this.',
    ],
    [
      400,
      'Input is too long for requested model.',
      'The model "Cloud" cannot process conversations of this length.',
    ],
  ])('explains a %i in one sentence', async (status, message, reason) => {
    respond = (response) => {
      response.setHeader('retry-after-ms', '1')
      answerJson(status, { message, type: 'Exception' })(response)
    }

    const failure = await catchModelError({ model: await model('cloud') })

    expect(failure.reason).toBe(reason)
  })
})
