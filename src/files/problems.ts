import { problemDocs } from '#docs'
import { problem } from '../platform/runtime/problem.ts'

export const notArrived = problem('files.not_arrived', 409, {
  wording: (name: string) => `"${name}" has not been uploaded yet; send its bytes to the upload link first.`,
  docs: problemDocs({
    meaning: 'The bytes of the file have not been uploaded yet.',
    example: ['minutes.pdf'],
  }),
})

export const wrongSize = problem('files.wrong_size', 422, {
  wording: (announced: number, uploaded: number) =>
    `"size" is ${announced} bytes, but ${uploaded} were uploaded.`,
  docs: problemDocs({
    meaning: 'The size of the upload differs from the announced size; create the file again.',
    example: [18_432, 18_000],
  }),
})

export const storageFull = problem('files.storage_full', 413, {
  wording: (gigabytes: number) =>
    `The owner of the file may store at most ${gigabytes} GB (LIMIT_STORAGE_GB), with the trash and the versions of ` +
    'the last 30 days; permanently delete files to make room.',
  docs: problemDocs({
    meaning:
      'The file does not fit into the storage of its owner (`LIMIT_STORAGE_GB`): permanently delete files, or wait ' +
      'until files in the trash and former versions end, after 30 days.',
    example: [10],
  }),
})

/** Usual time to extract the text of a file, in seconds. */
const retrySeconds = 2

export const textPending = problem('files.text_pending', 409, {
  wording: (name: string) => ({
    detail: `The text of "${name}" is being extracted; try again in a moment.`,
    retryAfter: retrySeconds,
  }),
  docs: problemDocs({
    meaning: 'The text of the file is being extracted. Try again after `Retry-After` seconds.',
    example: ['minutes.pdf'],
  }),
})

export const noText = problem('files.no_text', 422, {
  wording: (reason: string) => reason,
  docs: problemDocs({
    meaning: 'The file has no readable text; `detail` says why.',
    example: ['The file has no text; it may be a scan, which would need text recognition first.'],
  }),
})

/** Problems of the first use of a file whose bytes have not arrived as announced. */
export const uploadProblems = [notArrived, wrongSize]

/** Problems of the text of a file and of its upload. */
export const textProblems = [...uploadProblems, textPending, noText]

/** Problems of a file that is to be attached. */
export const attachmentProblems = [
  notArrived.as({ when: 'An attachment has not been uploaded.' }),
  wrongSize.as({ when: 'The upload of an attachment differs from its announced size.' }),
]
