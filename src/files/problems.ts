import type { Problems } from '../platform/http/spec.ts'

/** How the first use of a file refuses one whose bytes have not arrived as they were announced. */
export const uploadProblems = {
  409: { 'files.not_arrived': 'The file has not been uploaded.' },
  422: { 'files.wrong_size': 'The size of the upload differs from the announced size.' },
} as const satisfies Problems

/** The same of its text, and how a file refuses that has none, or none yet. */
export const textProblems = {
  409: {
    ...uploadProblems[409],
    'files.text_pending': 'The text is being made; `Retry-After` says when to ask again.',
  },
  422: {
    ...uploadProblems[422],
    'files.no_text': 'The file has no text, for the reason that `detail` gives.',
  },
} as const satisfies Problems

/** The same of a file that is to be attached. */
export const attachmentProblems = {
  409: { 'files.not_arrived': 'An attachment has not been uploaded.' },
  422: { 'files.wrong_size': 'The upload of an attachment differs from its announced size.' },
} as const satisfies Problems
