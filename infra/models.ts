import { loadEndpoints, queueFunctionName } from './endpoints.ts'
import { profileOf, type Spec } from '../src/platform/http/spec.ts'
import { queueNames, queueSpec, type QueueSpec } from '../src/platform/events/queues.ts'

/** Whether an endpoint may read the list of models. What runs other endpoints may run one that does. */
export const readsModels = (spec: Pick<Spec, 'readsModels' | 'invokesEndpoints'>): boolean =>
  spec.readsModels === true || spec.invokesEndpoints === true

/** Whether the workers of a queue may read it. */
export const queueReadsModels = (
  spec: Pick<QueueSpec, 'asksModels' | 'invokesEndpoints' | 'readsModels'>,
): boolean => spec.asksModels === true || readsModels(spec)

/** The functions whose spec says that they read the list of models, and the limits of groups. */
export const modelReaders = async () => [
  ...(await loadEndpoints())
    .filter(({ spec }) => readsModels(spec))
    .map(({ functionName, spec }) => ({ name: functionName, profile: profileOf(spec) })),
  ...queueNames
    .filter((name) => queueReadsModels(queueSpec(name)))
    .map((name) => ({ name: queueFunctionName(name), profile: queueSpec(name).profile ?? 'worker' })),
]
