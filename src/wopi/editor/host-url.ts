import { environment } from '../../platform/runtime/environment.ts'

/** The lasting address of a file for a person in a browser, to be edited or only viewed. */
export const hostUrlOf = (file_id: string, action: 'edit' | 'view'): string =>
  `${environment.publicUrl}/files/${file_id}/open?action=${action}`
