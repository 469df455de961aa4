import { storageFull, uploadProblems } from '../files/problems.ts'
import { brokenOff } from '../platform/aws/object-upload.ts'
import { bodyTooLarge } from '../platform/http/request/body-limit.ts'
import { discoveryUnavailable, kindUnknown } from './editor/discovery.ts'
import { linkInvalid } from './editor/edit-link.ts'
import { nameIllegal } from './file-names.ts'
import { maxGatewayBodyBytes } from './limits.ts'
import { lockMalformed, lockMismatch } from './locks.ts'
import { writeNotPermitted, tokenRefused, unsupported } from './open-file.ts'
import { targetAmbiguous, userInfoTooLong } from './operations.ts'
import { nameTaken } from './relative-file.ts'
import { changedByOthers, lengthMissing } from './put-file.ts'

const tooLargeSentence = `The document is larger than ${maxGatewayBodyBytes} bytes, the limit of the gateway`

/** Problems of the operations selected by `X-WOPI-Override`. */
export const operationProblems = [
  lockMalformed,
  nameIllegal,
  targetAmbiguous,
  userInfoTooLong,
  writeNotPermitted,
  lockMismatch,
  nameTaken,
  bodyTooLarge.as({ when: `${tooLargeSentence}.`, example: [maxGatewayBodyBytes] }),
  storageFull,
  unsupported,
]

export const saveProblems = [
  brokenOff,
  lengthMissing,
  writeNotPermitted,
  lockMismatch,
  changedByOthers,
  bodyTooLarge.as({
    when: `${tooLargeSentence}, or than the limit of a deployment with a server for large documents.`,
    example: [maxGatewayBodyBytes],
  }),
  storageFull,
  unsupported.as({
    when: '`X-WOPI-Override` is not PUT.',
    example: ['The header X-WOPI-Override must be PUT here.'],
  }),
]

/** Problems of the link that opens an editor. */
export const editLinkProblems = [...uploadProblems, discoveryUnavailable, kindUnknown]

export const openEditorProblems = [
  discoveryUnavailable,
  tokenRefused.as({ when: 'The person who requested the link may no longer open the file.' }),
  linkInvalid,
  kindUnknown,
]
