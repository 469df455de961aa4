import type { OwnCall } from '../platform/history/undo-definition.ts'
import { readableFile } from './file-access.ts'
import type { StoredFile } from './file.ts'

/** A file as it is stored, for whoever may read it; throws 404. */
export const findFile = async ({ actor, change }: OwnCall): Promise<StoredFile> =>
  (await readableFile(actor, change.object_id)).file
