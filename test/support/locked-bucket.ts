import {
  CreateBucketCommand,
  PutObjectLockConfigurationCommand,
  type ObjectLockRetentionMode,
} from '@aws-sdk/client-s3'
import { randomUUID } from 'node:crypto'
import { s3 } from './s3.ts'

/** Creates a bucket with Object Lock, as in infra/template/audit-lock.yml; returns its name. */
export const givenLockedBucket = async (
  Mode: ObjectLockRetentionMode = 'COMPLIANCE',
  Days = 400,
): Promise<string> => {
  const Bucket = `locked-${randomUUID()}`
  await s3().send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }))
  const ObjectLockConfiguration = {
    ObjectLockEnabled: 'Enabled',
    Rule: { DefaultRetention: { Mode, Days } },
  } as const
  await s3().send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }))
  return Bucket
}
