import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { isAgent } from '../../platform/identity/user.ts'
import { writeItem } from '../../platform/table/table.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { deleteMacro } from '../macro/endpoints/delete-macro.ts'
import { updateMacro } from '../macro/endpoints/update-macro.ts'
import { macros, macroType } from '../macro/macro.ts'
import { findForAgent } from './agent-kind.ts'

/** Restores a deleted macro; throws 404 unless the caller is an agent. */
const restoreMacro = async ({ actor, removed }: OwnCall): Promise<void> => {
  if (!isAgent(actor)) throw macros.absent()
  await writeItem(macros.toRestore(nextVersion(macros.read(removed))))
}

export const macroUndo: KindUndo = {
  [macroType.type]: {
    read: findForAgent(macros),
    update: updateMacro,
    remove: deleteMacro,
    restore: restoreMacro,
  },
}
