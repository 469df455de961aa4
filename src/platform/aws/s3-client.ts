import * as sdk from '@aws-sdk/client-s3'
import { environment } from '../runtime/environment.ts'
import { requestHandler } from './deadline.ts'
import { logger } from './logger.ts'
import { retries } from './retries.ts'

let client: sdk.S3Client | undefined

/** Where an object is. */
export const locationOf = (Key: string) => ({ Bucket: environment.bucketName, Key })

/** The client of the object store. */
export const bucket = (): sdk.S3Client =>
  (client ??= new sdk.S3Client({
    ...retries(3),
    logger,
    // a signed link must not demand checksums that the client would have to know beforehand
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // a socket's timeout would also end what is read slowly; see idle-timeout.ts
    requestHandler: { ...requestHandler(4_000), socketTimeout: 0 },
  }))

/*
 * The commands and errors of its SDK are here too: a part of a function that is loaded later shares this module with
 * its function; what imported the SDK itself would bring another one, to which these errors are strangers (decision
 * 0015).
 */

export const deleteCommand = (input: sdk.DeleteObjectCommandInput) => new sdk.DeleteObjectCommand(input)
export const getCommand = (input: sdk.GetObjectCommandInput) => new sdk.GetObjectCommand(input)
export const headCommand = (input: sdk.HeadObjectCommandInput) => new sdk.HeadObjectCommand(input)
export const putCommand = (input: sdk.PutObjectCommandInput) => new sdk.PutObjectCommand(input)

/** All pages of a list of objects. */
export const listObjects = (input: sdk.ListObjectsV2CommandInput) =>
  sdk.paginateListObjectsV2({ client: bucket() }, input)

/** Whether S3 has refused a call. */
export const isRefusal = (error: unknown): error is sdk.S3ServiceException =>
  error instanceof sdk.S3ServiceException
