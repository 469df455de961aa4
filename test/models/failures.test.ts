import { afterEach, describe, expect, test } from 'vitest'
import { generate } from '../../src/models/generation.ts'
import { ModelError } from '../../src/models/generation-request.ts'
import { captureLog } from '../support/captured-log.ts'
import { givenProvider } from '../support/given-provider.ts'
import { scriptedKey, startProvider, type Failure } from '../support/scripted-provider.ts'
import { catchModelError, generateParts, generationRequest, user } from './given-request.ts'

const provider = await givenProvider()

afterEach(() => provider.configure(provider.entry))

const busy = 'The model "Scripted" is busy; please try again in a moment.'
const broken = 'The model "Scripted" stopped in the middle of its answer.'
const tooLong = 'The model "Scripted" cannot process conversations of this length.'
const forbidden = 'The model "Scripted" refuses to answer this.'

/** Checks that a text contains nothing that people and logs must not see. */
const expectDiscreet = (text: string) => {
  expect(text).not.toContain(scriptedKey)
  expect(text).not.toContain('Bearer')
  expect(text).not.toContain(new URL(provider.url).host)
  expect(text).not.toContain('lunch')
}

describe('a failing model', () => {
  test.each<[Failure, object, string]>([
    [401, {}, 'The model "Scripted" rejects the credentials of the platform; an administrator can fix this.'],
    [403, {}, 'The model "Scripted" rejects the credentials of the platform; an administrator can fix this.'],
    [404, {}, 'The model "Scripted" does not exist at its provider; an administrator can fix this.'],
    [429, {}, busy],
    [500, {}, busy],
    [503, {}, busy],
    [529, {}, busy],
    [400, {}, 'The model "Scripted" rejected the request.'],
    [400, { code: 'context_length_exceeded' }, tooLong],
    [400, { message: "This model's maximum context length is 8192 tokens." }, tooLong],
    [413, {}, tooLong],
    [400, { code: 'content_filter' }, forbidden],
    ['reset', {}, 'The model "Scripted" cannot be reached; please try again later.'],
    ['cut', {}, broken],
    ['unfinished', {}, broken],
    ['content_filter', {}, forbidden],
    ['error_chunk', {}, busy],
    ['nonsense', {}, 'The model "Scripted" returned an unreadable answer.'],
    ['empty', {}, 'The model "Scripted" returned no answer.'],
    [
      400,
      {
        message: `Unknown parameter: 'messages[0].name' of "What is for lunch?", ${scriptedKey}`,
        param: 'messages[0].name',
      },
      'The model "Scripted" does not accept the parameter "messages[0].name"; an administrator can fix this.',
    ],
  ])('explains %s and %j in one sentence that does not reveal its endpoint', async (kind, error, reason) => {
    provider.fail(kind, { error })
    const log = captureLog()

    const failure = await catchModelError()
    log.release()

    expect(failure).toBeInstanceOf(ModelError)
    expect(failure.reason).toBe(reason)
    expect(failure.cause).toBeUndefined()
    expectDiscreet(`${failure.stack} ${log.text()}`)
    expect(failure.parts.some(({ type }) => type === 'end')).toBe(false)
  })

  test('does not follow redirects', async () => {
    const elsewhere = await startProvider()
    await provider.configure(provider.entry)
    for (const status of [301, 302, 307, 308])
      provider.step({ failure: status, location: `${elsewhere.url}/chat/completions` })

    const failures = [
      await catchModelError(),
      await catchModelError(),
      await catchModelError(),
      await catchModelError(),
    ]
    await elsewhere.stop()

    expect(elsewhere.requests).toEqual([])
    for (const { reason } of failures)
      expect(reason).toBe('The model "Scripted" redirects elsewhere; an administrator can fix this.')
  })

  test('says that it cannot be reached if its address is wrong', async () => {
    const gone = await startProvider()
    await gone.stop()
    await provider.configure({ ...provider.entry, base_url: gone.url })

    const { reason } = await catchModelError()

    expect(reason).toBe('The model "Scripted" cannot be reached; please try again later.')
  })

  test('explains its failure in the same way without streaming', async () => {
    const capabilities = { functions: true, streaming: false, vision: false }
    await provider.configure({ ...provider.entry, capabilities })
    provider.fail('nonsense').fail(401).fail('content_filter')

    const reasons = [await catchModelError(), await catchModelError(), await catchModelError()].map(
      ({ reason }) => reason,
    )

    expect(reasons).toEqual([
      'The model "Scripted" returned an unreadable answer.',
      'The model "Scripted" rejects the credentials of the platform; an administrator can fix this.',
      forbidden,
    ])
  })

  test("logs the model's ID, the kind of the error and the status", async () => {
    provider.fail(401)
    const log = captureLog()

    await catchModelError()
    log.release()

    expect(JSON.parse(log.text())).toMatchObject({
      level: 'warn',
      message: 'model failed',
      model: 'scripted',
      error: 'AI_APICallError',
      status: 401,
      refusal: 'credentials',
    })
  })

  test('logs the rejected parameter and the message, without keys and texts of people', async () => {
    const message = `Extra field: 'logit_bias' in "What is for lunch?" by ada@example.com, key ${scriptedKey}, 昼食`
    provider.fail(400, { error: { message, param: null } })
    const log = captureLog()

    const { reason } = await catchModelError({ turns: [user('What is for lunch?')] })
    log.release()

    expect(reason).toBe(
      'The model "Scripted" does not accept the parameter "logit_bias"; an administrator can fix this.',
    )
    expect(JSON.parse(log.text())).toMatchObject({
      parameter: 'logit_bias',
      provider_message: 'Extra field: \'logit_bias\' in "… is for …?" by … key …',
    })
    expectDiscreet(log.text())
    expect(log.text()).not.toContain('example.com')
  })

  test('omits a rejected parameter in the retry and in later requests', async () => {
    await provider.configure({ ...provider.entry, description: 'Refuses temperatures.' })
    const parameters = { temperature: 0.5, top_p: null, max_output_tokens: null }
    provider.fail(400, { error: { message: "'temperature' is not supported.", param: 'temperature' } })
    provider.say('Soup.').say('Bread.')
    const log = captureLog()

    await generateParts({ parameters })
    await generateParts({ parameters })
    log.release()

    expect(provider.requests.map(({ body }) => body.temperature)).toEqual([0.5, undefined, undefined])
    expect(log.text()).toContain(
      '"message":"model refuses a parameter","model":"scripted","parameter":"temperature"',
    )
  })

  test('sends a parameter again if leaving it out did not help', async () => {
    const parameters = { temperature: 0.5, top_p: null, max_output_tokens: null }
    const error = { message: 'The temperature of the room is wrong.' }
    provider.fail(400, { error, times: 2 }).say('Soup.')

    await catchModelError({ parameters })
    await generateParts({ parameters })

    expect(provider.requests.map(({ body }) => body.temperature)).toEqual([0.5, undefined, 0.5])
  })

  test('retries one failure once', async () => {
    provider.fail(503, { times: 1 }).say('Soup.')

    const parts = await generateParts()

    expect(parts[0]).toEqual({ type: 'text', text: 'Soup.' })
    expect(provider.requests).toHaveLength(2)
  })

  test('passes on its first text and does not retry after it', async () => {
    provider.fail('cut').say('Soup.')

    const { parts } = await catchModelError()

    expect(parts).toEqual([{ type: 'text', text: 'Half of it' }])
    expect(provider.requests).toHaveLength(1)
    await generateParts()
  })

  test('says that it no longer exists if it is no longer configured', async () => {
    const asked = await generationRequest()
    await provider.configure()

    const failing = Array.fromAsync(generate(asked))

    await expect(failing).rejects.toThrow('The model "Scripted" no longer exists.')
  })
})

