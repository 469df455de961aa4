import { loadEndpoints, queueFunctionName } from '../generation/endpoints.ts'
import { functionProfile } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { queueNames, queueSpec, type QueueSpec } from '../../src/platform/events/queues.ts'

/** Returns true if an endpoint may read the list of models, directly or by invoking other endpoints. */
export const readsModels = (spec: Pick<Spec, 'readsModels' | 'invokesEndpoints'>): boolean =>
  spec.readsModels === true || spec.invokesEndpoints === true

/** Returns true if the workers of a queue may read the list of models. */
export const queueReadsModels = (
  spec: Pick<QueueSpec, 'asksModels' | 'invokesEndpoints' | 'readsModels'>,
): boolean => spec.asksModels === true || readsModels(spec)

/** Returns the functions that read the list of models and the limits of groups. */
export const modelReaders = async () => [
  ...(await loadEndpoints())
    .filter(({ spec }) => readsModels(spec))
    .map(({ functionName, spec }) => ({ name: functionName, profile: functionProfile(spec) })),
  ...queueNames
    .filter((name) => queueReadsModels(queueSpec(name)))
    .map((name) => ({ name: queueFunctionName(name), profile: queueSpec(name).profile ?? 'worker' })),
]
