import type { QueueMessage } from '../platform/events/message-kind.ts'
import { environment } from '../platform/runtime/environment.ts'
import { log } from '../platform/runtime/log.ts'
import type { DocumentKey } from '../platform/search/index/document.ts'
import { sourceTypes } from '#generated/resource-types.ts'
import { embedding } from './queues.ts'

const isSourceType = (type: string) => (sourceTypes as readonly string[]).includes(type)

/**
 * Returns true if an embedding model is configured. Also returns true if the configuration cannot be read, so that the
 * worker that needs it fails instead of this one.
 */
const hasModel = async (): Promise<boolean> => {
  if (environment.parameterOf('MODELS') === undefined) return false
  const { findEmbeddingModel } = await import('../models/configured-models.ts')
  try {
    return (await findEmbeddingModel()) !== undefined
  } catch (error) {
    log.error('the models cannot be read', error)
    return true
  }
}

/**
 * Returns the message that follows the indexing of a resource that assistants may quote: the embedding of its passages,
 * if a model is configured.
 */
export const toEmbed = async ({ type, id }: DocumentKey): Promise<QueueMessage<'courses'>[]> =>
  isSourceType(type) && (await hasModel()) ? [embedding.message({ type, id })] : []
