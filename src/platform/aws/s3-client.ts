import * as sdk from '@aws-sdk/client-s3'
import { environment } from '../runtime/environment.ts'
import { requestHandler } from './deadline.ts'
import { logger } from './logger.ts'
import { retries } from './retries.ts'

let client: sdk.S3Client | undefined

/** Returns the bucket and the key of an object. */
export const objectLocation = (Key: string) => ({ Bucket: environment.bucketName, Key })

/** Returns the client of the object store. */
export const bucket = (): sdk.S3Client =>
  (client ??= new sdk.S3Client({
    ...retries(3),
    logger,
    // a presigned URL must not require checksums that its user would have to know in advance
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // a socket timeout would also end slow reads; see idle-timeout.ts
    requestHandler: { ...requestHandler(4_000), socketTimeout: 0 },
  }))

/*
 * The commands and errors of the SDK are here because a lazily loaded part of a function shares this module with its
 * function. If that part imported the SDK itself, it would contain a second copy, whose classes do not match these
 * errors (decision 0015).
 */

export const deleteCommand = (input: sdk.DeleteObjectCommandInput) => new sdk.DeleteObjectCommand(input)
export const getCommand = (input: sdk.GetObjectCommandInput) => new sdk.GetObjectCommand(input)
export const headCommand = (input: sdk.HeadObjectCommandInput) => new sdk.HeadObjectCommand(input)
export const putCommand = (input: sdk.PutObjectCommandInput) => new sdk.PutObjectCommand(input)

/** Returns all pages of a list of objects. */
export const listObjects = (input: sdk.ListObjectsV2CommandInput) =>
  sdk.paginateListObjectsV2({ client: bucket() }, input)

/** Returns true if S3 rejected a call. */
export const isRefusal = (error: unknown): error is sdk.S3ServiceException =>
  error instanceof sdk.S3ServiceException
