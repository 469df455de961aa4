import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Turn } from '../../src/models/generation-request.ts'
import { startProvider, type ScriptedProvider } from '../support/scripted-provider.ts'
import { catchModelError, generateParts, passage, user } from './given-request.ts'

/** About 4 000 characters, a thousand tokens by the estimate. */
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

/** A step that calls a function, and what came of it. */
const step = (id: string, result: string): Turn[] => [
  {
    role: 'assistant',
    text: `step ${id}`,
    calls: [{ id, name: 'wiki_list_spaces', arguments: {} }],
  },
  { role: 'results', results: [{ id, name: 'wiki_list_spaces', result, isError: false }] },
]

/** What went out after the system text: the first words of each message. */
const sent = () =>
  provider.requests
    .at(-1)
    ?.body.messages.slice(1)
    .map(({ role, content }) => `${role}: ${content?.replace(/"/g, '').split(' ').slice(0, 2).join(' ')}`)

describe('a conversation that does not fit into the window of the model', () => {
  test('loses the oldest questions, each with its answer', async () => {
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

  test('loses no later question for an earlier one that is shorter', async () => {
    const turns = [user('q 1'), said('a 1'), user(long('q 2')), said(long('a 2') + long('')), user('q 3')]

    await generateParts({ turns })

    expect(sent()).toEqual(['user: q 3'])
  })

  test('loses calls and results together, and never the question or the newest results', async () => {
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

  test('leaves room for what was found and for the functions', async () => {
    const turns = [user(long('q 1')), said('a 1'), user('q 2')]
    const passages = [passage(long('')), passage(long(''))]

    await generateParts({ turns, passages })
    const withPassages = sent()
    await generateParts({ turns })
    const without = sent()

    expect(withPassages).toEqual([expect.stringMatching(/^user: <passages-b0>/)])
    expect(without).toEqual(['user: q 1', 'assistant: a 1', 'user: q 2'])
  })

  test('leaves room for what the model is to say', async () => {
    const turns = [user(long('q 1')), said(long('a 1')), user(long('q 2'))]
    const parameters = { temperature: null, top_p: null, max_output_tokens: 100 }

    await generateParts({ turns, parameters })
    const beforeFewWords = sent()
    await generateParts({ turns })

    expect(beforeFewWords).toEqual(['user: q 1', 'assistant: a 1', 'user: q 2'])
    expect(sent()).toEqual(['user: q 2'])
  })

  test('is refused when the question alone does not fit', async () => {
    const { reason } = await catchModelError({ turns: [user(long('q').repeat(5))] })

    expect(reason).toBe('The question is too long for the model "Scripted".')
    expect(provider.requests).toEqual([])
  })

  test('begins with a question, whatever it was cut to before', async () => {
    await generateParts({ turns: [said('a 0'), user('q 1'), said('a 1'), user('q 2')] })

    expect(sent()).toEqual(['user: q 1', 'assistant: a 1', 'user: q 2'])
  })
})
