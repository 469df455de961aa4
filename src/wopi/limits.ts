import { environment } from '../platform/runtime/environment.ts'

/** The most that a Lambda function streams, in bytes ("Response streaming for Lambda functions"). */
export const maxStreamedBytes = 200 * 1024 ** 2

/**
 * How much of a stream API Gateway passes on at full speed, in bytes; the rest goes at 2 MB/s ("Stream the integration
 * response").
 */
export const maxFullSpeedBytes = 10_000_000

/** The largest event that Lambda takes, in bytes ("Request must be smaller than 6291456 bytes"). */
const maxEventBytes = 6_291_456

/**
 * What an event has beside its body: request line and headers, at most 10 240 bytes at the gateway, twice and escaped,
 * and the context.
 */
const eventOverheadBytes = 65_536

/** The most bytes that come through the gateway in one body: it is in Base64 within Lambda's event. */
export const maxGatewayBodyBytes = Math.floor((maxEventBytes - eventOverheadBytes) / 4) * 3

/** How long a person can download a file from the page of its editor, in seconds. */
export const downloadSeconds = 600

/** The most bytes that a document may be saved with. */
export const maxSavedBytes = (): number => environment.wopiSaveBytes ?? maxGatewayBodyBytes

/**
 * What is opened to be edited leaves room to grow by a ninth: nobody is to write what cannot be saved (decision 0030).
 */
const editableShare = 0.9

/** Whether a document is too large to be opened for editing. */
export const isTooLargeToEdit = (size: number): boolean => size > editableShare * maxSavedBytes()

/**
 * Whether a copy of a document is too large to come back; copies come through the gateway wherever documents are saved.
 */
export const isTooLargeToCopy = (size: number): boolean =>
  size > editableShare * Math.min(maxSavedBytes(), maxGatewayBodyBytes)

/** The maximum size of a document that can be edited, as people read it. */
export const maxEditedSize = (): string => `${((editableShare * maxSavedBytes()) / 1_000_000).toFixed(1)} MB`

/** The reason why a document cannot be edited, as a clause. */
export const sizeLimitReason = (): string =>
  `This document is larger than ${maxEditedSize()}, the most that can be edited here`

/** The same as a sentence for people who would write and can only read. */
export const readOnlyReason = (): string => `${sizeLimitReason()}, so it opens read-only.`
