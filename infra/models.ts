import { loadEndpoints, queueFunctionName } from './endpoints.ts'
import { requireRoom, settingDocument } from './setting-document.ts'
import { parseModels } from '../src/models/configured-models.ts'
import { parseGroupLimits } from '../src/models/group-limits.ts'
import { profileOf, type Spec } from '../src/platform/http/spec.ts'
import { queueNames, queueSpec, type QueueSpec } from '../src/platform/events/queues.ts'

/** Whether an endpoint may read the list of models. What runs other endpoints may run one that does. */
export const readsModels = (spec: Pick<Spec, 'readsModels' | 'invokesEndpoints'>): boolean =>
  spec.readsModels === true || spec.invokesEndpoints === true

/** Whether the workers of a queue may read it. */
export const queueReadsModels = (spec: Pick<QueueSpec, 'asksModels' | 'invokesEndpoints'>): boolean =>
  spec.asksModels === true || spec.invokesEndpoints === true

/** Throws an Error that says what is wrong with the setting `models`. */
export const requireModels = (text: string): void => {
  parseModels(text)
  requireRoom('MODELS', text)
}

/** Throws an Error that says what is wrong with the setting `group-limits`. */
export const requireGroupLimits = (text: string): void => {
  parseGroupLimits(text)
  requireRoom('GROUP_LIMITS', text)
}

const findReaders = async () => [
  ...(await loadEndpoints())
    .filter(({ spec }) => readsModels(spec))
    .map(({ name, spec }) => ({ name, profile: profileOf(spec) })),
  ...queueNames
    .filter((name) => queueReadsModels(queueSpec(name)))
    .map((name) => ({ name: queueFunctionName(name), profile: queueSpec(name).profile ?? 'worker' })),
]

/** The list of models, and the limits of groups, which only those functions may read whose spec says so. */
export const modelsOf = async (models: string, groupLimits: string) => {
  const readers = await findReaders()
  const list = settingDocument({ id: 'Models', name: 'models', text: models, readers })
  const limits = settingDocument({ id: 'GroupLimits', name: 'group-limits', text: groupLimits, readers })
  return {
    Resources: {
      ModelsParameter: list.parameter,
      ModelsPolicy: list.policy,
      GroupLimitsParameter: limits.parameter,
      GroupLimitsPolicy: limits.policy,
    },
  }
}