describe('a silent model', () => {
  const timeouts = { firstPartMilliseconds: 10_000, idleMilliseconds: 10_000, totalMilliseconds: 10_000 }

  test('times out if there is no first sign of life', async () => {
    provider.fail('silence')

    const { reason } = await catchModelError({}, { ...timeouts, firstPartMilliseconds: 50 })

    expect(reason).toBe('The model "Scripted" did not answer in time; please try again later.')
  })

  test('times out if it stops in the middle of its answer', async () => {
    provider.fail('stall')

    const { reason, parts } = await catchModelError({}, { ...timeouts, idleMilliseconds: 300 })

    expect(reason).toBe('The model "Scripted" stopped in the middle of its answer.')
    expect(parts).toEqual([{ type: 'text', text: 'Half of it' }])
  })

  test('does not time out while it thinks', async () => {
    provider.step({ reasoning: Array.from({ length: 10 }, () => 'hm '), pieces: ['Soup.'], delay: 60 })

    const parts = await generateParts({}, { ...timeouts, idleMilliseconds: 500 })

    expect(parts[0]).toEqual({ type: 'text', text: 'Soup.' })
  })

  test('does not time out while it sends keep-alive comments', async () => {
    provider.step({ comments: 10, pieces: ['Soup.'], delay: 40 })

    const parts = await generateParts({}, { ...timeouts, firstPartMilliseconds: 250 })

    expect(parts[0]).toEqual({ type: 'text', text: 'Soup.' })
  })

  test('may have its own time limit for the first sign of life', async () => {
    await provider.configure({ ...provider.entry, first_token_seconds: 1 })
    provider.fail('silence')

    const { reason } = await catchModelError()

    expect(reason).toBe('The model "Scripted" did not answer in time; please try again later.')
  })

  test('times out if it never stops', async () => {
    provider.step({ pieces: Array.from({ length: 500 }, () => 'and '), delay: 5 })

    const { reason } = await catchModelError({}, { ...timeouts, totalMilliseconds: 100 })

    expect(reason).toBe('The model "Scripted" took too long.')
  })

  test('does not time out while the consumer is slow', async () => {
    provider.say('Soup', ' and bread.')
    const parts = generate(await generationRequest(), { ...timeouts, idleMilliseconds: 300 })

    const first = await parts.next()
    // longer than the idle limit of the model
    await new Promise((resolve) => setTimeout(resolve, 400))
    const second = await parts.next()

    expect([first.value, second.value]).toEqual([
      { type: 'text', text: 'Soup' },
      { type: 'text', text: ' and bread.' },
    ])
  })
})

describe('a canceled generation', () => {
  test('ends the request and throws the reason of the caller', async () => {
    const asker = new AbortController()
    provider.fail('stall')
    const parts = generate(await generationRequest({ signal: asker.signal }))
    await parts.next()

    asker.abort(new Error('Cancelled.'))

    await expect(parts.next()).rejects.toThrow('Cancelled.')
    await expect.poll(() => provider.open()).toBe(0)
  })

  test('sends no request if it was canceled before', async () => {
    const failing = generateParts({
      signal: AbortSignal.abort(new Error('Cancelled.')),
      turns: [user('Hello')],
    })

    await expect(failing).rejects.toThrow('Cancelled.')
    expect(provider.requests).toEqual([])
  })

  test('ends the request when the consumer stops reading', async () => {
    provider.fail('stall')

    for await (const part of generate(await generationRequest())) if (part.type === 'text') break

    await expect.poll(() => provider.open()).toBe(0)
  })
})
