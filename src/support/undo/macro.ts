import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { writeItem } from '../../platform/table/table.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { deleteMacro } from '../macro/endpoints/delete-macro.ts'
import { readMacro } from '../macro/endpoints/read-macro.ts'
import { updateMacro } from '../macro/endpoints/update-macro.ts'
import { macros, macroType } from '../macro/macro.ts'
import { isAgent } from '../ticket/access.ts'

/** Restores a deleted macro; throws 403 unless the caller is an agent. */
const restoreMacro = async ({ actor, removed }: OwnCall): Promise<void> => {
  if (!isAgent(actor)) throw roleRequired('agent')
  await writeItem(macros.toRestore(nextVersion(macros.read(removed))))
}

export const macroUndo: KindUndo = {
  [macroType.type]: { read: readMacro, update: updateMacro, remove: deleteMacro, restore: restoreMacro },
}
