import { environment } from '../../platform/runtime/environment.ts'

/** Returns the permanent URL at which a person opens a file in a browser, for editing or viewing. */
export const hostPageUrl = (file_id: string, action: 'edit' | 'view'): string =>
  `${environment.publicUrl}/files/${file_id}/open?action=${action}`
