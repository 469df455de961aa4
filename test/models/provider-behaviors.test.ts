import { describe, expect, test } from 'vitest'
import functions from '#generated/functions.json' with { type: 'json' }
import { findModel } from '../../src/models/configured-models.ts'
import type { GenerationPart, Turn } from '../../src/models/generation-request.ts'
import type { Model } from '../../src/models/model.ts'
import { captureLog } from '../support/captured-log.ts'
import { configureModels } from '../support/configured-models.ts'
import { catchModelError, generateParts, listSpacesTool, user } from './given-request.ts'
import { surroundings, thoughts } from './answer-behaviors.ts'
import { refusals } from './refusal-behaviors.ts'
import { standinProvider, type Behavior } from './standin-provider.ts'

/** Behaviors of providers, from their documentation and from reports about them. */
const behaviors: Behavior[] = [...refusals, ...thoughts, ...surroundings]

const standin = await standinProvider()

const tools = functions.map(({ name, title: description, parameters }) => ({ name, description, parameters }))

/** A chat with a failed reply, so that two questions follow each other. */
const turns: Turn[] = [
  user('Hello'),
  { role: 'assistant', text: 'Hello.', calls: [] },
  user('And for dinner?'),
  user('What is for lunch?'),
]

let count = 0

/**
 * Configures a new model of the stand-in with a behavior, and returns a request to it; nothing is known of a new model.
 */
const given = async (behavior: Behavior, isStreamed: boolean, hasTools: boolean) => {
  const id = `standin-${(count += 1)}`
  const entry = {
    id,
    name: 'Stand-in',
    provider: 'openai-compatible',
    base_url: standin.url,
    context_window: 200_000,
    max_output_tokens: 1_000,
    capabilities: { streaming: isStreamed },
  }
  const takeBack = await configureModels({ ...entry, ...behavior.model })
  standin.behavior = behavior
  return {
    takeBack,
    request: {
      model: (await findModel({ role: 'user', groups: [] }, id)) as Model,
      turns,
      tools: hasTools ? [listSpacesTool, ...tools] : [],
      parameters: { temperature: 0.5, top_p: 0.9, max_output_tokens: null },
    },
  }
}

/** Returns the text that remains: text before a retraction does not count. */
const textIn = (parts: GenerationPart[]) =>
  parts
    .slice(parts.findLastIndex(({ type }) => type === 'retraction') + 1)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')

const isRefused = ({ parameter, reason, ...about }: Behavior, isStreamed: boolean, hasTools: boolean) =>
  reason !== undefined
    ? !hasTools
    : parameter !== undefined && (!about.isAboutTools || hasTools) && (!about.isAboutWhole || !isStreamed)

describe.each([
  ['streamed', true, false],
  ['whole', false, false],
  ['streamed with functions', true, true],
  ['whole with functions', false, true],
] as const)('a model, %s,', (_, isStreamed, hasTools) => {
  test.each(behaviors.map((behavior) => [behavior.name, behavior] as const))(
    'answers or explains why not: %s',
    async (_name, behavior) => {
      const { request, takeBack } = await given(behavior, isStreamed, hasTools)
      const log = captureLog()
      try {
        if (isRefused(behavior, isStreamed, hasTools)) {
          const { reason } = await catchModelError(request)

          expect(reason).toContain(behavior.reason ?? `"${behavior.parameter}"`)
          if (behavior.parameter) expect(log.text()).toContain(`"parameter":"${behavior.parameter}"`)
          expect(log.text()).not.toContain('lunch')
          return
        }
        const parts = await generateParts(request)

        const end = parts.at(-1)
        if (hasTools)
          expect(parts.filter(({ type }) => type === 'call')).toMatchObject([
            { call: { name: 'wiki_list_spaces', arguments: { q: 'a' } } },
          ])
        else expect(textIn(parts)).toBe('Soup.')
        expect(end).toMatchObject({ type: 'end' })
        for (const tokens of Object.values(end?.type === 'end' ? end.usage : {}))
          expect(Number.isSafeInteger(tokens) && tokens >= 0).toBe(true)
      } finally {
        log.release()
        takeBack()
      }
    },
  )
})
