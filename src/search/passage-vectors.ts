import pMap from 'p-map'
import { findEmbeddingModel } from '../models/configured-models.ts'
import { embedTexts } from '../models/embeddings.ts'
import { batchesOf } from '../platform/runtime/batches.ts'
import { log } from '../platform/runtime/log.ts'
import type { DocumentKey } from '../platform/search/index/document.ts'
import { findUnembedded, storeVector } from '../platform/search/index/passage-vector.ts'

/** How many passages one message is about, and how many go to the model in one call: some servers take no more. */
const passagesAtOnce = 96
const passagesOfCall = 32

/** Of a thing the first passages have embeddings, about a megabyte of text. */
const maxPassages = 960

const callMilliseconds = 30_000

/** How often a call is made again at once. */
const maxRetries = 1

const writesAtOnce = 8

/**
 * Has embeddings made of the passages of a thing, from a place on, where they have none of their present text by the
 * model that is configured. Gives the place to continue at. Throws ModelError; what was made before it is kept.
 */
export const embedThing = async (key: DocumentKey, from: number): Promise<number | undefined> => {
  const configured = await findEmbeddingModel()
  if (!configured) return undefined
  const { id, embedding_model: model } = configured
  const { passages, isLast } = await findUnembedded(key, model, from, passagesAtOnce)
  for (const batch of batchesOf(passages, passagesOfCall)) {
    const inputs = batch.map(({ input }) => input)
    const { vectors } = await embedTexts(configured, inputs, callMilliseconds, maxRetries)
    await pMap(batch, (passage, n) => storeVector(passage, model, vectors[n] ?? []), {
      concurrency: writesAtOnce,
    })
    log.info('passages embedded', { type: key.type, id: key.id, model: id, passages: batch.length })
  }
  const next = from + passagesAtOnce
  return isLast || next >= maxPassages ? undefined : next
}
