import { wopiEnvironment } from './environment.ts'

/** Maximum size of a response streamed by a Lambda function, in bytes ("Response streaming for Lambda functions"). */
export const maxStreamedBytes = 200 * 1024 ** 2

/**
 * Number of bytes of a stream that API Gateway forwards at full speed; the rest is forwarded at 2 MB/s ("Stream the
 * integration response").
 */
export const maxFullSpeedBytes = 10_000_000

/** Maximum size of a Lambda event, in bytes ("Request must be smaller than 6291456 bytes"). */
const maxEventBytes = 6_291_456

/**
 * Size of an event without its body: request line and headers, at most 10,240 bytes at the gateway, twice and escaped,
 * and the context.
 */
const eventOverheadBytes = 65_536

/** Maximum size of a request body through the gateway, which is in Base64 within the Lambda event. */
export const maxGatewayBodyBytes = Math.floor((maxEventBytes - eventOverheadBytes) / 4) * 3

/** Lifetime of the download link on the editor's page, in seconds. */
export const downloadSeconds = 600

/** Returns the maximum size of a saved document, in bytes. */
export const maxSavedBytes = (): number => wopiEnvironment.saveBytes ?? maxGatewayBodyBytes

/**
 * Maximum size of a document opened for editing, as a share of the maximum saved size: it can grow by a ninth, so that
 * nobody writes a document that cannot be saved (decision 0030).
 */
const editableShare = 0.9

/** Returns true if a document is too large to be opened for editing. */
export const isTooLargeToEdit = (size: number): boolean => size > editableShare * maxSavedBytes()

/**
 * Returns true if a copy of a document is too large to be stored; copies always pass through the gateway, even if saves
 * do not.
 */
export const isTooLargeToCopy = (size: number): boolean =>
  size > editableShare * Math.min(maxSavedBytes(), maxGatewayBodyBytes)

/** Returns the maximum size of an editable document in readable form. */
export const maxEditedSize = (): string => `${((editableShare * maxSavedBytes()) / 1_000_000).toFixed(1)} MB`

/** Returns the reason why a document cannot be edited, as a clause. */
export const sizeLimitReason = (): string =>
  `This document is larger than ${maxEditedSize()}, the maximum size for editing here`

/** Returns the reason why a writer can only read a document, as a sentence. */
export const readOnlyReason = (): string => `${sizeLimitReason()}, so it opens read-only.`
