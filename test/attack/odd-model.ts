import type { Failure, ScriptedCall, Step, WireRequest } from '../support/scripted-provider.ts'
import { oddJson, oddWord } from './oddities.ts'
import type { Random } from './random.ts'

/** Quick failures; tests of models cover those that end by a timeout. */
const failures: readonly Failure[] = [
  400,
  401,
  429,
  500,
  'reset',
  'cut',
  'unfinished',
  'content_filter',
  'error_chunk',
  'nonsense',
  'empty',
]

const uuids = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g

/** Returns a call of an offered function, with IDs from the conversation or unexpected arguments. */
const callOf = (random: Random, { messages, tools = [] }: WireRequest['body']): ScriptedCall => {
  const offered = tools.map((tool) => tool.function.name)
  const name =
    offered.length === 0 || random.chance(0.1) ? oddWord(random).slice(0, 60) : random.pick(offered)
  const known = JSON.stringify(messages).match(uuids) ?? []
  const id = known.length > 0 ? random.pick(known) : random.uuid()
  const given = { id, q: 'words', name: 'A name', title: 'A title', text: oddWord(random) }
  return { name, arguments: random.chance(0.5) ? given : oddJson(random) }
}

/**
 * Returns an erratic model: it repeats its input, calls allowed and forbidden functions, and fails in many ways. After
 * the result of a call it usually stops, so that replies end.
 */
export const oddModel =
  (random: Random) =>
  ({ body }: WireRequest): Step => {
    const last = body.messages.at(-1)
    const said = String(last?.content ?? '').slice(-2_000)
    const has = last?.role === 'tool' ? 0.8 : 0.4
    if (random.chance(has)) return { pieces: ['I was told: ', said] }
    if (random.chance(0.5))
      return { calls: Array.from({ length: 1 + random.below(4) }, () => callOf(random, body)) }
    if (random.chance(0.5))
      return { failure: random.pick(failures), pieces: ['Half of it', ' and the rest.'] }
    return {
      pieces: [oddWord(random), oddWord(random)],
      reasoning: [said],
      calls: random.chance(0.3) ? [callOf(random, body)] : [],
    }
  }
