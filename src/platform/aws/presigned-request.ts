import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { attachmentNamed } from '../runtime/content-disposition.ts'
import { bucket, getCommand, objectLocation, putCommand } from './s3-client.ts'

/** A presigned request: anyone who has it can send it until it expires, without further permissions. */
export interface PresignedRequest {
  url: string
  /** Headers that must be sent unchanged. */
  headers: Record<string, string>
  expires_at: string
}

const expiryTime = (seconds: number, from = new Date()) =>
  new Date(Number(from) + seconds * 1000).toISOString()

/** Returns a presigned URL that uploads an object of exactly `size` bytes, once: S3 rejects it if the object exists. */
export const presignUpload = async (
  key: string,
  { size, content_type, seconds }: { size: number; content_type: string; seconds: number },
): Promise<PresignedRequest> => {
  const command = putCommand({
    ...objectLocation(key),
    ContentLength: size,
    ContentType: content_type,
    IfNoneMatch: '*',
  })
  const signed = new Set(['content-length', 'content-type', 'if-none-match'])
  const url = await getSignedUrl(bucket(), command, {
    expiresIn: seconds,
    signableHeaders: new Set([...signed, 'host']),
    unhoistableHeaders: signed,
  })
  const headers = { 'Content-Type': content_type, 'If-None-Match': '*' }
  return { url, headers, expires_at: expiryTime(seconds) }
}

interface Download {
  name: string
  content_type: string
  /** Lifetime of the URL from `signedAt`, now by default. */
  seconds: number
  signedAt?: Date
}

/** Returns a presigned URL that downloads an object as a file with this name. */
export const presignDownload = async (
  key: string,
  { name, content_type, seconds, signedAt: signingDate = new Date() }: Download,
): Promise<PresignedRequest> => {
  const command = getCommand({
    ...objectLocation(key),
    ResponseContentDisposition: attachmentNamed(name),
    ResponseContentType: content_type,
  })
  const url = await getSignedUrl(bucket(), command, { expiresIn: seconds, signingDate })
  return { url, headers: {}, expires_at: expiryTime(seconds, signingDate) }
}
