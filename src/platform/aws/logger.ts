import type { S3ClientConfig } from '@aws-sdk/client-s3'

const nothing = () => {}

/**
 * What the SDK would say. Without `info` it makes no copy of each input and output for its log, which took a tenth of a
 * page's time.
 */
export const logger = { trace: nothing, debug: nothing, warn: nothing, error: nothing } as NonNullable<
  S3ClientConfig['logger']
>
