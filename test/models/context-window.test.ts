import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Turn } from '../../src/models/generation-request.ts'
import { startProvider, type ScriptedProvider } from '../support/scripted-provider.ts'
import { catchModelError, generateParts, passage, user } from './given-request.ts'

/** Returns about 4,000 characters, which are 1,000 tokens by the estimate. */
const long = (name: string) => `${name} ${'la '.repeat(1_330)}`

let provider: ScriptedProvider

beforeAll(async () => {
  provider = await startProvider({ context_window: 4_000, max_output_tokens: 1_000 })
  return () => provider.stop()
})

afterEach(() => {
  provider.requests.length = 0
})

const said = (text: string): Turn => ({ role: 'assistant', text, calls: [] })

/** Returns a step that calls a function, with the result of the call. */
const step = (id: string, result: string): Turn[] => [
  {
    role: 'assistant',
    text: `step ${id}`,
    calls: [{ id, name: 'wiki_list_spaces', arguments: {} }],
  },
  { role: 'results', results: [{ id, name: 'wiki_list_spaces', result, isError: false }] },
]

/** Returns the first words of each message sent after the system prompt. */
const sent = () =>
  provider.requests
    .at(-1)
    ?.body.messages.slice(1)
    .map(({ role, content }) => `${role}: ${content?.replace(/"/g, '').split(' ').slice(0, 2).join(' ')}`)

describe('a conversation that exceeds the context window of the model', () => {
  test('drops the oldest questions with their answers', async () => {
    const turns = [
      user(long('q 1')),
      said(long('a 1')),
      user(long('q 2')),
      said('a 2'),
      user('q 3'),
      said('a 3'),
      user('q 4'),
    ]

    await generateParts({ turns })

    expect(sent()).toEqual(['user: q 2', 'assistant: a 2', 'user: q 3', 'assistant: a 3', 'user: q 4'])
  })

  test('keeps no earlier question than one that was dropped, even a shorter one', async () => {
    const turns = [user('q 1'), said('a 1'), user(long('q 2')), said(long('a 2') + long('')), user('q 3')]

    await generateParts({ turns })

    expect(sent()).toEqual(['user: q 3'])
  })

  test('drops calls with their results, but neither the question nor the newest results', async () => {
    const turns = [
      user('q 1'),
      said('a 1'),
      user('q 2'),
      ...step('one', long('r 1') + long('')),
      ...step('two', 'r 2'),
      ...step('three', long('r 3')),
    ]

    await generateParts({ turns })

    expect(sent()).toEqual([
      'user: q 2',
      'assistant: step two',
      'tool: r 2',
      'assistant: step three',
      'tool: r 3',
    ])
  })

  test('leaves space for passages and functions', async () => {
    const turns = [user(long('q 1')), said('a 1'), user('q 2')]
    const passages = [passage(long('')), passage(long(''))]

    await generateParts({ turns, passages })
    const withPassages = sent()
    await generateParts({ turns })
    const without = sent()

    expect(withPassages).toEqual([expect.stringMatching(/^user: <passages-b0>/)])
    expect(without).toEqual(['user: q 1', 'assistant: a 1', 'user: q 2'])
  })

  test('leaves space for the output of the model', async () => {
    const turns = [user(long('q 1')), said(long('a 1')), user(long('q 2'))]
    const parameters = { temperature: null, top_p: null, max_output_tokens: 100 }

    await generateParts({ turns, parameters })
    const beforeFewWords = sent()
    await generateParts({ turns })

    expect(beforeFewWords).toEqual(['user: q 1', 'assistant: a 1', 'user: q 2'])
    expect(sent()).toEqual(['user: q 2'])
  })

  test('rejects a question that does not fit by itself', async () => {
    const { reason } = await catchModelError({ turns: [user(long('q').repeat(5))] })

    expect(reason).toBe('The question is too long for the model "Scripted".')
    expect(provider.requests).toEqual([])
  })

  test('begins with a question, wherever it was cut before', async () => {
    await generateParts({ turns: [said('a 0'), user('q 1'), said('a 1'), user('q 2')] })

    expect(sent()).toEqual(['user: q 1', 'assistant: a 1', 'user: q 2'])
  })
})
